/**
 * Every statement that the site can send, held against the migrated schema and against who owns which table. Run by
 * `npm run check` on the oldest supported PostgreSQL (scripts/schema.ts), and as a test on the bundled one.
 */

import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ClientConfig } from "pg";
import { accounts } from "./accounts.ts";
import { admin } from "./admin.ts";
import { collections } from "./collections.ts";
import { exchange } from "./exchange.ts";
import { checkFields } from "./fields.ts";
import { library } from "./library.ts";
import { media } from "./media.ts";
import { moderation } from "./moderation.ts";
import { EXCEPTIONS, ROOMS, readOwners, UNPREPARED } from "./owners.ts";
import { platform } from "./platform.ts";
import { type Calls, prepareStatements, type TableUse } from "./prepare.ts";
import { prompts } from "./prompts.ts";
import { reactions } from "./reactions.ts";
import { results } from "./results.ts";

const CALLS: Calls = {
  ...platform,
  ...media,
  ...accounts,
  ...reactions,
  ...results,
  ...prompts,
  ...library,
  ...collections,
  ...exchange,
  ...moderation,
  ...admin,
};

/** Code that sends SQL: Kysely's tag and builder, the driver, batched reads, pg-boss. */
const SENDS_SQL =
  /\bsql(?:<[^`]*>)?`|\bsql\.|\bCompiledQuery\b|\.(?:query|ask|executeSql|selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)[(<]/;

/**
 * @param connection a migrated database, in which nothing is changed
 * @returns in words, what is wrong; empty when all is well
 */
export async function checkStatements(connection: ClientConfig): Promise<string[]> {
  const { problems, uses } = await prepareStatements(connection, CALLS);
  problems.push(...(await findSqlElsewhere()), ...(await checkFields(connection)));
  // A statement that could not be prepared names no table.
  return problems.length ? problems : judge(uses, await readOwners());
}

/** SQL in files whose statements nothing prepares. */
async function findSqlElsewhere(): Promise<string[]> {
  const root = new URL("../../", import.meta.url);
  const files = globSync(["src/**/*.ts", "src/**/*.tsx", "seeds/**/*.ts"], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const problems: string[] = [];
  const sending = new Set<string>();
  for (const file of files) {
    if (!SENDS_SQL.test(await readFile(new URL(file, root), "utf8"))) continue;
    sending.add(file);
    if (!(file.replace("src/", "#") in CALLS) && !(file in UNPREPARED))
      problems.push(`${file} sends SQL that nothing prepares: move it to a file of tests/statements.`);
  }
  for (const file of Object.keys(UNPREPARED))
    if (!sending.has(file)) problems.push(`tests/statements/owners.ts: ${file} sends no SQL (any more).`);
  return problems;
}

/** Uses that neither ownership nor an exception allows, and exceptions that nothing needs. */
function judge(uses: readonly TableUse[], owners: Awaited<ReturnType<typeof readOwners>>): string[] {
  const problems = new Set<string>();
  const needed = new Set<string>();
  for (const { file, table, use } of uses) {
    const room = file.slice(1, file.indexOf("/")) as (typeof ROOMS)[number];
    const owner = owners.get(table);
    if (owner === room) continue;
    if (!owner) {
      problems.add(`${file} ${use} ${table}, which no migration makes.`);
      continue;
    }
    const told = `${file} ${use} ${table}, which ${owner} owns`;
    const exception = EXCEPTIONS.find(
      ({ file: excepted, tables }) => excepted === file && tables.some((name) => name === table),
    );
    if (use === "writes") problems.add(`${told}: only the owner writes.`);
    else if (ROOMS.indexOf(owner) > ROOMS.indexOf(room)) problems.add(`${told}, a room that comes later.`);
    else if (exception) needed.add(`${file} ${table}`);
    else problems.add(`${told}: call that room, or give a reason in tests/statements/owners.ts.`);
  }
  for (const { file, tables } of EXCEPTIONS)
    for (const table of tables)
      if (!needed.has(`${file} ${table}`))
        problems.add(`tests/statements/owners.ts: ${file} needs no exception for ${table} (any more).`);
  return [...problems];
}
