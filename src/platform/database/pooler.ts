/** Recognises a pooler between the site and PostgreSQL, such as PgBouncer, by what its sessions do. */
import { randomBytes } from "node:crypto";
import pg from "pg";

/** How long the second connection waits for one answer, in milliseconds: a pooler without a free session says nothing. */
const POOLER_TIMEOUT = 5000;

/** Whether a pooler refused a connection because of a parameter that it does not know (PgBouncer's `ignore_startup_parameters`). */
export function isParameterRefused(error: unknown): boolean {
  return /unsupported startup parameter/i.test((error as Error).message ?? "");
}

/** The server process that answers this query. */
async function sessionOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

/**
 * Whether connections share sessions, so that `LISTEN`, `SET` and locks of one end up with another. Opens a second connection
 * for the comparison, and leaves nothing behind.
 * @param client an open connection outside of a transaction
 * @param connection how it was opened
 */
export async function sharesSessions(client: pg.ClientBase, connection: pg.ClientConfig): Promise<boolean> {
  const other = new pg.Client({
    ...connection,
    application_name: "prompteca-probe",
    connectionTimeoutMillis: POOLER_TIMEOUT,
    query_timeout: POOLER_TIMEOUT,
  });
  other.on("error", () => {});
  try {
    // In this order, a pooler that lends its sessions in turns lends one of them to both.
    const first = await sessionOf(client);
    await other.connect();
    const theirs = [await sessionOf(other), await sessionOf(other)];
    return theirs[0] !== theirs[1] || theirs[0] === first || first !== (await sessionOf(client));
  } catch {
    // No second session is free, so the first connection keeps one of its own.
    return false;
  } finally {
    await other.end().catch(() => {});
  }
}

/**
 * Whether a prepared statement is found again by its name, whichever session the next transaction gets.
 * @param client @param connection as in {@link sharesSessions}
 */
export async function keepsStatements(client: pg.ClientBase, connection: pg.ClientConfig): Promise<boolean> {
  return !(await sharesSessions(client, connection)) || renamesStatements(client);
}

/** A pooler that carries statements over to other sessions prepares them under names of its own there. */
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
