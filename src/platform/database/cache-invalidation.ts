/** Hears from PostgreSQL that something public was published, changed or removed, by whichever process (migration 0004). */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { KEEP_ALIVE } from "./db.ts";

const CHANNEL = "content_changed";
/** How long to wait before listening again after the connection broke, in milliseconds. */
const RETRY_MS = 1000;

/** What it waits for is answered at once, in milliseconds; whether the server is still there is asked by TCP. */
const LISTEN_TIMEOUT = 10_000;

export interface InvalidationListener {
  /** Stops listening. */
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own, and again whenever that breaks.
 * @param onChange called at once for every change, and after each new connection for what was missed meanwhile
 * @throws when the first connection fails
 */
export async function listenForInvalidations(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  onChange: () => void,
): Promise<InvalidationListener> {
  const closing = new AbortController();
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({
      application_name: "prompteca-listen",
      connectionTimeoutMillis: LISTEN_TIMEOUT,
      query_timeout: LISTEN_TIMEOUT,
      ...KEEP_ALIVE,
      ...connection,
    });
    next.on("notification", onChange);
    // The break itself is told by "end"; an "error" that nobody hears would end the process.
    next.on("error", () => {});
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    next.once("end", () => void listenAgain());
    onChange();
    return next;
  }

  async function listenAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        client = await listen();
        // Closed while it was connecting.
        if (closing.signal.aborted) await client.end();
        return;
      } catch (error) {
        log.warn({ err: error }, "content changes are not heard of for now");
      }
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    async close() {
      closing.abort();
      await client.end();
    },
  };
}
