/** Imports a file's prompts: all that were chosen, or nothing. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { requireActive } from "#accounts/server/users/users.service.ts";
import { lockAccountForAdding } from "#accounts/server/users/users.shared.queries.ts";
import { createFilled, findUnopened } from "#collections/server/exchange.service.ts";
import { type ImportView, MOST_A_DAY, UNDO_HOURS } from "#exchange/contract.ts";
import { chosenRefused, inputMessages, tooManyToday } from "#exchange/input-messages.ts";
import { messages } from "#exchange/messages.ts";
import { inFilesTransaction } from "#media/server/images.service.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import { turnsOf } from "#platform/http/text-work.ts";
import { findSame, prepareBulk, publishBulk } from "#prompts/server/bulk.service.ts";
import { countNewAuthorsPublication } from "#prompts/server/new-authors.service.ts";
import { findStates } from "#prompts/server/own-prompts.shared.queries.ts";
import { makeDocuments } from "#prompts/server/stale-documents.service.ts";
import { findAllowed } from "./allowance.service.ts";
import { checkAll, checkCollection, type HashedPrompt, type ImportedFields, sameKey } from "./checked.ts";
import { readSource, type Source } from "./formats/formats.ts";
import type { RawFile } from "./formats/raw-file.ts";
import { holding } from "./held-files.ts";
import {
  countImportedToday,
  type ImportRow,
  insertImport,
  insertImported,
  selectImport,
} from "./imports.queries.ts";

/** Imports of one account at once: the second waits for the first, with a connection. */
const underWay = openSemaphore({ name: "imports", capacity: 64, perCaller: 2 });

interface ImportOrder extends Source {
  llm_type_id: number;
  chosen: number[];
  make_collection: boolean;
  credit_authors: boolean;
}

const refused = (status: number, code: string, message: string, field = "chosen") =>
  new AppError(status, code, message, { field });

type Chosen = HashedPrompt & { fields: ImportedFields };

/** @throws AppError 422 for the first chosen prompt that may not come */
function requireReady(prompts: HashedPrompt[], chosen: number[]): Chosen[] {
  const byPlace = new Map(prompts.map((prompt) => [prompt.place, prompt]));
  const seen = new Set<string>();
  return [...new Set(chosen)]
    .sort((one, other) => one - other)
    .map((place) => {
      const prompt = byPlace.get(place);
      if (!prompt) throw refused(422, "not_in_file", inputMessages.notChosen);
      const { fields, reasons, line } = prompt;
      const why = reasons[0]?.message ?? "";
      if (!fields) throw refused(422, "prompt_refused", chosenRefused(line, why));
      const key = sameKey(prompt);
      if (seen.has(key)) throw refused(422, "prompt_repeated", chosenRefused(line, messages.repeated));
      seen.add(key);
      return { ...prompt, fields };
    });
}

/**
 * Refuses to repeat an import that has been undone.
 * @throws AppError 409 when it was undone since: a late retry must not bring back what its owner took away
 */
function requireStanding(row: ImportRow): ImportRow {
  if (row.is_undone) throw new AppError(409, "import_undone", inputMessages.importUndone);
  return row;
}

/** As with publications, only the very same request counts as a retry. */
const importKey = (idempotencyKey: string, order: ImportOrder): string =>
  createHash("sha256")
    .update(JSON.stringify([idempotencyKey, order]))
    .digest("hex");

/**
 * Publishes the chosen prompts of a file in one transaction, with its collection if that is asked for.
 * @param idempotencyKey chosen by the client: the same call with it is answered with what the first has done
 * @throws AppError 400 or 422 naming what is wrong, 409 for a prompt that the viewer has already or for too many collections,
 *   or when what the same key has imported was undone, 429 beyond the limits, 503 while the account has two under way, 401 or
 *   403 as `requireActive`; nothing is imported then
 */
export async function importPrompts(
  ctx: Context,
  viewer: Viewer,
  order: ImportOrder,
  idempotencyKey: string | null,
): Promise<ImportView> {
  const release = underWay(1, viewer.id);
  try {
    return await holding(viewer.id, order, () => importAll(ctx, viewer, order, idempotencyKey));
  } finally {
    release();
  }
}

