/** The server process of a cluster: found when it lives already, launched, stopped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Account, folderName, surroundings } from "./cluster.ts";
import { settingOptions } from "./settings.ts";
import { removeSocketDir } from "./sockets.ts";

/** Milliseconds between two looks at the server's state. */
export const POLL_MS = 20;
/** How long a server may take to finish what it is doing and end, in milliseconds. */
const STOP_TIMEOUT = 60_000;

/** A server process, as `postmaster.pid` tells of it. */
export interface Server {
  pid: number;
  port: number;
  socketDir: string;
  /** It takes connections: neither starting nor stopping. */
  ready: boolean;
}

/** Everything that launching needs to know. */
export interface Launch {
  programs: string;
  dataDir: string;
  account: Account;
  socketDir: string;
  logFile: string;
}

/** The server that `postmaster.pid` names, alive or not. Lines: PostgreSQL's src/include/utils/pidfile.h. */
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
 * The live server of this cluster, whoever launched it. A number in `postmaster.pid` may since belong to another
 * process or to a zombie; a server is known by its name and by the cluster as its working folder.
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

/** Where no /proc tells: its socket lies in a folder that only the cluster's owner may enter. */
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
 * Launches a server that outlives this process, and waits until it takes connections, however long recovery takes.
 * @returns undefined when it has to be tried again: another process was quicker, or remains of a killed server still
 *   hold the cluster
 * @throws Error with the end of the log when it does not start
 */
export async function launchServer(launch: Launch): Promise<Server | undefined> {
  const { programs, dataDir, account, socketDir, logFile } = launch;
  const stale = await recordedServer(dataDir);
  if (stale && stale.socketDir !== socketDir) await removeSocketDir(stale.socketDir);
  const around = surroundings(programs, dataDir, account);
  // PostgreSQL takes any living process of the recorded number for a server, except this one. It still makes sure
  // itself that nothing uses the cluster's memory.
  if (stale) around.env.PG_GRANDPARENT_PID = String(stale.pid);

  const log = await open(logFile, "a+", 0o600);
  try {
    const { size } = await log.stat();
    const child = spawn(
      join(programs, "bin/postgres"),
      ["-D", folderName(dataDir), "-k", socketDir, ...settingOptions()],
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
 * Ends a server: open transactions are rolled back, everything is on disk when it is gone ("fast shutdown").
 * @throws Error when it is still there after a minute
 */
export async function stopServer(dataDir: string, server: Server): Promise<void> {
  const isThere = async () => (await findServer(dataDir))?.pid === server.pid;
  if (await isThere()) process.kill(server.pid, "SIGINT");
  for (const deadline = Date.now() + STOP_TIMEOUT; await isThere(); ) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${server.pid}) did not stop in ${dataDir}.`);
    await delay(POLL_MS);
  }
}
