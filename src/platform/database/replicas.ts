/**
 * Which server answers a read of what everybody may see (decision 56): a replica that has replayed every change of
 * public content that this process has heard of, and whose heartbeat is at most two seconds old; else the primary.
 *
 * A connection is asked what it shows when that is not known to suffice, so that a replica may restart, or a balancer
 * lead to several. A replica that does not suffice, or fails, is left alone until a probe finds that it does; what
 * failed on it is repeated on the primary, and the other way round when the primary goes away. While it is away, nothing
 * newer can be had, and age does not count; what is read for one person may then come from a replica too, within bounds
 * ({@link MAX_AWAY_MS}).
 */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { type Position, renewHeartbeat, selectPrimary, selectReplayed } from "./replicas.queries.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";
import type { WaitingPool } from "./waiting-pool.ts";

/** Interval at which the primary is asked where it is, in milliseconds. */
const BEAT_MS = 500;
/** Age of a heartbeat from which on it is renewed: other processes renew the same one. */
const RENEWED_MS = 400;
/** Greatest age of what a replica shows, in milliseconds. */
export const MAX_AGE_MS = 2000;
/** From then on, in milliseconds, a primary that is away may have ended sessions that replicas know nothing of. */
export const MAX_AWAY_MS = 60_000;
/** Pauses between probes of a replica that is left alone, in milliseconds; the longest one counts as an outage. */
const FIRST_PROBE_MS = 10;
const LONGEST_PROBE_MS = 1000;

/** Timeouts of a replica, whose statements the primary repeats, and of questions to the primary, in milliseconds. */
const REPLICA_TIMEOUTS = { connectionTimeoutMillis: 1000, statement_timeout: 2500, query_timeout: 3000 };
const BEAT_TIMEOUTS = { connectionTimeoutMillis: 2000, statement_timeout: 2000, query_timeout: 2000 };

/** Replicas by the names that log and metrics have for them. */
export type ReplicaAddresses = ReadonlyMap<string, pg.PoolConfig>;

/** Connections to a server, for the statements of one query builder. */
export interface ConnectionSource {
  connect(): Promise<pg.PoolClient>;
  /**
   * Where a statement that has failed is repeated; undefined when nowhere.
   * @param away why it failed, if the server is the reason
   */
  elsewhere?(
    client: pg.PoolClient,
    away: Error | undefined,
  ): { query(statement: pg.QueryConfig): Promise<pg.QueryResult> } | undefined;
}

export type Replicas = ReturnType<typeof openReplicas>;

interface Replica {
  name: string;
  pool: WaitingPool;
  serves: boolean;
  served: number;
  /** The last position it showed. */
  shown: Position | undefined;
}

/**
 * @param primary connections for what no replica answers
 * @param open opens a pool
 * @param connection to the primary
 * @param max maximum number of connections to each replica
 */
