/** Lets a few costly tasks run at once and a few more wait; the rest are turned away instead of filling the memory. */
import pLimit from "p-limit";
import type { AppError } from "./errors.ts";

/** Runs a task when its turn comes. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param running tasks at once
 * @param waiting tasks that may wait
 * @param refusal what one more is told: a 503 that says when to come back
 */
export function createQueue({
  running,
  waiting,
  refusal,
}: {
  running: number;
  waiting: number;
  refusal: () => AppError;
}): Queue {
  const limit = pLimit(running);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw refusal();
    return limit(task);
  };
}
