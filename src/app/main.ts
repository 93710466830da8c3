/** The process: its command line, its signals, and what the person who starts it reads. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, readConfig } from "#platform/config.ts";
import { createLogger } from "#platform/log.ts";
import { MigrationError } from "#platform/migrate.ts";
import { ClusterInUseError } from "#platform/postgres/hold.ts";
import { startSite } from "./start.ts";

const live = process.argv.includes("--dev");

try {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const site = await startSite(config, log, live ? "live" : "built");

  // A signal to the whole process group arrives twice: once from npm, once from the terminal.
  let ending = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      log.info({ signal }, "ending");
      await site.close();
      process.exit(0);
    });
  }

  console.error(`\nPrompteca is listening: ${site.address}`);
  if (site.adminLink && process.stdout.isTTY) {
    console.error(`The admin (${config.adminEmail}) sets a password here, once: ${site.adminLink}\n`);
  } else if (site.adminLink) {
    const file = join(config.dataDir, "admin-link");
    await writeFile(file, `${site.adminLink}\n`, { mode: 0o600 });
    console.error(`The admin (${config.adminEmail}) finds a single-use link to set a password in ${file}\n`);
  }
} catch (error) {
  // What an operator can put right is told in a sentence; everything else with its stack.
  const known = [ConfigError, ClusterInUseError, MigrationError].some((kind) => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exit(1);
}