export function openReplicas(
  primary: pg.Pool,
  open: (config: pg.PoolConfig) => WaitingPool,
  connection: pg.PoolConfig,
  addresses: ReplicaAddresses,
  max: number,
  log: FastifyBaseLogger | undefined,
) {
  // A heartbeat that is lost with the primary does no harm: its commit waits for no other server.
  const beats = open({ ...BEAT_TIMEOUTS, max: 1, options: "-c synchronous_commit=local", ...connection });
  const replicas = [...addresses].map(([name, address]): Replica => {
    const pool = open({ ...REPLICA_TIMEOUTS, ...address, max });
    return { name, pool, serves: false, served: 0, shown: undefined };
  });
  const replicaOf = new WeakMap<pg.PoolClient, Replica>();
  const shownBy = new WeakMap<pg.PoolClient, Position>();
  const closing = new AbortController();
  let servedByPrimary = 0;
  let turn = 0;

  /** Number of changes of public content that this process has heard of. */
  let changes = 1;
  /** How many of them had been committed when the primary was at `required`. */
  let included = 0;
  /** The position that a replica must have replayed. */
  let required: Position | undefined;
  /**
   * An earlier `required`, which suffices while the primary is away: what it wrote last may be lost with it, and no
   * replica would ever have that. Every half second `required` becomes `settling`, and that `settled`, which is thus half
   * a second old at least.
   */
  let settled: Position | undefined;
  let settling: Position | undefined;
  let settledAt = 0;
  /** Difference of the primary's clock from `performance.now()`, in milliseconds. */
  let offset = 0;
  let isAway = false;
  /** When the primary answered last, by its own clock. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  const ageOf = ({ at }: Pick<Position, "at">) => performance.now() + offset - at;
  // A primary that is killed just after a change cannot say where that is.
  const knowsChanges = () => isAway || included === changes;
  const suffices = (shown: Position | undefined) =>
    knowsChanges() &&
    shown?.timeline === required?.timeline &&
    shown !== undefined &&
    shown.position >= ((isAway ? settled : required)?.position ?? 0) &&
    (isAway || ageOf(shown) <= MAX_AGE_MS);

  /** Asks the primary where it is, again while changes are heard of meanwhile. */
  function ask(): Promise<void> {
    asking ??= askUntilAllIncluded().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function askUntilAllIncluded(): Promise<void> {
    do {
      const heard = changes;
      const asked = performance.now();
      try {
        const here = await selectPrimary(beats);
        offset = here.at - asked;
        answeredAt = here.at;
        if (heard > included || here.timeline !== required?.timeline) {
          if (here.timeline !== required?.timeline) settled = settling = here;
          required = here;
          included = heard;
        }
        if (here.at - settledAt >= BEAT_MS) {
          settled = settling;
          settling = required;
          settledAt = here.at;
        }
        isAway = false;
        // One that cannot be renewed lets the replicas grow old.
        await renewHeartbeat(beats, RENEWED_MS).catch(() => {});
      } catch (error) {
        if (!isAway && !closing.signal.aborted)
          log?.warn({ err: error }, "database: the primary does not answer, replicas may grow old");
        isAway = true;
      }
    } while (included !== changes && !isAway);
  }

  /** A connection to a replica that suffices. */
  async function connectTo(replica: Replica): Promise<pg.PoolClient | undefined> {
    let client: pg.PoolClient | undefined;
    try {
      client = await replica.pool.connect();
      if (suffices(shownBy.get(client))) return client;
      const shown = await selectReplayed(client);
      replica.shown = shown;
      if (shown) shownBy.set(client, shown);
      replicaOf.set(client, replica);
      if (suffices(shown)) return client;
      // Through a balancer, the next connection may lead to another one.
      client.release(!replica.serves);
      leave(replica, shown ? "is behind the primary" : "is no replica of the primary");
    } catch (error) {
      client?.release(error as Error);
      leave(replica, (error as Error).message);
    }
    return undefined;
  }

  /** A connection to the next replica that suffices. */
  async function connectToNext(): Promise<pg.PoolClient | undefined> {
    for (let tried = 0; tried < replicas.length && knowsChanges(); tried++) {
      const replica = replicas[turn++ % replicas.length];
      const client = replica?.serves && (await connectTo(replica));
      if (!client) continue;
      replica.served++;
      return client;
    }
    return undefined;
  }

  /** The same for what has waited for the primary in vain; undefined if that answers again. */
  async function connectWhileAway(): Promise<pg.PoolClient | undefined> {
    if (!isAway) await ask();
    return isAway ? connectToNext() : undefined;
  }

  /** Repeats on a replica what has failed on the primary, or fails as that did. */
  const queryWhileAway = (failure: Error) => async (statement: pg.QueryConfig) => {
    const client = await connectWhileAway();
    if (!client) throw failure;
    try {
      return await client.query(statement);
    } finally {
      client.release();
    }
  };

  /** Leaves a replica alone until it suffices again. */
  function leave(replica: Replica, reason: string): void {
    if (!replica.serves) return;
    replica.serves = false;
    void probe(replica, reason);
  }

  async function probe(replica: Replica, reason: string): Promise<void> {
    const about = { replica: replica.name, reason };
    for (let pause = FIRST_PROBE_MS; ; pause = Math.min(2 * pause, LONGEST_PROBE_MS)) {
      await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) return;
      const client = await connectTo(replica);
      if (client) {
        client.release();
        replica.serves = true;
        if (pause === LONGEST_PROBE_MS) log?.info(about, "database: a replica is read from again");
        return;
      }
      if (pause < LONGEST_PROBE_MS && 2 * pause >= LONGEST_PROBE_MS)
        log?.warn(about, "database: a replica is passed over");
    }
  }

  for (const replica of replicas) void probe(replica, "has not been asked yet");
  const timer = setInterval(ask, BEAT_MS).unref();

  return {
    /** Connects to the next replica that suffices, else to the primary. */
    async connect() {
      const client = await connectToNext();
      if (client) return client;
      servedByPrimary++;
      try {
        return await primary.connect();
      } catch (error) {
        const found = await connectWhileAway();
        if (found) return found;
        throw error;
      }
    },
    /** The primary, for what has failed on a replica, and a replica for a primary that went away. */
    elsewhere(client: pg.PoolClient, away: Error | undefined) {
      const replica = replicaOf.get(client);
      if (!replica) return away && { query: queryWhileAway(away) };
      if (away) leave(replica, away.message);
      servedByPrimary++;
      return primary;
    },
    /**
     * Reads something for one person while the primary is away, as a replica shows it that was at most
     * {@link MAX_AGE_MS} old when the primary answered last.
     * @returns the rows; undefined when the primary answers, has been away for too long, or no replica can tell
     */
    async readWhileAway<Row extends pg.QueryResultRow>(read: pg.QueryConfig): Promise<Row[] | undefined> {
      const isTooLong = () => ageOf({ at: answeredAt }) > MAX_AWAY_MS;
      if (!isTooLong()) await ask();
      for (let tried = 0; tried < replicas.length && isAway && !isTooLong(); tried++) {
        const replica = replicas[turn++ % replicas.length];
        const client = replica?.serves && (await connectTo(replica));
        if (!client) continue;
        let failure: Error | undefined;
        try {
          const shown = await selectReplayed(client);
          if (!shown || !suffices(shown) || shown.at < answeredAt - MAX_AGE_MS) {
            // Through a balancer, the next connection may lead to another one.
            failure = new Error("is too old, or no replica any more");
            continue;
          }
          const { rows } = await client.query<Row>(read);
          replica.served++;
          return rows;
        } catch (error) {
          failure = error as Error;
          if (isDatabaseUnavailable(error)) leave(replica, failure.message);
        } finally {
          client.release(failure);
        }
      }
      return undefined;
    },
    /** Whether the primary did not answer when it was asked last. */
    isPrimaryUnavailable: () => isAway,
    /** Public content has changed: replicas serve once they have replayed all that is committed by now. */
    expire() {
      changes++;
      void ask();
    },
    /** Statements answered by each server, whether replicas serve, and their age in seconds. */
    counts: () => ({
      primary: servedByPrimary,
      replicas: replicas.map(({ name, served, serves, shown }) => ({
        name,
        served,
        serves,
        age: shown && Math.max(0, ageOf(shown) / 1000),
      })),
    }),
    /** Limits the connections to each replica from now on. */
    restrict(most: number) {
      for (const { pool } of replicas) pool.restrict(most);
    },
    /** Waits until no connection is in use, then closes all. */
    async close() {
      closing.abort();
      clearInterval(timer);
      await Promise.all([beats, ...replicas.map(({ pool }) => pool)].map((pool) => pool.end()));
    },
  };
}
