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
  const ended = lines.filter((line) => line.kind === "ended");
  for (const { file, failures, passed, skipped } of ended) {
    for (const failure of failures) fail(file, failure);
    outcome.passed.set(keyOf(file), { file, passed, skipped });
  }
  for (const file of expected)
    if (!outcome.passed.has(keyOf(file))) fail(file, { test: "", error: "it did not end" });
  for (const line of lines) {
    if (line.kind !== "uncaught") continue;
    const files = filesOf(line, expected, ended);
    if (files.length === 0) outcome.faults.push(line.error);
    for (const file of files) fail(file, { test: "", error: line.error.split("\n", 1).join() });
  }
  if (expected.length === 0) outcome.faults.push("no test was run");
  if (exitCode !== 0 && outcome.failed.size === 0 && outcome.faults.length === 0)
    outcome.faults.push(`Vitest ended with ${exitCode ?? "a signal"}, although no test failed`);
  for (const key of outcome.failed.keys()) outcome.passed.delete(key);
  return outcome;
}

/** The files that an error counts for: those that it names, and of each the one before it in its process. */
function filesOf(
  { path, error }: Line & { kind: "uncaught" },
  expected: readonly FileOfProject[],
  ended: readonly (Line & { kind: "ended" })[],
): FileOfProject[] {
  const named = expected.filter((file) => (path ? file.path === path : error.includes(file.path)));
  const before = named.flatMap((file) => {
    const at = ended.findIndex((one) => keyOf(one.file) === keyOf(file));
    const pid = ended[at]?.pid;
    return (
      ended.slice(0, Math.max(at, 0)).findLast((one) => pid !== undefined && one.pid === pid)?.file ?? []
    );
  });
  return [...new Map([...named, ...before].map((file) => [keyOf(file), file])).values()];
}
