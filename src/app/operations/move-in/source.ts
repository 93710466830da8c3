/**
 * Reads tables of the old site, from its database or from dumps, as lines of PostgreSQL's COPY format. Of a dump only the data
 * are read: no statement of it is run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { userInfo } from "node:os";
import { Readable } from "node:stream";
import pg, { escapeIdentifier as quote } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { prepareSession } from "#platform/backup/tables.ts";
import { OperatorError } from "#platform/operator-error.ts";

/** A table as it comes. */
export interface SourceTable {
  /** With its schema: `public.prompts`. */
  name: string;
  columns: string[];
  /** The values of some of its columns, null for one that there is not, in COPY's text format. */
  read(columns: (string | null)[]): Readable;
}

/** The tables with some names, in any order, each once; read one before asking for the next. */
export type Source = (names: ReadonlySet<string>) => AsyncGenerator<SourceTable>;

/** Why a file or folder that an option names cannot be read, with the remedy. */
export function unreadable(option: string, error: NodeJS.ErrnoException): OperatorError {
  const remedy =
    error.code === "EACCES"
      ? `. The command runs as ${userInfo().username}: put it where that account may read, with its folders, or chown it.`
      : "";
  return new OperatorError(`${option}: ${error.message}${remedy}`);
}

/** A client of the old database. @throws OperatorError for what is no address */
function clientOf(connectionString: string): pg.Client {
  // The driver takes anything else for the name of a database on this machine.
  if (/^postgres(ql)?:\/\//.test(connectionString))
    try {
      return new pg.Client({ connectionString });
    } catch (error) {
      // The file of a certificate; of the rest it does not say what is wrong.
      if ((error as NodeJS.ErrnoException).syscall) throw unreadable("--from", error as Error);
    }
  throw new OperatorError(
    "--from: this is no address. It is as postgres://USER:PASSWORD@HOST:5432/DATABASE, with the special signs of the " +
      "password percent-encoded, such as @ as %40, # as %23 and a space as %20.",
  );
}

/** SQLSTATE of what a role may not read, or of rows that policies hide from it. */
const NOT_ALLOWED = "42501";

/** A database, in one transaction that cannot write: all tables are of one moment. */
export function databaseSource(connectionString: string): Source {
  return async function* (names) {
    const client = clientOf(connectionString);
    client.on("error", () => {});
    await client.connect().catch((error: Error) => {
      throw new OperatorError(`--from: the database cannot be reached (${error.message}).`);
    });
    try {
      await client.query("begin isolation level repeatable read read only");
      await prepareSession(client);
      // Policies would leave rows out, and nobody would know.
      await client.query("set row_security = off");
      for (const name of names) {
        const [schema = "", table = ""] = name.includes(".") ? name.split(/\.(.*)/) : ["public", name];
        const { rows } = await client.query<{ name: string }>(
          `select attname::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
            join pg_namespace on pg_namespace.oid = relnamespace
            where nspname = $1 and relname = $2 and attnum > 0 and not attisdropped order by attnum`,
          [schema, table],
        );
        if (rows.length === 0) continue;
        await client.query(`select from ${quote(schema)}.${quote(table)} limit 0`).catch((error) => {
          if (error.code !== NOT_ALLOWED) throw error;
          throw new OperatorError(
            `--from: ${error.message}. Take the role postgres, or another that may read all rows of ${name}.`,
          );
        });
        yield {
          name,
          columns: rows.map((row) => row.name),
          read(columns) {
            const values = columns.map((column) => (column ? `${quote(column)}::text` : "null"));
            return client.query(
              copyTo(`copy (select ${values.join(", ")} from ${quote(schema)}.${quote(table)}) to stdout`),
            );
          },
        };
      }
    } finally {
      await client.end();
    }
  };
}

const NEWLINE = 0x0a;
const TAB = 0x09;
const CUSTOM_FORMAT = "PGDMP";

/** Dumps by pg_dump, one after the other: plain ones, and by pg_restore those in its custom format. */
export function dumpSource(paths: readonly string[]): Source {
  return async function* (names) {
    const left = new Set(names);
    for (const path of paths)
      for await (const table of tablesOf(path, left)) {
        left.delete(table.name);
        yield table;
      }
  };
}

/** Opens a dump as text. @returns its stream, and what to wait for at its end */
async function openDump(path: string): Promise<{ text: Readable; ended: () => Promise<void> }> {
  const file = await open(path).catch((error) => Promise.reject(unreadable("--dump", error)));
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(5), 0, 5, 0)
    .catch((error) => Promise.reject(unreadable(`--dump: ${path}`, error)))
    .finally(() => file.close());
  if (buffer.toString("latin1", 0, bytesRead) !== CUSTOM_FORMAT)
    return { text: createReadStream(path, { highWaterMark: 1 << 20 }), ended: async () => {} };
  const program = spawn("pg_restore", ["--data-only", "-f", "-", path], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  program.stderr.on("data", (data) => {
    complaint = (complaint + data).slice(-2000);
  });
  const exit = once(program, "close").catch((error: Error) => {
    throw new OperatorError(
      `--dump: ${path} has pg_dump's custom format, which needs pg_restore of that version or a newer one (${error.message}). ` +
        "Install PostgreSQL's client programs, or make a plain dump.",
    );
  });
  exit.catch((error: Error) => program.stdout.destroy(error));
  return {
    text: program.stdout,
    async ended() {
      const [code] = await exit;
      if (code !== 0) throw new OperatorError(`--dump: pg_restore ended with ${code}: ${complaint.trim()}`);
    },
  };
}

/** The lines of a text, without their ends, many at a time. */
async function* linesOf(text: Readable): AsyncGenerator<Buffer[]> {
  let begun: Buffer[] = [];
  for await (const chunk of text as AsyncIterable<Buffer>) {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = chunk.subarray(from, end);
      lines.push(begun.length ? Buffer.concat([...begun, line]) : line);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    if (lines.length) yield lines;
  }
  if (begun.length) yield [Buffer.concat(begun)];
}

const IDENTIFIER = '(?:"(?:[^"]|"")+"|[\\w$]+)';
const COPY = new RegExp(`^COPY (?:(${IDENTIFIER})\\.)?(${IDENTIFIER}) \\((.*)\\) FROM stdin;$`);
const INSERT = new RegExp(`^INSERT INTO (?:(${IDENTIFIER})\\.)?(${IDENTIFIER}) `);
const bare = (name: string) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);

