/** What counts as passed on the oldest PostgreSQL, which the stamp then says. */
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { hasPassedOnOldest, OLDEST_TESTS } from "./oldest-stamp.ts";

const all = globSync(OLDEST_TESTS).map((path) => ({ file: { project: "oldest", path }, passed: 3 }));
const [first, ...others] = all;

test("all files have to pass there, in a run without arguments", () => {
  expect(all.length).toBeGreaterThan(15);
  expect(hasPassedOnOldest([], all)).toBe(true);
  expect(hasPassedOnOldest([], others)).toBe(false);
  expect(hasPassedOnOldest(["-t", "a title"], all)).toBe(false);
});

test("a file whose tests were skipped, or which passed elsewhere, has not passed there", () => {
  if (!first) throw new Error("no test");
  expect(hasPassedOnOldest([], [{ ...first, passed: 0 }, ...others])).toBe(false);
  const elsewhere = { ...first, file: { ...first.file, project: "unit" } };
  expect(hasPassedOnOldest([], [elsewhere, ...others])).toBe(false);
});
