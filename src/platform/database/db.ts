/**
 * Access to PostgreSQL: three connection pools, each for one kind of work, and the query builder on top of them.
 *
 * `pool` runs the statements of requests, mostly through `db` (Kysely), which prepares each distinct statement once per
 * connection. `batchedReads` has a few connections of its own, on which the small statements of every signed-in request
 * are pipelined. `direct` opens a new connection for each task that needs a session of its own or much time:
 * migrations, backups, and jobs that read a whole table (`slowDb`). With a pooler such as PgBouncer, the first two
 * connect through it, and `direct` connects to the server.
 *
 * The server cancels a statement of a request after 15 s (`statement_timeout`). If it does not, its machine is gone,
 * and the driver gives up five seconds later (`query_timeout`) and drops the connection. Work on `direct` lifts or
 * raises the first timeout, and does not have the second one. Replicas get less time: the primary answers in their place.
 */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from "kysely";
import type pg from "pg";
import { type BatchedReads, openBatchedReads } from "./batched-reads.ts";
import type { ConnectionShares } from "./connections.ts";
import { type ConnectionSource, openReplicas, type ReplicaAddresses, type Replicas } from "./replicas.ts";
import { checkPooler, checkServer } from "./requirements.ts";
import type { DB } from "./schema.ts";
import { isDatabaseUnavailable, READ_ONLY, SILENCE_MESSAGE } from "./unavailable.ts";
import { DEFAULT_TIMEOUTS, openPool, type Timeouts } from "./waiting-pool.ts";

/** Timeout for one statement of a job that reads a whole table, in milliseconds. */
const TABLE_SCAN_TIMEOUT_MS = 5 * 60 * 1000;
/** Maximum size of `direct`: a backup, and a job beside it. Its connections open on demand and close after use. */
const MAX_DIRECT_CONNECTIONS = 2;
/** Maximum number of connections for batched reads, until {@link Database.limit} changes it. */
const MAX_READ_CONNECTIONS = 4;
/** Distinct statements prepared per connection. Further ones, such as those with lists of any length, are not. */
const MAX_PREPARED_STATEMENTS = 500;
/** SQLSTATEs of transactions to retry: serialization failure, deadlock. */
const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_TRANSACTION_ATTEMPTS = 5;

declare const primary: unique symbol;

/** Query builder on the primary. What must not be read from a replica asks for it; public reads take any Kysely. */
export type PrimaryDb = (Kysely<DB> & { readonly [primary]: true }) | Transaction<DB>;

export interface Database {
  pool: pg.Pool;
  /** Connections without a pooler, with a new session for each use and without the driver's timeout. */
  direct: pg.Pool;
  /** Query builder on `pool`, typed by the schema; prepares each statement once per connection. */
  db: PrimaryDb;
  /** Query builder for single public reads, on `replicas`; `db` where there are none. */
  publicDb: Kysely<DB>;
  replicas: Replicas | undefined;
  /** Query builder on `direct`, for {@link inLongTransaction}. */
  slowDb: Kysely<DB>;
  /** Small reads that every signed-in request needs. */
  batchedReads: BatchedReads;
  /** Limits the pools from now on. One connection of each stays open, so that other processes cannot take them all. */
  limit(shares: Pick<ConnectionShares, "requests" | "reads">): Promise<void>;
  /** Waits until no connection is in use, then closes all. */
  close(): Promise<void>;
}

/**
 * Opens the pools, and checks that the server meets the requirements.
 * @param connection the server, without a pooler
 * @param options.max maximum number of connections of `pool`
 * @param options.pooler the pooler of the same database, if there is one
 * @param options.replicas of the same database, by their names
 * @param options.log logs idle connections that break
 * @throws OperatorError when connecting fails, the server is older than 15, the database does not store UTF-8,
 *   `connection` is a pooler, or the pooler loses prepared statements
 */
export async function openDatabase(
  connection: pg.PoolConfig,
  options: {
    max: number;
    pooler?: pg.PoolConfig | undefined;
    replicas?: ReplicaAddresses | undefined;
    timeouts?: Timeouts;
    log?: FastifyBaseLogger;
  },
): Promise<Database> {
  const { max, pooler, log, timeouts = DEFAULT_TIMEOUTS } = options;
  const open = (config: pg.PoolConfig) => openPool(config, timeouts, log);
  // A pooler refuses these parameters, or accepts them and lends sessions without them.
  const requests = pooler
    ? { ...pooler, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
    : connection;
  const pool = open({ ...requests, max });
  // Each use has a new session, so that it inherits no settings or locks.
  const direct = open({ ...connection, max: MAX_DIRECT_CONNECTIONS, min: 0, maxUses: 1, query_timeout: 0 });
  const readingPool = open({ ...requests, max: MAX_READ_CONNECTIONS, pipeline: true });
  const replicas = options.replicas && openReplicas(pool, open, connection, options.replicas, max, log);
  const close = async () => {
    await Promise.all([pool.end(), direct.end(), readingPool.end(), replicas?.close()]);
  };
  try {
    await checkServer(direct, connection, pooler && "DATABASE_DIRECT_URL");
    if (pooler) await checkPooler(pool, pooler, direct);
  } catch (error) {
    await close();
    throw error;
  }
  const db = queryBuilder(pool) as PrimaryDb;
  const publicDb: Kysely<DB> = replicas ? queryBuilder(replicas) : db;
  return {
    pool,
    direct,
    db,
    publicDb,
    replicas,
    slowDb: queryBuilder(direct),
    batchedReads: openBatchedReads(readingPool, replicas),
    async limit(shares) {
      pool.restrict(shares.requests);
      readingPool.restrict(shares.reads);
      replicas?.restrict(shares.requests);
      await Promise.all([pool.query("select 1"), readingPool.query("select 1")]);
    },
    close,
  };
}

function queryBuilder(source: ConnectionSource): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(source) }) });
}

