/** Journeys: tests of several steps, each continuing from the previous one. */
import { test } from "vitest";

/** A test of several steps, with a longer timeout. */
export function journey(title: string, run: () => Promise<void>): void {
  test(title, { timeout: 900_000 }, run);
}

/** A step of a journey; its name is part of a failure. */
export async function step(title: string, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error) error.message = `${title}: ${error.message}`;
    throw error;
  }
}
