/**
 * Maintenance from the command line: `npm run backup`, `restore`, `doctor`, `keys:rotate`, `admin:link`, `demo:remove`,
 * `records:export`.
 * All but restore may run while the site is running.
 */
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { rotateSigningKey } from "#accounts/server/keys/signing-keys.ts";
import { createAdminLink } from "#accounts/server/users/admin-account.ts";
import { exportRecords } from "#admin/server/records-export.service.ts";
import { createShutdown, openConnection, openContext } from "#app/server/open-context.ts";
import { startPictureJobs } from "#media/server/removal.jobs.ts";
import { preservingOwners } from "#moderation/server/preservation.service.ts";
import { type Config, ConfigError, readConfig } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { openDatabase } from "#platform/database/db.ts";
import { createLogger } from "#platform/log.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { removeDemoData } from "#seeds/demo.ts";
import { backUpSite, newBackupPath, remarksOn, restoreSite } from "./backups.ts";
import { examine } from "./doctor/doctor.ts";
import { lineOf } from "./doctor/finding.ts";

const log = createLogger("error");
const shutdown = createShutdown(log);
const ending = new AbortController();

/** Each command returns a message for the terminal. */
const commands: Record<string, (config: Config, ...args: string[]) => Promise<string>> = {
  async backup(config, file?: string) {
    const { connection } = await openConnection(config, log, shutdown, { beside: true });
    const { direct, close } = await openDatabase(connection, { max: 1, log });
    shutdown.push(close);
    const path = resolve(file ?? newBackupPath(config.backup?.dir ?? resolve(config.dataDir, "backups")));
    const storage = await openStorage(config);
    const { bytes, manifest } = await backUpSite({ pool: direct, storage }, path, ending.signal);
    const done = `${path}: ${bytes.toLocaleString("en")} bytes, ${told(manifest.tables, manifest.files?.files)}.`;
    return [done, ...remarksOn(manifest)].join("\n");
  },
  async restore(config, ...args) {
    const { values, positionals } = parseArgs({
      args,
      options: { "replace-files": { type: "boolean" } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (!file) throw new ConfigError("Which backup? npm run restore -- FILE");
    const { connection } = await openConnection(config, log, shutdown);
    const manifest = await restoreSite(resolve(file), connection, await openStorage(config), {
      replaceFiles: values["replace-files"] ?? false,
      signal: ending.signal,
    });
    return (
      `Restored as of ${manifest.takenAt}, each row compared: ${told(manifest.tables, manifest.files?.files)}. ` +
      "With the SECRET_KEY of before, sessions and the links in mails go on."
    );
  },
  async doctor(config, ...args) {
    const { values } = parseArgs({ args, options: { mail: { type: "string" } } });
    let wrong = 0;
    for await (const finding of examine(config, log, shutdown, values.mail)) {
      ending.signal.throwIfAborted();
      console.error(lineOf(finding));
      if (finding.verdict === "wrong") wrong++;
    }
    if (wrong) throw new Error(`What is wrong: ${wrong}.`);
    return "Nothing is wrong.";
  },
  "keys:rotate": inContext(async (ctx) => {
    const { kid, signsAfter } = await rotateSigningKey(ctx);
    return `The key ${kid} signs in ${signsAfter / 60} minutes. Nobody has to log in anew.`;
  }),
  "admin:link": inContext(
    async (ctx) => `A single-use link to set the admin's password: ${await createAdminLink(ctx)}`,
  ),
  "demo:remove": inContext(async (ctx) => {
    await startPictureJobs(ctx, preservingOwners);
    return `Removed ${await removeDemoData(ctx)} demo people with everything they made.`;
  }),
  async "records:export"(config, ...args) {
    const { values } = parseArgs({
      args,
      options: {
        user: { type: "string" },
        order: { type: "string" },
        out: { type: "string" },
        reports: { type: "boolean" },
      },
    });
    const [user, order, out] = [values.user, values.order, values.out].map((value) => value?.trim());
    if (!user || !order || !out)
      throw new ConfigError(
        "Whose records, by which order, into which file? npm run records:export -- " +
          '--user ID|USERNAME|E-MAIL --order "NUMBER" --out FILE [--reports]',
      );
    const path = resolve(out);
    const asked = { user, order, path, operator: operatorName(), withReports: values.reports ?? false };
    const ctx = await openContext(config, log, shutdown, { beside: true });
    const { username, counts } = await exportRecords(ctx, asked, ending.signal);
    const rows = Object.entries(counts).map(([name, count]) => `${count} ${name.replace("_", " ")}`);
    return `${path}: ${username ?? "a deleted account"}, ${rows.join(", ")}. It is in the audit log.`;
  },
};

/** The account of the operating system from which the command was run, through `sudo` too. */
function operatorName(): string {
  const { SUDO_USER } = process.env;
  if (SUDO_USER) return SUDO_USER;
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return `uid ${process.getuid?.()}`;
  }
}

function inContext(work: (ctx: Context) => Promise<string>) {
  return async (config: Config) => work(await openContext(config, log, shutdown, { beside: true }));
}

function told(tables: { rows: number }[], files = 0): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString("en")} rows and ${files.toLocaleString("en")} picture files`;
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => ending.abort(new Error(`Ended by ${signal}: nothing was kept.`)));
}
const [name = "", ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new ConfigError(`Commands: ${Object.keys(commands).join(", ")}`);
  console.error(await command(readConfig(process.env), ...args));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await shutdown.run();
}
