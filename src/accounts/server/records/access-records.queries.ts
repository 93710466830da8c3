/** SQL of access records: inserted in batches, deleted after the legal retention period. */
import { type Kysely, sql } from "kysely";
import { type Database, inLongTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";

export interface AccessRecord {
  at: Date;
  address: string;
  port: number | null;
  userId: string | null;
  action: string;
}

/** Rows deleted by one statement. */
const REMOVED_TOGETHER = 100_000;

export async function insertAccessRecords(db: Kysely<DB>, records: readonly AccessRecord[]): Promise<void> {
  await sql`
    insert into access_records (at, address, port, user_id, action)
    select * from unnest(
      ${records.map(({ at }) => at)}::timestamptz[], ${records.map(({ address }) => address)}::inet[],
      ${records.map(({ port }) => port)}::int[], ${records.map(({ userId }) => userId)}::uuid[],
      ${records.map(({ action }) => action)}::text[]
    )
  `.execute(db);
}

/**
 * Deletes records older than six months, in batches. New rows reuse the space of deleted ones, so every range of the BRIN
 * index may seem to hold old rows, and each batch may read the whole table. That happens rarely and may take long.
 */
export async function deleteOldAccessRecords(ctx: Pick<Database, "slowDb">): Promise<void> {
  for (let removed = REMOVED_TOGETHER; removed === REMOVED_TOGETHER; ) {
    const { numAffectedRows } = await inLongTransaction(ctx, (trx) =>
      sql`
        delete from access_records where ctid = any(array(
          select ctid from access_records where at < now() - interval '6 months' limit ${REMOVED_TOGETHER}
        ))
      `.execute(trx),
    );
    removed = Number(numAffectedRows ?? 0);
  }
}
