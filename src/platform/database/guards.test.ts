/** Constraints, indexes, triggers and statistics are pinned: what is dropped, added or changed shows in guards.txt, in review. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { guardsOf } from "#tests/support/schema-of.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("the migrated database has what guards.txt lists; npm run db:types writes it anew", async () => {
  const listed = await readFile(new URL("guards.txt", import.meta.url), "utf8");
  expect((await guardsOf(database.pool)).split("\n")).toEqual(listed.split("\n"));
});
