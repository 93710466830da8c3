/** SQL of results: one row per prompt, version, user and model; triggers keep the counts in the same statement. */
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { DB } from "#platform/database/schema.ts";
import type { Outcome } from "#results/catalog.ts";

/** What an answer is about. */
export interface Answered {
  promptId: number;
  version: number;
  userId: string;
  modelKey: string;
}

/**
 * Writes an answer, in place of the person's one for the same model.
 * @returns false when moderation has taken that one away: it stays as it is
 */
export async function writeResult(
  trx: Transaction<DB>,
  { promptId, version, userId, modelKey }: Answered,
  said: { model: string; outcome: Outcome; note: string | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("results")
    .values({ prompt_id: promptId, version, user_id: userId, model_key: modelKey, ...said })
    .onConflict((conflict) =>
      conflict
        .columns(["prompt_id", "version", "user_id", "model_key"])
        .doUpdateSet({ ...said, answered_at: sql<Date>`now()` })
        .where("results.removed_at", "is", null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Number of other models that a person has answered for. */
export async function countOtherModels(
  trx: Transaction<DB>,
  { promptId, version, userId, modelKey }: Answered,
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

/** Deletes an answer, unless moderation has taken it away: it could be given anew. */
export async function deleteResult(
  db: Kysely<DB>,
  { promptId, version, userId, modelKey }: Answered,
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

/** Deletes all answers about some prompts. */
export async function deleteResultsTo(db: Kysely<DB>, promptIds: number[]): Promise<void> {
  await db.deleteFrom("results").where(sql<SqlBool>`prompt_id = any(${promptIds}::bigint[])`).execute();
}

export interface OwnResultRow {
  model: string;
  outcome: Outcome;
  note: string | null;
  answered_at: Date;
  removed: boolean;
}

/** A person's answers about a version, the newest first. */
export function selectOwnResults(
  reads: BatchedReads,
  userId: string,
  promptId: number,
  version: number,
): Promise<OwnResultRow[]> {
  return reads.ask<OwnResultRow>({
    name: "own_results",
    text: `select model, outcome, note, answered_at, removed_at is not null as removed from results
      where prompt_id = $1 and version = $2 and user_id = $3 order by answered_at desc`,
    values: [promptId, version, userId],
  });
}

export interface ModelRow {
  model: string;
  worked: number;
  partly: number;
  failed: number;
}

/**
 * Counts by model, under the spelling that most use; the most used first.
 * @param sample answers that are looked at: the primary key has them in the order of random user ids
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

/** All of a user's answers, oldest first, for the export. @param after the last id of the page before, 0 for the first */
export function selectResultsOf(db: Kysely<DB>, userId: string, after: number, limit: number) {
  return db
    .selectFrom("results")
    .where("user_id", "=", userId)
    .where("id", ">", after)
    .select(["id", "prompt_id", "version", "model", "outcome", "note", "answered_at", "removed_at"])
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Number of a user's answers. */
export async function countResultsOf(db: Kysely<DB>, userId: string): Promise<number> {
  const row = await db
    .selectFrom("results")
    .where("user_id", "=", userId)
    .select((all) => all.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** An answer as moderation sees it. */
export function selectForModeration(db: Kysely<DB>, id: number) {
  return db
    .selectFrom("results as r")
    .innerJoin("users as u", "u.id", "r.user_id")
    .where("r.id", "=", id)
    .select(["r.prompt_id", "r.version", "r.user_id", "u.username", "r.model", "r.outcome", "r.note"])
    .select(["r.answered_at", "r.shown", "r.removed_at"])
    .$narrowType<{ outcome: Outcome }>()
    .executeTakeFirst();
}

/** Locks an answer until the transaction ends. */
export function lockResult(trx: Transaction<DB>, id: number) {
  return trx.selectFrom("results").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Takes an answer away, or gives it back; what is so already stays. @returns undefined when it is gone */
export function setResultRemoved(trx: Transaction<DB>, id: number, removed: boolean) {
  return trx
    .updateTable("results")
    .set({ removed_at: removed ? sql<Date>`coalesce(removed_at, now())` : null })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
}

/** Deletes the note of an answer that was taken away. The rest stays, so that it cannot be given anew. */
export async function eraseRemovedResult(trx: Transaction<DB>, id: number): Promise<void> {
  await trx
    .updateTable("results")
    .set({ note: null, model: sql<string>`left(model_key, 40)` })
    .where("id", "=", id)
    .where("removed_at", "is not", null)
    .execute();
}

/** Which prompts some answers are about. */
export async function selectPromptsOf(
  db: Kysely<DB>,
  ids: number[],
): Promise<{ id: number; prompt_id: number }[]> {
  return await db
    .selectFrom("results")
    .select(["id", "prompt_id"])
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .execute();
}

/** Of some answers, those that were taken away. */
export async function selectRemovedOf(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("results")
    .select("id")
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .where("removed_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}
