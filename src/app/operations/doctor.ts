/** Checks everything the site needs, as the site would use it, and reports each finding. */
import { randomBytes } from "node:crypto";
import dns from "node:dns";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { access, constants, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { createServer, isIPv6 } from "node:net";
import { availableParallelism, totalmem } from "node:os";
import { dirname, join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { opensSigningKeys } from "#accounts/server/keys/signing-keys.ts";
import { checkAdminPassword } from "#accounts/server/users/admin-account.ts";
import { type DatabaseAddress, migrations, type Shutdown, serverOf } from "#app/server/open-context.ts";
import { selectLastBackup } from "#platform/backup/backup-records.queries.ts";
import type { Config } from "#platform/config/config.ts";
import { isLoopbackHost, senderAddress } from "#platform/config/config-values.ts";
import { connectionTrouble, systemTrouble } from "#platform/config/remedies.ts";
import {
  LEAST_CONNECTIONS,
  least,
  readConnectionLimits,
  SPARE_CONNECTIONS,
} from "#platform/database/connections.ts";
import { type Database, openDatabase } from "#platform/database/db.ts";
import { missingMigrations } from "#platform/database/migrate.ts";
import { openMailer } from "#platform/mail.ts";
import { runningPostgres, startPostgres } from "#platform/postgres/postgres.ts";
import { ownMajor } from "#platform/postgres/programs.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { tryStorage } from "#platform/storage.ts";
import { readVersion } from "#platform/version.ts";

export type Verdict = "ok" | "warning" | "wrong";

export interface Finding {
  verdict: Verdict;
  about: string;
  says: string;
}

/** A finding as a line for the terminal. */
export const lineOf = ({ verdict, about, says }: Finding) => `${verdict.padEnd(7)}  ${about}: ${says}`;

type Findings = AsyncGenerator<[Verdict, string], void>;

const MB = 1024 ** 2;
/** Free space in bytes below which the database may soon be unable to write. */
const LEAST_SPACE = 200 * MB;
/** Fraction of free space or inodes below which to warn. */
const SMALL_SHARE = 0.1;
/** Memory of the process, alone and with the embedded PostgreSQL, in bytes (docs/performance.md). */
const MEMORY = { alone: 350 * MB, withDatabase: 900 * MB };
/** Clock difference in milliseconds above which links and tokens expire early or late. */
const CLOCK_DIFFERENCE = 2000;
/** Hours after which a nightly backup counts as missing. */
const BACKUP_HOURS = 26;
const ADDRESS_TIMEOUT = 5000;

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
  const told = [name, message].filter((part) => part && part !== "Error").join(": ");
  return cause instanceof Error && message === "fetch failed" ? reasonOf(cause) : told || String(error);
}

async function* examineProgram({ production }: Config): Findings {
  const { version, commit } = readVersion();
  yield ["ok", `Prompteca ${version}${commit ? ` (${commit})` : ""} on Node.js ${process.versions.node}`];
  const built = await stat(new URL("../../../dist/server/build.json", import.meta.url)).catch(
    () => undefined,
  );
  // `npm start` builds them, `npm run dev` needs none; a service uses the existing build.
  if (!built) yield [production ? "wrong" : "warning", "the pages are not built: npm run build"];
}

/** Settings that the start refuses or warns about, beyond reading the configuration. */
async function* examineConfig(config: Config): Findings {
  checkAdminPassword(config);
  for (const doubt of config.doubts) yield ["warning", doubt];
}

async function* examineMemory(config: Config): Findings {
  const limit = process.constrainedMemory();
  const total = limit && limit < totalmem() ? limit : totalmem();
  const needed = config.databaseUrl ? MEMORY.alone : MEMORY.withDatabase;
  const has = `${megabytes(total)}, ${availableParallelism()} cores`;
  yield total < needed ? ["warning", `${has}; ${megabytes(needed)} are advised`] : ["ok", has];
}

async function* examineDataFolder({ dataDir }: Config): Findings {
  yield* examineFolder(dataDir);
  const owner = (await stat(dataDir).catch(() => undefined))?.uid;
  const account = process.getuid?.();
  if (account === 0 && owner) {
    yield ["warning", `it belongs to account ${owner}, and this is root: run as the site does`];
  }
  for (const name of ["media", "mail", "exports"]) {
    const folder = join(dataDir, name);
    if ((await nearestFolder(folder)) === folder) await access(folder, constants.W_OK | constants.X_OK);
  }
}

async function* examineBackupFolder({ backup }: Config): Findings {
  if (backup) yield* examineFolder(backup.dir);
}

async function* examineKeyFile({ dataDir, databaseUrl, secretKey }: Config): Findings {
  if (secretKey) return;
  const file = join(dataDir, "secret.key");
  if ((await nearestFolder(file)) === file) {
    await access(file, constants.R_OK);
    if ((await stat(file)).mode & 0o077) yield ["wrong", `others can read ${file}: chmod 600`];
  }
  if (databaseUrl) {
    yield ["warning", `SECRET_KEY is not set: other processes need the content of ${file}`];
  }
}

/** Checks a folder, or the parent of one that does not exist yet. */
async function* examineFolder(path: string): Findings {
  const folder = await nearestFolder(path);
  if (folder === path) {
    const probe = join(path, `.doctor-${randomBytes(6).toString("hex")}`);
    await writeFile(probe, "").finally(() => rm(probe, { force: true }));
  } else {
    await access(folder, constants.W_OK);
  }
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  const free = bavail * bsize;
  const space = `${path}: ${megabytes(free)} free (${percent(bavail / blocks)})`;
  // File systems with dynamic inodes report none.
  const few = files > 0 && ffree / files < SMALL_SHARE;
  if (free < LEAST_SPACE) yield ["wrong", `${space}: the disk is full`];
  else if (bavail / blocks < SMALL_SHARE) yield ["warning", `${space}: the disk is getting full`];
  else if (few)
    yield ["warning", `${space}, but room for ${percent(ffree / files)} of its files only (inodes)`];
  else yield ["ok", `${space}, writable`];
}

async function nearestFolder(path: string): Promise<string> {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return there ? path : nearestFolder(dirname(path));
}

async function* examineStorage(config: Config): Findings {
  const place = config.s3 ? `bucket ${config.s3.bucket}` : join(config.dataDir, "media");
  if (!config.s3 && (await nearestFolder(place)) !== place) {
    yield ["ok", `${place}: made at the first start`];
    return;
  }
  const storage = await openStorage(config);
  await tryStorage(storage);
  yield ["ok", `${place}: written, read, removed`];
}

/** Connects to the existing database; returns a finding when that would require creating or moving one. */
async function reachDatabase(
  config: Config,
  log: FastifyBaseLogger,
  shutdown: Shutdown,
): Promise<DatabaseAddress | [Verdict, string]> {
  const server = serverOf(config);
  if (server) return server;
  const cluster = join(config.dataDir, "postgres");
  const running = await runningPostgres(cluster);
  if (running) return { connection: running };
  const own = await ownMajor();
  const major = await readFile(join(cluster, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!major) return ["ok", `embedded PostgreSQL ${own}: made at the first start`];
  if (Number(major) !== own) {
    return [
      "warning",
      `embedded PostgreSQL ${major.trim()}: moved to ${own} at the next start, back up before`,
    ];
  }
  const postgres = await startPostgres({ dataDir: cluster, log });
  shutdown.push(postgres.stop);
  return { connection: postgres.connection };
}

async function* examineDatabase(config: Config, log: FastifyBaseLogger, shutdown: Shutdown): Findings {
  const reached = await reachDatabase(config, log, shutdown);
  if (Array.isArray(reached)) {
    yield reached;
    return;
  }
  const { connection, pooler } = reached;
  const database = await openDatabase(connection, { max: 1, pooler, timeouts: config.databaseTimeouts, log });
  shutdown.push(database.close);
  const { pool } = database;
  const asked = Date.now();
  const { rows } = await pool.query<{ version: string; now: Date }>(
    "select current_setting('server_version') as version, clock_timestamp() as now",
  );
  const answered = Date.now();
  const [{ version, now } = { version: "?", now: new Date() }] = rows;
  yield ["ok", `PostgreSQL ${version} answers in ${answered - asked} ms`];
  yield* examineConnections(config, database);
  if (config.databaseUrl) yield* compareClocks("its clock", now.getTime(), asked, answered);
  else yield ["ok", "its clock is that of this machine: not checked"];
  const missing = await missingMigrations(pool, migrations);
  if (missing.length) yield ["ok", `migrations to come at the next start: ${missing.length}`];
  else yield ["ok", "all migrations are applied"];
  yield* examineExtension(database);
  // The checks below read our tables.
  if (missing.length) return;
  yield* examineKey(config, database);
  yield* examineBackups(config, database);
}

/** Checks the connection limits, and whether a pooler enforces timeouts. */
async function* examineConnections(
  { databasePoolSize, databaseDirectUrl }: Config,
  database: Database,
): Findings {
  // These bypass the pooler: listeners, jobs, migrations and backups.
  const size = databaseDirectUrl ? LEAST_CONNECTIONS : databasePoolSize;
  const { what, most } = least(await readConnectionLimits(database.direct), "most");
  const allows = `${what} allows ${most} connections`;
  const opens = `a process opens ${size}${databaseDirectUrl ? " past the pooler" : " (DATABASE_POOL_SIZE)"}, commands ${SPARE_CONNECTIONS}`;
  if (most < LEAST_CONNECTIONS) {
    yield ["wrong", `${allows}: a process does not start with fewer than ${LEAST_CONNECTIONS}`];
  } else if (most < size + SPARE_CONNECTIONS) {
    yield ["warning", `${allows}; ${opens}: requests will wait for each other`];
  } else if (most < 2 * size + SPARE_CONNECTIONS) {
    yield ["warning", `${allows}: enough for one process, not for two; ${opens}`];
  }
  if (!databaseDirectUrl) return;
  const { rows } = await database.pool.query<{ statement: string; idle: string }>(
    `select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  if (rows[0]?.statement === "0" || rows[0]?.idle === "0") {
    yield [
      "warning",
      "sessions of the pooler end nothing that takes too long: set statement_timeout and " +
        "idle_in_transaction_session_timeout in its connect_query",
    ];
  } else yield ["ok", "the pooler keeps prepared statements, and DATABASE_DIRECT_URL leads past it"];
}

/** @param tells time of the other clock, read between two local times, all in milliseconds */
function* compareClocks(
  whose: string,
  tells: number,
  asked: number,
  answered: number,
): Generator<[Verdict, string]> {
  const ahead = tells - (asked + answered) / 2;
  if (Math.abs(ahead) <= CLOCK_DIFFERENCE + (answered - asked) / 2) return;
  const seconds = Math.abs(ahead / 1000).toFixed(1);
  yield ["warning", `${whose} is ${seconds} s ${ahead > 0 ? "ahead of" : "behind"} the clock here`];
}

async function* examineExtension({ pool }: Database): Findings {
  const { rows } = await pool.query<{ installed: boolean; available: boolean; allowed: boolean }>(
    `select exists (select from pg_extension where extname = 'pg_trgm') as installed,
      exists (select from pg_available_extensions where name = 'pg_trgm') as available,
      has_database_privilege(current_database(), 'create') as allowed`,
  );
  const [{ installed, available, allowed } = { installed: true, available: true, allowed: true }] = rows;
  if (installed) return;
  if (!available)
    yield ["wrong", "the server lacks the extension pg_trgm: install PostgreSQL's contrib package"];
  else if (!allowed) yield ["wrong", "a database administrator has to run once: create extension pg_trgm"];
}

async function* examineKey({ secretKey, dataDir }: Config, { db }: Database): Findings {
  const key =
    secretKey ?? (await readFile(join(dataDir, "secret.key"), "utf8").catch(() => undefined))?.trim();
  // A missing key is right for a database that has not used one yet.
  if (await opensSigningKeys({ db, secrets: deriveSecrets(key ?? "") })) return;
  yield [
    "wrong",
    `${key ? "SECRET_KEY is not the one this database was used with" : "there is no SECRET_KEY"}: ` +
      "starting ends all sessions and loses mails that wait",
  ];
}

async function* examineBackups(config: Config, { db }: Database): Findings {
  const last = await selectLastBackup(db);
  const hours = last && (Date.now() - last.finished_at.getTime()) / (60 * 60 * 1000);
  const late = config.production && !(hours !== undefined && hours <= BACKUP_HOURS);
  const told = hours === undefined ? "no backup yet" : `the last backup is ${Math.round(hours)} hours old`;
  const nightly = config.backup ? "" : ", and none is made at night: BACKUP_DIR is not set";
  yield [late ? "warning" : "ok", told + nightly];
  if (!last) return;
  const size = (await stat(last.file).catch(() => undefined))?.size;
  if (size === undefined) yield ["warning", `the file of that backup is not here: ${last.file}`];
  else if (size !== last.bytes) yield ["wrong", `${last.file} has ${size} bytes; ${last.bytes} were written`];
}

/** Reserved domains (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const NOBODYS =
  /(?:^|\.)(?:local|localhost|localdomain|internal|test|example|example\.(?:com|net|org)|invalid)$/i;

/** Mail servers look up the sender's domain. */
async function* examineSender({ mailFrom, smtpUrl, production }: Config): Findings {
  const [, domain = ""] = senderAddress(mailFrom)?.split("@") ?? [];
  if (NOBODYS.test(domain)) {
    if (production)
      yield ["wrong", `MAIL_FROM: servers refuse mails from ${domain}: set it to an address of yours`];
    return;
  }
  if (!smtpUrl) return;
  const resolver = new Resolver({ timeout: ADDRESS_TIMEOUT / 2, tries: 2 });
  resolver.setServers(dns.getServers());
  const answers = await Promise.all(
    [resolver.resolveMx(domain), resolver.resolve4(domain), resolver.resolve6(domain)].map((answer) =>
      answer.then(
        () => "",
        ({ code }: NodeJS.ErrnoException) => code,
      ),
    ),
  );
  if (answers.includes("")) yield ["ok", `MAIL_FROM: ${domain} is known`];
  else if (answers.every((code) => code === "ENOTFOUND" || code === "ENODATA")) {
    yield [
      "wrong",
      `MAIL_FROM: nobody answers for the domain ${domain} in DNS: servers refuse mails from it`,
    ];
  } else yield ["warning", `MAIL_FROM: ${domain} cannot be looked up in DNS from here`];
}

async function* examineMail(config: Config, to: string | undefined): Findings {
  const mailer = openMailer(config);
  try {
    await mailer.check();
    if (config.smtpPlaintext) yield ["warning", "SMTP_PLAINTEXT: mails may go unencrypted"];
    yield config.smtpUrl
      ? ["ok", `${new URL(config.smtpUrl).host} lets us in`]
      : ["ok", `kept in ${join(config.dataDir, "mail")}: SMTP_URL is not set`];
    if (!to) return;
    const text = `Se você lê isto, os e-mails de ${config.publicUrl} chegam.`;
    await mailer.send({
      to,
      subject: "Teste de e-mail da Prompteca",
      text,
      html: `<!doctype html><html lang="pt-BR"><body><p>${text}</p></body></html>`,
      id: `doctor-${randomBytes(12).toString("hex")}`,
      date: new Date(),
    });
    yield ["ok", `a test mail to ${to} was handed over: see whether it arrives, and not as spam`];
  } catch (error) {
    if (!config.smtpUrl) throw error;
    yield ["wrong", connectionTrouble(error, "SMTP_URL")];
  } finally {
    mailer.close();
  }
}

/** Whether the site responds at a URL. */
async function isSite(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/healthz`, {
      redirect: "manual",
      signal: AbortSignal.timeout(ADDRESS_TIMEOUT),
    });
    return ["ok", "ending"].includes(((await answer.json()) as { status?: string }).status ?? "");
  } catch {
    return false;
  }
}

/** Briefly listens, as the start would. */
async function* examinePort({ host, port }: Config): Findings {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), "listening");
    yield ["ok", `${host}, port ${port}: free to listen at`];
  } catch (error) {
    const near = ["0.0.0.0", "::"].includes(host) ? "localhost" : isIPv6(host) ? `[${host}]` : host;
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (!isTaken || !(await isSite(`http://${near}:${port}`))) throw error;
    yield ["ok", `${host}, port ${port}: the site listens`];
  } finally {
    server.close();
  }
}

