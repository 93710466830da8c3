import pg from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { type PoolerOptions, startPooler } from "#tests/support/pooler.ts";
import { openDatabase } from "./db.ts";

const database = await createTestDatabase();
const { connection } = database;
afterAll(database.close);

async function pooled(options?: PoolerOptions): Promise<pg.PoolConfig> {
  const pooler = await startPooler(database, options);
  onTestFinished(pooler.close);
  return { ...connection, ...pooler.address };
}

describe("openDatabase", () => {
  const locks = () =>
    database.pool.query(
      `select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
    );

  test.each([{ ignoresParameters: false }, { sessions: 1 }, { sessions: 2 }, { sessions: 3 }])(
    "recognises a pooler with %o, and explains what to do, before a lock is taken",
    async (options) => {
      const opening = openDatabase(await pooled(options), { max: 2 });
      await expect(opening).rejects.toThrow(
        /^DATABASE_URL leads to a pooler, such as PgBouncer, .* in DATABASE_DIRECT_URL beside it/,
      );
      expect((await locks()).rowCount).toBe(0);
    },
  );

  test.each([1, 2, 3])(
    "recognises a pooler of %i sessions that loses prepared statements",
    async (sessions) => {
      const pooler = await pooled({ sessions });
      const opening = openDatabase(connection, { max: 2, pooler });
      await expect(opening).rejects.toThrow(/loses prepared statements .* from version 1\.21 on/);
      // Nothing of the examination is left in the pooler's sessions.
      const client = new pg.Client(pooler);
      await client.connect();
      expect((await client.query("select name from pg_prepared_statements")).rows).toEqual([]);
      await client.end();
    },
  );

  test("refuses a direct address that leads to a pooler, or to another database", async () => {
    const pooler = await pooled({ keepsStatements: true });
    await expect(openDatabase(pooler, { max: 2, pooler })).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to a pooler, .* Give PostgreSQL's own address there\.$/,
    );
    const other = await createTestDatabase({ empty: true });
    onTestFinished(other.close);
    await expect(openDatabase(other.connection, { max: 2, pooler })).rejects.toThrow(
      "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.",
    );
  });

  test("sends requests through a pooler, and work that needs a session past it", async () => {
    const pooler = await pooled({ keepsStatements: true, ignoresParameters: false });
    const opened = await openDatabase(connection, { max: 3, pooler });
    const pid = "select pg_backend_pid() as pid";
    const read = { name: "pid", text: pid, values: [] };
    const asked = await Promise.all([
      ...Array.from({ length: 10 }, async () => (await opened.pool.query(pid)).rows[0].pid),
      ...Array.from(
        { length: 10 },
        async () => (await opened.batchedReads.ask<{ pid: number }>(read))[0]?.pid,
      ),
    ]);
    expect(new Set(asked).size, "one session is lent to all").toBe(1);
    const ids = Array.from({ length: 10 }, () =>
      opened.db.selectFrom("llm_types").select("id").where("id", "=", 1).execute(),
    );
    expect(await Promise.all(ids)).toEqual(Array(10).fill([{ id: 1 }]));
    const own = await opened.direct.connect();
    expect(asked).not.toContain((await own.query(pid)).rows[0].pid);
    own.release();
    await opened.close();
  });
});
