/**
 * Commands of the operator: `npm run backup`, `restore`, `doctor`, `maintenance`, `keys:rotate`, `admin:link`,
 * `passkeys:reset`, `demo:remove`, `records:export`, `move-in`. All but restore may run while the site is running.
 */
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createAdminLink } from "#accounts/server/account/admin-account.ts";
import { rotateSigningKey } from "#accounts/server/keys/signing-keys.ts";
import { exportRecords } from "#admin/server/records-export.service.ts";
import { createShutdown, openConnection, openContext } from "#app/server/open-context.ts";
import { startPictureJobs } from "#media/server/removal.jobs.ts";
import { resetAdminsPasskeys } from "#moderation/server/cases/moderators.service.ts";
import { preservingOwners } from "#moderation/server/records/preservation.service.ts";
import { markCopied } from "#platform/backup/backup-records.queries.ts";
import { storeCopy } from "#platform/backup/copies.ts";
import { type Config, ConfigError, readConfig } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { openDatabase } from "#platform/database/db.ts";
import { isInMaintenance, setMaintenance } from "#platform/http/maintenance.ts";
import { createLogger } from "#platform/log.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { removeDemoData } from "#seeds/demo.ts";
import { backUpSite, newBackupPath, rehearseRestore, remarksOn, restoreSite } from "./backups.ts";
import { examine } from "./doctor/doctor.ts";
import { lineOf } from "./doctor/finding.ts";
import { moveIn, readOptions } from "./move-in/move-in.ts";

const log = createLogger("error");
const shutdown = createShutdown(log);
const ending = new AbortController();

/** Exit code of a doctor who warns, and finds nothing wrong. */
const ONLY_WARNINGS = 2;

/** The caller's folder, which npm and deploy/machine/prompteca-admin leave. */
const here = process.env.INIT_CWD ?? process.cwd();

/** Each command returns a message for the terminal. */
const commands: Record<string, (config: Config, ...args: string[]) => Promise<string>> = {
  async backup(config, file?: string) {
    const { connection } = await openConnection(config, log, shutdown, { beside: true });
    const { db, direct, close } = await openDatabase(connection, { max: 1, log });
    shutdown.push(close);
    const { dir = resolve(config.dataDir, "backups"), copies } = config.backup ?? {};
    const path = resolve(here, file ?? newBackupPath(dir));
    const storage = await openStorage(config);
    const { bytes, manifest } = await backUpSite({ pool: direct, storage }, path, ending.signal);
    // Another name may be one that the bucket has already.
    if (copies && !file) {
      await storeCopy(path, copies, ending.signal);
      await markCopied(db, path);
    }
    const done = `${path}: ${bytes.toLocaleString("en")} bytes, ${countsOf(manifest.tables, manifest.files?.files)}.`;
    return [done, ...remarksOn(manifest)].join("\n");
  },
  async restore(config, ...args) {
    const { values, positionals } = parseArgs({
      args,
      options: { "replace-files": { type: "boolean" }, check: { type: "boolean" } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (!file) throw new ConfigError("Which backup? npm run restore -- [--check] FILE");
    if (values.check) {
      const manifest = await rehearseRestore(resolve(here, file), config.dataDir, log, ending.signal);
      return (
        `This backup can be restored. As of ${manifest.takenAt}, each row compared: ` +
        `${countsOf(manifest.tables, manifest.files?.files)}. Nothing of the site was touched, and nothing is left of the check.`
      );
    }
    const { connection } = await openConnection(config, log, shutdown);
    const manifest = await restoreSite(resolve(here, file), connection, await openStorage(config), {
      replaceFiles: values["replace-files"] ?? false,
      signal: ending.signal,
    });
    return (
      `Restored as of ${manifest.takenAt}, each row compared: ${countsOf(manifest.tables, manifest.files?.files)}. ` +
      "With the SECRET_KEY of before, sessions and the links in mails go on."
    );
  },
  async doctor(config, ...args) {
    const { values } = parseArgs({ args, options: { mail: { type: "string" }, quiet: { type: "boolean" } } });
    const counts = { ok: 0, warning: 0, wrong: 0 };
    for await (const finding of examine(config, log, shutdown, values.mail)) {
      ending.signal.throwIfAborted();
      if (!values.quiet || finding.verdict !== "ok") console.error(lineOf(finding));
      counts[finding.verdict]++;
    }
    if (counts.wrong) throw new Error(`What is wrong: ${counts.wrong}.`);
    if (counts.warning) process.exitCode = ONLY_WARNINGS;
    return values.quiet ? "" : "Nothing is wrong.";
  },
  async maintenance({ dataDir }, to?: string) {
    if (to && !["on", "off"].includes(to)) throw new ConfigError("maintenance on, or maintenance off");
    if (to) await setMaintenance(dataDir, to === "on");
    return isInMaintenance(dataDir)
      ? "Maintenance is on: visitors are told so at once, with or without a running site."
      : "Maintenance is off.";
  },
  "keys:rotate": inContext(async (ctx) => {
    const { kid, signsAfter } = await rotateSigningKey(ctx);
    return `The key ${kid} signs in ${signsAfter / 60} minutes. Nobody has to log in anew.`;
  }),
  "admin:link": inContext(
    async (ctx) => `A single-use link to set the admin's password: ${await createAdminLink(ctx)}`,
  ),
  "passkeys:reset": inContext(async (ctx) => {
    const dueAt = await resetAdminsPasskeys(ctx, operatorName());
    return `The admin's passkeys go on ${dueAt.toISOString()}, unless the admin, who is told by mail, stops it. It is in the audit log.`;
  }),
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
    const path = resolve(here, out);
    const asked = { user, order, path, operator: operatorName(), withReports: values.reports ?? false };
    const ctx = await openContext(config, log, shutdown, { beside: true });
    const { username, counts } = await exportRecords(ctx, asked, ending.signal);
    const rows = Object.entries(counts).map(([name, count]) => `${count} ${name.replace("_", " ")}`);
    return `${path}: ${username ?? "a deleted account"}, ${rows.join(", ")}. It is in the audit log.`;
  },
  async "move-in"(config, ...args) {
    const options = readOptions(args, here);
    const ctx = await openContext(config, log, shutdown, { beside: true });
    return moveIn(ctx, options, (line) => console.error(line), ending.signal);
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

function countsOf(tables: { rows: number }[], files = 0): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString("en")} rows and ${files.toLocaleString("en")} picture files`;
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => ending.abort(new Error(`Ended by ${signal}: nothing was kept.`)));
}
const [name = "", ...args] = process.argv.slice(2);
try {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new ConfigError(`Commands: ${Object.keys(commands).join(", ")}`);
  const said = await command(readConfig(process.env), ...args);
  if (said) console.error(said);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await shutdown.run();
}
