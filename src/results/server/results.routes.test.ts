/** Who may say whether a prompt worked, what is counted of it, and that the counts never drift. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setBlocked } from "#accounts/server/users/users.service.ts";
import { removeUser } from "#members/server/removal.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { setResultRemoved } from "#results/server/results.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const { sql } = site;
let author: TestUser;
let people: TestUser[];
let ana: TestUser;
let beto: TestUser;
let id: number;

/** Somebody with an account that is older than a day. */
async function member(): Promise<TestUser> {
  const user = await createUser(site.ctx);
  await sql("update users set created_at = now() - interval '2 days' where id = $1", user.id);
  return user;
}

beforeAll(async () => {
  author = await member();
  people = [await member(), await member(), await member(), await member()];
  [ana, beto] = people as [TestUser, TestUser];
});
beforeEach(async () => {
  id = (await publishPrompt(site, author, { title: "Para usar" })).id;
});

interface Said {
  model?: unknown;
  outcome?: unknown;
  note?: unknown;
  version?: unknown;
}
const put = (who: TestUser | null, said: Said = {}, prompt: unknown = id) =>
  site.call("PUT", `/api/prompts/${prompt}/result`, who, { model: "GPT-5", outcome: "worked", ...said });
const remove = (who: TestUser | null, model = "GPT-5", prompt: unknown = id) =>
  site.call("DELETE", `/api/prompts/${prompt}/result?model=${encodeURIComponent(model)}`, who);
const cached = async (query = "") => (await site.call("GET", `/api/prompts/${id}/results${query}`)).json();
async function results(who: TestUser | null = null, query = "") {
  site.ctx.responseCache.clear();
  return (await site.call("GET", `/api/prompts/${id}/results${query}`, who)).json();
}
async function counts(prompt = id) {
  const [row] = await sql(
    "select version, answered_count as answered, worked_count as worked from prompt_stats where prompt_id = $1",
    prompt,
  );
  return row;
}
const newVersion = () => sql("update prompts set version = version + 1 where id = $1", id);
const block = (who: TestUser, blocked: boolean) =>
  inTransaction(site.ctx.db, (trx) => setBlocked(trx, who.id, blocked));

/** What triggers keep is what counting anew would give, for each prompt. */
afterEach(async () => {
  const drifted = await sql(`
    select s.prompt_id from prompt_stats s join prompts p on p.id = s.prompt_id, results_of(p.id, p.version) r
    where (s.version, s.answered_count, s.worked_count, s.last_worked_at)
      is distinct from (p.version, r.answered, r.worked, r.last_worked)`);
  expect(drifted, "counts that have drifted").toEqual([]);
});

