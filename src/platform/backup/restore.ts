/**
 * Restores a backup into an empty database, completely or not at all.
 *
 * First it reads the whole archive and compares its checksum; nothing has changed by then. Then it writes the files,
 * because a row must never name a missing file; if the restore ends here, files remain that no row names, which is
 * harmless. Everything else is one transaction: it creates the schema with the migrations that the backup had, drops
 * foreign keys and indexes, disables triggers, fills the tables, creates and enables all of these again (which checks
 * every row at once), reads each table again and compares its rows with the backup's checksums, and applies the newer
 * migrations. Any error rolls it back. A site that starts meanwhile waits for the lock on migrations.
 */

import type { ClientBase, PoolClient, PoolConfig } from "pg";
import { type Database, openDatabase } from "#platform/database/db.ts";
import { applyMigration, lockMigrations, makeRecord, planMigrations } from "#platform/database/migrate.ts";
import type { Migration } from "#platform/database/migration-files.ts";
import { OLDEST } from "#platform/database/takeover.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { readFile, type Storage } from "#platform/storage.ts";
import { type ArchiveReader, openArchive } from "./archive.ts";
import { FILES, type StoredFiles } from "./files.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import {
  fillTable,
  prepareFilling,
  prepareSession,
  type Rows,
  readRows,
  readTables,
  setSequences,
  type Table,
  unpack,
} from "./tables.ts";
import { type JobsRestore, openJobsRestore, readWaitingJobs } from "./waiting-jobs.ts";

/** Maximum number of files read or written concurrently. */
const MAX_CONCURRENT_FILES = 8;

/**
 * Restores a backup.
 * @param options.connection an empty database
 * @param options.files the storage to restore files into; without it, they are skipped. `replace` overwrites different
 *   files of the same name, which are an error otherwise
 * @param options.migrations the folder of the migrations
 * @param options.upgraded called in the transaction when the rows come from another major version of PostgreSQL, to
 *   recompute values that may differ between versions
 * @param options.signal aborts the restore; only files that no row names remain
 * @throws OperatorError when the archive is damaged, the database is not empty, the storage has different files of the
 *   same name, or the backup is newer than this version
 */
export async function restoreBackup(options: {
  path: string;
  connection: PoolConfig;
  migrations: URL;
  files?: { storage: Storage; stored: StoredFiles; replace?: boolean };
  upgraded?: (client: ClientBase) => Promise<void>;
  signal?: AbortSignal | undefined;
}): Promise<Manifest> {
  const { path, connection, files } = options;
  const archive = await openArchive(path, options.signal);
  let database: Database | undefined;
  let client: PoolClient | undefined;
  let jobs: JobsRestore | undefined;
  try {
    const manifest = readManifest(archive.manifest);
    const { made, missing } = await planMigrations(manifest.migrations, options.migrations, REFUSALS);
    database = await openDatabase(connection, { max: 1 });
    client = await database.direct.connect();
    await prepareSession(client);
    // A site that starts now waits for this lock.
    await lockMigrations(client);
    await checkEmpty(client);
    if (files) await putFiles(archive, manifest, files);
    jobs = await openJobsRestore(connection);
    await client.query("begin");
    await putRows(client, archive, manifest, made, jobs);
    for (const migration of missing) while (await applyMigration(client, migration)) {}
    if (await isOtherMajor(client, manifest)) await options.upgraded?.(client);
    await client.query("commit");
    // The planner needs statistics for searches and long lists.
    await client.query("analyze");
    return manifest;
  } finally {
    // Closing the connection rolls back an open transaction and releases the lock.
    client?.release(true);
    await jobs?.stop().catch(() => undefined);
    await database?.close();
    await archive.close();
  }
}

const REFUSALS: Parameters<typeof planMigrations>[2] = {
  newer: (unknown) =>
    `The backup is newer than this version of Prompteca: it has migration ${unknown}, which is unknown here. ` +
    "Bring it in with the version that made it.",
  changed: (name) => `The backup was made after another migration ${name} than the one that is here.`,
  tooOld: (last) =>
    `The backup is too old for this version of Prompteca: its last migration is ${last}. Bring it in with a version ` +
    `that brings it up to ${OLDEST}, and make a backup with that one.`,
};

async function isOtherMajor(client: ClientBase, { postgres }: Manifest): Promise<boolean> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return Number.parseInt(rows[0]?.version ?? "", 10) !== Number.parseInt(postgres, 10);
}

