/** The storage's files in a backup: those that the tables' snapshot names, and no other. */

import { buffer as readWhole } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
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
  lost: Things;
  /** Things that the snapshot names and whose files were removed in the moment after it, whichever snapshot was taken. */
  removed: Things;
}

/** How many, and the names of some. */
interface Things {
  count: number;
  names: string[];
}

export const FILES = "files/";
/** Things looked at together, and files read ahead. */
const FILES_PER_BATCH = 200;
const FILES_READ_AHEAD = 4;
/** How often a new snapshot is taken because files went while the last one was looked at. */
const SNAPSHOT_ATTEMPTS = 5;
/** How long transactions that run may take to end, in milliseconds. */
const SETTLE_TIMEOUT = 30_000;
const MOST_NAMES = 100;
/** How often a file is read that cannot be read, and the pause in milliseconds, longer each time: one call of many thousands may fail. */
const READ_ATTEMPTS = 3;
const READ_PAUSE = 300;

/** Absent in a round: still named after everybody who might have been removing it was done, or not. */
const LOST = "round = $1 and name in (select name from absent_files where round = $1 - 1)";
const JUST_GONE = "round = $1 and name not in (select name from absent_files where round = $1 - 1)";

interface Thing {
  name: string;
  version: string;
}

/** A file as a whole, or null when there is none. */
export async function readFile(storage: Storage, key: string): Promise<Buffer | null> {
  const file = await storage.get(key);
  return file && (Buffer.isBuffer(file.body) ? file.body : readWhole(file.body));
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

  async function read(key: string): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        return await readFile(storage, key);
      } catch (error) {
        if (attempt === READ_ATTEMPTS) throw error;
        await delay(attempt * READ_PAUSE);
      }
    }
  }

  /** @returns those whose essential file is not there */
  async function copy(things: Thing[]): Promise<Thing[]> {
    const absent: Thing[] = [];
    const files = things.flatMap((thing) => stored.keys(thing.name).map((file) => ({ thing, ...file })));
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

  /** Copies what a query names; what is not there is written down with the round. */
  async function copyAll(query: string, round: number): Promise<void> {
    await client.query(`declare named_files cursor with hold for ${query}`);
    for (;;) {
      const { rows } = await client.query<Thing>(`fetch ${FILES_PER_BATCH} from named_files`);
      if (!rows.length) break;
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
    await client.query("close named_files");
  }

  async function count(query: string, round: number): Promise<number> {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count ${query}`, [round]);
    return rows[0]?.count ?? 0;
  }

  await client.query(
    `create temporary table archived_files (name text not null, version text not null);
    create temporary table absent_files (name text not null, round integer not null)`,
  );
  await copyAll(stored.query, 0);
  let round = 1;
  for (; ; round++) {
    if (await count("from absent_files where round = $1 - 1", round)) await untilSettled(client, signal);
    await client.query("begin isolation level repeatable read");
    await copyAll(`(${stored.query}) except select name, version from archived_files`, round);
    if (round === SNAPSHOT_ATTEMPTS || !(await count(`from absent_files where ${JUST_GONE}`, round))) break;
    await client.query("commit");
  }
  async function absent(which: string): Promise<Things> {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select name, count(*) over ()::int as count from absent_files where ${which} limit ${MOST_NAMES}`,
      [round],
    );
    return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) };
  }
  const { rows: gone } = await client.query<{ name: string }>(
    `select name from archived_files except select name from (${stored.query}) as named`,
  );
  return {
    ...summary,
    leftOut: gone.flatMap(({ name }) => stored.keys(name).map(({ key }) => key)),
    lost: await absent(LOST),
    removed: await absent(JUST_GONE),
  };
}

/** Waits until every transaction that writes now has ended; whoever removes files is one of them. */
async function untilSettled(client: ClientBase, signal: AbortSignal | undefined): Promise<void> {
  const { rows } = await client.query<{ now: string }>("select pg_current_xact_id()::text as now");
  for (const deadline = Date.now() + SETTLE_TIMEOUT; Date.now() < deadline; await delay(50)) {
    const { rowCount } = await client.query(
      "select where pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8",
      [rows[0]?.now],
    );
    if (rowCount) return;
    signal?.throwIfAborted();
  }
}
