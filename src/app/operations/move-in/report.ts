/** What the command tells: progress with the time left, and a file with every row that needs a look. */
import { appendFileSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Milliseconds between two lines of progress. */
const PACE_MS = 5000;
/** Lines of each kind that the terminal shows; the file has all. */
const SHOWN = 10;

export class Report {
  readonly path: string;
  readonly #say: (line: string) => void;
  readonly #kinds = new Map<string, { count: number; shown: string[] }>();
  #spoken = 0;
  #waiting: string[] = [];

  private constructor(path: string, say: (line: string) => void) {
    this.path = path;
    this.#say = say;
  }

  /** @param path of the file, which is there once something is written; addresses of people are in it, so that nobody else may read it */
  static async open(path: string, say: (line: string) => void): Promise<Report> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new Report(path, say);
  }

  say(line: string): void {
    this.#say(line);
    this.#write(line);
  }

  /** A row that the operator should know. @param kind a heading, such as "names that change" */
  note(kind: string, line: string): void {
    const entry = this.#kinds.get(kind) ?? { count: 0, shown: [] };
    this.#kinds.set(kind, entry);
    entry.count++;
    if (entry.shown.length < SHOWN) entry.shown.push(line);
    this.#write(`${kind}: ${line}`);
  }

  /** Writes together what is many lines. */
  #write(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length >= 200) this.flush();
  }

  flush(): void {
    if (this.#waiting.length) appendFileSync(this.path, `${this.#waiting.join("\n")}\n`, { mode: 0o600 });
    this.#waiting = [];
  }

  /** Tells how far something is. @returns a function to call with what is done */
  progress(what: string, total: number): (done: number) => void {
    const start = performance.now();
    let isTold = false;
    return (done) => {
      const now = performance.now();
      if (isTold || (done < total && now - this.#spoken < PACE_MS)) return;
      isTold = done >= total;
      // What a run that is killed has noted stays in its file.
      this.flush();
      this.#spoken = now;
      const left = done ? ((now - start) / done) * (total - done) : 0;
      const end = done >= total ? `in ${duration(now - start)}` : `some ${duration(left)} left`;
      this.#say(`${what}: ${count(done)} of ${count(total)}, ${end}`);
    };
  }

  /** Each kind with its number and its first rows. */
  tellKinds(): void {
    for (const [kind, { count: rows, shown }] of this.#kinds) {
      this.#say(`${kind}: ${count(rows)}`);
      for (const line of shown) this.#say(`  ${line}`);
      if (rows > shown.length) this.#say(`  and ${count(rows - shown.length)} more in ${this.path}`);
    }
    this.flush();
  }
}

export const count = (rows: number) => rows.toLocaleString("en");

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** The most memory that this process has had, in MB; undefined where the system does not tell. */
export function peakMemory(): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return kilobytes ? Math.round(Number(kilobytes) / 1024) : undefined;
  } catch {
    return undefined;
  }
}
