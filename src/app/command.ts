/** Maintenance from the command line: `npm run admin:link`, `npm run demo:remove`. With the embedded database, stop the site first. */
import { createAdminLink } from "#accounts/server/admin-account.ts";
import { ConfigError, readConfig } from "#platform/config.ts";
import type { Context } from "#platform/context.ts";
import { createLogger } from "#platform/log.ts";
import { removeDemoData } from "#seeds/demo.ts";
import { createClosing, openContext } from "./open-context.ts";

/** Each answers what it did, for the person at the terminal. */
const commands: Record<string, (ctx: Context) => Promise<string>> = {
  "admin:link": async (ctx) => `A single-use link to set the admin's password: ${await createAdminLink(ctx)}`,
  "demo:remove": async (ctx) => `Removed ${await removeDemoData(ctx)} demo people with everything they made.`,
};

const command = commands[process.argv[2] ?? ""];
const log = createLogger("error");
const closing = createClosing(log);
try {
  if (!command) throw new ConfigError(`Commands: ${Object.keys(commands).join(", ")}`);
  console.error(await command(await openContext(readConfig(process.env), log, closing)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closing.run();
}
