/** SQL of the records of finished backups. */
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import type { DB } from "#platform/database/schema.ts";

/** @param bytes of the file */
export async function insertBackup(pool: Pool, bytes: number, file: string): Promise<void> {
  await pool.query("insert into backups (bytes, file) values ($1, $2)", [bytes, file]);
}

/** Records a nightly backup, once for each file. @param bytes of the file */
export async function insertNightlyBackup(
  pool: Pool,
  backup: { bytes: number; file: string; finishedAt: Date },
): Promise<void> {
  await pool.query(
    `insert into backups (bytes, file, nightly, finished_at) select $1, $2, true, $3
      where not exists (select from backups where file = $2)`,
    [backup.bytes, backup.file, backup.finishedAt],
  );
}

/** The nightly backups beyond the newest `keep`. */
export async function selectNightlyBackupsBeyond(
  pool: Pool,
  keep: number,
): Promise<{ id: number; file: string }[]> {
  const { rows } = await pool.query<{ id: number; file: string }>(
    "select id, file from backups where nightly order by finished_at desc, id desc offset $1",
    [keep],
  );
  return rows;
}

export async function deleteBackup(pool: Pool, id: number): Promise<void> {
  await pool.query("delete from backups where id = $1", [id]);
}

/** The last finished backup. */
export function selectLastBackup(db: Kysely<DB>) {
  return db
    .selectFrom("backups")
    .select(["finished_at", "file", "bytes"])
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

export type BackupTimes = Awaited<ReturnType<typeof selectBackupTimes>>;

/** When the last backup finished, and the last of which there is a copy elsewhere; how long the database exists. */
export async function selectBackupTimes(db: Kysely<DB>) {
  const { rows } = await sql<{ finished: Date | null; copied: Date | null; database: Date }>`
    select max(finished_at) as finished, max(finished_at) filter (where copied_at is not null) as copied,
      (select min(applied_at) from schema_migrations) as database from backups
  `.execute(db);
  return rows[0] ?? { finished: null, copied: null, database: new Date() };
}

/** The newest nightly backup. */
export function selectLastNight(db: Kysely<DB>) {
  return db
    .selectFrom("backups")
    .select(["id", "file", "finished_at", "copied_at"])
    .where("nightly", "=", true)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Notes that there is a copy of a backup elsewhere. */
export async function markCopied(db: Kysely<DB>, file: string): Promise<void> {
  await db.updateTable("backups").set({ copied_at: sql`now()` }).where("file", "=", file).execute();
}

/** @returns whether nobody has been told of this night yet */
export async function insertAlarm(db: Kysely<DB>, night: Date): Promise<boolean> {
  const { rows } = await sql`insert into backup_alarms (night) values (${night})
    on conflict do nothing returning night`.execute(db);
  return rows.length > 0;
}
