/**
 * Copies the storage's files into a backup while the site runs, so that they match the database's rows.
 *
 * A transaction has a snapshot of the database, but the storage has no snapshots, and a prompt's files are deleted
 * together with it. So round 0 copies the files that the tables name now, and only then a transaction takes its
 * snapshot. Round 1 copies the files that the snapshot names and the archive lacks, because they were published
 * meanwhile. Files that were removed meanwhile are in the archive but not in the snapshot, and the manifest lists them
 * as left out. One gap remains: a file that is deleted after the snapshot and before its copy is named but absent. Then
 * the next round takes a new snapshot, which no longer names it. Before that, the round waits until all running
 * transactions have ended, so that no removal is still in progress. A file that is absent in two rounds was lost
 * earlier, and no new snapshot would help: the manifest reports it.
 */

import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase } from "pg";
import { readFile, type Storage } from "#platform/storage.ts";
import type { Archive } from "./archive.ts";
import type { FilesSummary } from "./manifest.ts";
import { inBatches } from "./tables.ts";

/** How the tables name files. One name may stand for several files, as a picture has one for each width. */
export interface StoredFiles {
  /** Selects `name` and `version`, both text, of every row with files. A new version means that the files changed. */
  query: string;
  /** The keys of a name's files. A file that is not essential may be absent: the site creates it again on demand. */
  keys(name: string): { key: string; essential: boolean }[];
  contentType(key: string): string;
}

export const FILES = "files/";
/** Names fetched per batch, and files read ahead of the one being written. */
const FILES_PER_BATCH = 200;
const FILES_READ_AHEAD = 4;
/** Maximum number of snapshots. */
const MAX_SNAPSHOTS = 5;
/** Milliseconds to wait for running transactions. */
const SETTLE_TIMEOUT_MS = 30_000;
const MAX_LISTED_NAMES = 100;
/** Attempts to read a file, because one of many thousand calls may fail; the pause between them grows linearly. */
const MAX_READ_ATTEMPTS = 3;
const READ_PAUSE_MS = 300;

/** SQL conditions: absent in this round and the previous one, or only in this one. */
const LOST = "round = $1 and name in (select name from absent_files where round = $1 - 1)";
const JUST_GONE = "round = $1 and name not in (select name from absent_files where round = $1 - 1)";

/** A row of the query: a set of files, and what changes with them. */
interface StoredSet {
  name: string;
  version: string;
}

/**
 * Copies all files into the archive as described at the top of this module.
 * @returns the manifest's summary; leaves `client` in the transaction whose snapshot matches the archive
 */
export async function copyFiles(
  client: ClientBase,
  storage: Storage,
  stored: StoredFiles,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<FilesSummary> {
  const summary = { files: 0, bytes: 0 };

  async function read(key: string): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        return await readFile(storage, key);
      } catch (error) {
        if (attempt === MAX_READ_ATTEMPTS) throw error;
        await delay(attempt * READ_PAUSE_MS);
      }
    }
  }

  /** @returns the sets of which an essential file is absent */
  async function copy(sets: StoredSet[]): Promise<StoredSet[]> {
    const absent: StoredSet[] = [];
    const files = sets.flatMap((thing) => stored.keys(thing.name).map((file) => ({ thing, ...file })));
    const ahead: Promise<Buffer | null>[] = [];
    for (const [index, { thing, key, essential }] of files.entries()) {
      for (const next of files.slice(index + ahead.length, index + FILES_READ_AHEAD)) {
        const reading = read(next.key);
        reading.catch(() => {});
        ahead.push(reading);
      }
      const body = await ahead.shift();
      if (body) {
        await archive.add(FILES + key, body);
        summary.files += 1;
        summary.bytes += body.length;
      } else if (essential) absent.push(thing);
    }
    return absent;
  }

  /** Copies the files that a query names. Records the copied names, and those absent in this round. */
  async function copyAll(query: string, round: number): Promise<void> {
    for await (const rows of inBatches<StoredSet>(client, query, FILES_PER_BATCH)) {
      const gone = await copy(rows);
      const there = rows.filter((thing) => !gone.includes(thing));
      await client.query("insert into archived_files select * from unnest($1::text[], $2::text[])", [
        there.map(({ name }) => name),
        there.map(({ version }) => version),
      ]);
      if (!gone.length) continue;
      await client.query("insert into absent_files select unnest($1::text[]), $2", [
        gone.map(({ name }) => name),
        round,
      ]);
    }
  }

  async function absent(which: string, round: number): Promise<FilesSummary["lost"]> {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select name, count(*) over ()::int as count from absent_files where ${which} limit ${MAX_LISTED_NAMES}`,
      [round],
    );
    return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) };
  }

  await client.query(
    `create temporary table archived_files (name text not null, version text not null);
    create temporary table absent_files (name text not null, round integer not null)`,
  );
  await copyAll(stored.query, 0);
  let round = 1;
  for (; ; round++) {
    if ((await absent("round = $1", round - 1)).count) await untilSettled(client, signal);
    await client.query("begin isolation level repeatable read");
    await copyAll(`(${stored.query}) except select name, version from archived_files`, round);
    if (round === MAX_SNAPSHOTS || !(await absent(JUST_GONE, round)).count) break;
    await client.query("commit");
  }
  const { rows: gone } = await client.query<{ name: string }>(
    `select name from archived_files except select name from (${stored.query}) as named`,
  );
  return {
    ...summary,
    leftOut: gone.flatMap(({ name }) => stored.keys(name).map(({ key }) => key)),
    lost: await absent(LOST, round),
    removed: await absent(JUST_GONE, round),
  };
}

/** Waits until every transaction that is writing now has ended. A removal of files runs in one of them. */
async function untilSettled(client: ClientBase, signal: AbortSignal | undefined): Promise<void> {
  const { rows } = await client.query<{ now: string }>("select pg_current_xact_id()::text as now");
  for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < deadline; await delay(50)) {
    const { rowCount } = await client.query(
      "select where pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8",
      [rows[0]?.now],
    );
    if (rowCount) return;
    signal?.throwIfAborted();
  }
}
