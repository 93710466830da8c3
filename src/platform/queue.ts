/** Lets a few costly tasks run at once and a few more wait; the rest are turned away instead of filling the memory. */
import pLimit from "p-limit";
import { Gauge } from "prom-client";
import type { AppError } from "./errors.ts";

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
 * @param refusal what one more is told: a 503 that says when to come back
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
