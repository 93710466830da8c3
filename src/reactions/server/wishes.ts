/**
 * Write batching of reactions. All likes of a prompt update one row, its count. Written one by one, those of a crowd would each
 * hold a connection while they wait for that row. So while one statement writes for a prompt, all further reactions to it wait here,
 * and the next statement writes them together: a crowd takes one connection of each process.
 */
import type { Context } from "#platform/context.ts";
import { brokenForeignKey, retried } from "#platform/db.ts";
import { overloaded } from "#platform/errors.ts";
import { messages } from "#reactions/messages.ts";
import {
  type Reacted,
  type ReactionTable,
  selectLikesCount,
  type Wish,
  writeReactions,
} from "./reactions.queries.ts";

/** Reactions that may wait for one prompt. */
export const MAX_WAITING = 5000;
/** People in one statement, which locks the prompt's count for some milliseconds. */
const MAX_TOGETHER = 500;

export interface Written {
  /** Undefined when the account no longer exists. */
  person: Reacted | undefined;
  /** Likes of the prompt now; undefined when there is no such prompt. */
  likesCount: number | undefined;
}

/**
 * Writes one reaction. Those of one person to one prompt are written in the order of the calls.
 * @throws AppError 503 when too many wait for the prompt
 */
export type WriteWish = (promptId: number, wish: Wish) => Promise<Written>;

interface Waiting extends Wish {
  resolve(written: Written): void;
  reject(reason: unknown): void;
}

/** Takes the first reaction of each person; later ones wait for the next statement, so that toggles flip in turn. */
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

/** Opens the batches of this process for one kind of reaction. */
export function openWishes({ db, reads }: Pick<Context, "db" | "reads">, table: ReactionTable): WriteWish {
  /** Reactions that wait, by prompt; a prompt is a key while a statement writes for it. */
  const queues = new Map<number, Waiting[]>();

  async function write(promptId: number, wishes: Waiting[]): Promise<void> {
    try {
      const people = await retried(() => writeReactions(db, table, promptId, wishes));
      const likesCount = await selectLikesCount(reads, promptId);
      for (const wish of wishes) {
        const person = people.get(wish.userId);
        // Their row was locked, and a batch does not wait for one person: it is tried alone.
        if (!person && wishes.length > 1) void write(promptId, [wish]);
        else wish.resolve({ person, likesCount });
      }
    } catch (error) {
      // The statement locks the people, so it can only be the prompt that is missing.
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
