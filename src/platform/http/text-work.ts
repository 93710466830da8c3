/**
 * Long work with texts, in pieces between which readers have their turn: accounts and networks take turns, and the seconds of
 * each caller count.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { createFairQueue } from "#platform/queue.ts";
import { tooBusy, tooOften } from "./errors.ts";
import { networkOf, type RateLimits } from "./rate-limits.ts";

/** A piece holds the event loop for some hundredths of a second, so that the last of those who wait is served in seconds. */
const queue = createFairQueue({
  name: "text work",
  waiting: 50,
  each: 4,
  refusal: tooBusy,
  ownRefusal: () => tooOften(5),
});

/** Does a piece of work, or waits for it, when it is its caller's turn. */
export type Turn = <T>(piece: () => T | Promise<T>) => Promise<T>;

/** Of the piece that is worked on: lets others go first. */
const current = new AsyncLocalStorage<() => Promise<void>>();

/** Within a piece that may take long: lets readers come between, and then whoever else waits with a text. */
export async function giveWay(): Promise<void> {
  await setImmediate();
  await current.getStore()?.();
}

/**
 * @param caller an account's id or an address
 * @returns does one piece after the other; throws AppError 429 when the caller has used up its seconds or has too many pieces
 *   waiting, 503 when too many callers wait
 */
export const turnsOf =
  ({ rateLimits }: { rateLimits: Pick<RateLimits, "timed"> }, caller: string): Turn =>
  async (piece) => {
    const done = await queue(networkOf(caller), (pause) =>
      rateLimits.timed("textTimePerCaller", caller, (wait) => current.run(() => wait(pause), piece)),
    );
    await setImmediate();
    return done;
  };
