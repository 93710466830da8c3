/** `npm test` on planted files: what it calls green has ended well, and what it runs again is told. */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { makeTestFolder } from "#tests/support/folders.ts";

const PLANTED = join(import.meta.dirname, "planted");

/** @returns the lines with which the run ends, with the planted folder left out of paths, and what was run again */
async function run(files: string[], env: Record<string, string> = {}) {
  const turns = await makeTestFolder();
  onTestFinished(() => rm(turns, { recursive: true }));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(PLANTED, "run.ts"), ...files.map((file) => join(PLANTED, `${file}.planted.ts`))],
    { env: { ...process.env, ...env, PLANTED_TURNS: turns }, maxBuffer: 64 * 1024 * 1024 },
  );
  const [report = "", summary = ""] = stdout.replaceAll(`${PLANTED}/`, "").split("\nSUMMARY\n");
  return { summary: summary.trim().split("\n"), again: report.match(/^run again .*$/gm) ?? [] };
}

const failed = (file: string, what: string) => [`  planted-0 ${file}.planted.ts`, `    ${what}`];

test("what passes is not run again", async () => {
  expect(await run(["passes"])).toEqual({ summary: ["2 passed, 0 failed, 1 skipped"], again: [] });
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

test("an error that nobody caught counts for the file that it met and the one before it in that process", async () => {
  const { summary, again } = await run(["late-1-leaves", "late-2-is-hit"]);
  expect(again).toEqual([
    "run again (1 of 2): planted-0 late-2-is-hit.planted.ts",
    "run again (1 of 2): planted-0 late-1-leaves.planted.ts",
  ]);
  expect(summary.at(-1)).toBe("2 passed, 0 failed");
});

test("without a test the run is red", async () => {
  const { summary, again } = await run(["is-not-there"]);
  expect(again).toEqual([]);
  expect(summary).toEqual(["failed: no test was run", "0 passed, 1 failed"]);
});

test("an error of no file is red at once", async () => {
  const { summary, again } = await run(["passes"], { PLANTED_TEARDOWN: "fails" });
  expect(again).toEqual([]);
  expect(summary[0]).toMatch(/^failed: /);
  expect(summary.at(-1)).toBe("2 passed, 1 failed, 1 skipped");
});

test("more than 25 failed files are red at once", async () => {
  const many = await run(["fails-always"], { PLANTED_PROJECTS: "26" });
  expect(many.again).toEqual([]);
  expect(many.summary[0]).toBe("failed: 26 files failed, more than 25: none is run again");
  expect(many.summary.at(-1)).toBe("0 passed, 27 failed");
});
