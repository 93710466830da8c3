/** The embedded PostgreSQL server: started or taken over, used by one process at a time, restarted when it dies. */
import { stat, truncate } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { writeAccessRules } from "./access.ts";
import { prepareCluster } from "./cluster.ts";
import { type ClusterLock, DATABASE, lockCluster, USER } from "./lock.ts";
import { installPrograms } from "./programs.ts";
import { findServer, launchServer, POLL_MS, type Server, stopServer } from "./server.ts";
import { makeSocketDir, removeSocketDir } from "./sockets.ts";

/** Milliseconds to wait while another process starts or stops the server, or remains of a killed server disappear. */
const CLUSTER_WAIT_TIMEOUT_MS = 60_000;
/** Pause between attempts to restart a dead server, in milliseconds. */
const RECOVERY_PAUSE_MS = 1000;
/** Maximum size of the log; a longer one is truncated at the start and hourly. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

export interface Postgres {
  /** Options for `pg`; the same after the server was restarted. */
  connection: { host: string; port: number; user: string; database: string };
  /** Stops the server and waits until everything is on disk. Close the pools first. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL server on the cluster in `dataDir`, which the first start creates.
 * Takes over a server that a killed process left running, and restarts a server that dies.
 * @param options.dataDir the cluster's folder; the log file is `<dataDir>.log`
 * @param options.programs folder of PostgreSQL's programs; the bundled ones by default
 * @param options.log logs when the server dies and recovers
 * @throws OperatorError when another process uses the folder
 * @throws Error with PostgreSQL's output when it does not start
 */
export async function startPostgres(options: {
  dataDir: string;
  programs?: string;
  log?: FastifyBaseLogger;
}): Promise<Postgres> {
  if (process.platform === "win32") {
    throw new Error(
      "The database that comes with Prompteca does not run on Windows: use WSL, or set DATABASE_URL.",
    );
  }
  const { log } = options;
  const dataDir = resolve(options.dataDir);
  const logFile = `${dataDir}.log`;
  const programs = options.programs ?? (await installPrograms(dataDir));
  const account = await prepareCluster(programs, dataDir);
  await truncateLog(logFile);

  let socketDir: string | undefined;
  let recovery: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  async function launch(): Promise<Server | undefined> {
    socketDir ??= await makeSocketDir(account);
    await writeAccessRules(dataDir, account);
    return launchServer({ programs, dataDir, account, socketDir, logFile });
  }

  /** Finds or launches the server, and locks the cluster. */
  async function attach(): Promise<ClusterLock> {
    for (const deadline = Date.now() + CLUSTER_WAIT_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_MS)) {
      const server = (await findServer(dataDir)) ?? (await launch());
      if (!server?.ready) continue;
      const answer = await lockCluster(server, dataDir, () => {
        recovery = recover();
      });
      if (answer === "unreachable") await stopServer(dataDir, server);
      else if (answer !== "passing") {
        // A server started by an earlier version may have weaker access rules.
        if (await writeAccessRules(dataDir, account)) process.kill(server.pid, "SIGHUP");
        return answer;
      }
    }
    throw new Error(`PostgreSQL in ${dataDir} neither starts nor stops; see ${logFile}.`);
  }

  /** Retries until the server is back. Requests fail meanwhile. */
  async function recover(): Promise<void> {
    log?.error("database: the server is gone, starting it again");
    while (!stopping) {
      try {
        lock = await attach();
        log?.info("database: the server is back");
        return;
      } catch (error) {
        log?.error({ err: error }, "database: the server cannot be started again");
        await delay(RECOVERY_PAUSE_MS);
      }
    }
  }

  async function stop(): Promise<void> {
    clearInterval(logTimer);
    await recovery;
    // The lock ends with the server. Released earlier, another process could take over a server that is stopping.
    lock.expectEnd();
    await stopServer(dataDir, lock.server);
    await removeSocketDir(lock.server.socketDir);
  }

  let lock: ClusterLock;
  try {
    lock = await attach();
  } finally {
    // If another process was faster, our folder is unused, unless that process uses the server that we launched.
    const server = await findServer(dataDir);
    if (socketDir && socketDir !== server?.socketDir) await removeSocketDir(socketDir);
  }
  socketDir = lock.server.socketDir;
  const connection = connectionTo(lock.server);
  const logTimer = setInterval(() => truncateLog(logFile).catch(() => {}), HOUR_MS).unref();

  return {
    connection,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Returns how to connect to the server that runs on a cluster, whichever process started it; undefined without one. */
export async function runningPostgres(dataDir: string): Promise<Postgres["connection"] | undefined> {
  const server = await findServer(resolve(dataDir));
  return server?.ready ? connectionTo(server) : undefined;
}

const connectionTo = ({ socketDir, port }: Server) => ({
  host: socketDir,
  port,
  user: USER,
  database: DATABASE,
});

/** Truncates a log that is too long. The server opens it for appending, so that this is safe at any time. */
async function truncateLog(logFile: string): Promise<void> {
  const log = await stat(logFile).catch(() => undefined);
  if (log && log.size > MAX_LOG_BYTES) await truncate(logFile);
}
