/** Notes when API keys were used, together and at most once a minute for each: a read with a key writes nothing. */
import type { Context } from "#platform/context.ts";
import { updateLastUses } from "./api-keys.queries.ts";

/** Milliseconds that uses wait to be written. */
const FLUSH_MS = 10_000;
/** Keys in memory at a time; the uses of others are noted at their next call. */
const MAX_WAITING = 10_000;

/** The notes of one process. */
export function openLastUses({ db, log }: Pick<Context, "db" | "log">) {
  let waiting = new Set<string>();
  async function flush() {
    if (waiting.size === 0) return;
    const used = waiting;
    waiting = new Set();
    // Not tried again: it is a hint for the owner, and the key's next call notes it.
    await updateLastUses(db, [...used]).catch((error) =>
      log.warn({ err: error }, "last uses of keys are lost"),
    );
  }
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  return {
    note(id: string): void {
      if (waiting.size < MAX_WAITING) waiting.add(id);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
