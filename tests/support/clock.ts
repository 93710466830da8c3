/** The process's clock, held: what a test is about happens when it says so, however slow the machine is. */
import { vi } from "vitest";

export interface HeldClock {
  /** Lets time pass for whatever reads `performance.now()`; timers go on by the real one. */
  pass(milliseconds: number): void;
}

/** Holds `performance.now()` until the end of the test. */
export function holdClock(): HeldClock {
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return {
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}
