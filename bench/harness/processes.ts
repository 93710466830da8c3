/** Processes of the benchmark's own: what they cost, and their end with ours. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/** Bytes of memory or seconds of processor time are read from /proc: elsewhere they are not shown. */
const LINUX = process.platform === "linux";
/** Ticks per second in `/proc/PID/stat`; fixed at 100 for programs (proc(5)). */
const TICKS = 100;

/** Starts a module of ours as a process; it ends at the latest with this one. */
export function startChild(module: string): ChildProcess {
  const child = fork(new URL(module, import.meta.url), { serialization: "advanced" });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}

/** Sends a child one question and waits for its answer. @throws when the child ends instead, or reports an error */
export async function ask<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  child.send(question);
  const ended = new AbortController();
  try {
    const [answer] = await Promise.race([
      once(child, "message", { signal: ended.signal }),
      once(child, "exit", { signal: ended.signal }).then(([code]) => {
        throw new Error(`a process of the benchmark ended with ${code}`);
      }),
    ]);
    if (answer && typeof answer === "object" && "error" in answer) throw new Error(String(answer.error));
    return answer as Answer;
  } finally {
    ended.abort();
  }
}

/** Processor time that a process has used so far, in seconds; undefined where /proc does not tell. */
export function cpuSeconds(pid: number): number | undefined {
  if (!LINUX) return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Resident memory of one process, in MB. */
export function residentMegabytes(pid: number): number {
  const status = LINUX ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Memory of a process and its children in MB, with what they share counted once. */
export function familyMegabytes(pid: number): number {
  if (!LINUX) return Number.NaN;
  let sum = 0;
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      const rollup = readFileSync(`/proc/${one}/smaps_rollup`, "utf8");
      sum += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum;
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ");
      return Number(fields?.[1]) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
