/** What a run of Vitest tells about its files, a line of JSON each: what was written before a process died stays. */
import { appendFileSync, readFileSync } from "node:fs";

/** The variable with the path of the record; without it nothing is recorded. */
export const RECORD = "TEST_RECORD";

/** A test file in one project: some files belong to two. */
export interface FileOfProject {
  project: string;
  /** Absolute. */
  path: string;
}

export interface FailedTest {
  /** Empty where the file itself failed. */
  test: string;
  error: string;
}

export type Line =
  /** Vitest is about to run these. */
  | { kind: "expected"; files: FileOfProject[] }
  /** No test file that Vitest may run matches this argument. */
  | { kind: "unmatched"; argument: string }
  /** The process with this number is about to load it. */
  | { kind: "began"; file: FileOfProject; pid: number }
  | { kind: "ended"; file: FileOfProject; passed: number; skipped: number; failures: FailedTest[] }
  /** Nobody caught it. `path`: the file that ran in that process. */
  | { kind: "uncaught"; error: string; path?: string }
  /** The teardowns have ended too. `exitCode`: by the files. With what Vitest ends after it, is by the teardowns. */
  | { kind: "finished"; exitCode: number };

export const appendLine = (record: string, line: Line): void =>
  appendFileSync(record, `${JSON.stringify(line)}\n`);

/** @returns the lines of a record; none of one that was never begun, and without the last of one that was cut off */
export function readLines(record: string): Line[] {
  const text = readFileSync(record, "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
