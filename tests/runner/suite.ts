/** Runs a suite once, and then the files that failed, each in a process of its own, with nothing beside it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endAndRemove, makeFolderOnDisk, removeAbandoned } from "#tests/support/folders.ts";
import { type Failure, keyOf, type Outcome, outcomeOf } from "./outcome.ts";
import { type FileOfProject, RECORD, readLines } from "./record.ts";

/** So many failed files are no accident of a busy machine: none is run again. */
const MOST_RUN_AGAIN = 25;
/** How often a file that failed is run again. */
const TURNS = 2;

export interface Verdict extends Outcome {
  /** What failed first in the files that passed when run again. */
  passedAgain: Failure[];
}

/**
 * @param root where Vitest runs, with its configuration
 * @param options of `vitest run`: projects, files, workers
 * @param tell is told what is run again
 */
export async function runSuite(
  root: string,
  options: readonly string[],
  tell: (line: string) => void,
): Promise<Verdict> {
  const verdict: Verdict = { ...(await runOnce(root, options)), passedAgain: [] };
  const { failed, faults, passed } = verdict;
  if (failed.size === 0 && passed.size > 0 && sumOf(verdict, "passed") === 0)
    faults.push("all tests were skipped");
  if (faults.length > 0) return verdict;
  if (failed.size > MOST_RUN_AGAIN) {
    faults.push(`${failed.size} files failed, more than ${MOST_RUN_AGAIN}: none is run again`);
    return verdict;
  }
  const first = new Map(failed);
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [key, [failure]] of [...failed]) {
      if (!failure) continue;
      const { file } = failure;
      tell(`run again (${turn} of ${TURNS}): ${file.project} ${file.path}`);
      const again = await runAgain(root, file);
      faults.push(...again.faults);
      if (again.failed.size > 0 || !again.passed.has(key)) {
        failed.set(key, again.failed.get(key) ?? [failure]);
        continue;
      }
      failed.delete(key);
      for (const [one, counts] of again.passed) passed.set(one, counts);
      verdict.passedAgain.push(first.get(key)?.[0] ?? failure);
    }
  }
  return verdict;
}

/** Runs a file. Another whose path holds its path runs with it: Vitest takes parts of paths. */
const runAgain = (root: string, { project, path }: FileOfProject) =>
  runOnce(root, ["--project", project, path]);

/** Runs Vitest, which writes its report to the terminal, and ends what it leaves running. */
async function runOnce(root: string, options: readonly string[]): Promise<Outcome> {
  // All of the run's temporary files are in it, and all of its processes have it among their variables.
  const folder = await makeFolderOnDisk();
  const record = join(folder, "record");
  await writeFile(record, "");
  // Without the variables of a Vitest around this one, whose tests these may be.
  const around = Object.entries(process.env).filter(([name]) => !/^VITEST|^TEST$|^NODE_ENV$/.test(name));
  const env = { ...Object.fromEntries(around), TMPDIR: folder, [RECORD]: record };
  const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
  try {
    const run = spawn(process.execPath, [vitest, "run", ...options], { cwd: root, env, stdio: "inherit" });
    const [code] = (await once(run, "exit")) as [number | null];
    return outcomeOf(readLines(record), code);
  } finally {
    await endAndRemove(folder);
    // A worker that died leaves databases in a folder of its own.
    await removeAbandoned();
  }
}

const sumOf = ({ passed }: Pick<Outcome, "passed">, count: "passed" | "skipped") =>
  [...passed.values()].reduce((total, counts) => total + counts[count], 0);

/** The lines with which a run ends: what failed, what passed only when run again, and the sum in one line. */
export function summarise({ failed, faults, passed, passedAgain }: Verdict): string[] {
  const lines = faults.map((fault) => `failed: ${fault}`);
  const nameOf = ({ file, test, error }: Failure) =>
    `  ${keyOf(file)}\n    ${[test, error].filter(Boolean).join(": ")}`;
  const failures = [...failed.values()].flat();
  if (failures.length > 0) lines.push("failed:", ...failures.map(nameOf));
  if (passedAgain.length > 0) lines.push("passed only when run again:", ...passedAgain.map(nameOf));
  const skipped = sumOf({ passed }, "skipped");
  lines.push(
    `${sumOf({ passed }, "passed")} passed, ${failures.length + faults.length} failed${skipped ? `, ${skipped} skipped` : ""}`,
  );
  return lines;
}
