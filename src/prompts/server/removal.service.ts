/** Removing prompts for good, with all that hangs on them: reactions, views, pictures. */
import type { Transaction } from "kysely";
import { removePictures } from "#media/server/images.service.ts";
import type { DB } from "#platform/database.ts";
import type { Storage } from "#platform/storage.ts";
import { deletePrompts, holdPrompts, type RemovedRow } from "./removal.queries.ts";

/**
 * Removes one prompt; favourites and likes go with it (specification, section 4). The last step of its transaction, because
 * files are removed (`removePictures`); clear the kept answers after the commit.
 * @param authorId when given, only this person's prompt is removed
 * @returns what it was, or undefined when there is none (any more)
 */
export async function removePrompt(
  trx: Transaction<DB>,
  storage: Storage,
  id: number,
  authorId?: string,
): Promise<{ title: string; user_id: string } | undefined> {
  const [held] = await holdPrompts(trx, { id, authorId });
  if (held) await remove(trx, storage, [held]);
  return held;
}

/**
 * Removes everything that a person published; otherwise as `removePrompt`.
 * @returns how many prompts went
 */
export async function removePromptsOf(
  trx: Transaction<DB>,
  storage: Storage,
  authorId: string,
): Promise<number> {
  const held = await holdPrompts(trx, { authorId });
  if (held.length > 0) await remove(trx, storage, held);
  return held.length;
}

function remove(trx: Transaction<DB>, storage: Storage, held: RemovedRow[]): Promise<void> {
  return removePictures(trx, storage, held, () => deletePrompts(trx, held));
}
