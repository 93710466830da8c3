/** The connection pool and the typed query builder over it: how every room reaches PostgreSQL. */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from "kysely";
import pg from "pg";
import { connectionTrouble } from "#platform/config/remedies.ts";
import { type BatchedReads, openBatchedReads } from "./batched-reads.ts";
import type { ConnectionShares } from "./connections.ts";
import { PatientPool } from "./patient-pool.ts";
import { examinePooling, isParameterRefused, isPooled } from "./pooler.ts";
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
 * A server that has not answered so long after a statement had to end, in milliseconds, is not there any more: its machine
 * vanished without a word, and TCP alone would go on asking for a quarter of an hour.
 */
const SILENCE_TIMEOUT = 5000;
/** What the driver says of it. */
const SILENCE = "Query read timeout";
/** How long one statement of a job may take that goes through a whole table, in milliseconds, and what tells the server. */
const TABLE_SCAN_TIMEOUT = 5 * 60 * 1000;
const RAISE_STATEMENT_TIMEOUT = `set local statement_timeout = ${TABLE_SCAN_TIMEOUT}`;
/** What tells the driver, whose types do not know it. */
const RAISED_QUERY_TIMEOUT = { query_timeout: TABLE_SCAN_TIMEOUT + 5000 };
/** TCP asks over a quiet connection whether the other side is there: of those that only listen, nothing else would find out. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Connections with a session of their own, where these are others: for migrations and a backup. */
const DIRECT_CONNECTIONS = 2;
/** Connections for the small reads, unless told otherwise. */
const READING_CONNECTIONS = 4;
/** Distinct statements prepared under a name on each connection; the rest, built from lists of any length, are not kept. */
const MAX_PREPARED_NAMES = 500;
/** PostgreSQL asks for these transactions to be run again: serialization failure, deadlock. */
const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_TRANSACTION_ATTEMPTS = 5;

export interface Database {
  pool: pg.Pool;
  /**
   * For what needs a session of its own beyond a transaction: migrations, backups. The same as `pool`, unless a pooler stands
   * before that.
   */
  direct: pg.Pool;
  /** Queries typed by the schema; each statement is prepared once per connection. */
  db: Kysely<DB>;
  /** Small reads that every call needs. */
  batchedReads: BatchedReads;
  /** Opens no more connections than these from now on, and keeps one for each purpose, so that none waits for a place in vain. */
  limit(shares: Pick<ConnectionShares, "requests" | "reads">): Promise<void>;
  /** Waits for the connections in use to be given back, then closes all. */
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
 * Opens a pool, and checks that the server answers and is new enough, and that what needs a session has one.
 * @param connection gives each connection a session of its own
 * @param options.max connections at most, beside those of the small reads
 * @param options.pooler leads requests to the same database through a pooler
 * @param options.log told of connections that broke while idle
 * @throws DatabaseUnfitError when there is no connection, when the server is older than 15 or does not store UTF-8, or when a pooler
 *   stands before it that cannot do what is needed
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
  const direct = pooler ? open({ ...connection, max: DIRECT_CONNECTIONS, min: 0 }) : pool;
  const readingPool = open({ ...requests, max: READING_CONNECTIONS, pipeline: true });
  const pools = [...new Set([pool, direct, readingPool])];
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
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) }),
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

/**
 * Takes the limits of time off a connection, for work that may take hours: close it afterwards, do not give it back. What it holds
 * is free a minute after this machine vanishes; by itself the server would find out after two hours.
 */
export async function liftTimeouts(client: pg.ClientBase): Promise<void> {
  // The driver offers it for each query, but not for copies and not to be taken off.
  (
    client as unknown as { connectionParameters: { query_timeout: number } }
  ).connectionParameters.query_timeout = 0;
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

/** As `inTransaction`, for a job that goes through a whole table: each statement has five minutes, here and at the server. */
export function inLongTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await sql.raw(RAISE_STATEMENT_TIMEOUT).execute(trx);
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
  } finally {
    client.release();
  }
  if ((await examinePooling(pooler)).keepsStatements) return;
  throw new DatabaseUnfitError(
    `The pooler that ${POOLED} leads to loses prepared statements between transactions. PgBouncer keeps them from version 1.21 on, ` +
      "with max_prepared_statements above 0 (200, for example).",
  );
}

async function checkServer(pool: pg.Pool, connection: pg.PoolConfig, variable: string): Promise<void> {
  const client = await reach(pool, variable);
  const server = await client
    .query<{ pid: number; number: number; version: string; encoding: string }>(
      `select pg_backend_pid() as pid, current_setting('server_version_num')::int as number,
        current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
    )
    .finally(() => client.release());
  const [{ pid, number, version, encoding } = { pid: 0, number: 0, version: "?", encoding: "?" }] =
    server.rows;
  if (isPooled(client, pid) && (await examinePooling(connection)).sharesSessions) {
    throw poolerInTheWay(variable);
  }
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

/** The pool as Kysely sees it: what it runs is prepared under the hash of its text, so that it is planned once. */
function preparing(pool: pg.Pool) {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    let name = names.get(text);
    if (!name && names.size < MAX_PREPARED_NAMES) {
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
    // Until the transaction ends, which is when the connection is given back.
    let patient = false;
    async function query(text: string, values: readonly unknown[]) {
      // A rollback above all: it would wait as long again.
      if (silent) throw new Error(SILENCE);
      try {
        patient ||= text === RAISE_STATEMENT_TIMEOUT;
        const config = { name: nameOf(text), text, values: [...values] };
        return await client.query(patient ? { ...config, ...RAISED_QUERY_TIMEOUT } : config);
      } catch (error) {
        // Another process migrated the schema under a prepared statement: only a new connection forgets it.
        stale ||= (error as Error).message === "cached plan must not change result type";
        silent ||= (error as Error).message === SILENCE;
        throw error;
      }
    }
    return {
      // Kysely's type also tells of cursors, which nothing here uses.
      query: query as unknown as PostgresPoolClient["query"],
      release: (discard) => {
        patient = false;
        client.release(discard || stale || silent);
      },
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
