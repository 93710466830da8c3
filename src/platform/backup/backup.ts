/** Writes all data of the site into one file while the site runs. */
import type { Pool, PoolClient } from "pg";
import { appliedMigrations } from "#platform/database/migrate.ts";
import type { Storage } from "#platform/storage.ts";
import { createArchive } from "./archive.ts";
import { copyFiles, type StoredFiles } from "./files.ts";
import { FORMAT, type Manifest } from "./manifest.ts";
import { lockTables, pack, prepareSession, readRows, readSequences, readTables } from "./tables.ts";
import { readWaitingJobs } from "./waiting-jobs.ts";

export interface Backup {
  bytes: number;
  manifest: Manifest;
}

/**
 * Writes a backup: a consistent snapshot of all tables and waiting jobs, and every file that they name.
 * @param options.pool `Database.direct`
 * @param options.path path of the backup, which appears when it is complete and is readable by its owner only
 * @param options.files the storage, and how tables name its files; without it, the backup has only the database
 * @param options.signal aborts the backup
 * @throws OperatorError when the file exists
 */
export async function writeBackup(options: {
  pool: Pool;
  path: string;
  files?: { storage: Storage; stored: StoredFiles };
  signal?: AbortSignal | undefined;
}): Promise<Backup> {
  const { pool, path, files, signal } = options;
  const archive = await createArchive(path);
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    await prepareSession(client);
    const copied = files ? await copyFiles(client, files.storage, files.stored, archive, signal) : null;
    if (!files) await client.query("begin isolation level repeatable read");

    const tables = await readTables(client);
    await lockTables(client, tables);
    const { rows: facts } = await client.query<{ takenAt: Date; postgres: string }>(
      `select now() as "takenAt", current_setting('server_version') as postgres`,
    );
    const [{ takenAt, postgres } = { takenAt: new Date(), postgres: "" }] = facts;
    const migrations = await appliedMigrations(client);
    const piecesOf = (folder: string) => {
      let number = 0;
      return async (piece: Buffer) => {
        signal?.throwIfAborted();
        number += 1;
        await archive.add(`${folder}/${String(number).padStart(6, "0")}.zst`, await pack(piece));
      };
    };
    const written: Manifest["tables"] = [];
    for (const table of tables) {
      const rows = await readRows(client, table, piecesOf(`tables/${table.name}`));
      written.push({ name: table.name, columns: table.columns, ...rows });
    }
    const jobs = await readWaitingJobs(client, piecesOf("jobs"));
    const sequences = await readSequences(client);
    await client.query("commit");

    const manifest: Manifest = {
      format: FORMAT,
      takenAt: takenAt.toISOString(),
      postgres,
      migrations,
      tables: written,
      sequences,
      jobs,
      files: copied,
    };
    return { bytes: await archive.finish(manifest), manifest };
  } finally {
    await archive.discard();
    // Closing the connection drops its settings and temporary tables.
    client?.release(true);
  }
}
