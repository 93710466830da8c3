/**
 * Has PostgreSQL prepare every statement that a room's queries send, without running any: a table, a column or a type that
 * does not fit the migrated schema is an error there. The locks that preparing takes tell which tables a statement reads,
 * locks and writes, so that nothing here has to parse SQL.
 */
import { readFile } from "node:fs/promises";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  NoResultError,
  PostgresDialect,
  type QueryResult,
  type RawBuilder,
} from "kysely";
import pg from "pg";
import { parseSync } from "vite";

/** A function of a room that sends SQL: its first argument is the database, however it wants to be given it. */
// biome-ignore lint/suspicious/noExplicitAny: what a function takes is its own affair
type Query = (database: any, ...rest: any[]) => unknown;

/** A part of a statement, which other files' statements take. */
type Fragment = RawBuilder<unknown>;

/**
 * For each exported function of a file with SQL: the arguments of some calls, without the database. All files' calls together
 * must send every text that stands in these files. A constant, or a function that only makes text, has whole statements instead.
 */
export type CallsOf<File> = {
  readonly [Name in keyof File as File[Name] extends (...given: never) => Fragment
    ? never
    : File[Name] extends Query | string
      ? Name
      : never]: File[Name] extends (database: never, ...rest: infer Rest) => Promise<unknown>
    ? readonly Rest[]
    : readonly string[];
};

/** By the file, as an import names it. */
export type Calls = Record<`#${string}`, Readonly<Record<string, readonly (string | readonly unknown[])[]>>>;

/** Access of a statement to a table. */
export type Use = "reads" | "locks" | "writes";

/** That somewhere a file uses a table. */
export interface TableUse {
  file: string;
  table: string;
  use: Use;
}

export interface Prepared {
  /** In words, what does not fit; empty when all is well. */
  problems: string[];
  uses: TableUse[];
}

/** PostgreSQL's weakest lock for each use (documentation, Explicit Locking). */
const USES: Record<string, Use> = {
  AccessShareLock: "reads",
  RowShareLock: "locks",
  RowExclusiveLock: "writes",
};

/** Settings of a transaction name no table, and cannot be prepared. */
const SETTING = /^\s*set\s/i;
/** An explained statement is prepared without its "explain". */
const EXPLAIN = /^\s*explain \([^)]*\)/i;

/** Has PostgreSQL prepare the statement that follows. */
const PREPARE = "begin; prepare checked as ";
/** The tables of the site that the transaction has locked. */
const LOCKED = `select relname as table, mode from pg_locks join pg_class on pg_class.oid = relation
  where pid = pg_backend_pid() and relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/** The place of a statement that an error points to. @param position from 1, in what was sent */
function around(text: string, position: number): string {
  const at = position - 1 - PREPARE.length;
  return tidy(text.slice(Math.max(0, at - 40), at + 60));
}

const sourceOf = (file: string) => new URL(`../../${file.replace("#", "src/")}`, import.meta.url);

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * Prepares the statements of all calls.
 * @param connection a migrated database; nothing is changed in it
 */
export async function prepareStatements(connection: pg.ClientConfig, calls: Calls): Promise<Prepared> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const problems = new Set<string>();
    const uses: TableUse[] = [];
    const sent: string[] = [];
    for (const [file, callsOfFile] of Object.entries(calls)) {
      const module = (await import(sourceOf(file).href)) as Record<string, unknown>;
      /** Statements of the function that is being called. */
      let count = 0;
      let name = "";

      async function prepare(text: string): Promise<void> {
        count += 1;
        sent.push(tidy(text));
        if (SETTING.test(text)) return;
        try {
          for (const used of await tablesOf(client, text)) uses.push({ file, ...used });
        } catch (error) {
          const { message, position } = error as pg.DatabaseError;
          problems.add(`${file}, ${name}: ${message}\n    … ${around(text, Number(position))} …`);
        }
      }
      const database = standIn(prepare);
      for (const [exported, given] of Object.entries(callsOfFile)) {
        name = exported;
        count = 0;
        for (const call of given) {
          if (typeof call === "string") await prepare(call);
          else await callWith(module[name] as Query, database, call);
        }
        if (count === 0) problems.add(`${file}, ${name}: none of its calls sends a statement.`);
      }
    }
    // After all calls: a file may make parts of other files' statements.
    const known = sent.join("\n");
    for (const file of Object.keys(calls)) {
      for (const text of await textsIn(sourceOf(file))) {
        if (!known.includes(text)) problems.add(`${file}: no call sends this text:\n    ${text}`);
      }
    }
    return { problems: [...problems], uses };
  } finally {
    await client.end();
  }
}

/** The stand-in returns no rows: the function may go on, or give up. */
async function callWith(query: Query, database: unknown, rest: readonly unknown[]): Promise<void> {
  try {
    await query(database, ...rest);
  } catch (error) {
    if (!(error instanceof NoResultError)) throw error;
  }
}

/** Every way to the database that functions take, Kysely, a pool and batched reads in one. It answers that there are no rows. */
function standIn(prepare: (text: string) => Promise<void>): unknown {
  // One at a time, as on one connection.
  let last: Promise<unknown> = Promise.resolve();
  function answer(text: string): Promise<QueryResult<never>> {
    const answered = last
      .then(() => prepare(text))
      .then(() => ({ rows: [], numAffectedRows: 0n, rowCount: 0 }));
    last = answered;
    return answered;
  }
  const connection = {
    executeQuery: ({ sql }: CompiledQuery) => answer(sql),
    async *streamQuery() {},
  };
  class Driver extends DummyDriver {
    override acquireConnection() {
      return Promise.resolve(connection as never);
    }
  }
  class Dialect extends PostgresDialect {
    override createDriver() {
      return new Driver();
    }
  }
  const db = new Kysely({ dialect: new Dialect({ pool: {} as never }) });
  return Object.assign(db, {
    slowDb: db,
    ask: async ({ text }: { text: string }) => (await answer(text)).rows,
    query: answer,
  });
}

/** Which tables of the site a statement uses, and how. @throws what PostgreSQL has against it */
async function tablesOf(client: pg.Client, text: string): Promise<{ table: string; use: Use }[]> {
  // All in one message: there are hundreds of statements.
  const results: unknown = await client
    .query(`${PREPARE}${text.replace(EXPLAIN, "")}; ${LOCKED}; deallocate checked; rollback`)
    .catch(async (error) => {
      await client.query("rollback");
      throw error;
    });
  const { rows } = (results as pg.QueryResult<{ table: string; mode: string }>[])[2] ?? { rows: [] };
  return rows.map(({ table, mode }) => ({ table, use: USES[mode] ?? "writes" }));
}

const STATEMENT = /^\s*(select|insert|update|delete|with)\s/i;

/** The texts of a file that are SQL: what stands between the values of its templates, and strings that are statements. */
async function textsIn(file: URL): Promise<string[]> {
  const texts: string[] = [];
  const { program } = parseSync(file.pathname, await readFile(file, "utf8"));
  for (const { type, value } of nodesOf(program)) {
    if (type === "TemplateElement") texts.push((value as { cooked: string }).cooked);
    else if (type === "Literal" && typeof value === "string" && STATEMENT.test(value)) texts.push(value);
  }
  return texts.map(tidy).filter((text) => /\w/.test(text));
}

/** Every node of a syntax tree (ESTree). */
function* nodesOf(node: object): Generator<{ type: string; value?: unknown }> {
  if ("type" in node) yield node as { type: string };
  for (const child of Object.values(node)) if (typeof child === "object" && child) yield* nodesOf(child);
}
