import { test } from "vitest";

test("takes the run away", () => {
  process.kill(process.ppid, "SIGKILL");
});
