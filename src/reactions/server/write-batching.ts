/**
 * Write batching of reactions. All likes of a prompt update one row, its count. Written one by one, each of a crowd's likes
 * would hold a connection while waiting for that row. So while one statement writes for a prompt, further reactions wait,
 * and the next statement writes them together: a crowd takes one connection per process.
 */
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, retried } from "#platform/database/db.ts";
import { overloaded } from "#platform/http/errors.ts";
import { messages } from "#reactions/messages.ts";
import {
  type PendingReaction,
  type Reacted,
  type ReactionTable,
  writeReactions,
} from "./reactions.queries.ts";

/** Reactions that may wait for one prompt. */
export const MAX_WAITING_PER_PROMPT = 5000;
/** Users in one statement, which locks the prompt's count for some milliseconds. */
const MAX_USERS_PER_STATEMENT = 500;

/** A reaction and its prompt after the statement. */
interface WriteResult {
  /** Undefined when the account no longer exists. */
  reacted: Reacted | undefined;
  /** Likes of the prompt now; undefined when there is no such prompt. */
  likesCount: number | undefined;
}

/**
 * Writes one reaction. Those of one user to one prompt are written in the order of the calls.
 * @throws AppError 503 when too many reactions to the prompt are waiting
 */
export type WriteReaction = (promptId: number, reaction: PendingReaction) => Promise<WriteResult>;

interface QueuedReaction extends PendingReaction {
  resolve(result: WriteResult): void;
  reject(reason: unknown): void;
}

/** Takes the first reaction of each user; later ones wait for the next statement, so that toggles apply in order. */
function takeTogether(queue: QueuedReaction[]): QueuedReaction[] {
  const together = new Map<string, QueuedReaction>();
  const later: QueuedReaction[] = [];
  for (const reaction of queue.splice(0)) {
    if (together.size === MAX_USERS_PER_STATEMENT || together.has(reaction.userId)) later.push(reaction);
    else together.set(reaction.userId, reaction);
  }
  queue.push(...later);
  return [...together.values()];
}

/**
 * Opens the batches of this process for one kind of reaction.
 * @param countLikes returns current likes; undefined when the prompt does not exist
 */
export function openWriteBatching(
  { db }: Pick<Context, "db">,
  countLikes: (promptId: number) => Promise<number | undefined>,
  table: ReactionTable,
): WriteReaction {
  /** Waiting reactions by prompt; a prompt is a key while a statement writes for it. */
  const queues = new Map<number, QueuedReaction[]>();

  async function write(promptId: number, reactions: QueuedReaction[]): Promise<void> {
    try {
      const written = await retried(() => writeReactions(db, table, promptId, reactions));
      const likesCount = await countLikes(promptId);
      for (const reaction of reactions) {
        const reacted = written.get(reaction.userId);
        // The user's row was locked, and a batch does not wait: write this reaction alone.
        if (!reacted && reactions.length > 1) void write(promptId, [reaction]);
        else reaction.resolve({ reacted, likesCount });
      }
    } catch (error) {
      // Users are locked by the statement, so only the prompt can be missing.
      const isGone = brokenForeignKey(error);
      for (const { resolve, reject } of reactions) {
        if (isGone) resolve({ reacted: undefined, likesCount: undefined });
        else reject(error);
      }
    }
  }

  async function writeAll(promptId: number, queue: QueuedReaction[]): Promise<void> {
    while (queue.length > 0) await write(promptId, takeTogether(queue));
    queues.delete(promptId);
  }

  return async (promptId, reaction) => {
    const queue = queues.get(promptId) ?? [];
    if (queue.length === MAX_WAITING_PER_PROMPT) throw overloaded(messages.tooMany, 5);
    const { promise, resolve, reject } = Promise.withResolvers<WriteResult>();
    queue.push({ ...reaction, resolve, reject });
    if (!queues.has(promptId)) {
      queues.set(promptId, queue);
      void writeAll(promptId, queue);
    }
    return promise;
  };
}
