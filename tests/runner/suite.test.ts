/** `npm test` on planted files: what it calls green has ended well, and what it runs again is told. */
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { makeTestFolder } from "#tests/support/folders.ts";
import { argumentsOf } from "./planted/arguments-of.ts";

const PLANTED = join(import.meta.dirname, "planted");

/** @returns the lines with which the run ends, with the planted folder left out of paths, what was run again, and what was left */
async function run(files: string[], env: Record<string, string> = {}) {
  const turns = await makeTestFolder();
  onTestFinished(() => rm(turns, { recursive: true }));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(PLANTED, "run.ts"), ...files.map((file) => join(PLANTED, `${file}.planted.ts`))],
    { env: { ...process.env, ...env, PLANTED_TURNS: turns }, maxBuffer: 64 * 1024 * 1024 },
  );
  const [report = "", summary = ""] = stdout.replaceAll(`${PLANTED}/`, "").split("\nSUMMARY\n");
  const pids = await readFile(join(turns, "pids"), "utf8").catch(() => "");
  return {
    summary: summary.trim().split("\n"),
    again: report.match(/^run again .*$/gm) ?? [],
    pids: pids.split("\n").filter(Boolean),
  };
}

const failed = (file: string, what: string) => [`  planted-0 ${file}.planted.ts`, `    ${what}`];

test("what passes is not run again", async () => {
  const { summary, again } = await run(["passes"]);
  expect([summary, again]).toEqual([["2 passed, 0 failed, 1 skipped"], []]);
});

test("a file that failed is run again, twice at most, alone; what passed only then is told with its first error", async () => {
  const { summary, again } = await run([
    "passes",
    "fails-always",
    "fails-once",
    "fails-twice",
    "fails-thrice",
  ]);
  const toBeGreaterThan = (turn: number, least: number) =>
    `comes right: planted: expected ${turn} to be greater than ${least}`;
  expect(summary).toEqual([
    "failed:",
    ...failed("fails-always", "is wrong: expected 3 to be 'planted' // Object.is equality"),
    ...failed("fails-thrice", "comes right too late: planted: expected 3 to be greater than 3"),
    "passed only when run again:",
    ...failed("fails-once", toBeGreaterThan(1, 1)),
    ...failed("fails-twice", toBeGreaterThan(1, 2)),
    "4 passed, 2 failed, 1 skipped",
  ]);
  expect(again).toEqual([
    "run again (1 of 2): planted-0 fails-always.planted.ts",
    "run again (1 of 2): planted-0 fails-once.planted.ts",
    "run again (1 of 2): planted-0 fails-thrice.planted.ts",
    "run again (1 of 2): planted-0 fails-twice.planted.ts",
    "run again (2 of 2): planted-0 fails-always.planted.ts",
    "run again (2 of 2): planted-0 fails-thrice.planted.ts",
    "run again (2 of 2): planted-0 fails-twice.planted.ts",
  ]);
});

test.each([
  ["hook-throws", "planted"],
  ["does-not-load", "planted"],
  ["has-no-test", "No test suite found in file"],
  ["exits", 'process.exit unexpectedly called with "0"'],
  ["quits", "it did not end"],
  ["is-killed", "it did not end"],
  ["aborts", "it did not end"],
  ["ends-vitest", "it did not end"],
])("a file that does not end well is red, and takes none along: %s", async (file, error) => {
  const { summary, again } = await run([file]);
  expect(again).toHaveLength(2);
  expect(summary[0]).toBe("failed:");
  expect(summary.join("\n")).toContain(error);
  expect(summary.at(-1)).toMatch(/^\d passed, [1-9] failed$/);
});

test.each([
  ["an error that nobody caught", "late"],
  ["the end of Vitest", "kill"],
])("%s counts for the file that it met and the one before it in that process", async (_what, name) => {
  const { summary, again } = await run([`${name}-1-leaves`, `${name}-2-is-hit`]);
  expect(again).toEqual([
    `run again (1 of 2): planted-0 ${name}-2-is-hit.planted.ts`,
    `run again (1 of 2): planted-0 ${name}-1-leaves.planted.ts`,
  ]);
  expect(summary.at(-1)).toBe("2 passed, 0 failed");
});

test.skipIf(process.platform !== "linux")(
  "what a process that died has started ends before its file is run again, and the rest with the run",
  async () => {
    const { summary, pids } = await run(["leaves-process"]);
    expect(summary[0]).toBe("passed only when run again:");
    expect(summary.at(-1)).toBe("1 passed, 0 failed");
    expect(pids).toHaveLength(2);
    expect(pids.map(argumentsOf)).toEqual(["", ""]);
  },
);

test("without a test the run is red", async () => {
  const { summary, again } = await run(["is-not-there"]);
  expect(again).toEqual([]);
  expect(summary).toEqual([
    "failed: no test was run",
    "failed: no test file that may run here has is-not-there.planted.ts in its path",
    "0 passed, 2 failed",
  ]);
});

test("an argument that no test file has in its path is red, beside one that some has", async () => {
  const { summary, again } = await run(["passes", "is-not-there"]);
  expect(again).toEqual([]);
  expect(summary).toEqual([
    "failed: no test file that may run here has is-not-there.planted.ts in its path",
    "2 passed, 1 failed, 1 skipped",
  ]);
});

test("a run in which all tests are skipped is red", async () => {
  const { summary, again } = await run(["is-skipped"]);
  expect(again).toEqual([]);
  expect(summary).toEqual(["failed: all tests were skipped", "0 passed, 1 failed, 1 skipped"]);
});

test.each([
  ["fails 1", "failed: Vitest ended with 1 after its last file", "0 passed, 2 failed"],
  ["fails 2", "failed: Vitest ended with 1 after its last file", "1 passed, 1 failed"],
  ["dies 1", "failed: Vitest ended with a signal after its last file", "0 passed, 2 failed"],
])(
  "a teardown that does not end well is red, also beside a file that passes when run again: %s",
  async (teardown, fault, sum) => {
    const { summary } = await run(["fails-once"], { PLANTED_TEARDOWN: teardown });
    expect([summary[0], summary.at(-1)]).toEqual([fault, sum]);
  },
);

test("an error of no file is red at once", async () => {
  const { summary, again } = await run(["passes"], { PLANTED_TEARDOWN: "fails 1" });
  expect(again).toEqual([]);
  expect(summary).toEqual([
    "failed: Vitest ended with 1 after its last file",
    "2 passed, 1 failed, 1 skipped",
  ]);
});

test("more than 25 failed files are red at once", async () => {
  const many = await run(["fails-always"], { PLANTED_PROJECTS: "26" });
  expect(many.again).toEqual([]);
  expect(many.summary[0]).toBe("failed: 26 files failed, more than 25: none is run again");
  expect(many.summary.at(-1)).toBe("0 passed, 27 failed");
});
