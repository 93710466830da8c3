/** The storage's files in a backup: those that the tables' snapshot names, and no other. */

import { buffer as readWhole } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import type { ClientBase } from "pg";
import type { Storage } from "#platform/storage.ts";
import type { Archive } from "./archive.ts";

/** What the tables say of files. A thing of a name may have several files, as a picture has one for each width. */
export interface StoredFiles {
  /** A query of two texts, `name` and `version`: every thing that has files; another version has other files. */
  query: string;
  /** The keys of a thing's files. One that is not essential may be absent: it is made again when it is asked for. */
  keys(name: string): { key: string; essential: boolean }[];
  contentType(key: string): string;
}

/** What the manifest says of files. */
export interface FilesSummary {
  files: number;
  bytes: number;
  /** Files in the archive whose things were gone in the snapshot: they are not brought back. */
  leftOut: string[];
  /** Things that the snapshot names and that had lost their files long before. */
  lost: { count: number; names: string[] };
}

export const FILES = "files/";
/** Things looked at together, and files read ahead. */
const BATCH = 200;
const AHEAD = 4;
/** How often a new snapshot is taken because files went while the last one was looked at. */
const ATTEMPTS = 5;
/** How long transactions that run may take to end, in milliseconds. */
const SETTLE_TIMEOUT = 30_000;
const MOST_NAMES = 100;

interface Thing {
  name: string;
  version: string;
}

/**
 * Puts all files into the archive, then begins a transaction on one snapshot and adds what came meanwhile.
 *
 * A file is removed for good the moment somebody removes its prompt, backup or not. So the files come first, and the snapshot
 * after them: what went before it is named by nothing in it, and what it names is in the archive. Files that go in the moment between
 * the snapshot and the look at what came last are seen by their absence, and another snapshot is taken.
 */
export async function copyFiles(
  client: ClientBase,
  storage: Storage,
  stored: StoredFiles,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<FilesSummary> {
  const summary = { files: 0, bytes: 0 };

  /** @returns those whose essential file is not there */
  async function copy(things: Thing[]): Promise<Thing[]> {
    const limit = pLimit(AHEAD);
    const absent = new Set<Thing>();
    const reads = things.flatMap((thing) =>
      stored.keys(thing.name).map(({ key, essential }) => ({
        thing,
        key,
        essential,
        body: limit(async () => {
          signal?.throwIfAborted();
          const file = await storage.get(key);
          return file && (Buffer.isBuffer(file.body) ? file.body : readWhole(file.body));
        }),
      })),
    );
    for (const { body } of reads) body.catch(() => {});
    for (const { thing, key, essential, body } of reads) {
      const bytes = await body;
      if (bytes) {
        await archive.add(FILES + key, bytes);
        summary.files += 1;
        summary.bytes += bytes.length;
      } else if (essential) absent.add(thing);
    }
    return [...absent];
  }

  /** Copies what a query names. @returns those whose essential file is not there */
  async function copyAll(query: string, copied: (things: Thing[]) => Promise<unknown>): Promise<Thing[]> {
    const absent: Thing[] = [];
    await client.query(`declare named_files cursor with hold for ${query}`);
    for (;;) {
      const { rows } = await client.query<Thing>(`fetch ${BATCH} from named_files`);
      if (!rows.length) break;
      const gone = await copy(rows);
      absent.push(...gone);
      await copied(rows.filter((thing) => !gone.includes(thing)));
    }
    await client.query("close named_files");
    return absent;
  }

  const remember = (things: Thing[]) =>
    client.query("insert into archived_files select * from unnest($1::text[], $2::text[])", [
      things.map(({ name }) => name),
      things.map(({ version }) => version),
    ]);

  await client.query("create temporary table archived_files (name text not null, version text not null)");
  let absent = await copyAll(stored.query, remember);
  for (let attempt = 1; ; attempt++) {
    if (absent.length) await untilSettled(client);
    const known = new Set(absent.map(({ name }) => name));
    await client.query("begin isolation level repeatable read");
    absent = await copyAll(`(${stored.query}) except select name, version from archived_files`, remember);
    // Still named after everybody who might have been removing it is done: lost long ago.
    if (attempt === ATTEMPTS || absent.every(({ name }) => known.has(name))) break;
    await client.query("commit");
  }
  const { rows: gone } = await client.query<{ name: string }>(
    `select name from archived_files except select name from (${stored.query}) as named`,
  );
  return {
    ...summary,
    leftOut: gone.flatMap(({ name }) => stored.keys(name).map(({ key }) => key)),
    lost: { count: absent.length, names: absent.slice(0, MOST_NAMES).map(({ name }) => name) },
  };
}

/** Waits until every transaction that writes now has ended; whoever removes files is one of them. */
async function untilSettled(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ now: string }>("select pg_current_xact_id()::text as now");
  for (const deadline = Date.now() + SETTLE_TIMEOUT; Date.now() < deadline; await delay(50)) {
    const { rowCount } = await client.query(
      "select where pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8",
      [rows[0]?.now],
    );
    if (rowCount) return;
  }
}
