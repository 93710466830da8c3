/** The counts that triggers keep, after every kind of change: on the oldest PostgreSQL too. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, lockRows, type TestDatabase, untilWaiting } from "#tests/support/database.ts";
import { createRandom } from "#tests/support/random.ts";

let database: TestDatabase;
const sql = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql(
    "insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1)",
  );
  await sql(
    "insert into users (email, username) select n || '@example.com', 'Pessoa ' || n from generate_series(1, 8) n",
  );
});
afterAll(() => database.close());

/** Prompts whose counts are not those of their present version's answers that count, counted in another way than by triggers. */
const WRONG = `
  with counted as (
    select p.id, p.version, count(distinct r.user_id)::integer as answered,
      (count(distinct r.user_id) filter (where r.outcome = 'worked'))::integer as worked,
      coalesce(max(r.answered_at) filter (where r.outcome = 'worked'), '-infinity') as last
    from prompts p
    left join (results r join users u on u.id = r.user_id and not u.is_blocked and r.removed_at is null)
      on r.prompt_id = p.id and r.version = p.version
    where p.hidden_at is null
    group by p.id
  )
  select c.*, s.* from counted c full join prompt_stats s on s.prompt_id = c.id
  where (c.version, c.answered, c.worked, c.last) is distinct from (s.version, s.answered_count, s.worked_count, s.last_worked_at)`;

/** @returns the id of a new prompt of Pessoa 4 */
async function publish(): Promise<number> {
  const [row] = await sql(`insert into prompts (user_id, llm_type_id, title, content, image_hash)
    select id, 1, 'Um título', 'Um texto comprido', repeat('a', 32) from users where username = 'Pessoa 4' returning id`);
  return row.id;
}

test.each(["bolo", "torta"])("counts are true after each of many changes: %s", async (seed) => {
  const random = createRandom(seed);
  const prompts = [await publish(), await publish()];
  const answer = (person: string, prompt: number) =>
    sql(
      `insert into results (prompt_id, version, user_id, model_key, model, outcome)
      select p.id, p.version, u.id, $3, $3, $4 from prompts p, users u
      where p.id = $2 and hidden_at is null and username = $1 and not is_blocked
      on conflict (prompt_id, version, user_id, model_key)
        do update set outcome = excluded.outcome, answered_at = now() where results.removed_at is null`,
      ...[person, prompt, random.pick(["a", "b"]), random.pick(["worked", "partly", "failed"])],
    );
  const ofPerson = "user_id = (select id from users where username = $1) and prompt_id = $2";
  const moderate = `update results set removed_at = case when removed_at is null then now() end where ${ofPerson}`;
  const hide = "update prompts set hidden_at = case when hidden_at is null then now() end where id = $1";
  type Change = (person: string, prompt: number) => Promise<unknown>;
  const changes: [share: number, change: Change][] = [
    [8, answer],
    [2, (person, prompt) => sql(`delete from results where ${ofPerson} and model = 'a'`, person, prompt)],
    [3, (person) => sql("update users set is_blocked = not is_blocked where username = $1", person)],
    [2, (person, prompt) => sql(moderate, person, prompt)],
    [
      1,
      (_, prompt) =>
        sql("update prompts set content = content || '.', version = version + 1 where id = $1", prompt),
    ],
    [2, (_, prompt) => sql(hide, prompt)],
  ];
  const drawn = changes.flatMap(([share, change]) => Array.from({ length: share }, () => change));
  for (let n = 0; n < 120; n++) {
    await random.pick(drawn)(random.pick(["Pessoa 1", "Pessoa 2", "Pessoa 3"]), random.pick(prompts));
    expect(await sql(WRONG), `after change ${n}`).toEqual([]);
  }
});

describe("counts are true", () => {
  let prompt: number;
  const [ana, beto] = ["Pessoa 1", "Pessoa 2"];
  const answering = (person: string | undefined, model: string) =>
    `insert into results (prompt_id, version, user_id, model_key, model, outcome)
    select $1, version, u.id, '${model}', '${model}', 'worked' from prompts p cross join users u
    where p.id = $1 and username = '${person}'`;
  beforeEach(async () => {
    await sql("update users set is_blocked = false where is_blocked");
    prompt = await publish();
  });

  test("when one person answers for two models at once", async () => {
    const first = await lockRows(database.pool, answering(ana, "a"), prompt);
    const second = sql(answering(ana, "b"), prompt);
    await untilWaiting(database.direct);
    await first.release();
    await second;
    expect(await sql(WRONG)).toEqual([]);
  });

  test("when an answer goes while its prompt is shown again", async () => {
    await sql(answering(ana, "a"), prompt);
    await sql("update prompts set hidden_at = now() where id = $1", prompt);
    const showing = await lockRows(database.pool, "select from prompts where id = $1 for update", prompt);
    await showing.client.query("update prompts set hidden_at = null where id = $1", [prompt]);
    const leaving = sql("delete from results where prompt_id = $1", prompt);
    await untilWaiting(database.direct);
    await showing.release();
    await leaving;
    expect(await sql(WRONG)).toEqual([]);
  });

  test("when an answer goes that did not count", async () => {
    await sql(answering(ana, "a"), prompt);
    await sql(answering(beto, "a"), prompt);
    await sql(
      "update results set removed_at = now() from users where username = $1 and user_id = users.id",
      ana,
    );
    await sql("delete from results using users where username = $1 and user_id = users.id", ana);
    expect(await sql(WRONG)).toEqual([]);
  });

  test("after all answers at once, of people who leave, and none", async () => {
    const counts = () =>
      sql(
        "select answered_count, worked_count, last_worked_at::text from prompt_stats where prompt_id = $1",
        prompt,
      );
    await sql("insert into users (email, username) values ('dora@example.com', 'Dora')");
    await sql(`insert into results (prompt_id, version, user_id, model_key, model, outcome)
      select p.id, p.version, u.id, 'd', 'D', 'worked' from prompts p cross join users u where hidden_at is null`);
    expect(await counts()).toMatchObject([{ answered_count: 9, worked_count: 9 }]);
    await sql("delete from users where username = 'Dora'");
    expect(await counts()).toMatchObject([{ answered_count: 8, worked_count: 8 }]);
    expect(await sql(WRONG)).toEqual([]);
    await sql("delete from results where prompt_id = $1", prompt);
    expect(await sql(WRONG)).toEqual([]);
    expect(await counts()).toEqual([{ answered_count: 0, worked_count: 0, last_worked_at: "-infinity" }]);
  });
});
