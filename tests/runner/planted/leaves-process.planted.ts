import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { argumentsOf } from "./arguments-of.ts";
import { turnOf } from "./turn.ts";

/** Of all that it has started, in each run. */
const PIDS = join(process.env.PLANTED_TURNS ?? "", "pids");

test("leaves a process, and dies in the first run", () => {
  const turn = turnOf("leaves-process");
  const before = turn === 1 ? [] : readFileSync(PIDS, "utf8").trim().split("\n");
  const left = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], {
    detached: true,
    stdio: "ignore",
  });
  left.unref();
  appendFileSync(PIDS, `${left.pid}\n`);
  if (turn === 1) process.kill(process.pid, "SIGKILL");
  expect(before.map(argumentsOf)).toEqual([""]);
});
