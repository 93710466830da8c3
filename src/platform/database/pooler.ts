/** Recognises a pooler between the site and PostgreSQL, such as PgBouncer, and what cannot be done through it. */
import { randomBytes } from "node:crypto";
import pg from "pg";

/** How long one answer is waited for, in milliseconds: where a pooler has no session left, it says nothing. */
const POOLER_TIMEOUT = 5000;

export interface Pooling {
  /** Something between here and PostgreSQL hands out connections of its own. */
  pooled: boolean;
  /** Who connects has no session of its own: `LISTEN`, `SET` and locks end up with somebody else. */
  sharesSessions: boolean;
  /** A prepared statement is found again by its name, whichever session the next transaction gets. */
  keepsStatements: boolean;
}

/** Whether a connection was refused because a pooler knows one of its parameters not (PgBouncer's `ignore_startup_parameters`). */
export function isParameterRefused(error: unknown): boolean {
  return /unsupported startup parameter/i.test((error as Error).message ?? "");
}

/** PostgreSQL tells its process's number when a connection is made, a pooler any number. @param pid what the session says it is */
export function isPooled(client: pg.ClientBase, pid: number | undefined): boolean {
  return (client as unknown as { processID: number }).processID !== pid;
}

async function sessionOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

/**
 * Looks what a connection leads to; leaves nothing behind.
 * @throws when it cannot be made
 */
export async function examinePooling(connection: pg.ClientConfig): Promise<Pooling> {
  const [one, other] = [openClient(connection), openClient(connection)];
  try {
    await one.connect();
    if (!isPooled(one, await sessionOf(one))) {
      return { pooled: false, sharesSessions: false, keepsStatements: true };
    }
    const sharesSessions = await shareSessions(one, other);
    return {
      pooled: true,
      sharesSessions,
      keepsStatements: !sharesSessions || (await renamesStatements(one)),
    };
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

function openClient(connection: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    ...connection,
    application_name: "prompteca-probe",
    connectionTimeoutMillis: POOLER_TIMEOUT,
    query_timeout: POOLER_TIMEOUT,
  });
  client.on("error", () => {});
  return client;
}

/** In this order also a pooler that gives out its sessions in turns gives one of them to both. */
async function shareSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const first = await sessionOf(one);
  try {
    await other.connect();
    const theirs = [await sessionOf(other), await sessionOf(other)];
    return theirs[0] !== theirs[1] || theirs[0] === first || first !== (await sessionOf(one));
  } catch {
    // It waits for a session that the first one keeps.
    return false;
  }
}

/** A pooler that brings statements along to other sessions prepares them under names of its own there. */
async function renamesStatements(client: pg.Client): Promise<boolean> {
  const name = `probe_${randomBytes(8).toString("hex")}`;
  const text = "select count(*)::int as known from pg_prepared_statements where name = $1";
  await client.query("begin");
  const { rows } = await client.query<{ known: number }>({ name, text, values: [name] });
  const isKnown = rows[0]?.known === 1;
  if (isKnown) await client.query(`deallocate "${name}"`);
  await client.query("commit");
  return !isKnown;
}
