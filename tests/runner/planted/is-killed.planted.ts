import { test } from "vitest";

test("loses its process", () => {
  process.kill(process.pid, "SIGKILL");
});
