/** How many test files run side by side. */
import { pbkdf2Sync } from "node:crypto";
import { availableParallelism } from "node:os";

/** Milliseconds that the work below takes on a core of its own, of the machines that CI had when this was measured. */
const USUAL = 310;

/** A file's browser, site and database have processes of their own: many workers would only make each test slower. */
export function countWorkers(): number {
  const started = performance.now();
  pbkdf2Sync("", "", 700_000, 64, "sha512");
  const isSlowOrBusy = performance.now() - started > 1.8 * USUAL;
  return isSlowOrBusy ? 2 : Math.min(availableParallelism() + 1, 4);
}