/**
 * Lifts the server's timeouts of a connection, for work that may take hours. If this machine vanishes, the server
 * detects that within a minute, instead of two hours, and releases the locks.
 * @param client a connection of {@link Database.direct}, where the driver has no timeout
 */
export async function liftTimeouts(client: pg.ClientBase): Promise<void> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`);
}

/**
 * Runs `work` in a transaction, and retries it when PostgreSQL reports a deadlock or a serialization failure. Within a
 * transaction it joins that one. `work` may run several times, and its commit may fail: side effects other than SQL
 * must be safe to repeat.
 */
export function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<DB>);
  return retried(() => db.transaction().execute(work));
}

/** Like `inTransaction`, for a job that reads a whole table: the timeout of a statement is five minutes. */
export function inLongTransaction<T>(
  { slowDb }: Pick<Database, "slowDb">,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return inTransaction(slowDb, async (trx) => {
    await sql.raw(`set local statement_timeout = ${TABLE_SCAN_TIMEOUT_MS}`).execute(trx);
    return work(trx);
  });
}

/**
 * Runs `work`, one statement or transaction, and retries it after a deadlock or a serialization failure.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_TRANSACTION_ATTEMPTS || !RETRIED_STATES.has((error as pg.DatabaseError).code ?? ""))
        throw error;
      await delay(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Returns the name of the violated foreign key: the referenced row does not exist. Undefined for other errors. */
export function brokenForeignKey(error: unknown): string | undefined {
  const { code, constraint } = error as pg.DatabaseError;
  return code === "23503" ? constraint : undefined;
}

/** Returns the name of the violated unique index: another row has the value. Undefined for other errors. */
export function brokenUniqueKey(error: unknown): string | undefined {
  const { code, constraint } = error as pg.DatabaseError;
  return code === "23505" ? constraint : undefined;
}

/** Whether PostgreSQL permanently rejects the data: an invalid value, or a violated constraint. */
export function isValueRefused(error: unknown): boolean {
  return /^2[23]...$/.test((error as pg.DatabaseError).code ?? "");
}

/** Wraps connections for Kysely, so that each statement is prepared, under the hash of its text, and planned once. */
function preparing(source: ConnectionSource) {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    let name = names.get(text);
    if (!name && names.size < MAX_PREPARED_STATEMENTS) {
      name = createHash("sha256").update(text).digest("base64url");
      names.set(text, name);
    }
    return name;
  };

  // Kysely identifies a connection by its object, so each client has one wrapper.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let stale = false;
    let silent = false;
    async function query(text: string, values: readonly unknown[]) {
      // Mainly the rollback, which would otherwise wait as long again.
      if (silent) throw new Error(SILENCE_MESSAGE);
      const statement = { name: nameOf(text), text, values: [...values] };
      try {
        return await client.query(statement);
      } catch (error) {
        // A migration changed the result of a prepared statement, which lives as long as its connection.
        stale ||= (error as Error).message === "cached plan must not change result type";
        // Through a balancer, the next connection may lead to another server.
        stale ||= (error as pg.DatabaseError).code === READ_ONLY;
        silent ||= (error as Error).message === SILENCE_MESSAGE;
        const other = source.elsewhere?.(client, isDatabaseUnavailable(error) ? (error as Error) : undefined);
        if (other) return other.query(statement);
        throw error;
      }
    }
    return {
      // Kysely's type includes cursors, which are not used here.
      query: query as unknown as PostgresPoolClient["query"],
      release: (discard) => client.release(discard || stale || silent),
    };
  };
  return {
    async connect() {
      const client = await source.connect();
      let wrapper = wrapped.get(client);
      if (!wrapper) {
        wrapper = wrap(client);
        wrapped.set(client, wrapper);
      }
      return wrapper;
    },
    options: {},
    // `Database.close` ends the pools.
    end: async () => {},
  };
}
