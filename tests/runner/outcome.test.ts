import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";
import type { Line } from "./record.ts";

const a = { project: "unit", path: "/a.test.ts" };
const b = { project: "unit", path: "/b.test.ts" };
const ended = (file: typeof a, failures: { test: string; error: string }[] = []): Line => ({
  kind: "ended",
  file,
  passed: 1,
  skipped: 0,
  failures,
});
const began: Line = { kind: "expected", files: [a, b] };
const finished = (exitCode: number): Line => ({ kind: "finished", exitCode });

test("an error of no file is a fault also where files failed, which running them again would not show", () => {
  const lines: Line[] = [began, ended(a, [{ test: "x", error: "y" }]), ended(b), finished(1)];
  expect(outcomeOf(lines, 0).faults).toEqual([]);
  expect(outcomeOf([...lines, { kind: "uncaught", error: "the server died" }], 0).faults).toEqual([
    "the server died",
  ]);
});

test("Vitest's own failure is a fault where no file failed", () => {
  const lines: Line[] = [began, ended(a), ended(b)];
  expect(outcomeOf([...lines, finished(0)], 0).faults).toEqual([]);
  expect(outcomeOf([...lines, finished(1)], 0).faults).toEqual([
    "Vitest ended with 1, although no test failed",
  ]);
});

test("Vitest that fails after its last file is a fault, and one that ends before it is not: that file failed", () => {
  const failed = ended(a, [{ test: "x", error: "y" }]);
  expect(outcomeOf([began, failed, ended(b), finished(1)], 1).faults).toEqual([
    "Vitest ended with 1 after its last file",
  ]);
  expect(outcomeOf([began, failed, ended(b)], null).faults).toEqual([
    "Vitest ended with a signal after its last file",
  ]);
  // It gave up waiting for a teardown.
  expect(outcomeOf([began, ended(a), ended(b)], 0).faults).toEqual([
    "Vitest ended with 0 after its last file",
  ]);
  const { failed: files, faults } = outcomeOf([began, ended(a)], null);
  expect([[...files.keys()], faults]).toEqual([["unit /b.test.ts"], []]);
});

test("a process that dies counts for the file that it ran and the one before, not for all that it was given", () => {
  const c = { project: "unit", path: "/c.test.ts" };
  const starts = (file: typeof a, pid: number): Line => ({ kind: "began", file, pid });
  const { failed, passed, faults } = outcomeOf(
    [
      { kind: "expected", files: [c, a, b] },
      ...[starts(c, 1), ended(c), starts(a, 1), ended(a), starts(b, 1)],
      { kind: "uncaught", error: "Worker exited while running /c.test.ts, /a.test.ts, /b.test.ts" },
      finished(1),
    ],
    0,
  );
  expect([...failed.keys()]).toEqual(["unit /b.test.ts", "unit /a.test.ts"]);
  expect([...passed.keys()]).toEqual(["unit /c.test.ts"]);
  expect(faults).toEqual([]);
});

test("a file of two projects has failed in that where it failed", () => {
  const oldest = { ...a, project: "oldest" };
  const lines: Line[] = [
    { kind: "expected", files: [a, oldest] },
    ended(a),
    ended(oldest, [{ test: "x", error: "y" }]),
    finished(1),
  ];
  const { failed, passed } = outcomeOf(lines, 0);
  expect([...failed.keys()]).toEqual(["oldest /a.test.ts"]);
  expect([...passed.keys()]).toEqual(["unit /a.test.ts"]);
});
