/** Starts engines, and stops them for certain: by name of nothing, by process group, and at the latest when we end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { pathTo } from "./engines.ts";
import type { Owner } from "./folder.ts";

/** Milliseconds that an engine may take to stop before it is killed. */
const STOP_TIMEOUT = 15_000;

export interface Engine {
  pid: number;
  /** File of its output. */
  log: string;
  /** The end of that. */
  lastWords(): string;
  running(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Kills it and all of its process group. */
  kill(): Promise<void>;
  /** Asks it to end, and kills it when it does not. */
  stop(name?: NodeJS.Signals): Promise<void>;
}

export interface StartOptions {
  /** File that its output is added to. */
  log: string;
  env?: Record<string, string>;
  cwd?: string;
  /** Runs as this user, where we are root. */
  owner?: Owner;
  /** Runs in this network namespace (`ip netns`). */
  namespace?: string | undefined;
}

export type Processes = ReturnType<typeof openProcesses>;

/** Says with which program another one starts in a namespace and as a user, in that order. */
function wrapped(program: string, args: string[], { owner, namespace }: StartOptions): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(namespace ? [pathTo("ip"), "netns", "exec", namespace] : []),
    ...(owner && isRoot
      ? [pathTo("setpriv"), `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--init-groups", "--"]
      : []),
    program,
    ...args,
  ];
}

export function openProcesses() {
  const engines = new Set<Engine>();
  const abandon = () => {
    for (const engine of engines) engine.signal("SIGKILL");
  };
  process.once("exit", abandon);

  /** @param program its name, or a path */
  function start(program: string, args: string[], options: StartOptions): Engine {
    const path = program.includes("/") ? program : pathTo(program);
    const [command = path, ...rest] = wrapped(path, args, options);
    const output = openSync(options.log, "a");
    const child: ChildProcess = spawn(command, rest, {
      cwd: options.cwd ?? "/",
      env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", ...options.env },
      stdio: ["ignore", output, output],
      // A process group of its own: its children end with it.
      detached: true,
    });
    closeSync(output);
    // A program that cannot be started shows as one that has ended.
    child.on("error", () => {});
    const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    const signal = (name: NodeJS.Signals) => {
      try {
        if (child.pid) process.kill(-child.pid, name);
      } catch {
        // All of the group have ended.
      }
    };
    const ended = async () => void (running() && (await once(child, "exit")));
    const engine: Engine = {
      pid: child.pid ?? 0,
      log: options.log,
      lastWords: () => readFileSync(options.log, "utf8").split("\n").slice(-20).join("\n"),
      running,
      signal,
      async kill() {
        signal("SIGKILL");
        await ended();
        engines.delete(engine);
      },
      async stop(name = "SIGTERM") {
        // Only the first of the group: it ends the others in its own order.
        if (running() && child.pid) process.kill(child.pid, name);
        await Promise.race([ended(), delay(STOP_TIMEOUT, undefined, { ref: false })]);
        await engine.kill();
      },
    };
    engines.add(engine);
    return engine;
  }

  return {
    start,
    /** Stops all that still run, the newest first. */
    async stopAll() {
      for (const engine of [...engines].reverse()) await engine.stop();
      process.removeListener("exit", abandon);
    },
  };
}
