import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { accounts } from "./accounts.ts";
import { prepareStatements } from "./prepare.ts";

test("every statement fits the schema", async () => {
  const database = await createTestDatabase();
  const { problems, uses } = await prepareStatements(database.connection, accounts);
  console.log(uses.map((u) => Object.values(u).join(" ")).join("\n"));
  expect(problems).toEqual([]);
});
