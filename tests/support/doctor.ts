/** Calls of the doctor: in this process, or as an operator calls it. */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { examine } from "#app/operations/doctor/doctor.ts";
import { lineOf } from "#app/operations/doctor/finding.ts";
import { createShutdown } from "#app/server/open-context.ts";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { makeTestFolder, removeTestFolder } from "./folders.ts";

/** The folder of the site's commands. */
export const COMMANDS = resolve(import.meta.dirname, "../../src/app/operations");
/** Nothing listens at this port: the address is asked in vain, and at once. */
const NOWHERE = { PUBLIC_URL: "http://127.0.0.1:1", PORT: "0" };
export const SECRET_KEY = "Zt8yQ1mF0s7VbX4kR2wL9pJc6nHd3gTe";

/** Creates an empty folder, which goes with its test. */
export async function newFolder(): Promise<string> {
  const place = await makeTestFolder();
  onTestFinished(() => removeTestFolder(place));
  return place;
}

/** Returns a line for each finding. In this process, which saves the second that a start takes. */
export async function doctor(env: Record<string, string>): Promise<string> {
  const log = createLogger("silent");
  const shutdown = createShutdown(log);
  let said = "";
  for await (const finding of examine(readConfig({ ...NOWHERE, ...env }), log, shutdown)) {
    said += `${lineOf(finding)}\n`;
  }
  await shutdown.run();
  return said;
}

/**
 * @param app the folder `src/app/operations` of the program
 * @returns what it said, and its exit code: 0 all is right, 1 something is wrong, 2 there are warnings
 */
export async function callDoctor(
  app: string,
  env: Record<string, string>,
  args: string[] = [],
  account: { uid?: number; gid?: number } = {},
): Promise<{ said: string; code: number }> {
  const options = { env: { PATH: process.env.PATH, ...NOWHERE, ...env }, ...account };
  return promisify(execFile)("scripts/node.sh", [join(app, "command.ts"), "doctor", ...args], options).then(
    ({ stderr }) => ({ said: stderr, code: 0 }),
    ({ stderr, code }) => ({ said: stderr, code }),
  );
}
