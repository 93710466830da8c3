/** Many who call a site at once, each the next thing as soon as it has an answer. */
import { percentile } from "#tests/load/harness/figures.ts";

export interface Call {
  origin: string;
  path: string;
  method?: string;
  token?: string;
  body?: object;
}

export interface Calls {
  answered: number;
  /** What was no answer, or one of 500 and more. */
  failed: string[];
  /** Milliseconds. */
  median: number;
  p99: number;
  most: number;
}

const PATIENCE = 30_000;

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
      const { origin, path, method = "GET", token, body } = next(caller, number++);
      const began = performance.now();
      try {
        const answer = await fetch(origin + path, {
          method,
          headers: {
            accept: path.startsWith("/api") ? "application/json" : "text/html",
            "x-forwarded-for": addressOf(caller),
            ...(body && { "content-type": "application/json" }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(PATIENCE),
        });
        const text = await answer.text();
        if (answer.status >= 400) failed.push(`${path}: ${answer.status} ${text.slice(0, 120)}`);
        times.push(performance.now() - began);
      } catch (error) {
        failed.push(`${path}: ${(error as Error).message}`);
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

/** A figure that has to be nought. */
export const none = (name: string, failed: readonly unknown[]) => ({
  name,
  value: String(failed.length),
  target: "0",
  met: failed.length === 0,
});
