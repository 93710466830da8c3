import { expect, test } from "vitest";
import { turnOf } from "./turn.ts";

test("leaves what takes the run away later", () => {
  expect(1).toBe(1);
  // Only in the first run: run again, each of the two files passes.
  if (turnOf("kill") === 1) setTimeout(() => process.kill(process.ppid, "SIGKILL"), 700);
});
