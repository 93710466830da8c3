/** Listens for PostgreSQL's notifications of changes of public content by any process (`notify_content_changed()`). */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { KEEP_ALIVE } from "./waiting-pool.ts";

const CHANNEL = "content_changed";
/** Pause before reconnecting after the connection broke, in milliseconds. */
const RETRY_MS = 1000;

/** Timeout for connecting and for `LISTEN`, in milliseconds. Later, TCP keep-alive detects a dead server. */
const LISTEN_TIMEOUT_MS = 10_000;

/**
 * Listens on a connection of its own, and reconnects whenever that breaks.
 * @param onChange called for every change, and after each connect for changes that may have been missed; with the keys that the
 *   notice names (platform/http/shared-caches.ts), none if anything may have changed
 * @throws Error when the first connection fails
 */
export async function listenForInvalidations(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  onChange: (keys: string[]) => void,
) {
  const closing = new AbortController();
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({
      application_name: "prompteca-listen",
      connectionTimeoutMillis: LISTEN_TIMEOUT_MS,
      query_timeout: LISTEN_TIMEOUT_MS,
      ...KEEP_ALIVE,
      ...connection,
    });
    next.on("notification", ({ payload }) => onChange(payload ? payload.split(" ") : []));
    // "end" reports the break; an "error" event without a listener would end the process.
    next.on("error", () => {});
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    next.once("end", () => void listenAgain());
    onChange([]);
    return next;
  }

  async function listenAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        client = await listen();
        // `close` was called while it was connecting.
        if (closing.signal.aborted) await client.end();
        return;
      } catch (error) {
        log.warn({ err: error }, "content changes are not heard of for now");
      }
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    /** Stops listening. */
    async close() {
      closing.abort();
      await client.end();
    },
  };
}
