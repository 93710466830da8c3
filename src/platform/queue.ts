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

interface Owner {
  running: number;
  /** Tasks that have let others go first. */
  paused: (() => void)[];
  waiting: { start: () => void; refuse: () => void }[];
}

const pendingOf = ({ paused, waiting }: Owner) => paused.length + waiting.length;

/**
 * Creates a queue that takes owners in turns, so that many tasks of one do not delay the others. A full one refuses the newest
 * task of the owner who has most waiting, in place of the first tasks of others.
 * @param name label in /metrics
 * @param running maximum number of concurrent tasks, also of one owner
 * @param waiting maximum number of waiting tasks
 * @param each maximum number of running and waiting tasks of one owner
 * @param spares whether an owner runs no more tasks than it leaves places for others', whose tasks need not wait for the end of
 *   one then
 * @param refusal creates the error when the queue is full: 503 with `Retry-After`
 * @param ownRefusal creates the error when the owner has too many tasks
 * @returns runs a task when it is its owner's turn, and returns its result; throws a refusal when a bound is reached. The task is
 *   given what ends its turn and waits for the next, if others wait
 */
export function createFairQueue({
  name,
  running = 1,
  waiting,
  each,
  spares = false,
  refusal,
  ownRefusal,
}: {
  name: string;
  running?: number;
  waiting: number;
  each: number;
  spares?: boolean;
  refusal: () => AppError;
  ownRefusal: () => AppError;
}) {
  const owners = new Map<string, Owner>();
  /** Those who have a task that may start, in the order of their turns. */
  const turns = new Set<Owner>();
  const counts = { activeCount: 0, pendingCount: 0 };
  queues.set(name, counts);

  /** Gives an owner its next turn, after all who have one. */
  function queueUp(owner: Owner) {
    if (pendingOf(owner) > 0 && owner.running < running) turns.add(owner);
  }

  function startNext() {
    for (const owner of turns) {
      const free = running - counts.activeCount;
      if (free <= 0) return;
      if (spares && owner.running >= free) continue;
      turns.delete(owner);
      counts.pendingCount--;
      counts.activeCount++;
      owner.running++;
      const start = owner.paused.shift() ?? owner.waiting.shift()?.start;
      start?.();
      queueUp(owner);
    }
  }

  function endTurn(owner: Owner) {
    owner.running--;
    counts.activeCount--;
    queueUp(owner);
    startNext();
  }

  async function giveWay(owner: Owner) {
    if (counts.pendingCount === 0) return;
    await new Promise<void>((resume) => {
      owner.paused.push(resume);
      counts.pendingCount++;
      endTurn(owner);
    });
  }

  /** Makes room for an owner. @returns false when nobody has more waiting than they */
  function refuseNewest(newcomer: Owner): boolean {
    const heaviest = [...owners.values()].reduce((one, other) =>
      other.waiting.length > one.waiting.length ? other : one,
    );
    if (heaviest.waiting.length <= newcomer.waiting.length + 1) return false;
    heaviest.waiting.pop()?.refuse();
    counts.pendingCount--;
    return true;
  }

  return async <T>(ownerName: string, task: (giveWay: () => Promise<void>) => Promise<T>): Promise<T> => {
    const owner = owners.get(ownerName) ?? { running: 0, paused: [], waiting: [] };
    if (owner.running + pendingOf(owner) >= each) throw ownRefusal();
    const isFull = counts.activeCount + counts.pendingCount >= running + waiting;
    if (isFull && !refuseNewest(owner)) throw refusal();
    owners.set(ownerName, owner);
    try {
      await new Promise<void>((start, refuse) => {
        owner.waiting.push({ start, refuse: () => refuse(refusal()) });
        counts.pendingCount++;
        queueUp(owner);
        startNext();
      });
      try {
        return await task(() => giveWay(owner));
      } finally {
        endTurn(owner);
      }
    } finally {
      if (owner.running + pendingOf(owner) === 0) owners.delete(ownerName);
    }
  };
}
