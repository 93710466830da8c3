import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/db.ts";
import { migrate } from "#platform/migrate.ts";
import { type Postgres, startPostgres } from "#platform/postgres/postgres.ts";
import { findPrograms, ownMajor } from "#platform/postgres/programs.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { upgradeCluster } from "./upgrade.ts";

const migrations = new URL("../../../migrations/", import.meta.url);
/** For this test alone an older PostgreSQL is installed, on the platform that it is run on most. */
const OLDER = 17;
const folder = await makeTestFolder();
const dataDir = join(folder, "postgres");
const programs = await findPrograms(dataDir, OLDER);
afterAll(() => removeTestFolder(folder));

async function query<Row extends object>({ connection }: Postgres, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const ROWS =
  "select title, search::text, likes_count from prompts join prompt_stats on prompt_id = id order by id";
const majorOf = async (cluster: string) => Number(await readFile(join(cluster, "PG_VERSION"), "utf8"));

describe.skipIf(!programs)("a data folder of an older PostgreSQL", () => {
  test("is moved to the new one at the next start, whenever that is broken off", {
    timeout: 90_000,
  }, async () => {
    const own = await ownMajor();
    const old = await startPostgres({ dataDir, programs: programs as string });
    const { pool, close } = await openDatabase(old.connection, { max: 1 });
    await migrate(pool, migrations);
    await close();
    await query(
      old,
      `insert into users (id, email, username)
        select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@exemplo.com', 'Pessoa ' || n
        from generate_series(1, 50) n;
      insert into images values ('${"a".repeat(32)}', 1, 1, false, '#000000', 1);
      insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select id, 1, 'Ações de ' || username, 'Um poema sobre animais', '${"a".repeat(32)}', '' from users order by id;
      insert into likes (user_id, prompt_id) select users.id, prompts.id from users, prompts where prompts.id % 7 = 0`,
    );
    const rows = await query(old, ROWS);
    expect(rows).toHaveLength(50);
    await old.stop();
    expect(await majorOf(dataDir)).toBe(OLDER);

    // Broken off half way before, which leaves a file and a part of a new cluster.
    await writeFile(`${dataDir}.upgrade.tar.part`, "half");
    await cp(dataDir, `${dataDir}.upgrading`, { recursive: true });
    await upgradeCluster({ dataDir, migrations });
    expect(await majorOf(dataDir)).toBe(own);
    const names = (await readdir(folder)).filter((name) => name !== "postgres.log");
    expect(names).toEqual(["postgres"]);

    // Broken off between the two renames.
    await rename(dataDir, `${dataDir}.upgrading`);
    await cp(`${dataDir}.upgrading`, `${dataDir}.replaced`, { recursive: true });
    await upgradeCluster({ dataDir, migrations });
    expect((await readdir(folder)).filter((name) => name !== "postgres.log")).toEqual(["postgres"]);

    const fresh = await startPostgres({ dataDir });
    expect(await query(fresh, ROWS)).toEqual(rows);
    expect(await query(fresh, "select prompts_count from llm_types where id = 1")).toEqual([
      { prompts_count: "50" },
    ]);
    await query(fresh, "delete from likes where prompt_id = 7");
    expect(await query(fresh, "select likes_count from prompt_stats where prompt_id = 7")).toEqual([
      { likes_count: "0" },
    ]);
    await fresh.stop();
  });
});

test.each([
  [9, /made by PostgreSQL 9, whose programs are needed once more .* are not on this machine/],
  [99, /made by PostgreSQL 99, and this version of Prompteca brings \d+: start the version that made it/],
])("a data folder of PostgreSQL %i is left alone, and the reason told", async (major, reason) => {
  const other = await makeTestFolder();
  await mkdir(join(other, "postgres"));
  await writeFile(join(other, "postgres", "PG_VERSION"), `${major}\n`);
  await expect(upgradeCluster({ dataDir: join(other, "postgres"), migrations })).rejects.toThrow(reason);
  expect(await readdir(other, { recursive: true })).toEqual(["postgres", "postgres/PG_VERSION"]);
  await rm(other, { recursive: true });
});
