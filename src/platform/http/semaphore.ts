/** Counting semaphores that never wait: what does not fit is refused before it costs memory or time. */
import { Gauge } from "prom-client";
import type { AppError } from "./errors.ts";
import { callerOf } from "./rate-limits.ts";

/** The address of calls from within the process, made for a request that was already let in. */
export const INTERNAL_CALLER = "0.0.0.0";

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
 * Acquires an amount for a caller.
 * @param address the caller's; one address gets a share at most, so that it cannot use up the capacity alone
 * @returns releases the amount; further calls of it do nothing
 * @throws AppError the refusal, where the capacity or the caller's share does not suffice
 */
export type Semaphore = (amount: number, address?: string) => () => void;

/**
 * @param options.name its label in /metrics
 * @param options.capacity what may be acquired at once, in any unit
 * @param options.perCaller what one address may have of it
 * @param options.refusal the error that is thrown when an amount does not fit
 */
export function openSemaphore({
  name,
  capacity,
  perCaller,
  refusal,
}: {
  name: string;
  capacity: number;
  perCaller: number;
  refusal: () => AppError;
}): Semaphore {
  let acquired = 0;
  const shares = new Map<string, number>();
  taken.set(name, () => acquired / capacity);
  return (amount, address = INTERNAL_CALLER) => {
    const caller = callerOf(address);
    const share = (shares.get(caller) ?? 0) + amount;
    if (acquired + amount > capacity || (caller !== INTERNAL_CALLER && share > perCaller)) throw refusal();
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
