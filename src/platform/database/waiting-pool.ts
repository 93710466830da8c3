/**
 * A connection pool that waits when the server has no free connections. PostgreSQL refuses connections beyond its
 * limits, and `pg.Pool` passes that error on to the caller. This pool uses the connections that it has: it lowers its
 * `max` to their number, so that callers queue for them, and raises it again step by step.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { revealed, revealedJson } from "#language/stored-texts.ts";

export interface Timeouts {
  /** For one statement of a request, and for the pause between two statements of a transaction. */
  statement: number;
  /** For getting a new or free connection. */
  connect: number;
}
/** Defaults of `DATABASE_STATEMENT_TIMEOUT` and `DATABASE_CONNECT_TIMEOUT`. */
export const DEFAULT_TIMEOUTS: Timeouts = { statement: 15_000, connect: 10_000 };
/**
 * Milliseconds from the `statement` timeout until the driver gives up: a server that does not even cancel the statement
 * is gone. TCP alone would retry for a quarter of an hour.
 */
const SILENCE_TIMEOUT_MS = 5000;
/** TCP probes idle connections: on one that only listens, nothing else detects that the other machine is gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Parses bigint and its arrays as number: counts and ids stay below 2^53. The driver parses timestamptz as Date. */
const types = new pg.TypeOverrides();
const { TEXT, JSON: JSON_TEXT, JSONB, INT8 } = pg.types.builtins;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
types.setTypeParser(INT8, Number);
types.setTypeParser(INT8_ARRAY, (text: string): (number | null)[] =>
  JSON.parse(`[${text.slice(1, -1).toLowerCase()}]`),
);

/** No text leaves the database with something hidden in it, wherever it goes. Copies of whole tables (backups) do. */
const readTexts = types.getTypeParser(TEXT_ARRAY, "text") as unknown as (array: string) => (string | null)[];
types.setTypeParser(TEXT, revealed);
types.setTypeParser(TEXT_ARRAY, (text: string) => readTexts(text).map((part) => part && revealed(part)));
for (const json of [JSON_TEXT, JSONB]) types.setTypeParser(json, revealedJson);

/** SQLSTATE when the server's, a role's or a database's connection limit is reached (documentation, appendix A). */
const TOO_MANY_CONNECTIONS = "53300";
/** Pause before the next attempt while the pool has no connections, in milliseconds. */
const CONNECT_RETRY_PAUSE_MS = 250;
/** Interval at which a pool below its size tries to open one more connection, in milliseconds. */
const GROWTH_INTERVAL_MS = 1000;

/** Whether a connection was refused because a limit is reached. PgBouncer reports its own limit only in the message. */
function isConnectionRefusedAsFull(error: unknown): boolean {
  const { code, message = "" } = error as pg.DatabaseError;
  return code === TOO_MANY_CONNECTIONS || message.startsWith("no more connections allowed");
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Used like `pg.Pool`. `connect` waits up to `connectionTimeoutMillis`. The last `min` connections stay open. */
export class WaitingPool extends pg.Pool {
  /** Maximum number of connections; `options.max` is lower while the server refuses them. */
  private most = this.options.max;
  private growing: NodeJS.Timeout | undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connecting = this.connectWhenFree();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, () => client.release()),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  private async connectWhenFree(): Promise<pg.PoolClient> {
    const started = performance.now();
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        const isLate = performance.now() - started > (this.options.connectionTimeoutMillis ?? 0);
        if (isLate || !isConnectionRefusedAsFull(error)) throw error;
        this.makeDo();
        if (this.totalCount === 0) await delay(CONNECT_RETRY_PAUSE_MS);
      }
    }
  }

  /** Limits the number of connections from now on. */
  restrict(most: number): void {
    this.most = most;
    this.options.max = Math.min(this.options.max, most);
  }

  /** Opens no more connections for now, so that callers queue for the existing ones. */
  private makeDo(): void {
    this.options.max = Math.min(this.options.max, Math.max(1, this.totalCount));
    this.growing ??= setInterval(() => this.grow(), GROWTH_INTERVAL_MS).unref();
  }

  private grow(): void {
    if (this.options.max >= this.most || this.ending) {
      clearInterval(this.growing);
      this.growing = undefined;
      return;
    }
    this.options.max = Math.min(this.most, this.totalCount + 1);
    if (this.waitingCount === 0) return;
    // Queued callers wait for a released connection, so open one and release it.
    super.connect((error, _client, release) => {
      if (error) this.makeDo();
      release();
    });
  }
}

/** Opens connections that give up in time, and do not end the process when they break. */
export function openPool(
  options: pg.PoolConfig,
  { statement, connect }: Timeouts,
  log: FastifyBaseLogger | undefined,
): WaitingPool {
  const pool = new WaitingPool({
    application_name: "prompteca",
    statement_timeout: statement,
    idle_in_transaction_session_timeout: statement,
    query_timeout: statement + SILENCE_TIMEOUT_MS,
    connectionTimeoutMillis: connect,
    min: 1,
    ...KEEP_ALIVE,
    ...options,
    types,
  });
  // An 'error' event without a listener ends the process. The pool listens to its idle connections only, so that
  // connections in use need a listener too; their users get the error from the next query.
  pool.on("error", (error) => log?.warn({ err: error }, "database: an idle connection broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
