/** PgBouncer by the file that operators copy. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#tests/support/free-port.ts";
import type { Context } from "../part.ts";
import type { Engine } from "./processes.ts";
import { queryOnce } from "./streaming.ts";
import { until } from "./until.ts";

const CONFIGURATION = new URL("../../../deploy/cluster/pgbouncer/pgbouncer.ini", import.meta.url);

export interface Pooler {
  /** The site's address through it. */
  url: string;
  /** Ends it and starts it again. */
  restart(): Promise<void>;
}

/**
 * @param name of its files
 * @param databaseUrl where it leads to
 * @param user line of its userlist.txt: name, and password or SCRAM secret
 */
export async function startPooler(
  { folder, processes }: Context,
  { name, databaseUrl, user }: { name: string; databaseUrl: string; user: string },
): Promise<Pooler> {
  const port = await freePort();
  const server = new URL(databaseUrl).port;
  const users = await folder.file(`${name}-userlist.txt`, `${user}\n`);
  const configuration = (await readFile(CONFIGURATION, "utf8"))
    .replace("host=127.0.0.1 port=5432", `host=127.0.0.1 port=${server}`)
    .replace("listen_port = 6432", `listen_port = ${port}`)
    .replace("/etc/pgbouncer/userlist.txt", users);
  const file = await folder.file(`${name}.ini`, configuration);
  const url = databaseUrl.replace(`:${server}/`, `:${port}/`);
  async function start(): Promise<Engine> {
    const options = { owner: folder.owner, log: join(folder.path, `${name}.log`) };
    const engine = processes.start("pgbouncer", [file], options);
    await until("PgBouncer answers", () => queryOnce({ connectionString: url }, "select"));
    return engine;
  }
  let engine = await start();
  return {
    url,
    async restart() {
      await engine.stop("SIGINT");
      engine = await start();
    },
  };
}
