/** How many connections a process opens, and how many the server allows. */
import type { ClientBase } from "pg";

/** Connections of a process by purpose; batched `reads` so never wait behind a statement that waits for a lock. */
export type ConnectionShares = ReturnType<typeof shareOut>;

/** Connections that listen while the process runs: one for jobs, one for changes of public content. */
export const LISTENING_CONNECTIONS = 2;
/** A process does not start with fewer connections. */
export const MIN_CONNECTIONS = 8;
/** Connections left free for backups, jobs that read a whole table, and commands beside the site. */
export const SPARE_CONNECTIONS = 3;

/** Divides the connections. @param size all connections of a process, at least {@link MIN_CONNECTIONS} */
export function shareOut(size: number) {
  const rest = size - LISTENING_CONNECTIONS;
  const jobs = rest < 15 ? 2 : 3;
  const reads = Math.min(4, Math.floor(rest / 5));
  return { requests: rest - jobs - reads, reads, jobs };
}

/** A limit on connections that PostgreSQL applies to the site's role. */
interface ConnectionLimit {
  /** Name of the limit: `max_connections`, or the connection limit of a role or database. */
  what: string;
  most: number;
  /** Number of free connections. */
  free: number;
}

const CONNECTION_LIMITS_SQL = `
  with limited as (select oid from pg_roles where rolname = session_user and not rolsuper),
  used as materialized (
    select usesysid, datid from pg_stat_activity
    where pid <> pg_backend_pid() and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
  ), limits as (
    select 'max_connections' as kind, null::name as name,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as most, (select count(*)::int from used) as taken
    union all
    select 'the connection limit of role', rolname, rolconnlimit, (select count(*)::int from used where usesysid = pg_roles.oid)
      from pg_roles where oid = (select oid from limited) and rolconnlimit >= 0
    union all
    select 'the connection limit of database', datname, datconnlimit, (select count(*)::int from used where datid = pg_database.oid)
      from pg_database where datname = current_database() and datconnlimit >= 0 and exists (select from limited)
  )
  select kind || coalesce(' ' || name, '') as what, most, greatest(0, most - taken) as free from limits`;

/** Reads all limits that apply to the role. @param client the only connection of this process so far */
export async function readConnectionLimits(client: Pick<ClientBase, "query">): Promise<ConnectionLimit[]> {
  return (await client.query<ConnectionLimit>(CONNECTION_LIMITS_SQL)).rows;
}

/** Returns the limit with the lowest `most` or `free`. */
export function least(limits: ConnectionLimit[], of: "most" | "free"): ConnectionLimit {
  return limits.reduce((least, limit) => (limit[of] < least[of] ? limit : least));
}
