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

/** Runs a task as soon as the queue allows, and returns its result. @throws AppError when the queue is full */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue that runs tasks in their order.
 * @param name label in /metrics
 * @param running maximum number of concurrent tasks
 * @param waiting maximum number of waiting tasks
 * @param refusal creates the error of a rejected task: 503 with `Retry-After`
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
}): Queue {
  const limit = pLimit(running);
  queues.set(name, limit);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw refusal();
    return limit(task);
  };
}

/** Runs a task when it is its owner's turn, and returns its result. @throws AppError when a bound is reached */
export type FairQueue = <T>(owner: string, task: () => Promise<T>) => Promise<T>;

/** The tasks of one owner. */
interface Line {
  /** Number of tasks that run or wait. */
  tasks: number;
  waiting: (() => void)[];
  /** Number of the owner's last turn. A new owner counts as having had the turn before the current one. */
  lastTurn: number;
}

/**
 * Creates a queue that runs one task at a time and schedules owners round robin: the owner whose last turn is longest
 * ago is next, so many tasks of one owner do not delay the others. `p-limit` supports only one order for all tasks.
 * @param name label in /metrics
 * @param waiting maximum number of waiting tasks
 * @param each maximum number of running and waiting tasks of one owner
 * @param refusal creates the error when the queue is full: 503 with `Retry-After`
 * @param ownRefusal creates the error when the owner has too many tasks
 */
export function createFairQueue({
  name,
  waiting,
  each,
  refusal,
  ownRefusal,
}: {
  name: string;
  waiting: number;
  each: number;
  refusal: () => AppError;
  ownRefusal: () => AppError;
}): FairQueue {
  const lines = new Map<string, Line>();
  const counts = { activeCount: 0, pendingCount: 0 };
  let turn = 0;
  queues.set(name, counts);

  function startNext(): void {
    let next: Line | undefined;
    for (const line of lines.values()) {
      if (line.waiting.length > 0 && line.lastTurn < (next?.lastTurn ?? Number.POSITIVE_INFINITY))
        next = line;
    }
    // `activeCount` stays 1, so that no new task overtakes the next one.
    if (next) next.waiting.shift()?.();
    else counts.activeCount = 0;
  }

  return async (owner, task) => {
    const line = lines.get(owner) ?? { tasks: 0, waiting: [], lastTurn: turn - 1 };
    if (line.tasks >= each) throw ownRefusal();
    const isFree = counts.activeCount === 0;
    if (!isFree && counts.pendingCount >= waiting) throw refusal();
    lines.set(owner, line);
    line.tasks++;
    counts.activeCount = 1;
    if (!isFree) {
      counts.pendingCount++;
      await new Promise<void>((start) => line.waiting.push(start));
      counts.pendingCount--;
    }
    line.lastTurn = ++turn;
    try {
      return await task();
    } finally {
      line.tasks--;
      if (line.tasks === 0) lines.delete(owner);
      startNext();
    }
  };
}
