/** A PostgreSQL server of our own: started or taken over, used by one process at a time, brought back when it dies. */
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

/** How long another process's start or stop, or what is left of a killed server, is waited for, in milliseconds. */
const CLUSTER_WAIT_TIMEOUT = 60_000;
/** Between two attempts to bring a dead server back, in milliseconds. */
const RECOVERY_PAUSE = 1000;
/** The log is emptied when it has grown beyond this many bytes; looked at on start and hourly. */
const MAX_LOG = 5 * 1024 * 1024;
const HOUR = 60 * 60 * 1000;

export interface Postgres {
  /** How to connect, for `pg`; stays the same when the server has to be started again. */
  connection: { host: string; port: number; user: string; database: string };
  /** Ends the server and waits until everything is on disk. Close the pools first. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server that comes with Prompteca on the cluster in `dataDir`, making it at the first start.
 * A server left behind by a process that was killed is taken over. One that dies is started again.
 * @param options.dataDir the cluster's folder; its log is kept beside it, as `<dataDir>.log`
 * @param options.programs PostgreSQL's programs, unless those that come with Prompteca
 * @param options.log told of a server that died and came back
 * @throws ClusterInUseError when another process uses the folder
 * @throws Error when PostgreSQL does not start, with what it said
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
  await boundLog(logFile);

  let socketDir: string | undefined;
  let recovery: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  async function launch(): Promise<Server | undefined> {
    socketDir ??= await makeSocketDir(account);
    await writeAccessRules(dataDir, account);
    return launchServer({ programs, dataDir, account, socketDir, logFile });
  }

  /** Finds or launches the server, and holds the cluster. */
  async function attach(): Promise<ClusterLock> {
    for (const deadline = Date.now() + CLUSTER_WAIT_TIMEOUT; Date.now() < deadline; await delay(POLL_MS)) {
      const server = (await findServer(dataDir)) ?? (await launch());
      if (!server?.ready) continue;
      const answer = await lockCluster(server, dataDir, () => {
        recovery = recover();
      });
      if (answer === "unreachable") await stopServer(dataDir, server);
      else if (answer !== "passing") {
        // One that an earlier version of Prompteca started lets in whoever reaches its socket.
        if (await writeAccessRules(dataDir, account)) process.kill(server.pid, "SIGHUP");
        return answer;
      }
    }
    throw new Error(`PostgreSQL in ${dataDir} neither starts nor stops; see ${logFile}.`);
  }

  /** Goes on until the server is back. Requests fail meanwhile. */
  async function recover(): Promise<void> {
    log?.error("database: the server is gone, starting it again");
    while (!stopping) {
      try {
        held = await attach();
        log?.info("database: the server is back");
        return;
      } catch (error) {
        log?.error({ err: error }, "database: the server cannot be started again");
        await delay(RECOVERY_PAUSE);
      }
    }
  }

  async function stop(): Promise<void> {
    clearInterval(bounding);
    await recovery;
    // The hold goes with the server: let go before, another process could take over what is about to end.
    held.expectEnd();
    await stopServer(dataDir, held.server);
    await removeSocketDir(host);
  }

  let held: ClusterLock;
  try {
    held = await attach();
  } finally {
    // Where another process was quicker our folder stayed empty, unless it uses the server that we launched.
    const server = await findServer(dataDir);
    if (socketDir && socketDir !== server?.socketDir) await removeSocketDir(socketDir);
  }
  const { socketDir: host, port } = held.server;
  socketDir = host;
  const bounding = setInterval(() => boundLog(logFile).catch(() => {}), HOUR).unref();

  return {
    connection: { host, port, user: USER, database: DATABASE },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** How to connect to the server that runs on a cluster, whoever started it; undefined when none does. */
export async function runningPostgres(dataDir: string): Promise<Postgres["connection"] | undefined> {
  const server = await findServer(resolve(dataDir));
  return server?.ready
    ? { host: server.socketDir, port: server.port, user: USER, database: DATABASE }
    : undefined;
}

/** The server appends, so that its log may be cut at any time. */
async function boundLog(logFile: string): Promise<void> {
  const log = await stat(logFile).catch(() => undefined);
  if (log && log.size > MAX_LOG) await truncate(logFile);
}
