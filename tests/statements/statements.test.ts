import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { checkStatements } from "./check.ts";

test("every statement fits the schema, and uses tables as their owners allow", async () => {
  const { connection, close } = await createTestDatabase();
  expect(await checkStatements(connection)).toEqual([]);
  await close();
});
