import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startVanishingProxy } from "#tests/support/vanishing-proxy.ts";
import { listenForInvalidations } from "./cache-invalidation.ts";

let database: TestDatabase;
let changes: Awaited<ReturnType<typeof listenForInvalidations>>;
let heard: string[][] = [];
let asked = 0;

const run = (statement: string) => database.pool.query(statement);

beforeAll(async () => {
  database = await createTestDatabase();
  await run(`
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into users (email, username) values ('ana@example.com', 'Ana'), ('beto@example.com', 'Beto')`);
});
afterAll(() => database.close());
beforeEach(async () => {
  heard = [];
  changes = await listenForInvalidations(database.connection, createLogger("silent"), (keys) => {
    heard.push(keys);
  });
});
afterEach(() => changes.close());

/** The keys of all notices that a statement caused: they arrive in the order of the commits. */
async function heardBy(statement: string): Promise<string[][]> {
  const [first, last] = [`first-${++asked}`, `last-${asked}`];
  // A notice of an earlier change may arrive only now.
  await run(`notify content_changed, '${first}'`);
  await run(statement);
  await run(`notify content_changed, '${last}'`);
  await expect.poll(() => heard.at(-1)).toEqual([last]);
  return heard.slice(heard.findIndex(([key]) => key === first) + 1, -1);
}

const publish = (
  title: string,
  many = 1,
) => `insert into prompts (user_id, llm_type_id, title, content, image_hash)
  select id, 1, '${title}', 'Um texto comprido', repeat('a', 32) from users, generate_series(1, ${many}) where username like 'Ana%'`;
const one = async (query: string): Promise<string> => String(Object.values((await run(query)).rows[0])[0]);
const idOf = async (title: string) =>
  `prompt-${await one(`select id from prompts where title = '${title}'`)}`;

describe("a process is notified", () => {
  test("once when it starts to listen, because it may have missed changes", () => {
    expect(heard).toEqual([[]]);
  });

  test("of prompts, what they were made from, versions, results, lists and users, by their keys", async () => {
    const ana = (await one("select id from users where username = 'Ana'")).slice(-12);
    const beto = (await one("select id from users where username = 'Beto'")).slice(-12);
    const published = await heardBy(publish("Fonte"));
    const source = await idOf("Fonte");
    expect(published).toEqual([["lists", source]]);
    await run(publish("Remix"));
    const remix = await idOf("Remix");
    const ids = [remix, source].map((key) => key.slice(7));
    const both = [expect.arrayContaining(["lists", remix, source])];
    expect(
      await heardBy(`insert into remixes (prompt_id, source_id, root_id) values (${ids}, ${ids[1]})`),
    ).toEqual(both);
    expect(await heardBy(`update remixes set note = 'Mais curto' where prompt_id = ${ids[0]}`)).toEqual(both);
    expect(await heardBy("update prompts set title = 'Remix novo' where title = 'Remix'")).toEqual(both);
    expect(await heardBy("update prompts set hidden_at = now() where title = 'Remix novo'")).toEqual(both);
    expect(await heardBy(`delete from prompt_versions where prompt_id = ${ids[0]}`)).toEqual([
      ["lists", remix],
    ]);
    await run(`insert into results (prompt_id, user_id, version, model_key, model, outcome)
      select ${ids[1]}, id, 1, 'modelo', 'modelo', 'worked' from users where username = 'Beto'`);
    expect(await heardBy(`update results set removed_at = now() where prompt_id = ${ids[1]}`)).toEqual([
      ["lists", source],
    ]);
    await run(
      `insert into collections (user_id, title, is_public) select id, 'Uma lista', true from users where username = 'Ana'`,
    );
    expect(await heardBy("update collections set title = 'Outra lista' where title = 'Uma lista'")).toEqual([
      ["lists"],
    ]);
    expect(await heardBy("update collections set is_public = false where title = 'Outra lista'")).toEqual([
      ["lists"],
    ]);
    expect(await heardBy("update users set is_blocked = true where username = 'Beto'")).toEqual([
      ["lists", `user-${beto}`],
    ]);
    expect(await heardBy("delete from users where username = 'Beto'")).toEqual([["lists", `user-${beto}`]]);
    const renamed = await heardBy("update users set username = 'Ana Maria' where username = 'Ana'");
    expect(renamed.flat()).toEqual(expect.arrayContaining(["lists", `user-${ana}`]));
    const removed = await heardBy("delete from prompts where title = 'Fonte'");
    expect(removed.flat()).toEqual(expect.arrayContaining(["lists", source]));
  });

  test("of many prompts at once, of tags and of barred pictures, as if all had changed", async () => {
    expect(await heardBy(publish("Muitos", 101))).toEqual([[]]);
    expect(await heardBy("update prompts set title = 'Outros' where title = 'Muitos'")).toEqual([[]]);
    await run("insert into tags (name, slug, folded) values ('marketing', 'marketing', 'marketing')");
    expect(await heardBy("update tags set name = 'Marketing' where slug = 'marketing'")).toEqual([[]]);
    expect(await heardBy("insert into barred_pictures (hash) values (repeat('b', 32))")).toEqual([[]]);
    expect(await heardBy("truncate prompts cascade")).toContainEqual([]);
  });

  test("not of likes, favourites, views, logins and what was rolled back", async () => {
    await run(publish("Quieto"));
    await run(
      "insert into likes (user_id, prompt_id) select u.id, p.id from users u, prompts p where p.hidden_at is null",
    );
    const quiet = `
      insert into favorites (user_id, prompt_id) select u.id, p.id from users u, prompts p where p.hidden_at is null;
      delete from likes where true;
      update prompt_stats set views = views + 1 where true;
      update users set last_sign_in_at = now(), username = username where true;
      delete from prompts where false`;
    expect(await heardBy(quiet)).toEqual([]);
    expect(await heardBy("begin; delete from prompts where true; rollback")).toEqual([]);
  });
});

test.skipIf(process.platform !== "linux")(
  "TCP probes a connection that only listens within seconds",
  async () => {
    const proxy = await startVanishingProxy(database.connection);
    const { close } = await listenForInvalidations(
      { ...database.connection, ...proxy.address },
      createLogger("silent"),
      () => {},
    );
    await expect.poll(async () => (await proxy.asksIn())[0]).toBeLessThanOrEqual(10_000);
    await close();
    proxy.close();
  },
);

test("a broken connection is replaced, and counts as a change of everything", async () => {
  await run(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'prompteca-listen'`,
  );
  await expect.poll(() => heard).toEqual([[], []]);
  expect(await heardBy(publish("Ainda outro"))).toHaveLength(1);
});
