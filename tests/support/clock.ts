/** The process's clock, held: what a test is about happens when it says so, however slow the machine is. */
import { onTestFinished, vi } from "vitest";

export interface HeldClock {
  /** Lets time pass for whatever reads `performance.now()`; timers go on by the real one. */
  pass(milliseconds: number): void;
}

/** Holds `performance.now()` until the end of the test. */
export function holdClock(): HeldClock {
  let now = performance.now();
  const held = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => held.mockRestore());
  return {
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}
