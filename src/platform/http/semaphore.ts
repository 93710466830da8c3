/** Room for what is under way at once: whatever does not fit is turned away before it costs memory or time. */
import { Gauge } from "prom-client";
import type { AppError } from "./errors.ts";
import { callerOf } from "./rate-limits.ts";

/** Who calls from within the process, on behalf of somebody who was let in. */
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
 * Takes room.
 * @param address whose; nobody has more than a share, so that who floods the site from one address fills no room alone
 * @returns what gives it back, once
 * @throws AppError 503 when there is no room
 */
export type Semaphore = (amount: number, address?: string) => () => void;

/**
 * @param name as /metrics calls it
 * @param most at once, in any unit
 * @param each at once for one address
 */
export function openSemaphore({
  name,
  most,
  each,
  refusal,
}: {
  name: string;
  most: number;
  each: number;
  refusal: () => AppError;
}): Semaphore {
  let all = 0;
  const shares = new Map<string, number>();
  taken.set(name, () => all / most);
  return (amount, address = INTERNAL_CALLER) => {
    const caller = callerOf(address);
    const share = (shares.get(caller) ?? 0) + amount;
    if (all + amount > most || (caller !== INTERNAL_CALLER && share > each)) throw refusal();
    all += amount;
    shares.set(caller, share);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      all -= amount;
      const left = (shares.get(caller) ?? 0) - amount;
      if (left > 0) shares.set(caller, left);
      else shares.delete(caller);
    };
  };
}