/** Whether the port can be reached past the proxy, which would allow forged client addresses. */
async function* examineBypass({ host, port, publicUrl, trustProxy }: Config, isUp: boolean): Findings {
  if (trustProxy === false || isLoopbackHost(host)) return;
  const direct = `http://${new URL(publicUrl).hostname}:${port}`;
  const cure = `set HOST to 127.0.0.1, or let the proxy alone reach port ${port}`;
  const believed = typeof trustProxy === "number" ? ", and is believed whatever address it claims" : "";
  if (direct !== publicUrl && (await isSite(direct))) {
    yield ["warning", `TRUST_PROXY: whoever asks ${direct} passes by the proxy${believed}: ${cure}`];
  } else if (!believed) return;
  else if (isUp && direct !== publicUrl)
    yield ["ok", `${direct} does not answer: nobody passes by the proxy there`];
  else {
    yield [
      "warning",
      `TRUST_PROXY and HOST: whoever reaches port ${port} past the proxy is believed: ${cure}`,
    ];
  }
}

async function* examineAddress(config: Config): Findings {
  const { publicUrl, trustProxy } = config;
  const { protocol } = new URL(publicUrl);
  if (protocol === "https:" && trustProxy === false) {
    yield ["warning", "TRUST_PROXY is off: all visitors behind the proxy count as one, limits included"];
  }
  const asked = Date.now();
  const answer = await fetch(`${publicUrl}/readyz`, {
    redirect: "manual",
    signal: AbortSignal.timeout(ADDRESS_TIMEOUT),
  }).catch((error: unknown) => connectionTrouble(error, "PUBLIC_URL"));
  yield* examineBypass(config, typeof answer !== "string" && answer.ok);
  if (typeof answer === "string") {
    yield [
      "warning",
      `${publicUrl} does not answer from here (${answer}): right where the site is not started`,
    ];
    return;
  }
  const answered = Date.now();
  const said = await answer.json().catch(() => undefined);
  if (answer.ok && said?.status !== "ok") {
    yield ["wrong", `${publicUrl} is answered by something that is not Prompteca`];
    return;
  }
  yield answer.ok
    ? ["ok", `${publicUrl} answers and is ready`]
    : ["warning", `${publicUrl}/readyz answers ${answer.status}`];
  // The header has whole seconds: add half of one on average.
  const told = Date.parse(answer.headers.get("date") ?? "") + 500;
  if (told) yield* compareClocks(`the clock behind ${publicUrl}`, told, asked, answered);
}

const megabytes = (bytes: number) => `${Math.round(bytes / MB).toLocaleString("en")} MB`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
