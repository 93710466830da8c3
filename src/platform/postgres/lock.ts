/** The lock on a cluster: only one process uses a data folder, and the others fail with a clear error. */

import { dirname } from "node:path";
import pg from "pg";
import { OperatorError } from "#platform/operator-error.ts";
import { SUPERUSER } from "./cluster.ts";
import type { Server } from "./server.ts";

/** The site's database in the cluster, and the role that owns it and has no rights beyond it. */
export const DATABASE = "prompteca";
export const USER = "prompteca";
/** Key of the advisory lock, taken in the database `postgres`. */
const ADVISORY_LOCK = 7_305_211_000;
/** Milliseconds to wait for the lock. A killed process releases it within milliseconds; a live one keeps it. */
const ADVISORY_LOCK_TIMEOUT_MS = 500;
const APPLICATION_NAME_PREFIX = "prompteca, process ";

const LOCK_NOT_AVAILABLE = "55P03";
/** Error codes of a server that is starting or shutting down (PostgreSQL documentation, appendix A). */
const TRANSIENT_CODES = ["57P01", "57P02", "57P03", "ECONNRESET", "EPIPE"];
/** Error codes when no process listens on the socket, or its folder is gone. */
const UNREACHABLE_CODES = ["ENOENT", "ECONNREFUSED"];

export interface ClusterLock {
  server: Server;
  /** Call before stopping the server: losing the lock is then expected. */
  expectEnd(): void;
}

/**
 * Locks the cluster for this process until it or the server ends, and creates the site's database unless it exists.
 * @param onLoss called once when the server ends unexpectedly
 * @returns `passing` when the server is starting or stopping, `unreachable` when it runs but cannot be connected to
 * @throws OperatorError when another process holds the lock
 */
export async function lockCluster(
  server: Server,
  dataDir: string,
  onLoss: () => void,
): Promise<ClusterLock | "passing" | "unreachable"> {
  const client = new pg.Client({
    host: server.socketDir,
    port: server.port,
    user: SUPERUSER,
    database: "postgres",
    application_name: `${APPLICATION_NAME_PREFIX}${process.pid}`,
  });
  let held = false;
  client.on("error", () => {});
  client.on("end", () => {
    if (held) onLoss();
  });
  try {
    await client.connect();
    await client.query(`set lock_timeout = ${ADVISORY_LOCK_TIMEOUT_MS}`);
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await makeDatabase(client);
  } catch (error) {
    const { code = "" } = error as pg.DatabaseError;
    const refusal = code === LOCK_NOT_AVAILABLE ? await inUse(client, dataDir) : undefined;
    await client.end().catch(() => {});
    if (TRANSIENT_CODES.includes(code)) return "passing";
    if (UNREACHABLE_CODES.includes(code)) return "unreachable";
    throw refusal ?? error;
  }
  held = true;
  return {
    server,
    expectEnd() {
      held = false;
    },
  };
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const roles = await client.query("select from pg_roles where rolname = $1", [USER]);
  if (!roles.rowCount) await client.query(`create role ${USER} login`);
  const databases = await client.query("select from pg_database where datname = $1", [DATABASE]);
  if (!databases.rowCount) await client.query(`create database ${DATABASE} owner ${USER}`);
}

async function inUse(client: pg.Client, dataDir: string): Promise<OperatorError> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objid = ($1 & 4294967295)::oid and application_name like $2`,
    [ADVISORY_LOCK, `${APPLICATION_NAME_PREFIX}%`],
  );
  const holder = rows[0]?.name.slice(APPLICATION_NAME_PREFIX.length);
  return new OperatorError(
    `Another Prompteca${holder ? ` (process ${holder})` : ""} is running on ${dirname(dataDir)}. ` +
      "Stop it first, or give this one another folder with DATA_DIR.",
  );
}
