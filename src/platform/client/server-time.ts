/**
 * The time as the server tells it, because a device's clock may be wrong by days: the latest moment that it told, and what
 * has passed since then.
 */
let serverTime = 0;
let heard = 0;

/** @returns milliseconds since 1970; 0 and little more before the server told anything */
export const serverNow = (): number => serverTime + performance.now() - heard;

/** @param time milliseconds since 1970; what is older than what is known, as from a cache, counts for nothing */
export function noteServerTime(time: number): void {
  if (!(time > serverNow())) return;
  serverTime = time;
  heard = performance.now();
}
