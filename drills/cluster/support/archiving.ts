/**
 * A PostgreSQL whose log goes to pgBackRest, with the configuration of deploy/cluster/pgbackrest, and databases
 * restored from there.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "#tests/support/free-port.ts";
import type { Context } from "../part.ts";
import { pathTo } from "./engines.ts";
import type { Engine } from "./processes.ts";
import { until } from "./until.ts";

const DEPLOYED = new URL("../../../deploy/cluster/pgbackrest/", import.meta.url);
const STANZA = "prompteca";
/** Name of the site's role and of its database. */
export const NAME = "prompteca";
/** Milliseconds for a restore to replay, on a busy machine. */
const REPLAYED = 180_000;

export interface Server {
  engine: Engine;
  /** For the site, as the owner of its database. */
  url: string;
  connection: pg.ClientConfig;
  /** As {@link ask}, in the site's database. */
  sql<Row extends pg.QueryResultRow>(...statements: string[]): Promise<Row[]>;
}

export interface Restored {
  server: Server;
  path: string;
  port: number;
  /** Until it took writes. */
  seconds: number;
}

export type Archiving = Awaited<ReturnType<typeof openArchiving>>;

/** Puts values in for those of a file of deploy/. @throws when it lacks one */
async function deployed(file: string, values: Record<string, string | number>): Promise<string> {
  let text = await readFile(new URL(file, DEPLOYED), "utf8");
  for (const [key, value] of Object.entries(values)) {
    const line = new RegExp(`^${key}=.*$`, "m");
    if (!line.test(text)) throw new Error(`deploy/cluster/pgbackrest/${file} has no line ${key}=`);
    text = text.replace(line, () => `${key}=${value}`);
  }
  return text;
}

/** Runs statements as the superuser; one by one, each in a transaction of its own. @returns rows of the last */
async function ask<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  statements: string[],
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, user: "postgres" });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Makes an empty cluster that archives, and its repository. Nothing runs yet. */
export async function openArchiving({ folder, processes }: Context) {
  const { uid, gid } = folder.owner;
  const sockets = await folder.folder("sockets");
  const main = join(folder.path, "main");
  const port = await freePort();
  const repository = await folder.folder("repository");
  const places = {
    "repo1-path": repository,
    "repo1-cipher-pass": "kq3Z5kFJ0c4mQeV1xwYt8sN2bHd7uGpL",
    "spool-path": await folder.folder("spool"),
    "lock-path": await folder.folder("lock"),
    "log-path": await folder.folder("log"),
    "pg1-socket-path": sockets,
  };
  const configure = async (path: string, port: number) =>
    folder.file(
      "pgbackrest.conf",
      await deployed("pgbackrest.conf", { ...places, "pg1-path": path, "pg1-port": port }),
    );
  const env = { PGBACKREST_CONFIG: await configure(main, port) };

  /** Runs a program to its end, as the engines' user. @returns what it said */
  async function run(program: string, ...args: string[]): Promise<string> {
    const options = {
      uid,
      gid,
      cwd: folder.path,
      env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", ...env },
    };
    const { stdout } = await promisify(execFile)(pathTo(program), args, options);
    return stdout;
  }

  await run(
    "initdb",
    "-D",
    main,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--data-checksums",
  );
  await folder.folder("main/conf.d");
  await folder.file("main/conf.d/archive.conf", await deployed("archive.conf", {}));
  const own = `include_dir = 'conf.d'\nunix_socket_directories = '${sockets}'\nlisten_addresses = '127.0.0.1'\n`;
  await folder.file("main/postgresql.conf", (await readFile(join(main, "postgresql.conf"), "utf8")) + own);

  /** Starts a cluster, and waits until it takes writes. */
  async function start(path: string, port: number): Promise<Server> {
    const log = `${path}.log`;
    const options = ["-D", path, "-p", String(port)];
    const engine = processes.start("postgres", options, { log, env, owner: folder.owner });
    const address = { host: "127.0.0.1", port };
    await until(
      `${path} takes writes`,
      async () => {
        if (!engine.running()) throw new Error(engine.lastWords());
        const recovering = "select pg_is_in_recovery() as recovering";
        return (await ask({ ...address, database: "postgres" }, [recovering]))[0]?.recovering === false;
      },
      { timeout: REPLAYED },
    );
    const connection = { ...address, user: NAME, database: NAME };
    return {
      engine,
      connection,
      url: `postgres://${NAME}@127.0.0.1:${port}/${NAME}`,
      sql: (...statements) => ask(connection, statements),
    };
  }
  /** Runs pgBackRest. @returns what it said */
  const pgbackrest = (...args: string[]) => run("pgbackrest", `--stanza=${STANZA}`, ...args);

  return {
    main,
    /** The port that the configuration names. */
    port,
    pgbackrest,
    /** From now on another folder is the one that archives and is backed up. */
    configure,
    start,
    /** Restores beside the existing clusters, and starts it. @param target pgBackRest's options that say to when */
    async restore(path: string, target: string[]): Promise<Restored> {
      const began = performance.now();
      await pgbackrest(`--pg1-path=${path}`, ...target, "--archive-mode=off", "restore");
      const port = await freePort();
      const server = await start(path, port);
      return { server, path, port, seconds: (performance.now() - began) / 1000 };
    },
    /** Makes the site's role and its empty database. */
    async createDatabase(): Promise<void> {
      const address = ["--host=127.0.0.1", `--port=${port}`, "--username=postgres"];
      await run("createuser", ...address, NAME);
      await run("createdb", ...address, `--owner=${NAME}`, NAME);
    },
  };
}
