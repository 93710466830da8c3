/** SQL of barred pictures. An upload is compared with every fingerprint there is: some 20 ms for the copies of 3,000 pictures. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

const LOCK = sql`hashtextextended('barred pictures', 0)`;

/** Waits for publications that have been checked and have not committed; later ones wait until this transaction ends. */
export async function lockBars(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
}

/** For a publication that is about to commit: no bar comes meanwhile. */
export async function shareBars(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx);
}

/** @param fingerprints of the picture and its copies; none for a picture that has none */
export async function insertBarred(
  trx: Transaction<DB>,
  promptId: number,
  hash: string,
  fingerprints: string[],
): Promise<void> {
  await sql`
    insert into barred_pictures (prompt_id, hash, fingerprint)
    select ${promptId}, ${hash}, print::bit(256) from unnest(${[null, ...fingerprints]}::text[]) print
    on conflict do nothing
  `.execute(trx);
}

/** Whether a picture is barred, or differs from one in so few bits. */
export async function isBarred(
  db: Kysely<DB>,
  { hash, fingerprint }: { hash: string; fingerprint: string | null },
  maxDifference: number,
): Promise<boolean> {
  const { rows } = await sql<{ barred: boolean }>`
    select exists (
      select from barred_pictures
      where hash = ${hash} or bit_count(fingerprint # ${fingerprint}::bit(256)) <= ${maxDifference}
    ) as barred
  `.execute(db);
  return rows[0]?.barred === true;
}

/**
 * Those pictures of a page of all of them that look like a barred one or its likely copies, without itself.
 * @param after the last hash of the page before
 * @returns `last` null at the end
 */
export async function selectAlike(
  db: Kysely<DB>,
  barred: string,
  after: string,
  { most, maxDifference }: { most: number; maxDifference: number },
) {
  const { rows } = await sql<{ last: string | null; alike: string[] }>`
    with page as materialized (
      select hash, fingerprint from images where hash > ${after} order by hash limit ${most}
    )
    select max(hash) as last, coalesce(array_agg(hash) filter (where hash <> ${barred} and exists (
      select from barred_pictures b
      where b.hash = ${barred} and bit_count(b.fingerprint # page.fingerprint) <= ${maxDifference}
    )), '{}') as alike from page
  `.execute(db);
  return rows[0] ?? { last: null, alike: [] };
}

/** Stored pictures of which it is not known what they look like. */
export function selectWithoutFingerprint(db: Kysely<DB>, most: number) {
  return db
    .selectFrom("images")
    .select(["hash", "width"])
    .where("fingerprint", "is", null)
    .limit(most)
    .execute();
}

export async function setFingerprint(db: Kysely<DB>, hash: string, fingerprint: string): Promise<void> {
  await db.updateTable("images").set({ fingerprint }).where("hash", "=", hash).execute();
}