describe("PUT /api/prompts/{id}/result", () => {
  test("counts people, each once, and shows models and notes from three people on", async () => {
    const first = await put(ana, { note: "  Com a temperatura baixa.  " });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ version: 1, answered_count: 1, worked_count: 1, models: [] });
    expect(first.json().mine).toEqual([
      {
        model: "GPT-5",
        outcome: "worked",
        note: "Com a temperatura baixa.",
        answered_at: expect.stringMatching(/Z$/),
        removed: false,
      },
    ]);
    await put(ana, { model: "Claude Opus 4.1", outcome: "failed" });
    expect(await counts()).toEqual({ version: 1, answered: 1, worked: 1 });
    expect((await results()).notes.data).toEqual([]);

    await put(beto, { model: "gpt 5", outcome: "partly", note: "" });
    await put(people[2] as TestUser, { model: "GPT5" });
    const shown = await results();
    expect(shown).toMatchObject({ answered_count: 3, worked_count: 2 });
    expect(shown).not.toHaveProperty("mine");
    expect(Date.parse(shown.last_worked_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(shown.models).toEqual([
      { model: expect.stringMatching(/^(GPT-5|gpt 5|GPT5)$/), worked: 2, partly: 1, failed: 0 },
      { model: "Claude Opus 4.1", worked: 0, partly: 0, failed: 1 },
    ]);
    expect(shown.notes).toEqual({
      data: [
        {
          id: expect.any(Number),
          model: "GPT-5",
          outcome: "worked",
          note: "Com a temperatura baixa.",
          user: { username: ana.username },
          user_id: ana.id,
          answered_at: expect.any(String),
        },
      ],
      next: null,
    });
    for (const url of [`/api/prompts/${id}`, "/api/prompts?orderBy=newest&limit=1"]) {
      const body = (await site.call("GET", url)).json();
      expect(body.data?.[0] ?? body).toMatchObject({
        version: 1,
        answered_count: 3,
        worked_count: 2,
        last_worked_at: shown.last_worked_at,
      });
    }
  });

  test("what moderation has taken away is neither given anew nor taken back", async () => {
    await put(ana, { note: "Uma nota ruim." });
    const [row] = await sql("select id from results where prompt_id = $1", id);
    await inTransaction(site.ctx.db, (trx) => setResultRemoved(trx, row?.id, true));
    expect((await remove(ana)).json().mine).toMatchObject([{ removed: true }]);
    const again = await put(ana, { note: "Uma nota ruim." });
    expect([again.statusCode, again.json().code]).toEqual([403, "result_removed"]);
    expect(await counts()).toEqual({ version: 1, answered: 0, worked: 0 });
  });

  test("an answer for the same model takes the place of the one before; it can be taken back", async () => {
    await put(ana);
    await put(beto);
    await sql("update results set answered_at = '2026-01-01' where prompt_id = $1", id);
    const again = (await put(beto)).json();
    expect(Date.parse(again.last_worked_at)).toBeGreaterThan(Date.now() - 60_000);
    expect((await put(ana, { model: " gpt–5 ", outcome: "failed" })).json()).toMatchObject({
      answered_count: 2,
      worked_count: 1,
      mine: [{ model: "gpt–5", outcome: "failed" }],
    });
    expect((await put(ana, { model: "outro" })).json()).toMatchObject({
      mine: [{ model: "outro" }, { model: "gpt–5" }],
    });
    await remove(ana, "outro");
    expect((await remove(ana, "GPT 5")).json()).toMatchObject({
      answered_count: 1,
      worked_count: 1,
      mine: [],
    });
    expect((await remove(ana)).statusCode).toBe(200);
    expect((await remove(beto)).json()).toMatchObject({
      answered_count: 0,
      worked_count: 0,
      last_worked_at: null,
    });
  });

  test.each([
    ["model", { model: "" }],
    ["model", { model: " –!? " }],
    ["model", { model: "x".repeat(41) }],
    ["model", { model: 5 }],
    // One sign, which stands for a sentence.
    ["model", { model: "\ufdfa".repeat(40) }],
    ["model", { model: "buceta 3" }],
    ["outcome", { outcome: "sim" }],
    ["note", { note: "x".repeat(281) }],
    ["note", { note: "Que merda de prompt" }],
    ["version", { version: 0 }],
  ])("refuses a wrong %s: %o", async (field, said) => {
    const answer = await put(ana, said);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field, message: expect.stringMatching(/\p{L}/u) });
    expect(await counts()).toMatchObject({ answered: 0 });
  });

  test.each([999_999, "abc", "0"])("answers 404 for the prompt %s", async (prompt) => {
    expect((await put(ana, {}, prompt)).statusCode).toBe(404);
    expect((await remove(ana, "GPT-5", prompt)).statusCode).toBe(404);
    expect((await site.call("GET", `/api/prompts/${prompt}/results`)).statusCode).toBe(404);
  });

  test("is refused to visitors, to the author, to who is blocked, and on an account's first day", async () => {
    expect((await put(null)).statusCode).toBe(401);
    expect((await remove(null)).statusCode).toBe(401);
    expect((await put(author)).json()).toMatchObject({ code: "own_prompt" });
    const young = await createUser(site.ctx);
    const age = (hours: number) =>
      sql(
        "update users set created_at = now() - make_interval(mins => $2) where id = $1",
        young.id,
        hours * 60,
      );
    await age(23.9);
    const refused = await put(young);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: "account_too_new",
      message: expect.stringMatching(/a partir de \d+º? de .+ às \d\d:\d\d, horário de Brasília/),
    });
    const blocked = await member();
    await block(blocked, true);
    expect((await put(blocked)).json()).toMatchObject({ code: "user_banned" });
    expect(await counts()).toMatchObject({ answered: 0 });
    await age(24.1);
    expect((await put(young)).statusCode).toBe(200);
  });

  test("takes ten models of one person", async () => {
    for (let n = 1; n <= 10; n++) expect((await put(ana, { model: `m${n}` })).statusCode).toBe(200);
    expect((await put(ana, { model: "m11" })).json()).toMatchObject({
      code: "too_many_models",
      field: "model",
    });
    expect((await put(ana, { model: "m3", outcome: "failed" })).statusCode).toBe(200);
  });

  test("20 answers at once by one person for one model are one", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(ana)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await counts()).toMatchObject({ answered: 1, worked: 1 });
  });

  test("answers at once by several people, for several models, are all counted", async () => {
    await Promise.all(people.flatMap((one) => ["a", "b", "c"].map((model) => put(one, { model }))));
    expect(await counts()).toMatchObject({ answered: 4, worked: 4 });
    await Promise.all(people.flatMap((one) => ["a", "b", "c"].map((model) => remove(one, model))));
    expect(await counts()).toMatchObject({ answered: 0, worked: 0 });
  });
});

