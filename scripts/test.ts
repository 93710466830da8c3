/**
 * `npm test`: checks, builds and tests everything; `npm test -- FILE…` tests only these. Ends with `N passed, N failed`,
 * and fails for what failed again when it was run again (tests/runner/suite.ts).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runSuite, summarise } from "#tests/runner/suite.ts";
import { unpackBrowser } from "#tests/support/browser.ts";
import { removeAbandoned } from "#tests/support/folders.ts";
import { currentStamp, hasPassedOnOldest, noteOldestPassed } from "#tests/support/oldest-stamp.ts";

const ROOT = join(import.meta.dirname, "..");
const args = process.argv.slice(2);

/** @returns whether the script of package.json ended well */
async function npmRun(script: string): Promise<boolean> {
  const run = spawn("npm", ["run", script], { cwd: ROOT, stdio: "inherit" });
  const [code] = await once(run, "exit");
  return code === 0;
}

/** @returns the lines to end with, and whether all is well */
async function test(): Promise<{ lines: string[]; isGreen: boolean }> {
  // What is edited meanwhile has not passed.
  const stamp = currentStamp();
  const scripts = ["check", "build"];
  const ended = await Promise.all(scripts.map(npmRun));
  const red = scripts.filter((_, index) => !ended[index]);
  if (red.length > 0)
    return { lines: [...red.map((name) => `failed: npm run ${name}`), "0 passed, 1 failed"], isGreen: false };
  // Four workers would do it at once, within the time limit of a hook.
  await unpackBrowser();
  const verdict = await runSuite(ROOT, ["--project=!long", "--project=!browsers", ...args], (line) =>
    process.stdout.write(`\n${line}\n`),
  );
  if (hasPassedOnOldest(args, verdict.passed.values())) noteOldestPassed(stamp);
  return { lines: summarise(verdict), isGreen: verdict.failed.size + verdict.faults.length === 0 };
}

await removeAbandoned();
const { lines, isGreen } = await test();
process.stdout.write(`\n${lines.join("\n")}\n`);
process.exitCode = isGreen ? 0 : 1;
