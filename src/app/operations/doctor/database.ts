/** Checks of the database, as the site uses it. */
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { opensSigningKeys } from "#accounts/server/keys/signing-keys.ts";
import { LATE_HOURS } from "#app/operations/nightly-backups.ts";
import {
  type DatabaseAddress,
  migrations,
  replicasOf,
  type Shutdown,
  serverOf,
} from "#app/server/open-context.ts";
import { staffWithoutPasskeys } from "#moderation/server/cases/moderators.service.ts";
import { selectBackupTimes, selectLastBackup } from "#platform/backup/backup-records.queries.ts";
import type { Config } from "#platform/config/config.ts";
import { connectionTrouble } from "#platform/config/remedies.ts";
import {
  least,
  MIN_CONNECTIONS,
  readConnectionLimits,
  SPARE_CONNECTIONS,
} from "#platform/database/connections.ts";
import { type Database, openDatabase } from "#platform/database/db.ts";
import { missingMigrations } from "#platform/database/migrate.ts";
import { selectLag, selectPrimary } from "#platform/database/replicas.queries.ts";
import { MAX_AGE_MS } from "#platform/database/replicas.ts";
import { majorOf } from "#platform/postgres/cluster.ts";
import { runningPostgres, startPostgres } from "#platform/postgres/postgres.ts";
import { ownMajor } from "#platform/postgres/programs.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { compareClocks, type Findings } from "./finding.ts";

export async function* examineDatabase(config: Config, log: FastifyBaseLogger, shutdown: Shutdown): Findings {
  const address = yield* reachDatabase(config, log, shutdown);
  if (!address) return;
  const { connection, pooler } = address;
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
  yield* examineReplicas(config, database);
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
  yield* examinePasskeys(config, database);
}

/** Finds the existing database; undefined when using it would mean to create or to move one. */
async function* reachDatabase(
  config: Config,
  log: FastifyBaseLogger,
  shutdown: Shutdown,
): Findings<DatabaseAddress | undefined> {
  const server = serverOf(config);
  if (server) return server;
  const dataDir = join(config.dataDir, "postgres");
  const running = await runningPostgres(dataDir);
  if (running) return { connection: running };
  const own = await ownMajor();
  const major = await majorOf(dataDir);
  if (major === own) {
    const { connection, stop } = await startPostgres({ dataDir, log });
    shutdown.push(stop);
    return { connection };
  }
  yield major
    ? ["warning", `embedded PostgreSQL ${major}: moved to ${own} at the next start, back up before`]
    : ["ok", `embedded PostgreSQL ${own}: made at the first start`];
  return undefined;
}

/** Checks the connection limits, and whether a pooler enforces timeouts. */
async function* examineConnections(
  { databasePoolSize, databaseDirectUrl }: Config,
  database: Database,
): Findings {
  // These bypass the pooler: listeners, jobs, migrations and backups.
  const size = databaseDirectUrl ? MIN_CONNECTIONS : databasePoolSize;
  const { what, most } = least(await readConnectionLimits(database.direct), "most");
  const allows = `${what} allows ${most} connections`;
  const opens = `a process opens ${size}${databaseDirectUrl ? " past the pooler" : " (DATABASE_POOL_SIZE)"}, commands ${SPARE_CONNECTIONS}`;
  if (most < MIN_CONNECTIONS) {
    yield ["wrong", `${allows}: a process does not start with fewer than ${MIN_CONNECTIONS}`];
  } else if (most < size + SPARE_CONNECTIONS) {
    yield ["warning", `${allows}; ${opens}: requests will wait for each other`];
  } else if (most < 2 * size + SPARE_CONNECTIONS) {
    yield ["warning", `${allows}: enough for one process, not for two; ${opens}`];
  } else yield ["ok", `${allows}; ${opens}`];
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

/** Says how far each replica is behind. */
async function* examineReplicas(config: Config, { direct }: Database): Findings {
  for (const [name, address] of replicasOf(config) ?? []) {
    const about = `replica ${name}`;
    const { position } = await selectPrimary(direct);
    const replica = new pg.Client({ ...address, connectionTimeoutMillis: config.databaseTimeouts.connect });
    replica.on("error", () => {});
    try {
      await replica.connect();
      const lag = await selectLag(replica, position);
      if (!lag) yield ["wrong", `${about} is a server that takes writes: it is not read from`];
      else {
        const verdict = lag.seconds * 1000 > MAX_AGE_MS ? "warning" : "ok";
        yield [verdict, `${about} is ${lag.seconds.toFixed(1)} s and ${lag.bytes} bytes behind`];
      }
    } catch (error) {
      yield ["warning", `${about} is passed over: ${connectionTrouble(error, "DATABASE_REPLICA_URL")}`];
    } finally {
      await replica.end().catch(() => {});
    }
  }
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

/** Whether devices make passkeys for the site's address, and who of the staff has none where the operator demands one. */
async function* examinePasskeys(
  { publicUrl, requirePasskey, adminEmail }: Config,
  { db }: Database,
): Findings {
  const { hostname, protocol } = new URL(publicUrl);
  const isNamed =
    !isIP(hostname.replace(/^\[|\]$/g, "")) && (protocol === "https:" || hostname === "localhost");
  const verdict = requirePasskey ? "wrong" : "warning";
  if (!isNamed)
    yield [verdict, `PUBLIC_URL: devices make no passkeys for ${publicUrl}: it takes https and a name`];
  if (!requirePasskey) return;
  const names = await staffWithoutPasskeys(db, adminEmail);
  if (names.length)
    yield ["warning", `REQUIRE_PASSKEY: may do nothing until they make a passkey: ${names.join(", ")}`];
}

async function* examineBackups({ backup, production }: Config, { db }: Database): Findings {
  const { finished, copied, database } = await selectBackupTimes(db);
  const hoursSince = (moment: Date) => (Date.now() - moment.getTime()) / (60 * 60 * 1000);
  const isLate = (moment: Date) => hoursSince(moment) > LATE_HOURS;
  const age = finished ? `the last backup is ${Math.round(hoursSince(finished))} hours old` : "no backup yet";
  if (!backup) {
    const isDoubtful = production && (!finished || isLate(finished));
    yield [isDoubtful ? "warning" : "ok", `${age}, and none is made at night: BACKUP_DIR is not set`];
  } else yield [production && isLate(finished ?? database) ? "wrong" : "ok", age];
  if (backup?.copies) {
    const where = `in bucket ${backup.copies.bucket}`;
    yield copied && !isLate(copied)
      ? ["ok", `its last copy ${where} is ${Math.round(hoursSince(copied))} hours old`]
      : [
          "wrong",
          `no copy of the last ${LATE_HOURS} hours is ${where}: look for "backup not copied" in the log`,
        ];
  }
  const last = await selectLastBackup(db);
  if (!last) return;
  const size = (await stat(last.file).catch(() => undefined))?.size;
  if (size === undefined) yield ["warning", `the file of that backup is not here: ${last.file}`];
  else if (size !== last.bytes) yield ["wrong", `${last.file} has ${size} bytes; ${last.bytes} were written`];
}
