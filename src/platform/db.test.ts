import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";

const database = await createTestDatabase();
afterAll(database.close);

test("a", async () => {
  const r = await sql<{ n: number }>`select count(*) as n from users`.execute(database.db);
  expect(r.rows[0]?.n).toBe(0);
});
