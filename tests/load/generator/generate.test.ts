/** A small site of generated data: the same shape as a million prompts, and served as any other. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailText, usernameText } from "#accounts/contract.ts";
import { foldText } from "#language/fold.ts";
import { findProfanity, isProfane } from "#language/profanity.ts";
import { openDatabase } from "#platform/database/db.ts";
import { promptFields } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createRandom } from "#tests/support/random.ts";
import { createUser } from "#tests/support/users.ts";
import { generate } from "./generate.ts";
import { readIndexes } from "./indexes.ts";
import { load, TABLES } from "./load.ts";
import { isPictorial, makePlan, sizeFor } from "./plan.ts";
import { SEARCH_WORDS } from "./search-words.ts";
import { composeTexts } from "./texts.ts";
import { emailOf, GENERATED_PASSWORD, idOf, usernameOf } from "./users.ts";
import { type Totals, verify } from "./verify.ts";
import { inventedName } from "./vocabulary.ts";

const PROMPTS = 300;
const SEED = "test";
const silent = () => {};

let site: TestApp;
let totals: Totals;
let indexesBefore: unknown;

async function indexes() {
  const client = await site.ctx.pool.connect();
  try {
    return await readIndexes(client, TABLES);
  } finally {
    client.release();
  }
}

beforeAll(async () => {
  site = await createTestApp();
  indexesBefore = await indexes();
  totals = await generate(site.ctx, { prompts: PROMPTS, seed: SEED, pictures: 3 }, silent);
}, 60_000);
afterAll(() => site.close());

async function ask<T>(sql: string): Promise<T[]> {
  return (await site.ctx.pool.query(sql)).rows;
}
async function api(path: string) {
  const answer = await site.app.inject(path);
  expect(answer.statusCode, path).toBe(200);
  return answer.json();
}

describe("the generated site", () => {
  test("has as much as was asked for, and every count equals its rows", async () => {
    expect(totals).toMatchObject({ people: 60, prompts: PROMPTS });
    expect(totals.likes).toBeGreaterThan(PROMPTS * 10 * 0.98);
    expect(totals.likes).toBeLessThan(PROMPTS * 10 * 1.02);
    expect(totals.favorites / PROMPTS).toBeCloseTo(2, 0);
    const [counted] = await ask(`select sum(likes_count) as likes, sum(views) as views,
      (select count(*) from likes) as rows, (select sum(prompts_count) from llm_types) as prompts from prompt_stats`);
    expect(counted).toEqual({
      likes: String(totals.likes),
      views: String(totals.views),
      rows: totals.likes,
      prompts: String(PROMPTS),
    });
  });

  test("keeps the indexes that the migrations made", async () => {
    expect(await indexes()).toEqual(indexesBefore);
  });

  test("is not filled twice, nor where anybody has an account", async () => {
    const wanted = { prompts: 100, seed: SEED, pictures: 1 };
    await expect(generate(site.ctx, wanted, silent)).rejects.toThrow("has people already");
    const other = await createTestApp();
    try {
      await createUser(other.ctx);
      await expect(generate(other.ctx, wanted, silent)).rejects.toThrow("has people already");
      expect((await other.ctx.pool.query("select 1 from prompts")).rowCount).toBe(0);
    } finally {
      await other.close();
    }
  });

  test("is left as it was, indexes too, when a row breaks a rule", async () => {
    const other = await createTestApp();
    const client = await other.ctx.pool.connect();
    try {
      const before = await readIndexes(client, TABLES);
      const missing = { hashes: ["0".repeat(32)], passwordHash: "none" };
      const plan = makePlan(sizeFor(100), SEED, Date.now());
      await expect(load(client, plan, missing, silent)).rejects.toThrow("prompts_image_hash_fkey");
      expect(await readIndexes(client, TABLES)).toEqual(before);
      expect((await client.query("select 1 from users")).rowCount).toBe(0);
    } finally {
      client.release();
      await other.close();
    }
  });

  test("takes the time it needs: the site's own limits would end a large one", async () => {
    const other = await createTestApp();
    const { host, port, user, database } = other.ctx.pool.options;
    const limits = { query_timeout: 400, statement_timeout: 400 };
    const hasty = await openDatabase({ host, port, user, database, ...limits }, { max: 1 });
    const holder = await other.ctx.pool.connect();
    try {
      await holder.query("begin; lock table likes");
      const freed = delay(1200).then(() => holder.query("commit"));
      await generate({ ...other.ctx, ...hasty }, { prompts: 100, seed: SEED, pictures: 1 }, silent);
      await freed;
    } finally {
      holder.release();
      await hasty.close();
      await other.close();
    }
  });

  test("is found wrong when a single count is", async () => {
    const plan = makePlan(sizeFor(PROMPTS), SEED, Date.now());
    const none = { people: 0, prompts: 0, likes: 0, favorites: 0, views: 0 };
    const client = await site.ctx.pool.connect();
    try {
      expect(await verify(client, plan, none)).toEqual(totals);
      for (const [change, fault] of [
        ["update prompt_stats set likes_count = likes_count + 1 where prompt_id = 5", "likes_count"],
        ["update llm_types set prompts_count = prompts_count - 1 where id = 1", "prompts_count"],
        ["update prompt_stats set views = views + 1 where prompt_id = 5", "views: "],
        ["delete from favorites where prompt_id = (select max(prompt_id) from favorites)", "favorites: "],
      ] as const) {
        await client.query("begin");
        await client.query(change);
        await expect(verify(client, plan, none)).rejects.toThrow(fault);
        await client.query("rollback");
      }
    } finally {
      client.release();
    }
  });

  test("lists, shows and finds prompts, and has every picture it names", async () => {
    const { data, pagination } = await api("/api/prompts?limit=100");
    expect(pagination.total).toBe(PROMPTS);
    const widths: string[] = data.flatMap(({ image }: { image: { srcset: string } }) =>
      image.srcset.split(", ").map((entry) => entry.split(" ")[0]),
    );
    for (const path of new Set([...widths, ...data.map(({ thumbnail_url }: never) => thumbnail_url)])) {
      expect((await site.app.inject(path as string)).statusCode, path as string).toBe(200);
    }
    const first = await api(`/api/prompts/${data[0].id}`);
    expect(first).toMatchObject({ title: data[0].title, likes_count: data[0].likes_count });
    expect(first.likes_count).toBeGreaterThan(data[99].likes_count);
    expect((await api("/api/prompts?orderBy=newest&limit=1")).data[0].id).toBe(PROMPTS);
  });

  test.each(Object.values(SEARCH_WORDS))("finds $word in $share of the prompts", async ({ word, share }) => {
    const search = (text: string) => api(`/api/prompts?limit=1&search=${encodeURIComponent(text)}`);
    const { total } = (await search(word)).pagination;
    // Three deviations of a share drawn so many times.
    const tolerance = 3 * Math.sqrt(PROMPTS * share * (1 - share));
    expect(Math.abs(total - PROMPTS * share)).toBeLessThanOrEqual(Math.max(1, tolerance));
    expect((await search(foldText(word))).pagination.total).toBe(total);
  });

  test("has the rare word at every size, and the missing one nowhere", async () => {
    const { rare, missing } = SEARCH_WORDS;
    expect((await api(`/api/prompts?search=${rare.word}`)).pagination.total).toBe(1);
    expect((await api(`/api/prompts?search=${encodeURIComponent(missing.word)}`)).pagination.total).toBe(0);
  });

  test("lets its people in by the password that all of them have", async () => {
    const answer = await site.app.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=password",
      payload: { email: emailOf(0), password: GENERATED_PASSWORD },
    });
    expect(answer.json()).toMatchObject({ user: { id: idOf(SEED, 0) } });
  });
});

describe("a plan for many prompts", () => {
  const now = Date.UTC(2026, 0, 1);
  const plan = makePlan(sizeFor(20_000), SEED, now);
  const descending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => b - a);

  test("is the same for the same seed, and another for another", () => {
    expect(makePlan(sizeFor(20_000), SEED, now)).toEqual(plan);
    expect(makePlan(sizeFor(20_000), "other", now).author).not.toEqual(plan.author);
  });

  test("gives a few prompts very many likes and most a few", () => {
    const likes = descending(plan.likesOf);
    const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
    expect(sum(likes) / plan.likes).toBeCloseTo(1, 2);
    expect(likes[0]).toBeGreaterThan(1000);
    expect(likes[0]).toBeLessThanOrEqual(0.4 * plan.people);
    expect(likes[10_000]).toBeLessThan(6);
    expect(sum(likes.slice(0, 200))).toBeGreaterThan(0.25 * plan.likes);
    plan.likesOf.forEach((count, i) => {
      expect(plan.viewsOf[i]).toBeGreaterThanOrEqual(count);
    });
  });

  test("has busy authors, people who never publish, and tools of every popularity", () => {
    const byAuthor = new Map<number, number>();
    for (const author of plan.author) byAuthor.set(author, (byAuthor.get(author) ?? 0) + 1);
    expect(descending(byAuthor.values())[0]).toBeGreaterThan(200);
    expect(byAuthor.size).toBeLessThan(plan.people / 2);
    const byTool = Array.from({ length: 14 }, (_, i) => plan.tool.filter((tool) => tool === i + 1).length);
    expect(Math.min(...byTool)).toBeGreaterThan(0);
    expect(byTool[0]).toBeGreaterThan(0.25 * plan.prompts);
  });

  test("spreads three years with ever more prompts, none before its author", () => {
    expect([...plan.createdAt]).toEqual([...plan.createdAt].sort((a, b) => a - b));
    const year = 365 * 24 * 60 * 60 * 1000;
    const within = (from: number, to: number) =>
      plan.createdAt.filter((at) => at >= now - from * year && at <= now - to * year).length;
    expect(within(3, 0)).toBe(plan.prompts);
    expect(within(1, 0)).toBeGreaterThan(within(2, 1));
    expect(within(2, 1)).toBeGreaterThan(within(3, 2));
    plan.author.forEach((author, i) => {
      expect(plan.joinedAt[author]).toBeLessThan(plan.createdAt[i] as number);
    });
  });
});

describe("generated texts", () => {
  const SAMPLE = 3000;
  const compose = (index: number, seed = SEED) =>
    composeTexts(createRandom(`${seed} prompt ${index}`), index, isPictorial((index % 14) + 1));
  const texts = Array.from({ length: SAMPLE }, (_, i) => compose(i));

  test("are the same for the same seed, and others for another", () => {
    expect(compose(7)).toEqual(texts[7]);
    expect(compose(7, "other").content).not.toBe(texts[7]?.content);
  });

  test("could all have been published, and are decent", () => {
    for (const { title, content, description, alt } of texts) {
      const whole = { title, content, description, llm_type_id: 1, image_alt: alt };
      expect(promptFields.parse(whole)).toEqual(whole);
    }
    for (const { title, content } of texts.slice(0, 300))
      expect(findProfanity(`${title}. ${content}`)).toEqual([]);
    for (let i = 0; i < 5000; i++) expect(isProfane(inventedName(i)), inventedName(i)).toBe(false);
  });

  test("are about 600 characters long, with a long tail and with variables to fill in", () => {
    const lengths = texts.map(({ content }) => content.length).sort((a, b) => a - b);
    expect(lengths[SAMPLE / 2]).toBeGreaterThan(500);
    expect(lengths[SAMPLE / 2]).toBeLessThan(700);
    expect(lengths.at(-1)).toBeGreaterThan(3500);
    expect(lengths.at(-1)).toBeLessThanOrEqual(6000);
    expect(texts.filter(({ content }) => /\[\p{L}+\]/u.test(content)).length).toBeGreaterThan(SAMPLE * 0.3);
    expect(texts.filter(({ description }) => description).length / SAMPLE).toBeCloseTo(0.4, 1);
  });

  test("have titles that differ", () => {
    expect(new Set(texts.map(({ title }) => title)).size).toBeGreaterThan(SAMPLE * 0.8);
  });

  test.each(Object.values(SEARCH_WORDS))("hold $word as often as it says", ({ word, share }) => {
    const holding = texts.filter((text) =>
      Object.values(text).some((part) => part?.toLowerCase().includes(word)),
    );
    const tolerance = Math.max(1, 3 * Math.sqrt(SAMPLE * share * (1 - share)));
    expect(Math.abs(holding.length - SAMPLE * share)).toBeLessThanOrEqual(tolerance);
  });
});

test("generated people could have registered, and no two share a name", () => {
  const names = Array.from({ length: 300_000 }, (_, i) => usernameOf(i));
  expect(new Set(names.map(foldText)).size).toBe(names.length);
  for (let i = 0; i < names.length; i += 97) {
    const name = names[i] as string;
    expect(usernameText.parse(name)).toBe(name);
    expect(emailText.parse(emailOf(i))).toBe(emailOf(i));
    expect(isProfane(name), name).toBe(false);
  }
});
