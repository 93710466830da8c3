/**
 * Long lists are read a few at a time, by accounts and networks in turns: two hundred of the longest texts are 16 MB in a heap of
 * 160, and as much again as they are written.
 */
import { tooBusy } from "#platform/http/errors.ts";
import { networkOf, type RateLimits } from "#platform/http/rate-limits.ts";
import { createFairQueue } from "#platform/queue.ts";

/** Prompts from which on a list is large: pages of the site, and most programs, ask for fewer. */
const LARGE_LIST = 25;

const queue = createFairQueue({
  name: "large lists",
  running: 2,
  waiting: 100,
  each: 32,
  refusal: tooBusy,
  ownRefusal: tooBusy,
});

/**
 * Reads a list, in its turn if it is large.
 * @param limit prompts that it has at most
 * @param who an account's id or an address
 * @throws AppError 503 when too many lists wait
 */
export const inTurn = <T>(limit: number, who: string, read: () => Promise<T>): Promise<T> =>
  limit >= LARGE_LIST ? queue(networkOf(who), read) : read();

/**
 * The same for what may be the largest lists, whose time counts.
 * @throws AppError as well 429 for who has used up their time
 */
export const inTurnTimed = <T>(
  { rateLimits }: { rateLimits: Pick<RateLimits, "timed"> },
  limit: number,
  who: string,
  read: () => Promise<T>,
): Promise<T> => inTurn(limit, who, () => rateLimits.timed("textTimePerCaller", who, read));