async function* tablesOf(path: string, names: ReadonlySet<string>): AsyncGenerator<SourceTable> {
  const { text, ended } = await openDump(path);
  const blocks = linesOf(text);
  let lines: Buffer[] = [];
  let at = 0;
  let last = "";
  const early = () => new OperatorError(`--dump: ${path} ends within a table: the file is not whole.`);
  async function next(): Promise<Buffer | undefined> {
    while (at >= lines.length) {
      const block = await blocks.next();
      if (block.done) return undefined;
      lines = block.value;
      at = 0;
    }
    return lines[at++];
  }
  for (let line = await next(); line; line = await next()) {
    // A statement's first line is short.
    const statement = line.length < 10_000 ? line.toString() : "";
    if (statement.trim()) last = statement;
    const [, schema = "public", table = "", list = ""] = COPY.exec(statement) ?? [];
    const encoding = /^SET client_encoding = '(.*)';$/.exec(statement)?.[1];
    if (encoding && encoding.toUpperCase() !== "UTF8")
      throw new OperatorError(`--dump: ${path} is in ${encoding}: make it with --encoding=UTF8.`);
    const inserted = INSERT.exec(statement);
    if (inserted && names.has(`${bare(inserted[1] ?? "public")}.${bare(inserted[2] ?? "")}`))
      throw new OperatorError(
        `--dump: ${path} has its data as INSERT: make it without --inserts and --column-inserts (with the service's own ` +
          "program: --use-copy).",
      );
    if (!table) continue;
    const name = `${bare(schema)}.${bare(table)}`;
    const columns = (list.match(new RegExp(IDENTIFIER, "g")) ?? []).map(bare);
    let isRead = false;
    /** The lines of this table, of some columns. */
    async function* data(places: number[]): AsyncGenerator<Buffer> {
      isRead = true;
      let kept: Buffer[] = [];
      let bytes = 0;
      for (;;) {
        const row = await next();
        if (!row) throw early();
        if (row.length === 2 && row.toString("latin1") === "\\.") break;
        const picked = pick(row, places);
        kept.push(picked);
        bytes += picked.length;
        if (bytes > 1 << 18) {
          yield Buffer.concat(kept);
          [kept, bytes] = [[], 0];
        }
      }
      if (kept.length) yield Buffer.concat(kept);
    }
    if (names.has(name))
      yield {
        name,
        columns,
        read: (wanted) =>
          Readable.from(data(wanted.map((column) => (column ? columns.indexOf(column) : -1))), {
            objectMode: false,
          }),
      };
    if (!isRead) for await (const _ of data([]));
  }
  await ended();
  // The service's own program leaves comments out, and ends so.
  if (!/^(-- PostgreSQL database dump complete|RESET ALL;|\\unrestrict .*|--)$/.test(last))
    throw new OperatorError(`--dump: ${path} does not end as pg_dump's files do: it is not whole.`);
}

/** Some fields of a line, -1 for one that is null. */
function pick(row: Buffer, places: number[]): Buffer {
  const starts = [0];
  for (let tab = row.indexOf(TAB); tab >= 0; tab = row.indexOf(TAB, tab + 1)) starts.push(tab + 1);
  const parts: Buffer[] = [];
  for (const [at, place] of places.entries()) {
    if (at) parts.push(Buffer.from("\t"));
    const start = starts[place];
    parts.push(
      start === undefined
        ? Buffer.from("\\N")
        : row.subarray(start, (starts[place + 1] ?? row.length + 1) - 1),
    );
  }
  parts.push(Buffer.from("\n"));
  return Buffer.concat(parts);
}
