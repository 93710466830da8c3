/** Journeys: one test of several steps, each of which goes on where the one before ended. */
import { test } from "vitest";

/** A test of steps; it has the time of several. */
export function journey(title: string, run: () => Promise<void>): void {
  test(title, { timeout: 240_000 }, run);
}

/** A step of a journey: a failure names it. */
export async function step(title: string, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error) error.message = `${title}: ${error.message}`;
    throw error;
  }
}
