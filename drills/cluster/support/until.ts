/** Waits for a condition, never for a time. */
import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks until there is an answer.
 * @param what for the error: "a leader is chosen"
 * @param ask its failures count as no answer yet
 * @returns the first answer that is neither undefined nor false
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { timeout = 60_000, pause = 100 } = {},
): Promise<T> {
  const deadline = performance.now() + timeout;
  for (let last: unknown; ; ) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`${what}: not within ${timeout / 1000} s`, { cause: last });
    }
    await delay(pause);
  }
}
