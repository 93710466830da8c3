/** The site as in production: its own process, everything logged, limits on, its embedded database. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "#platform/config/config.ts";
import { DATABASE, USER } from "#platform/postgres/lock.ts";
import { findServer } from "#platform/postgres/server.ts";
import { freePort } from "#tests/support/free-port.ts";
import { familyMegabytes, residentMegabytes } from "./processes.ts";

const START_TIMEOUT = 120_000;
const POLL = 10;
const SAMPLE = 500;

export type RunningSite = Awaited<ReturnType<typeof startSite>>;

/**
 * Environment of a site in production, behind a proxy that names its visitors: the limits count addresses, and the benchmark
 * comes from many, which `TRUST_PROXY` lets it say. No mail is ever sent: nothing listens there.
 */
function environment(dataDir: string, port: number): Record<string, string> {
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    SMTP_URL: "smtp://127.0.0.1:9",
    TRUST_PROXY: "loopback",
    COMMUNITY_URL: "https://comunidade.example/convite",
    SOCIAL_URL: "https://social.example/prompteca",
    CONTACT_EMAIL: "oi@prompteca.example",
  };
}

/** The configuration of a site on a folder, for code in this process that starts the database itself. */
export function configOf(dataDir: string): Config {
  return readConfig(environment(dataDir, 0));
}

/** A header that makes a call come from an address of its own. @param number of the address */
export function visitorAddress(number: number): Record<string, string> {
  return { "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}

/** @param logFile takes everything that the site writes */
export async function startSite(dataDir: string, logFile: string) {
  const port = await freePort();
  const env = environment(dataDir, port);
  const log = openSync(logFile, "a");
  const started = performance.now();
  const child = spawn("scripts/serve.sh", [], {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...env },
    stdio: ["ignore", log, log],
    // A Ctrl-C is for the benchmark, which then ends the site in order.
    detached: true,
  });
  const exited = once(child, "exit");
  const kill = () => void child.kill("SIGTERM");
  process.once("exit", kill);
  async function stop() {
    clearInterval(sampling);
    process.removeListener("exit", kill);
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exited;
  }

  const origin = `http://127.0.0.1:${port}`;
  let sampling: NodeJS.Timeout | undefined;
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() - started > START_TIMEOUT) {
      await stop();
      throw new Error(`the site did not start, see ${logFile}`);
    }
    await delay(POLL);
  }
  const startedIn = performance.now() - started;
  const server = await findServer(join(dataDir, "postgres"));
  if (!server) throw new Error(`no database runs in ${dataDir}`);

  /** MB of the site's process, and of its embedded database, what its processes share counted once. */
  const memory = () => ({ app: residentMegabytes(child.pid ?? 0), database: familyMegabytes(server.pid) });
  const most = memory();
  sampling = setInterval(() => {
    const now = memory();
    most.app = Math.max(most.app, now.app);
    most.database = Math.max(most.database, now.database);
  }, SAMPLE);
  const { socketDir: host, port: databasePort } = server;
  const address = new URL(`postgres://${USER}@localhost/${DATABASE}`);
  address.search = new URLSearchParams({ host, port: String(databasePort) }).toString();
  return {
    origin,
    pid: child.pid ?? 0,
    /** From the start of the process until `/readyz` said yes, in milliseconds. */
    startedIn,
    /** Where its database listens. */
    connection: { host, port: databasePort, user: USER, database: DATABASE },
    /** The same configuration for code in this process, over the same database. */
    config: readConfig({ ...env, DATABASE_URL: address.href }),
    memory,
    /** The most of each so far. */
    peak: () => ({ ...most }),
    stop,
  };
}
