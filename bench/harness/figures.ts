/**
 * Result of a row of the benchmark: figures of several rounds, the reference that they are compared with, and the
 * target.
 */

/** Target for the ratio or, where nothing is compared, for the value itself. */
export type Target = { atLeast: number } | { atMost: number };

export interface Figure {
  what: string;
  unit: string;
  /** One value a round. */
  measured: number[];
  /** The same of the reference, measured in turns with it; absent where a figure stands for itself. */
  reference?: number[];
  /** Name of the reference. */
  against?: string;
  /** One ratio a round by processor time instead of requests a second: no other process and no loader can disturb it. */
  byCpu?: number[] | undefined;
  target?: Target | undefined;
  note?: string;
}

/** A figure of the table or what failed in its place, and for how many prompts it holds. */
export type Line = (Figure | { what: string; failed: string }) & { prompts: number | undefined };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The value below which a share of all lies. @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The ratio of each round to its reference; undefined where there is none. */
export function ratios({ measured, reference }: Figure): number[] | undefined {
  return reference && measured.map((value, round) => value / (reference[round] as number));
}

/** Whether the target is reached by the median; undefined where there is none. */
export function isReached(figure: Figure): boolean | undefined {
  const { target } = figure;
  if (!target) return undefined;
  const value = median(ratios(figure) ?? figure.measured);
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}
