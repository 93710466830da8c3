/** Skewed chance over the seeded generator: nothing here is left to the moment. */
import type { Random } from "#tests/support/random.ts";

/** A whole number below `size`; `k` comes about as often as 1/(k+1): Zipf's law with exponent 1. */
export function zipfBelow(random: Random, size: number): number {
  return Math.min(size - 1, Math.floor((size + 1) ** random.between(0, 1)) - 1);
}

/** An entry of a list; the earlier, the more often. */
export function zipfPick<T>(random: Random, list: readonly T[]): T {
  return list[zipfBelow(random, list.length)] as T;
}

/** A whole number below `size`, low ones far more often: half of all draws fall into the first quarter. */
export function skewedBelow(random: Random, size: number): number {
  return Math.min(size - 1, Math.floor(size * random.between(0, 1) ** 2));
}

/** Normally distributed, mean 0 and deviation 1 (Box and Muller). */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.between(0, 1)));
  return radius * Math.cos(2 * Math.PI * random.between(0, 1));
}

/** The index of a weighted list: `weights[k]` says how often `k` comes. */
export function weightedBelow(random: Random, weights: readonly number[]): number {
  let rest = random.between(
    0,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  return Math.max(
    0,
    weights.findIndex((weight) => {
      rest -= weight;
      return rest < 0;
    }),
  );
}

/** 0 to `count` - 1 in any order. */
export function shuffledNumbers(random: Random, count: number): Uint32Array {
  const numbers = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = random.whole(0, i);
    const kept = numbers[i] as number;
    numbers[i] = numbers[other] as number;
    numbers[other] = kept;
  }
  return numbers;
}
