/**
 * How the site reaches PostgreSQL: three connection pools, each for one kind of work, and the query builder over them.
 *
 * `pool` runs what requests ask, mostly through `db` (Kysely), which prepares each distinct statement once on a connection.
 * `batchedReads` has a few connections of its own, on which the small statements of every signed-in call are pipelined. `direct`
 * opens a new connection for each work that needs a session of its own or much time: migrations, backups, and jobs that read a
 * whole table (`slowDb`). Behind a pooler such as PgBouncer the first two go through it, and `direct` goes past it.
 *
 * A statement of a request ends after 15 s: the server cancels it (`statement_timeout`). Should the server not even do that, its
 * machine is gone, and the driver gives up five seconds later (`query_timeout`) and drops the connection. Work on `direct` lifts or
 * raises the first limit, and the driver has none there.
 */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from "kysely";
import pg from "pg";
import { connectionTrouble } from "#platform/config/remedies.ts";
import { type BatchedReads, openBatchedReads } from "./batched-reads.ts";
import type { ConnectionShares } from "./connections.ts";
import { PatientPool } from "./patient-pool.ts";
import { isParameterRefused, keepsStatements, sharesSessions } from "./pooler.ts";
import type { DB } from "./schema.ts";

/** The oldest PostgreSQL that the migrations run on, as in `server_version_num`. */
const OLDEST_SERVER = 150_000;
/** In milliseconds. */
export interface Timeouts {
  /** No statement of a request may take longer, nor a transaction wait longer for its next one. */
  statement: number;
  /** How long to wait for a connection, new or free. */
  connect: number;
}
/** Unless configured otherwise (`DATABASE_STATEMENT_TIMEOUT`, `DATABASE_CONNECT_TIMEOUT`). */
const DEFAULT_TIMEOUTS: Timeouts = { statement: 15_000, connect: 10_000 };
/**
 * How long after `statement` the driver gives up, in milliseconds: a server that did not even cancel the statement is gone. TCP
 * alone would go on trying for a quarter of an hour.
 */
const SILENCE_TIMEOUT = 5000;
/** The driver's message when it gives up. */
const SILENCE = "Query read timeout";
/** How long one statement may take in a job that reads a whole table, in milliseconds. */
const TABLE_SCAN_TIMEOUT = 5 * 60 * 1000;
/** TCP probes a quiet connection: on one that only listens, nothing else notices that the other machine is gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** For a backup, and a job beside it. They open when they are needed and close after each use. */
const DIRECT_CONNECTIONS = 2;
/** For the batched reads, unless {@link Database.limit} says otherwise. */
const READING_CONNECTIONS = 4;
/** Distinct statements prepared on each connection. Those beyond, built from lists of any length, are planned each time. */
const MAX_PREPARED_STATEMENTS = 500;
/** PostgreSQL asks for these transactions to be run again: serialization failure, deadlock. */
const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_TRANSACTION_ATTEMPTS = 5;

export interface Database {
  pool: pg.Pool;
  /** Connections with a session of their own for each use, past a pooler, on which the driver waits as long as the server works. */
  direct: pg.Pool;
  /** Queries over `pool`, typed by the schema; each statement is prepared once per connection. */
  db: Kysely<DB>;
  /** The same over `direct`, for {@link inLongTransaction}. */
  slowDb: Kysely<DB>;
  /** Small reads that every call needs. */
  batchedReads: BatchedReads;
  /** Opens no more connections than these from now on. Keeps one of each kind, so that other processes cannot take all places. */
  limit(shares: Pick<ConnectionShares, "requests" | "reads">): Promise<void>;
  /** Waits until no connection is in use, then closes all. */
  close(): Promise<void>;
}

/** bigint as number (counts and ids stay below 2^53), alone and in arrays; timestamptz as Date is the driver's own. */
const types = new pg.TypeOverrides();
const INT8_ARRAY = 1016;
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(INT8_ARRAY, (text: string): (number | null)[] =>
  JSON.parse(`[${text.slice(1, -1).toLowerCase()}]`),
);

/**
 * Opens the pools, and checks that the server is fit for the site.
 * @param connection where the server is, past a pooler
 * @param options.max connections of `pool` at most
 * @param options.pooler where the pooler of the same database is, if there is one
 * @param options.log told of connections that broke while idle
 * @throws DatabaseUnfitError when nothing can connect, when the server is older than 15 or does not store UTF-8, or when a pooler
 *   stands where none may be or loses prepared statements
 */
