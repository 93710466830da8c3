/** A site whose processes are killed: the one that serves, its database's, or both; a supervisor starts what serves again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runningPostgres, startPostgres } from "#platform/postgres/postgres.ts";
import { findServer } from "#platform/postgres/server.ts";
import { readOrMakeSecretKey } from "#platform/secrets.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { freePort } from "#tests/support/free-port.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";
import type { Place } from "./check.ts";

/** Processes that are killed. */
export const VICTIMS = ["app", "database", "both"] as const;
export type Victim = (typeof VICTIMS)[number];

const START_TIMEOUT = 120_000;
/** As a supervisor waits before it starts what ended, in milliseconds. */
const RESTART_PAUSE = 100;

export interface CrashSite extends Place {
  dataDir: string;
  mails: SmtpServer;
  /** The process that serves. */
  pid(): number;
  /** Kills with SIGKILL, all at the same moment. */
  kill(victim: Victim): Promise<void>;
  /** Stops all of the database's processes, as a machine does that hangs, until they are killed. */
  hang(): Promise<void>;
  /** Waits until `/readyz` says yes. @returns milliseconds */
  ready(): Promise<number>;
  /** How often the supervisor had to start it. */
  starts(): number;
  close(): Promise<void>;
}

/** A process and those it started; of PostgreSQL the one that takes connections and all that serve them. */
export async function family(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      return Number(stat.split(") ").at(-1)?.split(" ")[1]);
    }),
  );
  return [parent, ...pids.filter((_, index) => parents[index] === parent)];
}

function signal(pid: number, name: "SIGKILL" | "SIGSTOP" = "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** Starts it as in production, but for its limits, with an empty embedded database. @param env variables over these */
export async function startCrashSite(env: Record<string, string> = {}): Promise<CrashSite> {
  const dataDir = env.DATA_DIR ?? (await makeTestFolder());
  const cluster = join(dataDir, "postgres");
  const mails = await startSmtpServer();
  const port = await freePort();
  const log = openSync(`${dataDir}.log`, "a");
  let starts = 0;
  let closing = false;
  let child: ChildProcess;

  function start() {
    starts++;
    child = spawn("scripts/serve.sh", [], {
      cwd: fileURLToPath(new URL("../../", import.meta.url)),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        SMTP_URL: mails.url,
        DEMO_DATA: "off",
        RATE_LIMITS: "off",
        LOG_LEVEL: "warn",
        ...env,
      },
      stdio: ["ignore", log, log],
      detached: true,
    });
    child.once("exit", async () => {
      await delay(RESTART_PAUSE);
      if (!closing) start();
    });
  }
  const abandon = () => child.pid && signal(child.pid);
  process.once("exit", abandon);
  start();

  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    dataDir,
    mails,
    database: async () => (await runningPostgres(cluster)) ?? {},
    files: () => mediaFiles(dataDir),
    secretKey: () => readOrMakeSecretKey(dataDir),
    pid: () => child.pid ?? 0,
    starts: () => starts,
    async kill(victim) {
      const server = victim === "app" ? undefined : await findServer(cluster);
      const doomed = server ? await family(server.pid) : [];
      if (victim !== "database" && child.pid) signal(child.pid);
      for (const pid of doomed) signal(pid);
    },
    async hang() {
      const server = await findServer(cluster);
      if (!server) throw new Error("there is no database to hang");
      // First the one that starts others.
      signal(server.pid, "SIGSTOP");
      for (const pid of await family(server.pid)) signal(pid, "SIGSTOP");
    },
    async ready() {
      const began = performance.now();
      const ask = () =>
        fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined);
      while (!(await ask())?.ok) {
        if (performance.now() - began > START_TIMEOUT)
          throw new Error(`the site is not ready, see ${dataDir}.log`);
        await delay(20);
      }
      return performance.now() - began;
    },
    async close() {
      closing = true;
      process.removeListener("exit", abandon);
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        await exited;
      }
      await mails.close();
      const left = await findServer(cluster);
      if (left) await (await startPostgres({ dataDir: cluster })).stop();
      await rm(dataDir, { recursive: true, force: true });
      await rm(`${dataDir}.log`, { force: true });
    },
  };
}
