/** Rules of likes and favourites: setting is idempotent, toggling flips, an unknown prompt is a 404. */
import type { Kysely } from "kysely";
import { requireActive } from "#accounts/server/people.service.ts";
import type { DB } from "#platform/database.ts";
import { brokenForeignKey } from "#platform/db.ts";
import { AppError } from "#platform/errors.ts";
import { messages } from "#reactions/messages.ts";
import {
  deleteReaction,
  insertReaction,
  type ReactionTable,
  selectLikesCount,
  selectMarks,
} from "./reactions.queries.ts";

const promptNotFound = () => new AppError(404, "prompt_not_found", messages.promptNotFound);

/** A prompt's id from a path: digits that a JavaScript number holds exactly. Anything else names no prompt. */
export function parsePromptId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw promptNotFound();
  return id;
}

/**
 * Likes or favourites a prompt, or takes that back. Rows settle every race: the table's key allows one per person.
 * @param wanted the state asked for; undefined flips the present one
 * @returns the state after the call
 * @throws AppError 404 when there is no such prompt, 401 when the person is gone, 403 `user_banned` when they were blocked
 */
async function react(
  db: Kysely<DB>,
  table: ReactionTable,
  userId: string,
  promptId: number,
  wanted: boolean | undefined,
): Promise<boolean> {
  if (wanted !== true) {
    const removed = await deleteReaction(db, table, userId, promptId);
    if (removed || wanted === false) return false;
  }
  try {
    requireActive(await insertReaction(db, table, userId, promptId));
  } catch (error) {
    // The person is held by the statement, so it is the prompt that is not there.
    throw brokenForeignKey(error) ? promptNotFound() : error;
  }
  return true;
}

/** @see react */
export async function like(
  db: Kysely<DB>,
  userId: string,
  promptId: number,
  wanted?: boolean,
): Promise<{ isLiked: boolean; likesCount: number }> {
  const isLiked = await react(db, "likes", userId, promptId, wanted);
  const likesCount = await selectLikesCount(db, promptId);
  if (likesCount === undefined) throw promptNotFound();
  return { isLiked, likesCount };
}

/** @see react */
export async function favorite(
  db: Kysely<DB>,
  userId: string,
  promptId: number,
  wanted?: boolean,
): Promise<{ isFavorited: boolean }> {
  const isFavorited = await react(db, "favorites", userId, promptId, wanted);
  if (!isFavorited && (await selectLikesCount(db, promptId)) === undefined) throw promptNotFound();
  return { isFavorited };
}

/** What a prompt shows of its reactions. */
export interface Marked {
  id: number;
  likes_count: number;
  is_liked: boolean;
  is_favorited: boolean;
}

/**
 * The same prompts with a person's own marks, and with the counts of this moment: who likes sees it at once.
 * @param prompts what everybody sees, perhaps up to two seconds old
 */
export async function withMarks<T extends Marked>(
  db: Kysely<DB>,
  userId: string,
  prompts: readonly T[],
): Promise<T[]> {
  if (prompts.length === 0) return [];
  const ids = prompts.map((prompt) => prompt.id);
  const marks = new Map((await selectMarks(db, userId, ids)).map((row) => [row.prompt_id, row]));
  return prompts.map((prompt) => {
    const row = marks.get(prompt.id);
    if (!row) return prompt;
    const { likes_count, is_liked, is_favorited } = row;
    return { ...prompt, likes_count, is_liked, is_favorited };
  });
}
