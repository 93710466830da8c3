import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startVanishingProxy } from "#tests/support/vanishing-proxy.ts";
import { listenForInvalidations } from "./cache-invalidation.ts";

let database: TestDatabase;
let changes: Awaited<ReturnType<typeof listenForInvalidations>>;
let heard = 0;

const run = (statement: string) => database.pool.query(statement);

beforeAll(async () => {
  database = await createTestDatabase();
  await run(`
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into users (email, username) values ('ana@example.com', 'Ana'), ('beto@example.com', 'Beto')`);
});
afterAll(() => database.close());
beforeEach(async () => {
  heard = 0;
  changes = await listenForInvalidations(database.connection, createLogger("silent"), () => {
    heard += 1;
  });
});
afterEach(() => changes.close());

/** Waits for a notification; earlier ones have arrived by then, because they arrive in the order of their commits. */
async function heardBy(statement: string): Promise<number> {
  const before = heard;
  await run(statement);
  await run("notify content_changed, 'last'");
  await expect.poll(() => heard).toBeGreaterThan(before);
  await delay(50);
  return heard - before - 1;
}

describe("a process is notified", () => {
  test("once when it starts to listen, because it may have missed changes", () => {
    expect(heard).toBe(1);
  });

  test.each([
    [
      "a prompt that is published",
      `insert into prompts (user_id, llm_type_id, title, content, image_hash)
        select id, 1, 'Um título', 'Um texto comprido', repeat('a', 32) from users where username = 'Ana'`,
    ],
    ["one that is edited", "update prompts set title = 'Outro título'"],
    ["an author who is renamed", "update users set username = 'Ana Maria' where username = 'Ana'"],
    ["one that is removed", "delete from prompts"],
    ["an old version that is erased", "delete from prompt_versions"],
    ["a user who leaves", "delete from users where username = 'Beto'"],
  ])("of %s", async (_what, statement) => {
    expect(await heardBy(statement)).toBeGreaterThanOrEqual(1);
  });

  test("not of likes, favourites, views, logins and what was rolled back", async () => {
    await run(`insert into prompts (user_id, llm_type_id, title, content, image_hash)
      select id, 1, 'Um título', 'Um texto comprido', repeat('a', 32) from users`);
    const quiet = `
      insert into likes (user_id, prompt_id) select u.id, p.id from users u, prompts p;
      insert into favorites (user_id, prompt_id) select u.id, p.id from users u, prompts p;
      update prompt_stats set views = views + 1;
      update users set last_sign_in_at = now(), is_blocked = true;
      begin; delete from prompts; rollback`;
    await delay(50);
    expect(await heardBy(quiet)).toBe(0);
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

test("a broken connection is replaced, and counts as a change", async () => {
  await run(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'prompteca-listen'`,
  );
  await expect.poll(() => heard, { timeout: 5000 }).toBe(2);
  expect(await heardBy("update prompts set title = 'Ainda outro'")).toBeGreaterThanOrEqual(1);
});
