/** Counts of answers when the prompt changes, answers leave, or moderation takes one away. */
import { beforeEach, describe, expect, test } from "vitest";
import { removeUser } from "#members/server/removal.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { deleteForGood } from "#tests/support/prompts.ts";
import { setUpResults } from "#tests/support/results.ts";
import type { TestUser } from "#tests/support/users.ts";
import { setResultRemoved } from "./results.shared.queries.ts";

const { site, sql, asked, member, put, remove, results, counts, newVersion, block } = setUpResults();
let author: TestUser;
let people: TestUser[];
let ana: TestUser;
let beto: TestUser;
let id: number;
beforeEach(() => {
  ({ id, author, people } = asked);
  [ana, beto] = asked.people as [TestUser, TestUser];
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
    await deleteForGood(site, author, id);
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
