/** SQL of results: one row per prompt, version, user and model; triggers keep the counts in the same statement. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import { hasRows } from "#platform/database/rows.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Outcome } from "#results/catalog.ts";

/** The key of a result's row. */
interface ResultKey {
  promptId: number;
  version: number;
  userId: string;
  modelKey: string;
}

/** Writes a result, in place of the person's one for the same model. @param countsFrom null for at once */
export async function writeResult(
  trx: Transaction<DB>,
  { promptId, version, userId, modelKey }: ResultKey,
  said: { model: string; outcome: Outcome; note: string | null },
  countsFrom: Date | null,
): Promise<void> {
  const row = { ...said, counts_from: countsFrom, of_blocked: countsFrom !== null };
  await trx
    .insertInto("results")
    .values({ prompt_id: promptId, version, user_id: userId, model_key: modelKey, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(["prompt_id", "version", "user_id", "model_key"])
        .doUpdateSet({ ...row, answered_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Some people whose results begin to count. */
export async function selectDuePeople(db: Kysely<DB>, most: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from (
      select user_id from results where counts_from <= now() order by counts_from limit ${most}
    ) due
  `.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Lets a person's results count that are due; those of a blocked one once the block ends. */
export async function letCount(trx: Transaction<DB>, userId: string, isBlocked: boolean): Promise<void> {
  await trx
    .updateTable("results")
    .set({ counts_from: null, of_blocked: isBlocked })
    .where("user_id", "=", userId)
    .where("counts_from", "<=", sql<Date>`now()`)
    .execute();
}

/** Whether moderation has taken away a result of a person about a version, in whatever model. */
export function hasRemoved(trx: Transaction<DB>, { promptId, version, userId }: ResultKey): Promise<boolean> {
  return hasRows(
    trx
      .selectFrom("results")
      .where("prompt_id", "=", promptId)
      .where("version", "=", version)
      .where("user_id", "=", userId)
      .where("removed_at", "is not", null),
  );
}

/** Number of other models that a person has answered for. */
export async function countOtherModels(
  trx: Transaction<DB>,
  { promptId, version, userId, modelKey }: ResultKey,
): Promise<number> {
  const row = await trx
    .selectFrom("results")
    .where("prompt_id", "=", promptId)
    .where("version", "=", version)
    .where("user_id", "=", userId)
    .where("model_key", "<>", modelKey)
    .select((all) => all.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Deletes a result, unless moderation has taken it away: it could be given anew. */
export async function deleteResult(
  db: Kysely<DB>,
  { promptId, version, userId, modelKey }: ResultKey,
): Promise<void> {
  await db
    .deleteFrom("results")
    .where("prompt_id", "=", promptId)
    .where("version", "=", version)
    .where("user_id", "=", userId)
    .where("model_key", "=", modelKey)
    .where("removed_at", "is", null)
    .execute();
}

interface OwnResultRow {
  model: string;
  outcome: Outcome;
  note: string | null;
  answered_at: Date;
  counts_from: Date | null;
  removed: boolean;
}

/** A person's results about a version, the newest first. */
export function selectOwnResults(
  reads: BatchedReads,
  userId: string,
  promptId: number,
  version: number,
): Promise<OwnResultRow[]> {
  return reads.ask<OwnResultRow>({
    name: "own_results",
    text: `select model, outcome, note, answered_at, counts_from, removed_at is not null as removed from results
      where prompt_id = $1 and version = $2 and user_id = $3 order by answered_at desc`,
    values: [promptId, version, userId],
  });
}

interface ModelRow {
  model: string;
  worked: number;
  partly: number;
  failed: number;
}

/**
 * Counts by model, under the spelling that most use; the most used first.
 * @param sample results that are looked at: the primary key has them in the order of random user ids
 */
export async function selectModels(
  db: Kysely<DB>,
  promptId: number,
  version: number,
  { most, sample }: { most: number; sample: number },
): Promise<ModelRow[]> {
  const { rows } = await sql<ModelRow>`
    select mode() within group (order by model) as model,
      count(*) filter (where outcome = 'worked') as worked,
      count(*) filter (where outcome = 'partly') as partly,
      count(*) filter (where outcome = 'failed') as failed
    from (
      select model_key, model, outcome from results
      where prompt_id = ${promptId} and version = ${version} and shown limit ${sample}
    ) looked_at
    group by model_key order by count(*) desc, model_key limit ${most}
  `.execute(db);
  return rows;
}

export interface NoteRow {
  id: number;
  model: string;
  outcome: Outcome;
  note: string;
  username: string;
  user_id: string;
  answered_at: Date;
}

/** Notes about a version, the newest first. @param before only those with lower ids; null for the first page */
export async function selectNotes(
  db: Kysely<DB>,
  promptId: number,
  version: number,
  before: number | null,
  most: number,
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select r.id, r.model, r.outcome, r.note, u.username, r.user_id, r.answered_at
    from results r join users u on u.id = r.user_id
    where r.prompt_id = ${promptId} and r.version = ${version} and r.shown and r.note is not null
      and (${before}::bigint is null or r.id < ${before})
    order by r.id desc limit ${most}
  `.execute(db);
  return rows;
}
