/** Rules for results: one answer per person, prompt and model, about the present version, never about one's own prompt. */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findUser, lockActiveUser } from "#accounts/server/users/users.service.ts";
import { findProfanity } from "#language/profanity.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import {
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
import { accountTooNew, messages } from "#results/messages.ts";
import {
  countOtherModels,
  deleteResult,
  selectModels,
  selectNotes,
  selectOwnResults,
  writeResult,
} from "./results.queries.ts";

export {
  countResultsOf,
  deleteResultsTo,
  eraseRemovedResult,
  lockResult,
  selectForModeration as findResultForModeration,
  selectPromptsOf as findPromptsOf,
  selectRemovedOf,
  selectResultsOf,
  setResultRemoved,
} from "./results.queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Answers of one prompt that are looked at to count its models. */
const SAMPLE = 5000;

/** Provided by the prompts room: this room owns the answers and knows only ids of prompts. */
export interface AnsweredPrompts {
  /** @throws AppError 404 for a malformed prompt id */
  parseId(text: string): number;
  notFound(): AppError;
  /** A public prompt's version and counts; undefined when there is none. */
  find(id: number): Promise<(ResultCounts & { version: number }) | undefined>;
  /** A public prompt, locked so that no new version of it appears until the transaction ends. */
  lock(trx: Transaction<DB>, id: number): Promise<{ authorId: string; version: number } | undefined>;
}

type Reading = Pick<Context, "db" | "batchedReads">;

/**
 * Results of a prompt's present version, for everybody.
 * @param before the id of a note: only older ones
 * @throws AppError 404 when there is no such prompt
 */
export async function readResults(
  { db }: Pick<Context, "db">,
  prompts: AnsweredPrompts,
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

/** The results with the viewer's own answers. */
export async function withOwnResults(
  { batchedReads }: Pick<Context, "batchedReads">,
  viewerId: string,
  id: number,
  results: ResultsView,
): Promise<ResultsView> {
  const rows = await selectOwnResults(batchedReads, viewerId, id, results.version);
  const mine = rows.map((row): OwnResult => ({ ...row, answered_at: row.answered_at.toISOString() }));
  return { ...results, mine };
}

/** The results as they are after a viewer's call. */
async function after(ctx: Reading, prompts: AnsweredPrompts, viewer: Viewer, id: number) {
  return withOwnResults(ctx, viewer.id, id, await readResults(ctx, prompts, id));
}

function refuseProfanity({ model, note }: ResultRequest): void {
  const refused = (field: string, message: string) => new AppError(400, "profanity", message, { field });
  if (findProfanity(model).length > 0) throw refused("model", messages.modelProfane);
  if (findProfanity(note ?? "").length > 0) throw refused("note", messages.noteProfane);
}

/** @throws AppError 403 that says when, on an account's first day */
async function requireKnownAccount({ db }: Pick<Context, "db">, { id }: Viewer): Promise<void> {
  const user = await findUser(db, id);
  const from = new Date((user?.created_at.getTime() ?? Date.now()) + DAY_MS);
  if (from.getTime() > Date.now()) throw new AppError(403, "account_too_new", accountTooNew(from));
}

/**
 * Says whether a prompt worked in a model, in place of what the viewer said before.
 * @returns the results with it
 * @throws AppError 400 naming the field, 403 for one's own prompt, a new account or an answer that moderation has taken
 *   away, 404 when there is no such prompt, 409 when it has changed since the given version or for too many models
 */
export async function answer(
  ctx: Context,
  prompts: AnsweredPrompts,
  viewer: Viewer,
  id: number,
  request: ResultRequest,
): Promise<ResultsView> {
  refuseProfanity(request);
  await requireKnownAccount(ctx, viewer);
  const { model, outcome, note = null } = request;
  await inTransaction(ctx.db, async (trx) => {
    // Blocked or deleted meanwhile, one says nothing.
    await lockActiveUser(trx, viewer.id);
    const prompt = await prompts.lock(trx, id);
    if (!prompt) throw prompts.notFound();
    const { authorId, version } = prompt;
    if (authorId === viewer.id) throw new AppError(403, "own_prompt", messages.ownPrompt);
    if ((request.version ?? version) !== version)
      throw new AppError(409, "version_changed", messages.newVersion);
    const answered = { promptId: id, version, userId: viewer.id, modelKey: modelKey(model) };
    if ((await countOtherModels(trx, answered)) >= MODELS_PER_PERSON)
      throw new AppError(409, "too_many_models", messages.tooManyModels, { field: "model" });
    if (!(await writeResult(trx, answered, { model, outcome, note })))
      throw new AppError(403, "result_removed", messages.removed);
  });
  return after(ctx, prompts, viewer, id);
}

/** Takes one's answer for a model back; there may be none. @throws AppError 404 when there is no such prompt */
export async function withdraw(
  ctx: Reading,
  prompts: AnsweredPrompts,
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