async function checkEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`,
  );
  if (rows.length || (await readWaitingJobs(client)).rows) {
    throw new OperatorError(
      "The database is not empty. A backup is brought into an empty one only: give a new DATA_DIR, or a new " +
        "database in DATABASE_URL. Nothing was changed.",
    );
  }
}

/**
 * Writes the backup's files into the storage and reads each one back. If a link preview changed during the backup, the
 * archive has its key twice, and the later file counts. The storage may already have some of the files, from an
 * interrupted restore. A file that is different from all of its name in the archive belongs to another site, and is an
 * error unless `replace` is set.
 */
async function putFiles(
  archive: ArchiveReader,
  { files }: Manifest,
  { storage, stored, replace = false }: { storage: Storage; stored: StoredFiles; replace?: boolean },
): Promise<void> {
  const leftOut = new Set(files?.leftOut);

  /** Visits several files concurrently, but those with the same key one after the other. */
  async function each(visit: (key: string, body: Buffer) => Promise<void>): Promise<void> {
    const visits = new Map<string, Promise<void>>();
    await archive.read(async (name, body) => {
      const key = name.slice(FILES.length);
      if (!name.startsWith(FILES) || leftOut.has(key)) return;
      await visits.get(key);
      if (visits.size === MAX_CONCURRENT_FILES) await Promise.race(visits.values());
      const visiting = visit(key, body);
      visits.set(key, visiting);
      visiting.then(
        () => visits.delete(key),
        () => {},
      );
    });
    await Promise.all(visits.values());
  }

  if (!replace) {
    const [different, same] = [new Set<string>(), new Set<string>()];
    await each(async (key, body) => {
      const there = await readFile(storage, key);
      if (there) (there.equals(body) ? same : different).add(key);
    });
    for (const key of same) different.delete(key);
    if (different.size) {
      const [name] = different;
      throw new OperatorError(
        `The storage holds other files under ${different.size} of the backup's names, such as ${name}. Is it another site's? Give an empty ` +
          "bucket, or a new DATA_DIR. Where they may go, say --replace-files. No row was brought in, and no file replaced.",
      );
    }
  }
  await each(async (key, body) => {
    if ((await readFile(storage, key))?.equals(body)) return;
    await storage.put(key, body, stored.contentType(key));
    if (!(await readFile(storage, key))?.equals(body)) {
      throw new OperatorError(`The storage did not keep ${key}.`);
    }
  });
}

async function putRows(
  client: ClientBase,
  archive: ArchiveReader,
  manifest: Manifest,
  migrations: Migration[],
  jobs: JobsRestore,
): Promise<void> {
  await makeRecord(client);
  for (const migration of migrations) await applyMigration(client, migration);
  const tables = new Map((await readTables(client)).map((table) => [table.name, table]));
  const shape = (list: { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]));
  if (shape(manifest.tables) !== shape([...tables.values()])) {
    throw new OperatorError("The backup's tables are not those that its migrations make.");
  }

  const finish = await prepareFilling(client, [...tables.values()]);
  let filled: { table: Table; filling: ReturnType<typeof fillTable> } | undefined;
  await archive.read(async (entry, body) => {
    const [kind, name = ""] = entry.split("/");
    const table = kind === "tables" ? tables.get(name) : undefined;
    if (filled && filled.table !== table) {
      await filled.filling.end();
      filled = undefined;
    }
    if (table) {
      filled ??= { table, filling: fillTable(client, table) };
      await filled.filling.write(await unpack(body));
    } else if (kind === "jobs") {
      await jobs.write(client, await unpack(body));
    }
  });
  await filled?.filling.end();
  await finish();
  await setSequences(client, manifest.sequences);

  for (const expected of manifest.tables) {
    compare(`table ${expected.name}`, await readRows(client, tables.get(expected.name) as Table), expected);
  }
  const { rows } = await readWaitingJobs(client);
  compare("the list of waiting jobs", { ...manifest.jobs, rows }, manifest.jobs);
}

function compare(what: string, found: Rows, expected: Rows): void {
  if (found.rows === expected.rows && found.sha256 === expected.sha256) return;
  throw new OperatorError(
    `After restoring, ${what} differs from the backup (${found.rows} of ${expected.rows} rows): nothing was kept.`,
  );
}
