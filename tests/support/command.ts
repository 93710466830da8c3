/** The site's commands, in a process of their own. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a command as an operator does. @returns what it said, and whether it did it */
export async function command(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ said: string; done: boolean }> {
  const options = { env: { PATH: process.env.PATH, ...env } };
  return promisify(execFile)("scripts/node.sh", ["src/app/operations/command.ts", ...args], options).then(
    ({ stderr }) => ({ said: stderr, done: true }),
    ({ stderr }) => ({ said: stderr, done: false }),
  );
}