export async function openDatabase(
  connection: pg.PoolConfig,
  options: { max: number; pooler?: pg.PoolConfig | undefined; timeouts?: Timeouts; log?: FastifyBaseLogger },
): Promise<Database> {
  const { max, pooler, log, timeouts = DEFAULT_TIMEOUTS } = options;
  const open = (config: pg.PoolConfig) => openPool(config, timeouts, log);
  // A pooler refuses these parameters, or takes them and lends sessions without them.
  const requests = pooler
    ? { ...pooler, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
    : connection;
  const pool = open({ ...requests, max });
  // Each use has a new session, so that no setting or lock of one is left to the next.
  const direct = open({ ...connection, max: DIRECT_CONNECTIONS, min: 0, maxUses: 1, query_timeout: 0 });
  const readingPool = open({ ...requests, max: READING_CONNECTIONS, pipeline: true });
  const pools = [pool, direct, readingPool];
  const close = async () => void (await Promise.all(pools.map((each) => each.end())));
  try {
    await checkServer(direct, connection, pooler ? DIRECT : POOLED);
    if (pooler) await checkPooler(pool, pooler, direct);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pool,
    direct,
    db: queryBuilder(pool),
    slowDb: queryBuilder(direct),
    batchedReads: openBatchedReads(readingPool),
    async limit(shares) {
      pool.restrict(shares.requests);
      readingPool.restrict(shares.reads);
      await Promise.all([pool.query("select 1"), readingPool.query("select 1")]);
    },
    close,
  };
}

/** Connections that give up in time, and do not end the process when they break. */
function openPool(
  options: pg.PoolConfig,
  { statement, connect }: Timeouts,
  log: FastifyBaseLogger | undefined,
): PatientPool {
  const pool = new PatientPool({
    application_name: "prompteca",
    statement_timeout: statement,
    idle_in_transaction_session_timeout: statement,
    query_timeout: statement + SILENCE_TIMEOUT,
    connectionTimeoutMillis: connect,
    min: 1,
    ...KEEP_ALIVE,
    ...options,
    types,
  });
  // An 'error' event that nobody hears ends the process. The pool hears its idle connections only, so those that
  // are lent out need a listener too; their users learn of the break from the next query.
  pool.on("error", (error) => log?.warn({ err: error }, "database: an idle connection broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

function queryBuilder(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

/**
 * Takes the server's time limits off a connection, for work that may take hours. Should this machine vanish, the server notices
 * within a minute, instead of two hours, and frees the locks.
 * @param client of {@link Database.direct}, where the driver has no limit
 */
export async function liftTimeouts(client: pg.ClientBase): Promise<void> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`);
}

/**
 * Runs `work` in a transaction, again from the start when PostgreSQL reports a deadlock or a serialization failure.
 * Within a transaction it joins that one. `work` may run several times, and may fail
 * to commit after it ran: what it does beside SQL must be harmless to repeat.
 */
export function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<DB>);
  return retried(() => db.transaction().execute(work));
}

/** As `inTransaction`, for a job that reads a whole table: the server gives each statement five minutes. */
export function inLongTransaction<T>(
  { slowDb }: Pick<Database, "slowDb">,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return inTransaction(slowDb, async (trx) => {
    await sql.raw(`set local statement_timeout = ${TABLE_SCAN_TIMEOUT}`).execute(trx);
    return work(trx);
  });
}

/**
 * Runs `work`, one statement or one transaction, again when PostgreSQL reports a deadlock or a serialization failure.
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

/** The name of the foreign key that an error says was broken: what a new row refers to is gone. */
export function brokenForeignKey(error: unknown): string | undefined {
  const { code, constraint } = error as pg.DatabaseError;
  return code === "23503" ? constraint : undefined;
}

/** The name of the unique index that an error says was broken: what a new row claims is taken. */
export function brokenUniqueKey(error: unknown): string | undefined {
  const { code, constraint } = error as pg.DatabaseError;
  return code === "23505" ? constraint : undefined;
}

/** What the network, a server that starts or ends, and one that has no more to give say of themselves. */
const AWAY_STATES = /^(08...|57P0.|53...|55000|57014)$/;
const AWAY_SYSTEM = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
const AWAY_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|Client (was closed|has encountered a connection error))/;

/** Whether an error tells that the database cannot answer now, and not that something asked of it was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code = "", syscall, message = "" } = error as NodeJS.ErrnoException;
  // A socket's file is gone together with its server.
  if (code === "ENOENT") return syscall === "connect";
  return (
    AWAY_SYSTEM.has(code) ||
    AWAY_STATES.test(code) ||
    AWAY_DRIVER.test(message) ||
    message.startsWith(SILENCE)
  );
}

/** Whether PostgreSQL refuses what it was given, now and later: a value that does not fit, a constraint that it breaks. */
export function isValueRefused(error: unknown): boolean {
  return /^2[23]...$/.test((error as pg.DatabaseError).code ?? "");
}

/** The database cannot be used; the message says why, without anything of its address's secrets. */
export class DatabaseUnfitError extends Error {
  override name = "DatabaseUnfitError";
}

/** The variables that lead to the server. */
const POOLED = "DATABASE_URL";
const DIRECT = "DATABASE_DIRECT_URL";

/** Connects. @throws DatabaseUnfitError with the reason in words */
async function reach(pool: pg.Pool, variable: string): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (isParameterRefused(error)) throw poolerInTheWay(variable);
    const trouble = connectionTrouble(error, variable);
    throw new DatabaseUnfitError(`Cannot connect to the database: ${trouble}`, { cause: error });
  }
}

function poolerInTheWay(variable: string): DatabaseUnfitError {
  const cure =
    variable === DIRECT
      ? "Give PostgreSQL's own address there."
      : `Give PostgreSQL's own address in ${DIRECT} beside it: docs/operations.md, Behind a pooler.`;
  return new DatabaseUnfitError(
    `${variable} leads to a pooler, such as PgBouncer, that gives no connection a session of its own to set up, and listening, locks ` +
      `and migrations need one. ${cure}`,
  );
}

/** What tells one database from all others. */
const IDENTITY =
  "select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity";

/** Whether requests can go through a pooler while the rest goes past it. */
async function checkPooler(pool: pg.Pool, pooler: pg.PoolConfig, direct: pg.Pool): Promise<void> {
  const client = await reach(pool, POOLED);
  try {
    const [through, past] = await Promise.all([client.query(IDENTITY), direct.query(IDENTITY)]);
    if (through.rows[0].identity !== past.rows[0].identity) {
      throw new DatabaseUnfitError(`${POOLED} and ${DIRECT} lead to different databases.`);
    }
    if (await keepsStatements(client, pooler)) return;
  } finally {
    client.release();
  }
  throw new DatabaseUnfitError(
    `The pooler that ${POOLED} leads to loses prepared statements between transactions. PgBouncer keeps them from version 1.21 on, ` +
      "with max_prepared_statements above 0 (200, for example).",
  );
}

async function checkServer(pool: pg.Pool, connection: pg.PoolConfig, variable: string): Promise<void> {
  const client = await reach(pool, variable);
  const server = await factsOf(client, connection).finally(() => client.release());
  if (server.isShared) throw poolerInTheWay(variable);
  const { number, version, encoding } = server;
  if (number < OLDEST_SERVER) {
    throw new DatabaseUnfitError(
      `The database server is PostgreSQL ${version}: Prompteca needs PostgreSQL 15 or newer.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new DatabaseUnfitError(
      `The database is encoded in ${encoding}: create it with UTF8 (createdb --encoding=UTF8).`,
    );
  }
}

async function factsOf(client: pg.PoolClient, connection: pg.PoolConfig) {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`,
  );
  const [facts = { number: 0, version: "?", encoding: "?" }] = rows;
  return { ...facts, isShared: await sharesSessions(client, connection) };
}

/** The pool as Kysely sees it: it prepares each statement under the hash of its text, so that it is planned once. */
function preparing(pool: pg.Pool) {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    let name = names.get(text);
    if (!name && names.size < MAX_PREPARED_STATEMENTS) {
      name = createHash("sha256").update(text).digest("base64url");
      names.set(text, name);
    }
    return name;
  };

  // Kysely knows a connection by its object: one wrapper for each client.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let stale = false;
    let silent = false;
    async function query(text: string, values: readonly unknown[]) {
      // The rollback above all, which would wait as long again.
      if (silent) throw new Error(SILENCE);
      try {
        return await client.query({ name: nameOf(text), text, values: [...values] });
      } catch (error) {
        // A migration changed what a prepared statement returns: only a new connection forgets it.
        stale ||= (error as Error).message === "cached plan must not change result type";
        silent ||= (error as Error).message === SILENCE;
        throw error;
      }
    }
    return {
      // Kysely's type also tells of cursors, which nothing here uses.
      query: query as unknown as PostgresPoolClient["query"],
      release: (discard) => client.release(discard || stale || silent),
    };
  };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      let wrapper = wrapped.get(client);
      if (!wrapper) {
        wrapper = wrap(client);
        wrapped.set(client, wrapper);
      }
      return wrapper;
    },
    end: () => pool.end(),
  };
}
