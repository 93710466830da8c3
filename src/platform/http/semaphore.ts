/** Counting semaphores that never wait: a request that does not fit is refused before it costs memory or time. */
import { Gauge } from "prom-client";
import { tooBusy } from "./errors.ts";
import { callerOf, networkOf } from "./rate-limits.ts";

/** In place of an address: calls from within the process, on behalf of a request that was already admitted. */
export const INTERNAL_CALLER = "internal";

const taken = new Map<string, () => number>();

new Gauge({
  name: "prompteca_room_taken",
  help: "How much of the room for what is under way is taken, of 1, by what it is for.",
  labelNames: ["room"],
  collect() {
    for (const [room, share] of taken) this.set({ room }, share());
  },
});

/** What a network has of a room, of what may be ended: the oldest first. */
interface Held {
  sum: number;
  amounts: Set<{ amount: number; end: () => void }>;
}

/**
 * Opens a semaphore. It acquires an amount for a caller by IP address, whose share is limited, so that it cannot use up
 * the capacity alone; those whose address is unknown, because they have gone, are one. It returns what releases the amount,
 * once, and throws AppError 503 when capacity or share is exhausted. An amount with an `end` that is released and ended makes
 * room in place of that: the oldest of the network that has most, if this is more than its fair part.
 * @param options.name label in /metrics
 * @param options.capacity maximum amount in all, in any unit
 * @param options.perCaller maximum amount for one address
 * @param options.fair amount that a network keeps in any case; all of it by default
 */
export function openSemaphore(options: { name: string; capacity: number; perCaller: number; fair?: number }) {
  const { name, capacity, perCaller, fair = capacity } = options;
  let acquired = 0;
  const shares = new Map<string, number>();
  const networks = new Map<string, Held>();
  taken.set(name, () => acquired / capacity);

  /** @returns forgets the amount */
  function mayEnd(amount: number, network: string, end: () => void): () => void {
    const held = networks.get(network) ?? { sum: 0, amounts: new Set() };
    const one = { amount, end };
    held.sum += amount;
    held.amounts.add(one);
    networks.set(network, held);
    return () => {
      held.sum -= amount;
      held.amounts.delete(one);
      if (held.amounts.size === 0) networks.delete(network);
    };
  }

  /** Ends what takes more room than is fair. @returns false when nothing does */
  function makeRoom(): boolean {
    let heaviest: Held = { sum: fair, amounts: new Set() };
    for (const held of networks.values()) if (held.sum > heaviest.sum) heaviest = held;
    const [oldest] = heaviest.amounts;
    oldest?.end();
    return oldest !== undefined;
  }

  return (amount: number, address = "", end?: () => void): (() => void) => {
    const caller = callerOf(address);
    const share = () => shares.get(caller) ?? 0;
    if (caller !== INTERNAL_CALLER && share() + amount > perCaller) throw tooBusy();
    while (acquired + amount > capacity) if (!makeRoom()) throw tooBusy();
    acquired += amount;
    shares.set(caller, share() + amount);
    let released = false;
    const forget =
      end &&
      mayEnd(amount, networkOf(address), () => {
        release();
        end();
      });
    function release() {
      if (released) return;
      released = true;
      forget?.();
      acquired -= amount;
      const left = share() - amount;
      if (left > 0) shares.set(caller, left);
      else shares.delete(caller);
    }
    return release;
  };
}