describe("a new version", () => {
  test("starts afresh, and old answers stay with theirs", async () => {
    await put(ana, { model: "Antigo", note: "Sobre a primeira." });
    await newVersion();
    expect(await counts()).toEqual({ version: 2, answered: 0, worked: 0 });
    expect(await results(ana)).toMatchObject({ version: 2, mine: [], last_worked_at: null });
    await put(beto);
    expect(await counts()).toEqual({ version: 2, answered: 1, worked: 1 });
    for (const one of people.slice(2)) await put(one, { note: "Sobre a segunda." });
    const shown = await results();
    expect(shown.models).toEqual([{ model: "GPT-5", worked: 3, partly: 0, failed: 0 }]);
    expect(shown.notes.data.map(({ note }: { note: string }) => note)).toEqual(
      Array(2).fill("Sobre a segunda."),
    );
    await sql("delete from results where user_id = $1", ana.id);
    expect(await counts()).toEqual({ version: 2, answered: 3, worked: 3 });
  });

  test("that appears while somebody answers about the one before: is told, and nothing is counted for it", async () => {
    const edit = await lockRows(site.ctx.pool, "update prompts set version = version + 1 where id = $1", id);
    const answering = put(ana, { version: 1 });
    await untilWaiting(site.ctx.direct);
    await edit.release();
    const answer = await answering;
    expect([answer.statusCode, answer.json().code]).toEqual([409, "version_changed"]);
    expect(await counts()).toEqual({ version: 2, answered: 0, worked: 0 });
    expect((await put(ana, { version: 2 })).statusCode).toBe(200);
  });

  test("that appears while an answer is taken back changes no count twice", async () => {
    await put(ana);
    const edit = await lockRows(site.ctx.pool, "update prompts set version = version + 1 where id = $1", id);
    const removing = remove(ana);
    await untilWaiting(site.ctx.direct);
    await edit.release();
    expect((await removing).statusCode).toBe(200);
    expect(await counts()).toEqual({ version: 2, answered: 0, worked: 0 });
  });
});

