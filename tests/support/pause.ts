/**
 * Lets time pass, where time itself is meant: an answer grows stale, a service is slow, nothing more happens. What a test
 * wants to see it waits for, by `expect.poll` or `locator.waitFor`.
 */
import { setTimeout as delay } from "node:timers/promises";

/**
 * @param ms milliseconds
 * @param _why what the time is for
 */
export const pause = (ms: number, _why: string): Promise<void> => delay(ms);
