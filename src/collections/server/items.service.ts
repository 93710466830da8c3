/**
 * Rules of a collection's entries. Each call changes one entry, under a lock of the collection's row, and moves it within
 * the order as it then is: what two windows do at once both holds, and no entry is lost.
 */

import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { ItemChanges, ItemPlace } from "#collections/contract.ts";
import { inputMessages, profanityMessages } from "#collections/input-messages.ts";
import { MOST_ITEMS } from "#collections/limits.ts";
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, inTransaction } from "#platform/database/db.ts";
import { AppError } from "#platform/http/errors.ts";
import { refuseProfanity } from "#platform/http/profanity.ts";
import { promptNotFound } from "#prompts/server/prompt-id.ts";
import { reactedPrompts } from "#prompts/server/viewer-state.service.ts";
import { countShown } from "./collecting.ts";
import { touchCollection } from "./collections.queries.ts";
import { lockOwnCollection } from "./collections.service.ts";
import { deleteItem, insertItem, type Place, selectOrder, updateNote, writeOrder } from "./items.queries.ts";

/**
 * Moves an entry; hidden ones keep their place and count for none.
 * @param position from 1, among the entries that are shown; beyond the end it is the end
 */
function moved(order: readonly Place[], entry: Place, position: number): Place[] {
  const others = order.filter((place) => place !== entry);
  const next = others.filter(({ hidden }) => !hidden)[position - 1];
  return others.toSpliced(next ? others.indexOf(next) : others.length, 0, entry);
}

/**
 * Adds a prompt to one's own collection, or changes its note or place there; omitted fields stay.
 * @param onlyThere adds nothing: what another window has taken out stays out
 * @throws AppError 404 for an unknown or hidden prompt; 409 when the collection is full; 412 when it is not there and has to
 *   be; 400 naming the refused field; as `lockOwnCollection`
 */
export async function putItem(
  ctx: Pick<Context, "db" | "batchedReads" | "rateLimits">,
  viewer: Viewer,
  collectionId: number,
  promptId: number,
  { note, position }: ItemChanges,
  onlyThere = false,
): Promise<ItemPlace> {
  refuseProfanity({ note }, { note: profanityMessages.note });
  if ((await reactedPrompts(ctx).countLikes(promptId)) === undefined) throw promptNotFound();
  try {
    return await inTransaction(ctx.db, async (trx) => {
      const { is_public: isPublic } = await lockOwnCollection(trx, viewer, collectionId);
      let order = await selectOrder(trx, collectionId);
      let entry = order.find((place) => place.prompt_id === promptId);
      if (!entry) {
        if (onlyThere) throw new AppError(412, "not_in_collection", inputMessages.takenOut);
        if (order.length >= MOST_ITEMS) throw new AppError(409, "collection_full", inputMessages.full);
        await insertItem(trx, collectionId, promptId, note ?? null);
        entry = { prompt_id: promptId, note: note ?? null, hidden: false };
        order = [...order, entry];
      } else if (note !== undefined && note !== entry.note) {
        // A first note is in no cache yet that must not have it.
        if (isPublic && entry.note !== null) await countShown(ctx, viewer);
        await updateNote(trx, collectionId, promptId, note);
        entry.note = note;
      }
      if (position !== undefined) {
        order = moved(order, entry, position);
        await writeOrder(
          trx,
          collectionId,
          order.map((place) => place.prompt_id),
        );
      }
      await touchCollection(trx, collectionId);
      const shown = order.filter(({ hidden }) => !hidden);
      return { position: shown.indexOf(entry) + 1, note: entry.note, items_count: shown.length };
    });
  } catch (error) {
    throw brokenForeignKey(error) ? promptNotFound() : error;
  }
}

/** Takes a prompt out of one's own collection; one that is not in it changes nothing. @throws AppError as `lockOwnCollection` */
export async function removeItem(
  ctx: Pick<Context, "db" | "rateLimits">,
  viewer: Viewer,
  collectionId: number,
  promptId: number,
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const { is_public: isPublic } = await lockOwnCollection(trx, viewer, collectionId);
    if (!(await deleteItem(trx, collectionId, promptId))) return;
    if (isPublic) await countShown(ctx, viewer);
    await touchCollection(trx, collectionId);
  });
}