describe("answers leave the counts", () => {
  /** Ending a block ends sessions, too. */
  let dora: TestUser;
  beforeEach(async () => {
    dora = await member();
    await put(dora, { note: "Da Dora." });
    for (const one of people.slice(1)) await put(one);
  });

  test("of somebody who is blocked, and come back with the end of the block", async () => {
    await block(dora, true);
    expect(await results()).toMatchObject({ answered_count: 3, worked_count: 3, notes: { data: [] } });
    await block(dora, false);
    expect(await results()).toMatchObject({ answered_count: 4, notes: { data: [{ note: "Da Dora." }] } });
  });

  test("not when somebody is blocked who answers at that moment", async () => {
    const blocking = await lockRows(
      site.ctx.pool,
      "with locked as (select id from users where id = $1 for update) update users set is_blocked = true from locked where users.id = locked.id",
      dora.id,
    );
    const answering = put(dora, { model: "outro" });
    await untilWaiting(site.ctx.direct);
    await blocking.release();
    expect((await answering).json()).toMatchObject({ code: "user_banned" });
    expect(await counts()).toMatchObject({ answered: 3 });
  });

  test("of an account that is deleted", async () => {
    const passing = await member();
    await put(passing);
    expect(await counts()).toMatchObject({ answered: 5 });
    await inTransaction(site.ctx.db, (trx) =>
      removeUser(trx, site.ctx.jobs, {
        ...{ id: passing.id, email: passing.email, username: passing.username },
        ...{ is_blocked: false, is_demo: false, removed_at: null },
      }),
    );
    expect(await counts()).toMatchObject({ answered: 4 });
  });

  test("with a hidden prompt, which takes none, and are counted anew when it is shown", async () => {
    await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id));
    expect((await put(ana)).statusCode).toBe(404);
    expect((await remove(ana)).statusCode).toBe(404);
    await sql("delete from results where user_id = $1 and prompt_id = $2", beto.id, id);
    await inTransaction(site.ctx.db, (trx) => showPrompt(trx, id, { withAuthor: false }));
    expect(await counts()).toEqual({ version: 1, answered: 3, worked: 3 });
  });

  test("and go with the prompt", async () => {
    expect((await site.call("DELETE", `/api/prompts/${id}`, author)).statusCode).toBe(204);
    expect(await sql("select from results where prompt_id = $1", id)).toEqual([]);
  });
});

test("moderation takes an answer away and gives it back: it does not count meanwhile, and cannot be changed", async () => {
  for (const one of people) await put(one, { note: "Uma nota." });
  const [{ id: result, user_id }] = (await results()).notes.data;
  const dora = people.find((one) => one.id === user_id) as TestUser;
  const setRemoved = (removed: boolean) =>
    inTransaction(site.ctx.db, (trx) => setResultRemoved(trx, result, removed));
  await setRemoved(true);
  expect(await results(dora)).toMatchObject({ answered_count: 3, mine: [{ removed: true }] });
  const others = await results();
  expect([others.notes.data.length, others.models]).toMatchObject([3, [{ worked: 3 }]]);
  expect((await put(dora)).json()).toMatchObject({ code: "result_removed" });
  await setRemoved(false);
  expect(await results(dora)).toMatchObject({ answered_count: 4, mine: [{ removed: false }] });
});

test("notes come by ten, the newest first", async () => {
  await sql(
    `insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
    select $1::bigint, 1, $2::uuid, 'm' || n, 'm' || n, 'worked', 'Nota ' || n from generate_series(1, 23) n
    union all select $1::bigint, 1, id, 'm', 'm', 'failed', null from users where id = any($3::uuid[])`,
    id,
    ana.id,
    people.slice(1).map((one) => one.id),
  );
  const pages: string[][] = [];
  for (let before = ""; before !== "null"; ) {
    const { notes } = await cached(before && `?before=${before}`);
    pages.push(notes.data.map(({ note }: { note: string }) => note));
    before = String(notes.next);
  }
  expect(pages.map((page) => page.length)).toEqual([10, 10, 3]);
  expect(pages[0]?.[0]).toBe("Nota 23");
  expect(pages[2]?.[2]).toBe("Nota 1");
  expect((await results()).models).toHaveLength(12);
  expect((await site.call("GET", `/api/prompts/${id}/results?before=x`)).json()).toMatchObject({
    field: "before",
  });
});
