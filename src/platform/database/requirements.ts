/** Requirements on the database server, and on a pooler before it, such as PgBouncer. */

import { randomBytes } from "node:crypto";
import pg from "pg";
import { connectionTrouble } from "#platform/config/remedies.ts";
import { OperatorError } from "#platform/operator-error.ts";

/** `server_version_num` of the oldest PostgreSQL that the migrations support. */
const MIN_SERVER_VERSION = 150_000;
/** Timeout of the second connection, in milliseconds: a pooler without a free session does not respond. */
const POOLER_TIMEOUT_MS = 5000;

/**
 * Checks the server's version and encoding, and that each connection has a session of its own.
 * @param pool connects to the server, as described by `connection`
 * @param variable name of the variable with the server's URL
 * @throws OperatorError
 */
export async function checkServer(
  pool: pg.Pool,
  connection: pg.PoolConfig,
  variable: Variable = "DATABASE_URL",
): Promise<void> {
  const client = await reach(pool, variable);
  try {
    const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        current_setting('server_encoding') as encoding`,
    );
    const [{ number, version, encoding } = { number: 0, version: "?", encoding: "?" }] = rows;
    if (await sharesSessions(client, connection)) throw poolerInTheWay(variable);
    if (number < MIN_SERVER_VERSION) {
      throw new OperatorError(
        `The database server is PostgreSQL ${version}: Prompteca needs PostgreSQL 15 or newer.`,
      );
    }
    if (encoding !== "UTF8") {
      throw new OperatorError(
        `The database is encoded in ${encoding}: create it with UTF8 (createdb --encoding=UTF8).`,
      );
    }
  } finally {
    client.release();
  }
}

/** Identifies a database. */
const IDENTITY =
  "select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity";

/**
 * Checks that a pooler leads to the same database as `direct`, and keeps prepared statements.
 * @param pool connects to the pooler, as described by `pooler`
 * @throws OperatorError
 */
export async function checkPooler(pool: pg.Pool, pooler: pg.PoolConfig, direct: pg.Pool): Promise<void> {
  const client = await reach(pool, "DATABASE_URL");
  try {
    const [through, past] = await Promise.all([client.query(IDENTITY), direct.query(IDENTITY)]);
    if (through.rows[0].identity !== past.rows[0].identity) {
      throw new OperatorError("DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.");
    }
    if (!(await sharesSessions(client, pooler)) || (await renamesStatements(client))) return;
  } finally {
    client.release();
  }
  throw new OperatorError(
    "The pooler that DATABASE_URL leads to loses prepared statements between transactions. PgBouncer keeps them from version 1.21 on, " +
      "with max_prepared_statements above 0 (200, for example).",
  );
}

type Variable = "DATABASE_URL" | "DATABASE_DIRECT_URL";

async function reach(pool: pg.Pool, variable: Variable): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // PgBouncer refuses parameters that are not in its `ignore_startup_parameters`.
    if (/unsupported startup parameter/i.test((error as Error).message)) throw poolerInTheWay(variable);
    const trouble = connectionTrouble(error, variable);
    throw new OperatorError(`Cannot connect to the database: ${trouble}`, { cause: error });
  }
}

function poolerInTheWay(variable: Variable): OperatorError {
  const cure =
    variable === "DATABASE_DIRECT_URL"
      ? "Give PostgreSQL's own address there."
      : "Give PostgreSQL's own address in DATABASE_DIRECT_URL beside it: docs/operations.md, Behind a pooler.";
  return new OperatorError(
    `${variable} leads to a pooler, such as PgBouncer, that gives no connection a session of its own to set up, and listening, locks ` +
      `and migrations need one. ${cure}`,
  );
}

/** Returns the process id of the server's session. */
async function sessionOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

/**
 * Whether connections share sessions, so that `LISTEN`, `SET` and locks of one affect another. Opens a second
 * connection for the comparison.
 * @param client an open connection outside of a transaction
 * @param connection how it was opened
 */
async function sharesSessions(client: pg.ClientBase, connection: pg.ClientConfig): Promise<boolean> {
  const other = new pg.Client({
    ...connection,
    application_name: "prompteca-probe",
    connectionTimeoutMillis: POOLER_TIMEOUT_MS,
    query_timeout: POOLER_TIMEOUT_MS,
  });
  other.on("error", () => {});
  try {
    // In this order, a pooler that rotates its sessions lends one of them to both connections.
    const first = await sessionOf(client);
    await other.connect();
    const theirs = [await sessionOf(other), await sessionOf(other)];
    return theirs[0] !== theirs[1] || theirs[0] === first || first !== (await sessionOf(client));
  } catch {
    // No second session is available, so the first connection keeps its own.
    return false;
  } finally {
    await other.end().catch(() => {});
  }
}

/** Whether a pooler renames prepared statements, as one does that carries them over to other sessions. */
async function renamesStatements(client: pg.ClientBase): Promise<boolean> {
  const name = `probe_${randomBytes(8).toString("hex")}`;
  const text = "select count(*)::int as known from pg_prepared_statements where name = $1";
  await client.query("begin");
  const { rows } = await client.query<{ known: number }>({ name, text, values: [name] });
  const isKnown = rows[0]?.known === 1;
  if (isKnown) await client.query(`deallocate "${name}"`);
  await client.query("commit");
  return !isKnown;
}
