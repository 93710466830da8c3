/** The process: command line, signals and console output. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, readConfig } from "#platform/config/config.ts";
import { systemTrouble } from "#platform/config/remedies.ts";
import { createLogger } from "#platform/log.ts";
import { LastingError, OperatorError } from "#platform/operator-error.ts";
import { createShutdown } from "./open-context.ts";
import { startSite } from "./start.ts";

/** Exit code of a wrong configuration (sysexits.h), and of what else no start mends: systemd then does not restart the site. */
const EX_CONFIG = 78;

const live = process.argv.includes("--dev");

// npm and the terminal both signal the process group, so a signal may arrive twice.
let ending = false;

/** Prints a secret to the terminal; without one, writes it to a file instead of the log. */
async function tell(what: string, secret: string, file: string) {
  if (process.stdout.isTTY) return console.error(`${what}: ${secret}\n`);
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  console.error(`${what}: see ${file}\n`);
}

let config: Config | undefined;
try {
  config = readConfig(process.env);
  for (const doubt of config.doubts) console.error(doubt);
  const log = createLogger(config.logLevel);
  const shutdown = createShutdown(log);
  // Registered first, so that an interrupted start leaves no database behind.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      log.info({ signal }, "ending");
      await shutdown.run();
      process.exit(0);
    });
  }
  const site = await startSite(config, log, live ? "live" : "built", shutdown);

  console.error(`\nPrompteca is listening: ${site.address}`);
  const { adminLink, localToken } = site;
  const { adminEmail, dataDir, production } = config;
  if (adminLink) {
    await tell(
      `The admin (${adminEmail}) sets a password here, once`,
      adminLink,
      join(dataDir, "admin-link"),
    );
  }
  if (localToken) {
    const pages = production ? "/metrics" : "/metrics and /dev/*";
    await tell(`The token for ${pages}, as a password too`, localToken, join(dataDir, "local-token"));
  }
} catch (error) {
  // A start interrupted by a shutdown fails as expected; the signal's handler exits.
  if (!ending) {
    // Errors that an operator can fix, such as a taken port, are shown without a stack.
    const explanation =
      error instanceof OperatorError ? error.message : config && systemTrouble(error, config);
    console.error(explanation ?? error);
    process.exit(error instanceof LastingError ? EX_CONFIG : 1);
  }
}
