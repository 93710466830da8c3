/** A small generated site: the same shape as one of a million prompts, and served as any other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailText, usernameText } from "#accounts/contract.ts";
import { foldText } from "#language/fold.ts";
import { promptFields } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser } from "#tests/support/users.ts";
import { GENERATED_PASSWORD, generate } from "./generate.ts";
import { SEARCH_WORDS } from "./search-words.ts";

const PROMPTS = 500;
const INDEXES = "select indexdef from pg_indexes where schemaname = 'public' order by 1";
const silent = () => {};

let site: TestApp;
let indexesBefore: unknown;

beforeAll(async () => {
  site = await createTestApp();
  indexesBefore = await ask(INDEXES);
  await generate(site.ctx, { prompts: PROMPTS, pictures: 2 }, silent);
}, 300_000);
afterAll(() => site.close());

async function ask<T = Record<string, number>>(sql: string): Promise<T[]> {
  return (await site.ctx.pool.query(sql)).rows;
}
async function api(path: string) {
  const answer = await site.app.inject(path);
  expect(answer.statusCode, path).toBe(200);
  return answer.json();
}

test("has as many prompts, users and reactions as it should, and every count equals its rows", async () => {
  const [counted] =
    await ask(`select (select count(*) from users) as users, (select count(*) from likes) as likes,
    (select count(*) from favorites) as favorites, (select sum(likes_count)::int from prompt_stats) as likes_counted,
    (select sum(prompts_count)::int from llm_types) as prompts, min(prompts_count) as fewest from llm_types`);
  expect(counted).toMatchObject({ users: PROMPTS / 5, prompts: PROMPTS, likes_counted: counted?.likes });
  // Ten and two for each at a large site; of so few users not as many can like the first prompts.
  expect(counted?.likes).toBeGreaterThan(7 * PROMPTS);
  expect(counted?.likes).toBeLessThan(10.5 * PROMPTS);
  expect((counted?.favorites ?? 0) / PROMPTS).toBeCloseTo(2, 0);
  expect(counted?.fewest).toBeGreaterThan(0);
});

test("has some ten answers for each prompt, which are counted", async () => {
  const [{ answers, drifted } = { answers: 0, drifted: 0 }] = await ask(`select
    (select count(*) from results) as answers,
    (select count(*) from prompt_stats s, results_of(s.prompt_id, s.version) r
      where (answered_count, worked_count, last_worked_at) is distinct from (r.answered, r.worked, r.last_worked)) as drifted`);
  expect(answers).toBeGreaterThan(9 * PROMPTS);
  expect(drifted).toBe(0);
});

test("has two older versions of each prompt, which differ and follow each other", async () => {
  expect(
    await ask(`select count(*)::int as old, count(*) filter (
        where v.content <> p.content and v.created_at between p.created_at and p.version_at)::int as apart,
      count(*) filter (where p.version = 3 and s.version = 3)::int as followed
      from prompt_versions v join prompts p on p.id = prompt_id join prompt_stats s using (prompt_id)`),
  ).toEqual([{ old: 2 * PROMPTS, apart: 2 * PROMPTS, followed: 2 * PROMPTS }]);
});

test("has a few very popular prompts, and nothing before its author or after now", async () => {
  const [{ first, middle } = { first: 0, middle: 0 }] = await ask(`select max(likes_count) as first,
    percentile_disc(0.5) within group (order by likes_count) as middle from prompt_stats`);
  expect(first).toBeGreaterThan(5 * (middle ?? 0));
  expect(
    await ask(`select p.id from prompts p join users u on u.id = user_id join prompt_stats s on s.prompt_id = p.id
      left join likes l on l.prompt_id = p.id
      where p.created_at not between u.created_at and now() or views < likes_count
        or l.created_at not between p.created_at and now()`),
  ).toEqual([]);
});

test("keeps the indexes that the migrations made", async () => {
  expect(await ask(INDEXES)).toEqual(indexesBefore);
});

test("is neither filled twice, nor where anybody has an account", async () => {
  await expect(generate(site.ctx, { prompts: 100 }, silent)).rejects.toThrow("has users already");
  const other = await createTestApp();
  try {
    await createUser(other.ctx);
    await expect(generate(other.ctx, { prompts: 100 }, silent)).rejects.toThrow("has users already");
  } finally {
    await other.close();
  }
});

test("leaves nothing when it is ended", async () => {
  const other = await createTestApp();
  const end = (line: string) => {
    if (line.startsWith("likes")) throw new Error("ended");
  };
  try {
    await expect(generate(other.ctx, { prompts: 100, pictures: 1 }, end)).rejects.toThrow("ended");
    expect((await other.ctx.pool.query("select from users")).rowCount).toBe(0);
    expect((await other.ctx.pool.query(INDEXES)).rows).toEqual(indexesBefore);
  } finally {
    await other.close();
  }
});

test("lists, shows and serves prompts that could have been published", async () => {
  const { data, pagination } = await api("/api/prompts?limit=100");
  expect(pagination.total).toBe(PROMPTS);
  for (const { id, thumbnail_url } of [data[0], data[99]]) {
    expect((await site.app.inject(thumbnail_url)).statusCode).toBe(200);
    const { title, content, user } = await api(`/api/prompts/${id}`);
    const texts = { title, content, llm_type_id: 1 };
    expect(promptFields.parse(texts)).toMatchObject(texts);
    expect(usernameText.parse(user.username)).toBe(user.username);
  }
  expect((await api("/api/prompts?orderBy=newest&limit=1")).data[0].id).toBe(PROMPTS);
});

test.each(Object.values(SEARCH_WORDS))("finds $word in $share of the prompts", async ({ word, share }) => {
  const search = async (text: string): Promise<number> =>
    (await api(`/api/prompts?limit=1&search=${encodeURIComponent(text)}`)).pagination.total;
  const total = await search(word);
  // Three deviations of a share drawn so many times.
  const tolerance = 3 * Math.sqrt(PROMPTS * share * (1 - share));
  expect(Math.abs(total - PROMPTS * share)).toBeLessThanOrEqual(share && Math.max(1, tolerance));
  expect(await search(foldText(word))).toBe(total);
});

test("has the rare word at every size", async () => {
  expect((await api(`/api/prompts?search=${SEARCH_WORDS.rare.word}`)).pagination.total).toBe(1);
});

test("lets its users in by the password that all of them have", async () => {
  const [{ email } = { email: "" }] = await ask<{ email: string }>("select email from users limit 1");
  const payload = { email: emailText.parse(email), password: GENERATED_PASSWORD };
  const url = "/auth/v1/token?grant_type=password";
  expect((await site.app.inject({ method: "POST", url, payload })).statusCode).toBe(200);
});
