/**
 * Writes wishes for reactions. Those for one prompt, which would wait for the row of its count, wait here instead and are
 * then written together: a prompt that thousands like at once takes one connection of each process, whatever the crowd.
 */
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, retried } from "#platform/database/db.ts";
import { overloaded } from "#platform/http/errors.ts";
import { messages } from "#reactions/messages.ts";
import { type Reacted, type ReactionTable, type Wish, writeReactions } from "./reactions.queries.ts";

/** Wishes that may wait for one prompt. */
export const MAX_WAITING = 5000;
/** People in one statement, which holds the prompt's count for some milliseconds. */
const MAX_TOGETHER = 500;

export interface Written {
  /** Undefined when the person is gone. */
  person: Reacted | undefined;
  /** Likes of the prompt by now; undefined when there is no such prompt. */
  likesCount: number | undefined;
}

/**
 * Writes a wish, after those of the same person for the same prompt that came before.
 * @throws AppError 503 when too many wait for the prompt
 */
export type WriteWish = (promptId: number, wish: Wish) => Promise<Written>;

interface Waiting extends Wish {
  resolve(written: Written): void;
  reject(reason: unknown): void;
}

/** Takes the first wish of each person; their later ones stay for the next time. */
function takeTogether(queue: Waiting[]): Waiting[] {
  const together = new Map<string, Waiting>();
  const later: Waiting[] = [];
  for (const wish of queue.splice(0)) {
    if (together.size === MAX_TOGETHER || together.has(wish.userId)) later.push(wish);
    else together.set(wish.userId, wish);
  }
  queue.push(...later);
  return [...together.values()];
}

/**
 * @param countLikes likes of a prompt by now; undefined when there is no such prompt
 * @returns what writes the wishes of one process for one kind of reaction
 */
export function openWishes(
  { db }: Pick<Context, "db">,
  countLikes: (promptId: number) => Promise<number | undefined>,
  table: ReactionTable,
): WriteWish {
  /** Of the prompts that are being written for; empty for those that nobody waits for. */
  const queues = new Map<number, Waiting[]>();

  async function write(promptId: number, wishes: Waiting[]): Promise<void> {
    try {
      const people = await retried(() => writeReactions(db, table, promptId, wishes));
      const likesCount = await countLikes(promptId);
      for (const wish of wishes) {
        const person = people.get(wish.userId);
        // Who was passed over is waited for, but by nobody else.
        if (!person && wishes.length > 1) void write(promptId, [wish]);
        else wish.resolve({ person, likesCount });
      }
    } catch (error) {
      // The people are held by the statement, so it is the prompt that is not there.
      const isGone = brokenForeignKey(error);
      for (const { resolve, reject } of wishes) {
        if (isGone) resolve({ person: undefined, likesCount: undefined });
        else reject(error);
      }
    }
  }

  async function writeAll(promptId: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await write(promptId, takeTogether(queue));
    queues.delete(promptId);
  }

  return async (promptId, wish) => {
    const queue = queues.get(promptId) ?? [];
    if (queue.length === MAX_WAITING) throw overloaded(messages.tooMany, 5);
    const { promise, resolve, reject } = Promise.withResolvers<Written>();
    queue.push({ ...wish, resolve, reject });
    if (!queues.has(promptId)) {
      queues.set(promptId, queue);
      void writeAll(promptId, queue);
    }
    return promise;
  };
}
