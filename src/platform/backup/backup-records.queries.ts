/** SQL of the records of finished backups. */
import type { Kysely } from "kysely";
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
