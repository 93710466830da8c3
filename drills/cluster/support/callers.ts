/** Many who call a site at once, each the next thing as soon as it has an answer. */
import { percentile } from "#bench/harness/figures.ts";
import { type Call, send } from "./sending.ts";

export interface Calls {
  answered: number;
  /** Calls without an answer, or with one of 500 and more. */
  failed: string[];
  /** Milliseconds. */
  median: number;
  p99: number;
  most: number;
}

/** Who calls, as a proxy would say it: limits count per address. */
export const addressOf = (caller: number) => `198.18.${Math.floor(caller / 250)}.${1 + (caller % 250)}`;

/**
 * Calls until `during` is over.
 * @param next the next thing to call for, by who calls and how many calls there were
 */
export async function call(
  callers: number,
  next: (caller: number, number: number) => Call,
  during: () => Promise<unknown>,
): Promise<Calls> {
  let going = true;
  let number = 0;
  const failed: string[] = [];
  const times: number[] = [];
  const all = Array.from({ length: callers }, async (_, caller) => {
    while (going) {
      const one = next(caller, number++);
      const began = performance.now();
      try {
        const { status, text } = await send(one, { address: addressOf(caller) });
        if (status >= 400) failed.push(`${one.path}: ${status} ${text.slice(0, 120)}`);
        times.push(performance.now() - began);
      } catch (error) {
        failed.push(`${one.path}: ${(error as Error).message}`);
      }
    }
  });
  await during();
  going = false;
  await Promise.all(all);
  return {
    answered: times.length,
    failed,
    median: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    most: Math.max(0, ...times),
  };
}
