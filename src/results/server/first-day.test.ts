/** Answers of an account's first day: kept, and counted once it is over. */
import { beforeEach, expect, test } from "vitest";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { setUpResults } from "#tests/support/results.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { countDueResults } from "./results.service.ts";

const { site, sql, asked, put, remove, results, counts, block } = setUpResults();
let id: number;
let young: TestUser;
beforeEach(async () => {
  id = asked.id;
  young = await createUser(site.ctx);
});

const HOUR_MS = 60 * 60 * 1000;
/** Makes the account so old, and what it has answered with it. */
const age = async (hours: number) => {
  const born = new Date(Date.now() - hours * HOUR_MS);
  await sql("update users set created_at = $2 where id = $1", young.id, born);
  await sql(
    "update results set counts_from = $2::timestamptz + interval '1 day' where user_id = $1 and counts_from is not null",
    young.id,
    born,
  );
};
const count = () => countDueResults(site.ctx);
const answered = async () => (await counts())?.answered;

test("an answer is kept, and its author sees it and from when on it counts; nobody else does", async () => {
  await age(23.9);
  const [user] = await sql("select created_at from users where id = $1", young.id);
  const answer = await put(young, { outcome: "worked", note: "Com a temperatura baixa." });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    {
      answered_count: 0,
      worked_count: 0,
      mine: [
        {
          outcome: "worked",
          note: "Com a temperatura baixa.",
          counts_from: new Date(user?.created_at.getTime() + 24 * HOUR_MS).toISOString(),
        },
      ],
    },
  ]);
  await count();
  expect(await answered()).toBe(0);
  for (const one of asked.people) await put(one);
  expect((await results()).notes.data).toEqual([]);
  expect((await results()).models).toEqual([{ model: "GPT-5", worked: 4, partly: 0, failed: 0 }]);

  await age(24.1);
  await count();
  expect(await results(young)).toMatchObject({
    answered_count: 5,
    worked_count: 5,
    notes: { data: [{ note: "Com a temperatura baixa." }] },
    mine: [{ counts_from: null }],
  });
});

test("of an older account an answer counts at once, also in place of one that waits", async () => {
  await put(young);
  await age(24.1);
  expect(await answered()).toBe(0);
  expect((await put(young, { outcome: "failed" })).json()).toMatchObject({
    answered_count: 1,
    worked_count: 0,
    mine: [{ counts_from: null }],
  });
});

test("an answer that waits is changed and taken back like others", async () => {
  await put(young);
  expect((await put(young, { outcome: "failed" })).json().mine).toMatchObject([
    { outcome: "failed", counts_from: expect.any(String) },
  ]);
  expect((await remove(young)).json().mine).toEqual([]);
  await age(24.1);
  await count();
  expect(await answered()).toBe(0);
});

test("an answer that waits closes its version too, and counts for it alone", async () => {
  const edit = async (content: string) =>
    (await site.call("PATCH", `/api/prompts/${id}`, asked.author, { content })).json().version;
  expect(await edit("A segunda versão.")).toBe(2);
  await put(young);
  expect(await edit("Um texto todo novo.")).toBe(3);
  await age(24.1);
  await count();
  expect(await counts()).toEqual({ version: 3, answered: 0, worked: 0 });
});

test.each([
  ["before", true],
  ["after", false],
])("a block that ends %s the first day is over lets nothing count too early or never", async (_, early) => {
  await put(young);
  await block(young, true);
  if (early) await block(young, false);
  await count();
  expect(await answered()).toBe(0);
  await age(24.1);
  await count();
  expect(await answered()).toBe(early ? 1 : 0);
  await block(young, false);
  expect(await answered()).toBe(1);
});

test("a block at the moment when the day is over comes first or after: nothing of a blocked person counts", async () => {
  await put(young);
  await age(24.1);
  const blocking = await lockRows(
    site.ctx.pool,
    "update users set is_blocked = true where id = $1",
    young.id,
  );
  const counting = count();
  await untilWaiting(site.ctx.direct);
  await blocking.release();
  await counting;
  expect(await answered()).toBe(0);
});

test("what moderation took away does not come back", async () => {
  await put(young);
  await sql("update results set removed_at = now() where user_id = $1", young.id);
  await age(24.1);
  await count();
  expect(await answered()).toBe(0);
});

test("more people than fit in one go are all counted", async () => {
  await sql(
    `with newcomers as (
      insert into users (email, username, created_at)
      select 'n' || n || '@example.com', 'Novo ' || n, now() - interval '25 hours' from generate_series(1, 130) n
      returning id, created_at)
    insert into results (prompt_id, version, user_id, model_key, model, outcome, of_blocked, counts_from)
    select $1, 1, id, model, model, 'worked', true, created_at + interval '1 day'
    from newcomers, unnest(array['a', 'b']) model`,
    id,
  );
  await count();
  expect(await counts()).toMatchObject({ answered: 130, worked: 130 });
});
