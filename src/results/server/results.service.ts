/** Rules for results: one result per person, prompt and model, about the present version, never about one's own prompt. */

import type { Transaction } from "kysely";
import { readsOwn, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { lockActiveUser } from "#accounts/server/users/users.service.ts";
import { findUser, lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import {
  FIRST_DAY_MS,
  MODELS_PER_PERSON,
  MOST_MODELS,
  modelKey,
  NOTES_PAGE,
  type OwnResult,
  RESULTS_FROM,
  type ResultCounts,
  type ResultRequest,
  type ResultsView,
} from "#results/contract.ts";
import { messages } from "#results/messages.ts";
import {
  countOtherModels,
  deleteResult,
  hasRemoved,
  letCount,
  selectDuePeople,
  selectModels,
  selectNotes,
  selectOwnResults,
  writeResult,
} from "./results.queries.ts";

/** Most results of one prompt that are read to count its models. */
const SAMPLE = 5000;

/** A prompt of which somebody gives a result. */
export interface PromptWithResults {
  authorId: string;
  version: number;
  /** The first version with the present text, tool and picture: results name it. */
  since: number;
  /** When one of these last changed within a version. */
  changedAt: Date | null;
}

/** Provided by the prompts room: this room owns the results and knows only ids of prompts. */
export interface PromptsWithResults {
  /** @throws AppError 404 for a malformed prompt id */
  parseId(text: string): number;
  notFound(): AppError;
  /** A public prompt's counts, and the version that its results name; undefined when there is none. */
  find(id: number): Promise<(ResultCounts & { version: number }) | undefined>;
  /** A public prompt, locked so that no new version of it appears until the transaction ends. */
  lock(trx: Transaction<DB>, id: number): Promise<PromptWithResults | undefined>;
}

type Reading = Pick<Context, "db" | "batchedReads">;

/**
 * Results of a prompt's present version, for everybody.
 * @param before the id of a note: only older ones
 * @throws AppError 404 when there is no such prompt
 */
export async function readResults(
  { db }: Pick<Context, "db">,
  prompts: PromptsWithResults,
  id: number,
  before: number | null = null,
): Promise<ResultsView> {
  const prompt = await prompts.find(id);
  if (!prompt) throw prompts.notFound();
  if (prompt.answered_count < RESULTS_FROM) return { ...prompt, models: [], notes: { data: [], next: null } };
  const [models, rows] = await Promise.all([
    selectModels(db, id, prompt.version, { most: MOST_MODELS, sample: SAMPLE }),
    selectNotes(db, id, prompt.version, before, NOTES_PAGE + 1),
  ]);
  const data = rows.slice(0, NOTES_PAGE).map(({ username, answered_at, ...row }) => ({
    ...row,
    user: { username },
    answered_at: answered_at.toISOString(),
  }));
  const next = rows.length > NOTES_PAGE ? (data.at(-1)?.id ?? null) : null;
  return { ...prompt, models, notes: { data, next } };
}

/** The results with the viewer's own results. */
export async function withOwnResults(
  { batchedReads }: Pick<Context, "batchedReads">,
  viewerId: string,
  id: number,
  results: ResultsView,
): Promise<ResultsView> {
  const rows = await selectOwnResults(batchedReads, viewerId, id, results.version);
  const mine = rows.map(
    (row): OwnResult => ({
      ...row,
      answered_at: row.answered_at.toISOString(),
      counts_from: row.counts_from?.toISOString() ?? null,
    }),
  );
  return { ...results, mine };
}

/** The results as they are after a viewer's call. */
async function after(ctx: Reading, prompts: PromptsWithResults, viewer: Viewer, id: number) {
  const results = await readResults(ctx, prompts, id);
  return readsOwn(viewer) ? withOwnResults(ctx, viewer.id, id, results) : results;
}

/** When a user's new result begins to count: once the account is a day old. Null for at once. */
async function whenCounting({ db }: Pick<Context, "db">, { id }: Viewer): Promise<Date | null> {
  const user = await findUser(db, id);
  const from = new Date((user?.created_at.getTime() ?? Date.now()) + FIRST_DAY_MS);
  return from.getTime() > Date.now() ? from : null;
}

/** Whether the prompt still has the text, tool and picture that were used. */
function isAbout({ version, since, changedAt }: PromptWithResults, used: ResultRequest): boolean {
  const { version: read = version, last_edit } = used;
  if (read < since || read > version) return false;
  return (
    last_edit === undefined || !changedAt || Date.parse(last_edit ?? "1970-01-01") >= changedAt.getTime()
  );
}

/**
 * Stores whether a prompt worked in a model, replacing the viewer's earlier result. On an account's first day it does not
 * count yet.
 * @returns the results with it
 * @throws AppError 400 naming the field, 403 for one's own prompt or when moderation has taken a result
 *   about this version away, 404 when there is no such prompt, 409 when it has changed since the given version or for too many models
 */
export async function saveOwnResult(
  ctx: Context,
  prompts: PromptsWithResults,
  viewer: Viewer,
  id: number,
  request: ResultRequest,
): Promise<ResultsView> {
  refuseProfanity(request, { model: messages.modelProfane, note: messages.noteProfane });
  const countsFrom = await whenCounting(ctx, viewer);
  const { model, outcome, note = null } = request;
  await inTransaction(ctx.db, async (trx) => {
    // The user may have been blocked or deleted meanwhile.
    await lockActiveUser(trx, viewer.id);
    const prompt = await prompts.lock(trx, id);
    if (!prompt) throw prompts.notFound();
    if (prompt.authorId === viewer.id) throw new AppError(403, "own_prompt", messages.ownPrompt);
    if (!isAbout(prompt, request)) throw new AppError(409, "version_changed", messages.newVersion);
    const subject = { promptId: id, version: prompt.since, userId: viewer.id, modelKey: modelKey(model) };
    if (await hasRemoved(trx, subject)) throw new AppError(403, "result_removed", messages.removed);
    if ((await countOtherModels(trx, subject)) >= MODELS_PER_PERSON)
      throw new AppError(409, "too_many_models", messages.tooManyModels, { field: "model" });
    await writeResult(trx, subject, { model, outcome, note }, countsFrom);
  });
  return after(ctx, prompts, viewer, id);
}

/** Takes one's result for a model back; there may be none. @throws AppError 404 when there is no such prompt */
export async function removeOwnResult(
  ctx: Reading,
  prompts: PromptsWithResults,
  viewer: Viewer,
  id: number,
  model: string,
): Promise<ResultsView> {
  const prompt = await prompts.find(id);
  if (!prompt) throw prompts.notFound();
  await inTransaction(ctx.db, (trx) =>
    deleteResult(trx, {
      promptId: id,
      version: prompt.version,
      userId: viewer.id,
      modelKey: modelKey(model),
    }),
  );
  return after(ctx, prompts, viewer, id);
}

/** People at a time. */
const BATCH = 100;

/**
 * Lets results count whose authors' first day is over. Each person's in a transaction of its own, under the lock of the
 * account: a block at the same moment comes before or after it.
 */
export async function countDueResults({ db }: Pick<Context, "db">, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const people = await selectDuePeople(db, BATCH);
    for (const id of people) {
      if (signal?.aborted) return;
      await inTransaction(db, async (trx) => {
        const user = await lockAccount(trx, id);
        if (user) await letCount(trx, id, user.is_blocked);
      });
    }
    if (people.length === 0) return;
  }
}
