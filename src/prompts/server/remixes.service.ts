/** Rules for remixes: what a prompt may be made from, what must be different, and what was made from one. */
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { foldText } from "#language/fold.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { toPage, withCursor } from "#platform/http/cursors.ts";
import { AppError } from "#platform/http/errors.ts";
import { INTERNAL_CALLER } from "#platform/http/semaphore.ts";
import {
  type NewPrompt,
  type PromptChanges,
  type PromptList,
  type RemixesQuery,
  SEARCH_REACH,
} from "#prompts/contract.ts";
import {
  inputMessages,
  remixesOff,
  remixNoteAlone,
  remixNoteNeeded,
  unchangedMessage,
} from "#prompts/input-messages.ts";
import { CURSORS } from "./cursor.ts";
import { findPrompt, toList } from "./prompts.service.ts";
import {
  countRemixes,
  insertRemix,
  type LockedSources,
  lockSources,
  type Source,
  selectRemix,
  selectRemixes,
  selectSource,
  updateRemixNote,
} from "./remixes.queries.ts";
import { resembles } from "./similar.service.ts";

type Remix = Pick<NewPrompt, "content" | "llm_type_id" | "remixed_from" | "remix_note">;

const refused = (code: string, message: string, field: string, status = 400) =>
  new AppError(status, code, message, { field });
const unknownSource = () => refused("unknown_source", inputMessages.remixedFromInvalid, "remixed_from");
const noRemix = () => refused("no_remix", remixNoteAlone, "remix_note");

/** Authors may always remix their own. @throws AppError 403 */
function requireAllowed(author: Viewer, source: Pick<Source, "user_id" | "allow_remixes">): void {
  if (!source.allow_remixes && source.user_id !== author.id)
    throw refused("remixes_off", remixesOff, "remixed_from", 403);
}

const spelled = (text: string) => foldText(text).replace(/\s+/g, " ").trim();

/**
 * Checks a prompt that is made from another one, before its picture is worked on. One whose source is gone, or hidden, may be
 * published: it was begun before.
 * @throws AppError 403 when the source's author does not allow remixes; 400 naming the field for a text like the source's: `content`
 *   for the same one, `remix_note` for nearly the same without a word on what is different; a note without a source
 */
export async function requireRemix(ctx: Pick<Context, "db">, author: Viewer, remix: Remix): Promise<void> {
  const { content, llm_type_id, remixed_from: id, remix_note } = remix;
  if (!id) {
    if (remix_note) throw noRemix();
    return;
  }
  const source = await selectSource(ctx.db, id);
  if (!source) return;
  requireAllowed(author, source);
  await requireDifferent(ctx, source, id, { content, llm_type_id, remix_note });
}

/** @param id of the source @throws AppError 400 for a text like the source's, as {@link requireRemix} */
async function requireDifferent(
  ctx: Pick<Context, "db">,
  source: Source,
  id: number,
  { content, llm_type_id, remix_note }: Omit<Remix, "remixed_from">,
): Promise<void> {
  const named = source.is_hidden ? null : source;
  if (spelled(source.content) === spelled(content) && source.llm_type_id === llm_type_id)
    throw refused("unchanged_copy", unchangedMessage(named), "content");
  if (!remix_note && (await resembles(ctx.db, content, id)))
    throw refused("remix_note_required", remixNoteNeeded(named), "remix_note");
}

/**
 * Checks an edit of a remix that changes its text or tool, or takes its note away: otherwise it could become the copy that was
 * refused. An edit of the source alone makes no remix a wrong one.
 * @param before the prompt as it is
 * @throws AppError 400 as {@link requireRemix}
 */
export async function requireStillDifferent(
  ctx: Pick<Context, "db">,
  id: number,
  before: Pick<NewPrompt, "content" | "llm_type_id">,
  changes: Pick<PromptChanges, "content" | "llm_type_id" | "remix_note">,
): Promise<void> {
  const { content = before.content, llm_type_id = before.llm_type_id } = changes;
  const isSame = content === before.content && llm_type_id === before.llm_type_id;
  if (isSame && changes.remix_note !== null) return;
  const remix = await selectRemix(ctx.db, id);
  if (!remix?.source_id || (isSame && !remix.note)) return;
  const source = await selectSource(ctx.db, remix.source_id);
  const { remix_note = remix.note } = changes;
  if (source) await requireDifferent(ctx, source, remix.source_id, { content, llm_type_id, remix_note });
}

/**
 * Keeps what a prompt is made from until the transaction ends.
 * @param promptId the remix's own id, which is newer than that of any prompt that there was
 * @throws AppError 403 when remixes were switched off meanwhile, 400 for a source that never was
 */
export async function holdSources(
  trx: Transaction<DB>,
  author: Viewer,
  promptId: number,
  sourceId: number,
): Promise<LockedSources> {
  if (sourceId >= promptId) throw unknownSource();
  const held = await lockSources(trx, sourceId);
  if (held.source) requireAllowed(author, held.source);
  return held;
}

/** Credits the sources that are held, after the remix is stored. */
export async function creditSources(
  trx: Transaction<DB>,
  promptId: number,
  { source, rootId }: LockedSources,
  note: string | null,
): Promise<void> {
  await insertRemix(trx, { prompt_id: promptId, source_id: source?.id ?? null, root_id: rootId, note });
}

/** Changes what a locked remix says is different. @returns whether that is new @throws AppError 400 when it is no remix */
export async function changeRemixNote(
  trx: Transaction<DB>,
  promptId: number,
  note: string | null,
): Promise<boolean> {
  const remix = await selectRemix(trx, promptId);
  if (!remix && note) throw noRemix();
  if (!remix || remix.note === note) return false;
  await updateRemixNote(trx, promptId, note);
  return true;
}

/**
 * A page of a prompt's public remixes, of the newest SEARCH_REACH at most, without viewer state.
 * @throws AppError 404 or 410 as `findPrompt`
 */
export async function listRemixes(
  ctx: Pick<PublicContext, "db" | "responseCache">,
  id: number,
  query: RemixesQuery,
): Promise<PromptList> {
  await ctx.responseCache.shared(`/api/prompts/${id}`, () => findPrompt(ctx, String(id)), INTERNAL_CALLER);
  const [rows, total] = await Promise.all([
    selectRemixes(ctx.db, id, query.orderBy, toPage(query, CURSORS[query.orderBy]), SEARCH_REACH),
    countRemixes(ctx.db, id, SEARCH_REACH + 1),
  ]);
  return withCursor(toList(rows, query, total, SEARCH_REACH), rows, query);
}
