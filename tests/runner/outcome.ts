/** How a run of Vitest ended, by its record: only what ended well has passed. */
import type { FailedTest, FileOfProject, Line } from "./record.ts";

export interface Failure extends FailedTest {
  file: FileOfProject;
}

export interface Outcome {
  /** Tests that passed and that were skipped, by file; without the files that failed. */
  passed: Map<string, { file: FileOfProject; passed: number; skipped: number }>;
  /** By file. */
  failed: Map<string, Failure[]>;
  /** Faults of no file: running files again would not show that they are gone. */
  faults: string[];
}

/** The key of a file in an outcome. */
export const keyOf = ({ project, path }: FileOfProject): string => `${project} ${path}`;

/**
 * @param lines of the record
 * @param exitCode of Vitest; null where a signal ended it
 */
export function outcomeOf(lines: readonly Line[], exitCode: number | null): Outcome {
  const outcome: Outcome = { passed: new Map(), failed: new Map(), faults: [] };
  const fail = (file: FileOfProject, failure: FailedTest) => {
    const failures = outcome.failed.get(keyOf(file)) ?? [];
    outcome.failed.set(keyOf(file), [...failures, { file, ...failure }]);
  };
  const expected = lines.flatMap((line) => (line.kind === "expected" ? line.files : []));
  for (const line of lines) {
    if (line.kind !== "ended") continue;
    const { file, failures, passed, skipped } = line;
    for (const failure of failures) fail(file, failure);
    outcome.passed.set(keyOf(file), { file, passed, skipped });
  }
  const notEnded = expected.filter((file) => !outcome.passed.has(keyOf(file)));
  for (const file of notEnded) {
    fail(file, { test: "", error: "it did not end" });
    for (const before of fileBefore(file, lines))
      fail(before, { test: "", error: `${file.path}, next in its process, did not end` });
  }
  for (const line of lines) {
    if (line.kind !== "uncaught") continue;
    const { path, error } = line;
    const named = expected.filter((file) => (path ? file.path === path : error.includes(file.path)));
    if (named.length === 0) outcome.faults.push(error);
    // A process that died is told with all the files that it was given.
    const died = named.filter((file) => notEnded.includes(file));
    const hit = died.length > 0 ? died : named;
    const met = [...hit, ...hit.flatMap((file) => fileBefore(file, lines))];
    for (const file of new Map(met.map((one) => [keyOf(one), one])).values())
      fail(file, { test: "", error: error.split("\n", 1).join() });
  }
  if (expected.length === 0) outcome.faults.push("no test was run");
  for (const line of lines)
    if (line.kind === "unmatched")
      outcome.faults.push(`no test file that may run here has ${line.argument} in its path`);
  const code = exitCode ?? "a signal";
  const finished = lines.find((line) => line.kind === "finished");
  // If it ended while files ran, these have failed, and are run again.
  if (finished ? exitCode !== 0 : notEnded.length === 0)
    outcome.faults.push(`Vitest ended with ${code} after its last file`);
  if (finished?.exitCode && outcome.failed.size === 0 && outcome.faults.length === 0)
    outcome.faults.push(`Vitest ended with ${finished.exitCode}, although no test failed`);
  for (const key of outcome.failed.keys()) outcome.passed.delete(key);
  return outcome;
}

/** The file that ran before this one in its process, if one did. */
function fileBefore(file: FileOfProject, lines: readonly Line[]): FileOfProject[] {
  const began = lines.filter((line) => line.kind === "began");
  const at = began.findIndex((line) => keyOf(line.file) === keyOf(file));
  const before = began.slice(0, Math.max(at, 0)).findLast(({ pid }) => pid === began[at]?.pid);
  return before ? [before.file] : [];
}
