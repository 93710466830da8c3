/** A primary and replicas that stream from it, of PostgreSQL alone: each a folder and a port of this machine. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { family } from "#drills/crash/site.ts";
import { freePort } from "#tests/support/free-port.ts";
import type { Context } from "../part.ts";
import { until } from "./until.ts";

const PASSWORD = "prompteca-of-the-test";
/** Ticks of a second in /proc/PID/stat. */
const TICKS = 100;

export const STREAMING_PROGRAMS = ["initdb", "pg_basebackup", "postgres"] as const;

export interface Server {
  name: string;
  port: number;
  /** As the site's role, by TCP. */
  url: string;
  start(): Promise<void>;
  /** Kills all of its processes, at once. */
  kill(): Promise<void>;
  /** Stops them where they are, as a machine does that hangs, or lets them go on. */
  pause(isPaused: boolean): Promise<void>;
  /** Runs a statement as superuser, in the site's database. */
  ask<Row extends object>(statement: string): Promise<Row[]>;
  /** Seconds of processor time that all of its processes have taken. */
  processorTime(): Promise<number>;
}

/** @param count of replicas. @returns the primary, then these */
export async function startStreaming(context: Context, count: number): Promise<[Server, ...Server[]]> {
  const { folder, processes } = context;
  async function run(program: string, args: string[]): Promise<void> {
    const log = join(folder.path, `${program}.log`);
    const engine = processes.start(program, args, { owner: folder.owner, log });
    await until(`${program} has ended`, () => !engine.running(), { timeout: 120_000, pause: 50 });
    if (/error|fatal/i.test(engine.lastWords())) throw new Error(`${program}: ${engine.lastWords()}`);
  }

  async function server(name: string, make: (data: string) => Promise<void>): Promise<Server> {
    const home = await folder.folder(name);
    const data = join(home, "data");
    const port = await freePort();
    await make(data);
    let postmaster = 0;
    const admin = { host: home, port, user: "postgres", database: "postgres" };
    const signal = async (what: NodeJS.Signals) => {
      for (const pid of await family(postmaster)) process.kill(pid, what);
    };
    return {
      name,
      port,
      url: `postgres://prompteca:${PASSWORD}@127.0.0.1:${port}/prompteca`,
      async start() {
        const settings = [
          "max_connections=120",
          "listen_addresses=127.0.0.1",
          `unix_socket_directories=${home}`,
        ];
        postmaster = processes.start(
          "postgres",
          ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
          { owner: folder.owner, log: join(folder.path, `${name}.log`) },
        ).pid;
        await until(`${name} answers`, () => queryOnce(admin, "select"), { timeout: 120_000 });
      },
      kill: () => signal("SIGKILL"),
      pause: (isPaused) => signal(isPaused ? "SIGSTOP" : "SIGCONT"),
      ask: (statement) => queryOnce({ ...admin, database: "prompteca" }, statement),
      async processorTime() {
        const own = await Promise.all(
          (await family(postmaster)).map((pid) => ticksOf(pid, pid === postmaster)),
        );
        return own.reduce((sum, ticks) => sum + ticks, 0) / TICKS;
      },
    };
  }

  const primary = await server("primary", (data) =>
    run("initdb", [
      "-D",
      data,
      "--username=postgres",
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]),
  );
  await primary.start();
  const socket = {
    host: join(folder.path, "primary"),
    port: primary.port,
    user: "postgres",
    database: "postgres",
  };
  await queryOnce(socket, `create role prompteca login password '${PASSWORD}'`);
  await queryOnce(socket, "create database prompteca owner prompteca");
  const replicas: Server[] = [];
  for (let number = 1; number <= count; number++) {
    const from = `host=${socket.host} port=${primary.port} user=postgres application_name=replica${number}`;
    const replica = await server(`replica${number}`, (data) =>
      run("pg_basebackup", ["-D", data, "-d", from, "-R", "--wal-method=stream", "--checkpoint=fast"]),
    );
    await replica.start();
    replicas.push(replica);
  }
  return [primary, ...replicas];
}

/** @param withEnded whether to count children that have ended */
async function ticksOf(pid: number, withEnded: boolean): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // After the name in brackets: the fields from the third on (proc(5)).
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = (stat.split(") ").at(-1) ?? "")
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return user + system + (withEnded ? endedUser + endedSystem : 0);
}

/** Runs a statement on a connection of its own. @returns its rows */
export async function queryOnce<Row extends object>(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionTimeoutMillis: 2000, ...connection });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
