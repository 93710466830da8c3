/** Lets a few costly tasks run at once and a few more wait; the rest are turned away instead of filling the memory. */
import { messages } from "#media/messages.ts";
import { AppError } from "#platform/errors.ts";

/** Runs a task when its turn comes. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param running tasks at once
 * @param waiting tasks that may wait; one more is refused with an AppError 503 that says when to come back
 */
export function createQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  let free = running;
  const turns: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free--;
    else if (turns.length < waiting) await new Promise<void>((resolve) => turns.push(resolve));
    else throw new AppError(503, "busy", messages.busy, { headers: { "retry-after": "10" } });
    try {
      return await task();
    } finally {
      // A finished task hands its place to the one that waited longest.
      const next = turns.shift();
      if (next) next();
      else free++;
    }
  };
}
