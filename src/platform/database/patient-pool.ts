/**
 * A connection pool that waits where the server has no connection left. PostgreSQL refuses a connection beyond its limits, and
 * `pg.Pool` passes that on as an error to whoever asked. This pool makes do with the connections that it has: it lowers its
 * `max` to their number, so that callers queue for them, and raises it again step by step.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** A connection limit is reached: the server's, a role's or a database's; PostgreSQL documentation, appendix A. */
const TOO_MANY_CONNECTIONS = "53300";
/** Pause before the next attempt while the pool has no connection at all, in milliseconds. */
const CONNECT_RETRY_PAUSE = 250;
/** How often a pool that was refused a connection tries to open one more, in milliseconds. */
const GROWTH_INTERVAL = 1000;

/** Whether a new connection was refused because a limit is reached; PgBouncer tells its own limit in words. */
export function isConnectionRefusedAsFull(error: unknown): boolean {
  const { code, message = "" } = error as pg.DatabaseError;
  return code === TOO_MANY_CONNECTIONS || message.startsWith("no more connections allowed");
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Use it as `pg.Pool`. `connect` waits for `connectionTimeoutMillis` at most. The last `min` connections stay open. */
export class PatientPool extends pg.Pool {
  /** How many connections the pool may open; `options.max` is lower while the server refuses them. */
  private most = this.options.max;
  private growing: NodeJS.Timeout | undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connecting = this.connectPatiently();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, () => client.release()),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  private async connectPatiently(): Promise<pg.PoolClient> {
    const started = performance.now();
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        const isLate = performance.now() - started > (this.options.connectionTimeoutMillis ?? 0);
        if (isLate || !isConnectionRefusedAsFull(error)) throw error;
        this.makeDo();
        if (this.totalCount === 0) await delay(CONNECT_RETRY_PAUSE);
      }
    }
  }

  /** Opens no more than so many connections from now on. */
  restrict(most: number): void {
    this.most = most;
    this.options.max = Math.min(this.options.max, most);
  }

  /** Opens no more connections for now, so that callers queue for those that there are. */
  private makeDo(): void {
    this.options.max = Math.min(this.options.max, Math.max(1, this.totalCount));
    this.growing ??= setInterval(() => this.grow(), GROWTH_INTERVAL).unref();
  }

  private grow(): void {
    if (this.options.max >= this.most || this.ending) {
      clearInterval(this.growing);
      this.growing = undefined;
      return;
    }
    this.options.max = Math.min(this.most, this.totalCount + 1);
    if (this.waitingCount === 0) return;
    // Callers queue for connections that come back, not for new ones: open one, and give it back.
    super.connect((error, _client, release) => {
      if (error) this.makeDo();
      release();
    });
  }
}
