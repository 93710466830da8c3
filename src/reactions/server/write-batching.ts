/**
 * Batches writes of reactions. Those to one prompt would wait for the row of its count; they wait here instead and are
 * then written in one statement: a prompt that thousands like at once takes one connection of each process, whatever the crowd.
 */
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, retried } from "#platform/database/db.ts";
import { overloaded } from "#platform/http/errors.ts";
import { messages } from "#reactions/messages.ts";
import {
  type PendingReaction,
  type Reacted,
  type ReactionTable,
  selectLikesCount,
  writeReactions,
} from "./reactions.queries.ts";

/** Reactions that may wait for one prompt. */
export const MAX_WAITING_PER_PROMPT = 5000;
/** Users in one statement, which holds the prompt's count for some milliseconds. */
const MAX_USERS_PER_STATEMENT = 500;

export interface Written {
  /** Undefined when the person is gone. */
  reacted: Reacted | undefined;
  /** Likes of the prompt by now; undefined when there is no such prompt. */
  likesCount: number | undefined;
}

/**
 * Writes a reaction, after those of the same person for the same prompt that came before.
 * @throws AppError 503 when too many wait for the prompt
 */
export type WriteReaction = (promptId: number, reaction: PendingReaction) => Promise<Written>;

interface QueuedReaction extends PendingReaction {
  resolve(written: Written): void;
  reject(reason: unknown): void;
}

/** Takes the first reaction of each person; their later ones stay for the next time. */
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

/** @returns what writes the reactions of one kind in this process */
export function openWriteBatching(
  { db, batchedReads }: Pick<Context, "db" | "batchedReads">,
  table: ReactionTable,
): WriteReaction {
  /** Of the prompts that are being written for; empty for those that nobody waits for. */
  const queues = new Map<number, QueuedReaction[]>();

  async function write(promptId: number, reactions: QueuedReaction[]): Promise<void> {
    try {
      const written = await retried(() => writeReactions(db, table, promptId, reactions));
      const likesCount = await selectLikesCount(batchedReads, promptId);
      for (const reaction of reactions) {
        const reacted = written.get(reaction.userId);
        // Who was passed over is waited for, but by nobody else.
        if (!reacted && reactions.length > 1) void write(promptId, [reaction]);
        else reaction.resolve({ reacted, likesCount });
      }
    } catch (error) {
      // The people are held by the statement, so it is the prompt that is not there.
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
    const { promise, resolve, reject } = Promise.withResolvers<Written>();
    queue.push({ ...reaction, resolve, reject });
    if (!queues.has(promptId)) {
      queues.set(promptId, queue);
      void writeAll(promptId, queue);
    }
    return promise;
  };
}
