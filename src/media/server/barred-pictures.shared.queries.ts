/** SQL of barred pictures that other rooms need. */
import { type SqlBool, sql, type Transaction } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { DB } from "#platform/database/schema.ts";

/** Lifts a prompt's bar of its picture, and one of which the prompt is not known; others of the same picture stand. */
export async function liftBar(trx: Transaction<DB>, promptId: number, hash: string): Promise<void> {
  await trx
    .deleteFrom("barred_pictures")
    .where(sql<SqlBool>`prompt_id = ${promptId} or (prompt_id is null and hash = ${hash})`)
    .execute();
}

/**
 * Whether a picture is barred and no person has shown another prompt with it since.
 * @param fromReplica whether a replica may tell while the primary is away, as it tells which pages show the picture
 */
export async function selectIsWithheld(
  reads: BatchedReads,
  hash: string,
  fromReplica = false,
): Promise<boolean> {
  const rows = await reads.ask({
    name: "picture_withheld",
    text: "select from barred_pictures where hash = $1 and not served limit 1",
    values: [hash],
    ...(fromReplica && { acceptsReplica: () => true }),
  });
  return rows.length > 0;
}

/** A barred picture is served again, where a public prompt has it; it cannot be uploaded. */
export async function serveAgain(trx: Transaction<DB>, hash: string): Promise<void> {
  await trx.updateTable("barred_pictures").set({ served: true }).where("hash", "=", hash).execute();
}
