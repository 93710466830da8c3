/** SQL of barred pictures. An upload is compared with every fingerprint there is: some 20 ms for the copies of 3,000 pictures. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** @param fingerprints of the picture and its copies; none for a picture that has none */
export async function insertBarred(
  trx: Transaction<DB>,
  hash: string,
  fingerprints: string[],
): Promise<void> {
  await sql`
    insert into barred_pictures (hash, fingerprint)
    select ${hash}, print::bit(256) from unnest(${[null, ...fingerprints]}::text[]) print
    on conflict do nothing
  `.execute(trx);
}

export async function deleteBarred(trx: Transaction<DB>, hash: string): Promise<void> {
  await trx.deleteFrom("barred_pictures").where("hash", "=", hash).execute();
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
