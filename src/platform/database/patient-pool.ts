/** A pool of connections that waits where the server has none left, instead of failing who asked for one. */
import pg from "pg";

/** A connection limit is reached: the server's, a role's or a database's; PostgreSQL documentation, appendix A. */
const TOO_MANY_CONNECTIONS = "53300";
/** How long to wait before trying again where this pool has no connection of its own to wait for, in milliseconds. */
const CONNECT_RETRY_PAUSE = 250;
/** How often a pool that was refused a connection tries one more, in milliseconds. */
const GROWTH_INTERVAL = 1000;

/** Whether a new connection was refused because there are as many as may be; PgBouncer tells its own limit in words. */
export function isConnectionRefusedAsFull(error: unknown): boolean {
  const { code, message = "" } = error as pg.DatabaseError;
  return code === TOO_MANY_CONNECTIONS || message.startsWith("no more connections allowed");
}

type Taker = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * As `pg.Pool`. Where the server refuses one more connection, the pool makes do with those it has, and tries one more each second;
 * who waits does so for `connectionTimeoutMillis` at most. It keeps its last `min` connections: a place given up may be taken.
 */
export class PatientPool extends pg.Pool {
  /** How many connections it may open; `options.max` is lower while the server refuses them. */
  private most = this.options.max;
  private growing: NodeJS.Timeout | undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(taker: Taker): void;
  override connect(taker?: Taker): Promise<pg.PoolClient> | undefined {
    if (taker) {
      this.connectPatiently(taker);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.connectPatiently((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  private connectPatiently(taker: Taker): void {
    let timer: NodeJS.Timeout | undefined;
    let isTooLate = false;
    const attempt = () =>
      super.connect((error, client, release) => {
        if (isTooLate) return release();
        if (!error || !isConnectionRefusedAsFull(error)) {
          clearTimeout(timer);
          return taker(error, client, release);
        }
        timer ??= setTimeout(() => {
          isTooLate = true;
          taker(error, undefined, () => {});
        }, this.options.connectionTimeoutMillis);
        this.makeDo();
        if (this.totalCount > 0) attempt();
        else setTimeout(attempt, CONNECT_RETRY_PAUSE);
      });
    attempt();
  }

  /** Opens no more than so many connections from now on. */
  restrict(most: number): void {
    this.most = most;
    this.options.max = Math.min(this.options.max, most);
  }

  /** Opens no more for now; those who wait get a connection that is given back. */
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
    // Its own way to serve the first who waits: otherwise only a connection that is given back does.
    if (this.waitingCount > 0) (this as unknown as { _pulseQueue(): void })._pulseQueue();
  }
}
