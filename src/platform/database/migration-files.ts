/** Reads the migrations of a folder: numbered SQL files, and folders of such that are applied together. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { OperatorError } from "#platform/operator-error.ts";

export interface Migration {
  /** Name of the file, or of the folder whose files are applied together: `0057_schema`. */
  name: string;
  sql: string;
  /** SHA-256 of its text, as recorded in the databases that have it. */
  checksum: string;
  /** It is not recorded, and is applied until it answers with no row `more: true`, each time in a transaction of its own. */
  isRepeated?: boolean;
}

/** A line of the record of applied migrations. */
export type Applied = Pick<Migration, "name" | "checksum">;

const NAME = /^(\d{4})_[a-z0-9_]+(\.sql)?$/;

/**
 * Reads the migrations of a folder in order. The first has any number: it may stand for all before it.
 * @throws OperatorError when a name breaks the numbering
 */
export async function knownMigrations(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => (entry.isDirectory() ? NAME.test(entry.name) : entry.name.endsWith(".sql")))
    .map(({ name }) => name)
    .sort();
  const first = Number(names[0]?.slice(0, 4));
  return Promise.all(
    names.map((name, index) => {
      const number = String(first + index).padStart(4, "0");
      if (NAME.exec(name)?.[1] !== number) {
        throw new OperatorError(
          `Migration ${name}: expected ${number}_name.sql, numbered without gaps or repeats.`,
        );
      }
      return readMigration(name, folder);
    }),
  );
}

/** Reads a migration by its name: a file, or all files of a folder in order. */
export async function readMigration(name: string, folder: URL): Promise<Migration> {
  const sql = name.endsWith(".sql")
    ? await readSql(new URL(name, folder))
    : (await Promise.all((await sqlFiles(new URL(`${name}/`, folder))).map(readSql))).join("\n");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

/** The SQL files of a folder in order. */
async function sqlFiles(folder: URL): Promise<URL[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return names.map((name) => new URL(name, folder));
}

/** Git may check out the same file with different line endings. */
async function readSql(file: URL): Promise<string> {
  return (await readFile(file, "utf8")).replaceAll("\r\n", "\n");
}
