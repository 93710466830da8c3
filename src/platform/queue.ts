/** Queues for costly tasks: a few run at once, a few more wait, and the rest are refused before they fill the memory. */
import pLimit from "p-limit";
import { Gauge } from "prom-client";
import type { AppError } from "./http/errors.ts";

/** All queues of this process, for /metrics. */
const open = new Map<string, { activeCount: number; pendingCount: number }>();

new Gauge({
  name: "prompteca_costly_tasks",
  help: "Tasks of which a few run at once, such as hashing a password or preparing a picture, by queue and state.",
  labelNames: ["queue", "state"],
  collect() {
    for (const [queue, { activeCount, pendingCount }] of open) {
      this.set({ queue, state: "running" }, activeCount);
      this.set({ queue, state: "waiting" }, pendingCount);
    }
  },
});

/** Runs a task when its turn comes. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param name as /metrics calls it
 * @param running tasks at once
 * @param waiting tasks that may wait
 * @param refusal the answer to one task too many: a 503 that says when to come back
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
  open.set(name, limit);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw refusal();
    return limit(task);
  };
}

/** Runs a task when the turn of its owner comes. */
export type FairQueue = <T>(owner: string, task: () => Promise<T>) => Promise<T>;

/** An owner's part of the queue. */
interface Line {
  /** Tasks that run or wait. */
  tasks: number;
  waiting: (() => void)[];
  /** When the owner had a turn last, in turns of the queue. A new owner counts as before the turn that runs. */
  lastTurn: number;
}

/**
 * A queue that runs one task at a time and in which owners take turns (round robin): next is the owner whose last turn is longest
 * ago. Whoever sends many tasks waits for their own, and others do not. `p-limit` has one order for all.
 * @param name as /metrics calls it
 * @param waiting tasks that may wait
 * @param each tasks of one owner that may run or wait
 * @param refusal the answer to one task too many: a 503 that says when to come back
 * @param ownRefusal the answer to an owner's one task too many
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
  open.set(name, counts);

  function startNext(): void {
    let next: Line | undefined;
    for (const line of lines.values()) {
      if (line.waiting.length > 0 && line.lastTurn < (next?.lastTurn ?? Number.POSITIVE_INFINITY))
        next = line;
    }
    // `activeCount` stays 1, so that nobody who comes meanwhile overtakes the next.
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
