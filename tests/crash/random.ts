/** Random numbers that a seed repeats. */

export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
}

/** @param seed any integer: mulberry32 */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { next, pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number] };
}
