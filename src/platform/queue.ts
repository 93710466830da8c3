/** Queues with bounded concurrency and length for costly tasks. Tasks beyond both bounds are rejected. */
import pLimit from "p-limit";
import { Gauge } from "prom-client";
import type { AppError } from "./http/errors.ts";

/** All queues of this process by name, for /metrics. */
const queues = new Map<string, { activeCount: number; pendingCount: number }>();

new Gauge({
  name: "prompteca_costly_tasks",
  help: "Tasks of which a few run at once, such as hashing a password or preparing a picture, by queue and state.",
  labelNames: ["queue", "state"],
  collect() {
    for (const [queue, { activeCount, pendingCount }] of queues) {
      this.set({ queue, state: "running" }, activeCount);
      this.set({ queue, state: "waiting" }, pendingCount);
    }
  },
});

/**
 * Creates a queue that runs tasks in their order.
 * @param name label in /metrics
 * @param running maximum number of concurrent tasks
 * @param waiting maximum number of waiting tasks
 * @param refusal creates the error of a rejected task: 503 with `Retry-After`
 * @returns runs a task as soon as the queue allows, and returns its result; throws the refusal when the queue is full
 */
export function createQueue({
  name,
  running,
  waiting,
  refusal,
}: {
  name: string;
  running: number;
  waiting: number;
  refusal: () => AppError;
}) {
  const limit = pLimit(running);
  queues.set(name, limit);
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw refusal();
    return limit(task);
  };
}

/**
 * Creates a queue that takes owners in turns, so that many tasks of one do not delay the others: each owner's tasks wait in a
 * line of their own, and only the first of them in the common one.
 * @param name label in /metrics
 * @param running maximum number of concurrent tasks, also of one owner
 * @param waiting maximum number of waiting tasks
 * @param each maximum number of running and waiting tasks of one owner
 * @param refusal creates the error when the queue is full: 503 with `Retry-After`
 * @param ownRefusal creates the error when the owner has too many tasks
 * @returns runs a task when it is its owner's turn, and returns its result; throws a refusal when a bound is reached
 */
export function createFairQueue({
  name,
  running = 1,
  waiting,
  each,
  refusal,
  ownRefusal,
}: {
  name: string;
  running?: number;
  waiting: number;
  each: number;
  refusal: () => AppError;
  ownRefusal: () => AppError;
}) {
  const line = pLimit(running);
  const ownLines = new Map<string, ReturnType<typeof pLimit>>();
  let tasks = 0;
  queues.set(name, {
    get activeCount() {
      return line.activeCount;
    },
    get pendingCount() {
      return tasks - line.activeCount;
    },
  });
  return async <T>(owner: string, task: () => Promise<T>): Promise<T> => {
    const own = ownLines.get(owner) ?? pLimit(running);
    if (own.activeCount + own.pendingCount >= each) throw ownRefusal();
    if (tasks >= running + waiting) throw refusal();
    ownLines.set(owner, own);
    tasks++;
    try {
      return await own(() => line(task));
    } finally {
      tasks--;
      if (own.activeCount + own.pendingCount === 0) ownLines.delete(owner);
    }
  };
}
