import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";
import type { Line } from "./record.ts";

const a = { project: "unit", path: "/a.test.ts" };
const b = { project: "unit", path: "/b.test.ts" };
const ended = (file: typeof a, failures: { test: string; error: string }[] = []): Line => ({
  kind: "ended",
  file,
  pid: 1,
  passed: 1,
  skipped: 0,
  failures,
});
const began: Line = { kind: "expected", files: [a, b] };

test("an error of no file is a fault also where files failed, which running them again would not show", () => {
  const lines: Line[] = [began, ended(a, [{ test: "x", error: "y" }]), ended(b)];
  expect(outcomeOf(lines, 1).faults).toEqual([]);
  expect(outcomeOf([...lines, { kind: "uncaught", error: "the server died" }], 1).faults).toEqual([
    "the server died",
  ]);
});

test("Vitest's own failure is a fault where no file failed", () => {
  expect(outcomeOf([began, ended(a), ended(b)], 0).faults).toEqual([]);
  expect(outcomeOf([began, ended(a), ended(b)], 1).faults).toEqual([
    "Vitest ended with 1, although no test failed",
  ]);
  expect(outcomeOf([began, ended(a), ended(b)], null).faults).toEqual([
    "Vitest ended with a signal, although no test failed",
  ]);
});

test("a file of two projects has failed in that where it failed", () => {
  const oldest = { ...a, project: "oldest" };
  const lines: Line[] = [
    { kind: "expected", files: [a, oldest] },
    ended(a),
    ended(oldest, [{ test: "x", error: "y" }]),
  ];
  const { failed, passed } = outcomeOf(lines, 1);
  expect([...failed.keys()]).toEqual(["oldest /a.test.ts"]);
  expect([...passed.keys()]).toEqual(["unit /a.test.ts"]);
});
