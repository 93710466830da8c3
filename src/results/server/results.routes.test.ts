/** Who may say whether a prompt worked, how answers are counted, and that the counts never drift. */
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { setUpResults } from "#tests/support/results.ts";
import type { TestUser } from "#tests/support/users.ts";
import { setResultRemoved } from "./results.shared.queries.ts";

const { site, sql, asked, member, put, remove, cached, results, counts, block } = setUpResults();
let author: TestUser;
let people: TestUser[];
let ana: TestUser;
let beto: TestUser;
let id: number;
beforeEach(() => {
  ({ id, author, people } = asked);
  [ana, beto] = asked.people as [TestUser, TestUser];
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
        counts_from: null,
        removed: false,
      },
    ]);
    // Its answerer's page learns with the prompt that there is an answer.
    const detail = async (who: TestUser | null) => (await site.call("GET", `/api/prompts/${id}`, who)).json();
    expect((await detail(ana)).has_answered).toBe(true);
    for (const who of [beto, null]) expect(await detail(who)).not.toHaveProperty("has_answered");
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

  test("what moderation has taken away is not given anew for another model either, until it is given back", async () => {
    await put(ana, { model: "Claude Opus 4.1" });
    await put(ana, { note: "Uma nota ruim." });
    const [row] = await sql("select id from results where prompt_id = $1 and note is not null", id);
    await inTransaction(site.ctx.db, (trx) => setResultRemoved(trx, row?.id, true));
    // Other spellings, other models, and the answer for another model that stands.
    for (const model of ["GPT-5.", "GPT 5 pro", "GPT-5!", "Gemini", "Claude Opus 4.1"]) {
      const again = await put(ana, { model, note: "Uma nota ruim." });
      expect([model, again.statusCode, again.json().code]).toEqual([model, 403, "result_removed"]);
    }
    expect(await sql("select from results where prompt_id = $1 and shown and note is not null", id)).toEqual(
      [],
    );
    expect((await put(beto, { note: "Outra pessoa." })).statusCode).toBe(200);
    await inTransaction(site.ctx.db, (trx) => setResultRemoved(trx, row?.id, false));
    expect((await put(ana, { model: "Gemini" })).statusCode).toBe(200);
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

  test("is refused to visitors, to the author and to who is blocked", async () => {
    expect((await put(null)).statusCode).toBe(401);
    expect((await remove(null)).statusCode).toBe(401);
    expect((await put(author)).json()).toMatchObject({ code: "own_prompt" });
    const blocked = await member();
    await block(blocked, true);
    expect((await put(blocked)).json()).toMatchObject({ code: "user_banned" });
    expect(await counts()).toMatchObject({ answered: 0 });
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
