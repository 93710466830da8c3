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
 * Reads a large list in its turn.
 * @param who an account's id or an address
 * @throws AppError 503 when too many lists wait
 */
export const inTurn = <T>(who: string, read: () => Promise<T>): Promise<T> => queue(networkOf(who), read);

type Reading = { rateLimits: Pick<RateLimits, "timed"> };

/**
 * Reads what may take long, in its turn if it is large, and counts its time.
 * @param limit prompts that it has at most
 * @throws AppError as {@link inTurn}; 429 for who has used up their time
 */
export function inTurnTimed<T>(
  { rateLimits }: Reading,
  limit: number,
  who: string,
  read: () => Promise<T>,
): Promise<T> {
  const timed = () => rateLimits.timed("textTimePerCaller", who, read);
  return limit >= LARGE_LIST ? inTurn(who, timed) : timed();
}

/** Reads a list, as {@link inTurnTimed} if it is large. */
export const readList = <T>(ctx: Reading, limit: number, who: string, read: () => Promise<T>): Promise<T> =>
  limit >= LARGE_LIST ? inTurnTimed(ctx, limit, who, read) : read();
