/** Looks what a restored database holds, and how large its backups are. */
import type { Server } from "./archiving.ts";

const LOGGED_TABLES = `
  select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and relpersistence = 'p' and not relispartition
    order by 1`;

async function loggedTables(server: Server): Promise<string[]> {
  return (await server.sql<{ name: string }>(LOGGED_TABLES)).map(({ name }) => name);
}

/** When the last transaction was committed that wrote a row which is there; needs `track_commit_timestamp`. */
export async function lastCommit(server: Server): Promise<number> {
  const tables = await loggedTables(server);
  const each = tables.map((name) => `select max(pg_xact_commit_timestamp(xmin)) as at from ${name}`);
  const [row] = await server.sql<{ at: Date }>(
    `select max(at) as at from (${each.join(" union all ")}) as t`,
  );
  if (!row?.at) throw new Error("no row tells when it was committed");
  return row.at.getTime();
}

/** A fingerprint of each table's rows. */
export async function contents(server: Server): Promise<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const name of await loggedTables(server)) {
    const [row] = await server.sql<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} as t`,
    );
    entries.push([name, row?.print ?? ""]);
  }
  return Object.fromEntries(entries);
}

/** Goes on with the ids of another server, so that none is given to something else: what was shared would show that. @returns the last of a prompt */
export async function continueIds(from: Server, to: Server): Promise<number> {
  const lines = await from.sql<{ line: string }>(
    `select format('select setval(%L, %s)', format('%I.%I', schemaname, sequencename), last_value) as line
      from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  await to.sql(...lines.map(({ line }) => line));
  const [{ id } = { id: 0 }] = await from.sql<{ id: number }>(
    "select last_value::int as id from prompts_id_seq",
  );
  return id;
}

interface BackupInfo {
  label: string;
  type: string;
  info: { size: number; delta: number; repository: { size: number; delta: number } };
}

/** The backups in a repository, as `pgbackrest info --output=json` tells of them, the oldest first. */
export function readBackups(said: string): BackupInfo[] {
  const [stanza] = JSON.parse(said) as { backup: BackupInfo[] }[];
  return stanza?.backup ?? [];
}
