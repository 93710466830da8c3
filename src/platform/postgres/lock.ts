/** The hold on a cluster: of all processes started on one folder one uses it, and the others are told so. */
import { dirname } from "node:path";
import pg from "pg";
import { SUPERUSER } from "./cluster.ts";
import type { Server } from "./server.ts";

/** The site's database in the cluster, and the role that owns it and has no rights beyond it. */
export const DATABASE = "prompteca";
export const USER = "prompteca";
/** Advisory lock, taken in the database `postgres`. */
const ADVISORY_LOCK = 7_305_211_000;
/** A holder that was killed frees the lock within milliseconds; any other keeps it. In milliseconds. */
const ADVISORY_LOCK_TIMEOUT = 500;
const APPLICATION_NAME_PREFIX = "prompteca, process ";

const LOCK_NOT_AVAILABLE = "55P03";
/** The server is starting, or about to go; PostgreSQL documentation, appendix A. */
const PASSING = ["57P01", "57P02", "57P03", "ECONNRESET", "EPIPE"];
/** Nobody listens at its socket, or the socket's folder is gone. */
const UNREACHABLE = ["ENOENT", "ECONNREFUSED"];

/** Another process uses the folder; the message names both. */
export class ClusterInUseError extends Error {
  override name = "ClusterInUseError";
}

export interface ClusterLock {
  server: Server;
  /** From now on the end of the server, and of the hold with it, is no loss. */
  expectEnd(): void;
}

/**
 * Holds the cluster for this process, as long as it and the server live, and makes sure that our database exists.
 * @param onLoss called once when the server is gone unexpectedly
 * @returns `passing` when the server is starting or ending, `unreachable` when it lives but cannot be talked to
 * @throws ClusterInUseError when another process holds it
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
    await client.query(`set lock_timeout = ${ADVISORY_LOCK_TIMEOUT}`);
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await makeDatabase(client);
  } catch (error) {
    const { code = "" } = error as pg.DatabaseError;
    const refusal = code === LOCK_NOT_AVAILABLE ? await inUse(client, dataDir) : undefined;
    await client.end().catch(() => {});
    if (PASSING.includes(code)) return "passing";
    if (UNREACHABLE.includes(code)) return "unreachable";
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

async function inUse(client: pg.Client, dataDir: string): Promise<ClusterInUseError> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objid = ($1 & 4294967295)::oid and application_name like $2`,
    [ADVISORY_LOCK, `${APPLICATION_NAME_PREFIX}%`],
  );
  const holder = rows[0]?.name.slice(APPLICATION_NAME_PREFIX.length);
  return new ClusterInUseError(
    `Another Prompteca${holder ? ` (process ${holder})` : ""} is running on ${dirname(dataDir)}. ` +
      "Stop it first, or give this one another folder with DATA_DIR.",
  );
}
