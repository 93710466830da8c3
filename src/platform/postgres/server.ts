/** Finds, launches and stops the server process of a cluster. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Account, folderName, surroundings } from "./cluster.ts";
import { removeSocketDir } from "./sockets.ts";

/** Interval at which the server's state is polled, in milliseconds. */
export const POLL_MS = 20;
/** Milliseconds to wait for a server to stop. */
const STOP_TIMEOUT_MS = 60_000;

/** Settings of the server: durable, small enough for a machine with 1 GB, no personal data in the log. */
const SETTINGS = {
  // The server only listens on one socket in a folder of its own.
  listen_addresses: "",
  unix_socket_permissions: "0700",

  max_connections: 100,
  shared_buffers: "128MB",
  effective_cache_size: "384MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  // Pages are read from solid-state disks or from the cache.
  random_page_cost: 1.1,
  // Requests run concurrently: none should use all cores, or the shared memory that containers limit.
  max_parallel_workers_per_gather: 0,
  jit: "off",
  timezone: "UTC",

  // Log start, shutdown, recovery and refused connections. Callers report the errors of statements, whose text and
  // values may contain e-mail addresses.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_timezone: "UTC",
};

/** A server process as recorded in `postmaster.pid`. */
export interface Server {
  pid: number;
  port: number;
  socketDir: string;
  /** Whether it accepts connections: neither starting nor stopping. */
  ready: boolean;
}

/** Reads `postmaster.pid`; its server may be dead. Format: PostgreSQL's src/include/utils/pidfile.h. */
async function recordedServer(dataDir: string): Promise<Server | undefined> {
  const text = await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    },
  );
  const [pid, , , port, socketDir, , , status] = text?.split("\n") ?? [];
  if (!pid) return undefined;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir ?? "",
    ready: status?.trim() === "ready",
  };
}

/**
 * Finds the running server of this cluster, whichever process launched it. The id in `postmaster.pid` may by now belong
 * to another process or a zombie, so the process's name and working folder are compared too.
 */
export async function findServer(dataDir: string): Promise<Server | undefined> {
  const server = await recordedServer(dataDir);
  if (!server) return undefined;
  const live = process.platform === "linux" ? await worksIn(server.pid, dataDir) : await listens(server);
  return live ? server : undefined;
}

async function worksIn(pid: number, dataDir: string): Promise<boolean> {
  try {
    if ((await readFile(`/proc/${pid}/comm`, "utf8")).trim() !== "postgres") return false;
    const [working, cluster] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(dataDir)]);
    return working.ino === cluster.ino && working.dev === cluster.dev;
  } catch {
    return false;
  }
}

/** Without /proc: whether its socket accepts connections, in a folder that only the cluster's owner can enter. */
async function listens({ socketDir, port }: Server): Promise<boolean> {
  const socket = connect(join(socketDir, `.s.PGSQL.${port}`));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Launches a server that outlives this process, and waits until it accepts connections, however long recovery takes.
 * @returns undefined when the caller must retry: another process was faster, or remains of a killed server still lock
 *   the cluster
 * @throws Error with the server's output when it does not start
 */
export async function launchServer(options: {
  programs: string;
  dataDir: string;
  account: Account;
  socketDir: string;
  logFile: string;
}): Promise<Server | undefined> {
  const { programs, dataDir, account, socketDir, logFile } = options;
  const stale = await recordedServer(dataDir);
  if (stale && stale.socketDir !== socketDir) await removeSocketDir(stale.socketDir);
  const around = surroundings(programs, dataDir, account);
  // PostgreSQL takes any process with the recorded id for a server, except this one. It still verifies itself that no
  // process uses the cluster's shared memory.
  if (stale) around.env.PG_GRANDPARENT_PID = String(stale.pid);

  const log = await open(logFile, "a+", 0o600);
  try {
    const { size } = await log.stat();
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(
      join(programs, "bin/postgres"),
      ["-D", folderName(dataDir), "-k", socketDir, ...settings],
      { ...around, detached: true, stdio: ["ignore", log.fd, log.fd] },
    );
    await once(child, "spawn");
    child.unref();
    while (child.exitCode === null && child.signalCode === null) {
      const server = await recordedServer(dataDir);
      if (server?.ready && server.pid === child.pid) return server;
      await delay(POLL_MS);
    }
    const said = (await readFile(logFile)).subarray(size).toString().trim();
    if (/lock file .* already exists|pre-existing shared memory block/.test(said)) return undefined;
    throw new Error(`PostgreSQL did not start in ${dataDir}: ${said || `it ended with ${child.exitCode}`}`);
  } finally {
    await log.close();
  }
}

/**
 * Stops a server ("fast shutdown"): open transactions are rolled back, and everything is on disk when it has ended.
 * @throws Error when it still runs after a minute
 */
export async function stopServer(dataDir: string, server: Server): Promise<void> {
  const isRunning = async () => (await findServer(dataDir))?.pid === server.pid;
  if (await isRunning()) process.kill(server.pid, "SIGINT");
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; await isRunning(); ) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${server.pid}) did not stop in ${dataDir}.`);
    await delay(POLL_MS);
  }
}
