/** Detects a pooler between the site and PostgreSQL, such as PgBouncer, by the behaviour of its sessions. */
import { randomBytes } from "node:crypto";
import pg from "pg";

/** Timeout of the second connection, in milliseconds: a pooler without a free session does not respond. */
const POOLER_TIMEOUT_MS = 5000;

/** Whether a pooler refused a connection because of an unknown parameter (PgBouncer's `ignore_startup_parameters`). */
export function isParameterRefused(error: unknown): boolean {
  return /unsupported startup parameter/i.test((error as Error).message ?? "");
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
export async function sharesSessions(client: pg.ClientBase, connection: pg.ClientConfig): Promise<boolean> {
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

/**
 * Whether prepared statements remain available, whichever session the next transaction gets.
 * @param client @param connection as in {@link sharesSessions}
 */
export async function keepsStatements(client: pg.ClientBase, connection: pg.ClientConfig): Promise<boolean> {
  return !(await sharesSessions(client, connection)) || renamesStatements(client);
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