async function importAll(
  ctx: Context,
  viewer: Viewer,
  order: ImportOrder,
  idempotencyKey: string | null,
): Promise<ImportView> {
  const turn = turnsOf(ctx, viewer.id);
  const key = idempotencyKey && (await turn(() => importKey(idempotencyKey, order)));
  const before = key && (await selectImport(ctx.db, viewer.id, { key }));
  if (before) return viewOf(ctx, requireStanding(before));
  await ctx.rateLimits.consume("importPerAccount", viewer.id);
  const { allowed, why, isNew } = await findAllowed(ctx, viewer);
  const file = await readSource(order, turn);
  // For a collection, prompts that are published already count too.
  const places = order.make_collection ? { has: () => true } : new Set(order.chosen);
  const checked = await checkAll(turn, file, places, {
    defaultTool: order.llm_type_id,
    viewerName: viewer.username,
    credit: order.credit_authors,
  });
  const chosen = requireReady(checked, order.chosen);
  const collection = order.make_collection ? requireCollection(file) : null;
  if (chosen.length > allowed) throw refused(429, "too_many_imported", why ?? tooManyToday(allowed));
  const prepared = await prepareBulk(
    ctx,
    chosen.map(({ fields }) => toBulk(fields)),
  );
  if (isNew) await countNewAuthorsPublication(ctx, viewer, chosen.length);
  let published: number[] = [];
  const id = await inFilesTransaction(ctx.db, async (trx) => {
    // Two imports of one account at once come one after the other.
    requireActive(await lockAccountForAdding(trx, viewer.id));
    const again = key && (await selectImport(trx, viewer.id, { key }));
    if (again) return requireStanding(again).id;
    await requireNew(trx, viewer, chosen);
    const today = await countImportedToday(trx, viewer.id);
    if (today + chosen.length > MOST_A_DAY)
      throw refused(429, "too_many_imported", tooManyToday(Math.max(0, MOST_A_DAY - today)));
    // Publishing locks the counts of tools, for which others wait: what is looked up comes before.
    const there = collection ? await findThere(trx, viewer, checked, chosen) : new Map<string, number>();
    const isReviewed = isNew && ctx.config.reviewNewAccounts;
    const ids = await publishBulk(ctx, trx, viewer, prepared, { isReviewed, before: today });
    published = ids;
    const collection_id =
      collection && (await createFilled(trx, viewer.id, collection, entriesOf(checked, chosen, ids, there)));
    const made = await insertImport(
      trx,
      { user_id: viewer.id, key, format: file.format, collection_id },
      ids.length,
    );
    await insertImported(trx, made, ids);
    return made;
  });
  await makeDocuments(ctx, viewer.id, published);
  ctx.responseCache.clear();
  return requireView(ctx, viewer, id);
}

/** As publication takes them. */
const toBulk = ({ note: _, ...fields }: ImportedFields) => fields;

/** @throws AppError 422 when the file names none, or one that cannot be made */
function requireCollection(file: RawFile): { title: string; description: string | null } {
  if (!file.collection) throw refused(422, "no_collection", inputMessages.noCollection, "make_collection");
  const checked = checkCollection(file.collection);
  if (checked.refused !== null) throw refused(422, "collection_refused", checked.refused, "make_collection");
  return checked;
}

/** @throws AppError 409 for a prompt that the viewer has published since the preview */
async function requireNew(trx: Transaction<DB>, viewer: Viewer, chosen: Chosen[]): Promise<void> {
  const own = await findSame(trx, viewer.id, chosen);
  const there = chosen.find((_, at) => own.has(at));
  if (there) throw refused(409, "already_published", chosenRefused(there.line, messages.own));
}

/** What of a file was not chosen, and is among the viewer's prompts already: their ids by `sameKey`. */
async function findThere(
  trx: Transaction<DB>,
  viewer: Viewer,
  checked: HashedPrompt[],
  chosen: Chosen[],
): Promise<Map<string, number>> {
  const places = new Set(chosen.map(({ place }) => place));
  const others = checked.filter(({ place, fields }) => fields && !places.has(place));
  const same = await findSame(trx, viewer.id, others);
  return new Map([...same].flatMap(([at, id]) => (id ? [[sameKey(others[at] as HashedPrompt), id]] : [])));
}

/** The collection's entries in the file's order: what was imported, and what the viewer had already. */
function entriesOf(
  checked: HashedPrompt[],
  chosen: Chosen[],
  ids: number[],
  there: Map<string, number>,
): { prompt_id: number; note: string | null }[] {
  const made = new Map(chosen.map(({ place }, at) => [place, ids[at]]));
  const entries = new Map<number, string | null>();
  for (const prompt of checked) {
    const id = made.get(prompt.place) ?? (prompt.fields && there.get(sameKey(prompt)));
    if (id && !entries.has(id)) entries.set(id, prompt.fields?.note ?? null);
  }
  return [...entries].map(([prompt_id, note]) => ({ prompt_id, note }));
}

/** The prompts and collections that imports made, as they are now. */
export async function viewsOf({ db }: Pick<Context, "db">, rows: ImportRow[]): Promise<ImportView[]> {
  const [states, collections] = await Promise.all([
    findStates(
      db,
      rows.flatMap((row) => row.prompt_ids),
    ),
    findUnopened(
      db,
      rows.flatMap(({ collection_id }) => collection_id ?? []),
    ),
  ]);
  const byId = new Map(states.map(({ is_edited, ...state }) => [state.id, { ...state, changed: is_edited }]));
  return rows.map(({ id, prompt_ids, created_at, collection_id }) => ({
    id,
    created_at: created_at.toISOString(),
    undo_until: new Date(created_at.getTime() + UNDO_HOURS * 3_600_000).toISOString(),
    prompts: prompt_ids.flatMap((promptId) => byId.get(promptId) ?? []),
    collection: (collection_id !== null && collections.get(collection_id)) || null,
  }));
}

async function viewOf(ctx: Pick<Context, "db">, row: ImportRow): Promise<ImportView> {
  const [view] = await viewsOf(ctx, [row]);
  return view as ImportView;
}

async function requireView(ctx: Pick<Context, "db">, viewer: Viewer, id: number): Promise<ImportView> {
  const row = await selectImport(ctx.db, viewer.id, { id });
  if (!row) throw importNotFound();
  return viewOf(ctx, row);
}

export const importNotFound = () => new AppError(404, "import_not_found", inputMessages.importNotFound);
