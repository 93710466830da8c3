/** The process: its command line, its signals, and what the person who starts it reads. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "#platform/config/config.ts";
import { systemTrouble } from "#platform/config/remedies.ts";
import { DatabaseUnfitError } from "#platform/database/db.ts";
import { MigrationError } from "#platform/database/migrate.ts";
import { createLogger } from "#platform/log.ts";
import { ClusterInUseError } from "#platform/postgres/lock.ts";
import { StorageError } from "#platform/storage/s3-errors.ts";
import { createShutdown } from "./open-context.ts";
import { startSite } from "./start.ts";

/** Exit code of a configuration that is wrong (BSD's sysexits.h): systemd does not start the site again with it. */
const EX_CONFIG = 78;

const live = process.argv.includes("--dev");

// A signal to the whole process group arrives twice: once from npm, once from the terminal.
let ending = false;

/** A secret goes to the terminal of who starts the site; where there is none, to a file instead of a log. */
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
  // Heard from the first moment on: a start that is broken off leaves no database behind.
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
  // What was being opened while the site ends has reason to fail; the signal's own end exits.
  if (!ending) {
    // What an operator can put right (the system's refusals too: a port that is taken) is told in a sentence.
    const known = [ConfigError, ClusterInUseError, DatabaseUnfitError, MigrationError, StorageError].some(
      (kind) => error instanceof kind,
    );
    const told = known ? (error as Error).message : config && systemTrouble(error, config);
    console.error(told ?? error);
    process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
  }
}
