/** Counting semaphores that never wait: a request that does not fit is refused before it costs memory or time. */
import { Gauge } from "prom-client";
import { tooBusy } from "./errors.ts";
import { callerOf } from "./rate-limits.ts";

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

/**
 * Opens a semaphore. It acquires an amount for a caller by IP address, whose share is limited, so that it cannot use up
 * the capacity alone; those whose address is unknown, because they have gone, are one. It returns what releases the amount, once, and throws AppError 503 when capacity or share is
 * exhausted.
 * @param options.name label in /metrics
 * @param options.capacity maximum amount in all, in any unit
 * @param options.perCaller maximum amount for one address
 */
export function openSemaphore(options: { name: string; capacity: number; perCaller: number }) {
  const { name, capacity, perCaller } = options;
  let acquired = 0;
  const shares = new Map<string, number>();
  taken.set(name, () => acquired / capacity);
  return (amount: number, address = ""): (() => void) => {
    const caller = callerOf(address);
    const share = (shares.get(caller) ?? 0) + amount;
    if (acquired + amount > capacity || (caller !== INTERNAL_CALLER && share > perCaller)) throw tooBusy();
    acquired += amount;
    shares.set(caller, share);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      acquired -= amount;
      const left = (shares.get(caller) ?? 0) - amount;
      if (left > 0) shares.set(caller, left);
      else shares.delete(caller);
    };
  };
}
