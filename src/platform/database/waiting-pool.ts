/**
 * A connection pool that waits when the server has no free connections. PostgreSQL refuses connections beyond its
 * limits, and `pg.Pool` passes that error on to the caller. This pool uses the connections that it has: it lowers its
 * `max` to their number, so that callers queue for them, and raises it again step by step.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** SQLSTATE when the server's, a role's or a database's connection limit is reached (documentation, appendix A). */
const TOO_MANY_CONNECTIONS = "53300";
/** Pause before the next attempt while the pool has no connections, in milliseconds. */
const CONNECT_RETRY_PAUSE_MS = 250;
/** Interval at which a pool below its size tries to open one more connection, in milliseconds. */
const GROWTH_INTERVAL_MS = 1000;

/** Whether a connection was refused because a limit is reached. PgBouncer reports its own limit only in the message. */
export function isConnectionRefusedAsFull(error: unknown): boolean {
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
