import { expect, test } from "vitest";
import { turnOf } from "./turn.ts";

test("leaves a promise that nobody awaits", () => {
  expect(1).toBe(1);
  // Only in the first run: run again, each of the two files passes.
  if (turnOf("late") === 1) setTimeout(() => Promise.reject(new Error("planted: late")), 700);
});
