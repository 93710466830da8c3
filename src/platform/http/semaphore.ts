/** Counting semaphores that never wait: a request that does not fit is refused before it costs memory or time. */
import { Gauge } from "prom-client";
import { tooBusy } from "./errors.ts";
import { callerOf, networkOf } from "./rate-limits.ts";

/** In place of an address: calls from within the process, on behalf of a request that was already admitted. */
export const INTERNAL_CALLER = "internal";

const taken = new Map<string, () => number>();

/** Shows in /metrics how much of a room is taken, of 1. */
export function showRoom(name: string, share: () => number): void {
  taken.set(name, share);
}

new Gauge({
  name: "prompteca_room_taken",
  help: "How much of the room for what is under way is taken, of 1, by what it is for.",
  labelNames: ["room"],
  collect() {
    for (const [room, share] of taken) this.set({ room }, share());
  },
});

/** What a network has of a room, and what of it may be ended: the oldest first. */
interface Held {
  sum: number;
  endable: number;
  ends: Set<() => void>;
}

/**
 * Opens a semaphore. It acquires an amount for a caller by IP address, whose share is limited, so that it cannot use up
 * the capacity alone; those whose address is unknown, because they have gone, are one. It returns what releases the amount,
 * once, and throws AppError 503 when capacity or share is exhausted. Few networks cannot use it up together either:
 * - with a `fair` part, an amount that has an `end` is released and ended in place of a refusal: the oldest of the network that
 *   has most, if this is more than its part
 * - of what cannot end, a network has at most what it leaves to all others
 * @param options.name label in /metrics
 * @param options.capacity maximum amount in all, in any unit
 * @param options.perCaller maximum amount for one address
 * @param options.fair amount that a network keeps in any case
 */
export function openSemaphore(options: { name: string; capacity: number; perCaller: number; fair?: number }) {
  const { name, capacity, perCaller, fair } = options;
  let acquired = 0;
  let endable = 0;
  const shares = new Map<string, number>();
  const networks = new Map<string, Held>();
  showRoom(name, () => acquired / capacity);

  /** Ends what takes more room than is fair. @returns false when nothing does */
  function makeRoom(): boolean {
    if (fair === undefined) return false;
    let heaviest: Held = { sum: 0, endable: fair, ends: new Set() };
    for (const held of networks.values()) if (held.endable > heaviest.endable) heaviest = held;
    const [oldest] = heaviest.ends;
    oldest?.();
    return oldest !== undefined;
  }

  return (amount: number, address = "", end?: () => void): (() => void) => {
    const caller = callerOf(address);
    const network = networkOf(address);
    const isInternal = caller === INTERNAL_CALLER;
    const share = () => shares.get(caller) ?? 0;
    if (!isInternal && share() + amount > perCaller) throw tooBusy();
    const held = networks.get(network) ?? { sum: 0, endable: 0, ends: new Set() };
    const kept = end || isInternal ? 0 : held.sum - held.endable;
    if (kept > 0 && kept + amount > capacity - (acquired - endable)) throw tooBusy();
    while (amount > capacity - acquired) if (!makeRoom()) throw tooBusy();
    networks.set(network, held);
    acquired += amount;
    held.sum += amount;
    shares.set(caller, share() + amount);
    if (end) {
      endable += amount;
      held.endable += amount;
      held.ends.add(endIt);
    }
    let released = false;
    function endIt() {
      release();
      end?.();
    }
    function release() {
      if (released) return;
      released = true;
      acquired -= amount;
      held.sum -= amount;
      if (held.ends.delete(endIt)) {
        endable -= amount;
        held.endable -= amount;
      }
      if (held.sum === 0) networks.delete(network);
      const left = share() - amount;
      if (left > 0) shares.set(caller, left);
      else shares.delete(caller);
    }
    return release;
  };
}
