/** Checks everything the site needs, as the site would use it, and reports each finding. */
import { stat } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import { checkAdminPassword } from "#accounts/server/account/admin-account.ts";
import type { Shutdown } from "#app/server/open-context.ts";
import { type Config, unsetWishes, type Wish } from "#platform/config/config.ts";
import { systemTrouble } from "#platform/config/remedies.ts";
import { readVersion } from "#platform/version.ts";
import { examineDatabase } from "./database.ts";
import type { Finding, Findings } from "./finding.ts";
import {
  examineBackupFolder,
  examineDataFolder,
  examineKeyFile,
  examineMemory,
  examineStorage,
} from "./machine.ts";
import { examineAddress, examineIssuers, examineMail, examinePort, examineSender } from "./network.ts";

/**
 * Works whether or not the site is running, and leaves nothing behind. Reads the database but never migrates it, and creates
 * none.
 * @param shutdown registers how to close what was opened
 * @param mailTo recipient of a test mail
 */
export async function* examine(
  config: Config,
  log: FastifyBaseLogger,
  shutdown: Shutdown,
  mailTo?: string,
): AsyncGenerator<Finding> {
  const checks: [about: string, findings: () => Findings][] = [
    ["program", () => examineProgram(config)],
    ["configuration", () => examineConfig(config)],
    ["memory", () => examineMemory(config)],
    ["data folder", () => examineDataFolder(config)],
    ["secret key", () => examineKeyFile(config)],
    ["backups", () => examineBackupFolder(config)],
    ["pictures", () => examineStorage(config)],
    ["database", () => examineDatabase(config, log, shutdown)],
    ["sender", () => examineSender(config)],
    ["mail", () => examineMail(config, mailTo)],
    ["issuers", () => examineIssuers(config)],
    ["port", () => examinePort(config)],
    ["address", () => examineAddress(config)],
  ];
  for (const [about, findings] of checks) {
    try {
      for await (const [verdict, says] of findings()) yield { verdict, about, says };
    } catch (error) {
      yield { verdict: "wrong", about, says: systemTrouble(error, config) ?? reasonOf(error) };
    }
  }
}

/** A connection refused by several addresses contains its reasons; Amazon's errors have a descriptive name. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  const { name, message, cause } = error as Error;
  const reason = [name, message].filter((part) => part && part !== "Error").join(": ");
  return cause instanceof Error && message === "fetch failed" ? reasonOf(cause) : reason || String(error);
}

async function* examineProgram({ production }: Config): Findings {
  const { version, commit } = readVersion();
  yield ["ok", `Prompteca ${version}${commit ? ` (${commit})` : ""} on Node.js ${process.versions.node}`];
  const built = await stat(new URL("../../../../dist/server/build.json", import.meta.url)).catch(
    () => undefined,
  );
  // `npm start` builds them, `npm run dev` needs none; a service uses the existing build.
  if (!built) yield [production ? "wrong" : "warning", "the pages are not built: npm run build"];
}

/** What visitors miss. */
const MISSING: Record<Wish, string> = {
  COMMUNITY_URL: "home and footer invite to no community",
  SOCIAL_URL: "home and footer lead to no social profile",
  CONTACT_EMAIL: "nobody is told whom to write to",
};

/** Settings that the start refuses or warns about, beyond reading the configuration. */
async function* examineConfig(config: Config): Findings {
  checkAdminPassword(config);
  for (const doubt of config.doubts) yield ["warning", doubt];
  for (const name of unsetWishes(config)) yield ["ok", `${name} is not set: ${MISSING[name]}`];
}
