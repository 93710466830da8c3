/** How many connections a process opens, and how many the server lets it open. */
import type { ClientBase } from "pg";

/** How the connections of a process are divided. */
export interface ConnectionShares {
  requests: number;
  /** For the pipelined reads, which therefore never wait behind a statement that waits for a lock. */
  reads: number;
  jobs: number;
}

/** Two more listen as long as the process runs: for jobs, and for changes of public content. */
export const LISTENING_CONNECTIONS = 2;
/** A process does not start with fewer. */
export const LEAST_CONNECTIONS = 8;
/** Left free for backups, jobs that read a whole table, and commands beside the site. */
export const SPARE_CONNECTIONS = 3;

/** @param size all connections of a process, {@link LEAST_CONNECTIONS} at least */
export function shareOut(size: number): ConnectionShares {
  const rest = size - LISTENING_CONNECTIONS;
  const jobs = rest < 15 ? 2 : 3;
  const reads = Math.min(4, Math.floor(rest / 5));
  return { requests: rest - jobs - reads, reads, jobs };
}

/** A limit on connections that PostgreSQL applies to the site's role. */
export interface ConnectionLimit {
  /** What sets it: `max_connections`, or the connection limit of a role or database. */
  what: string;
  most: number;
  /** How many of these are free now. */
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

/** Every limit that applies to the role. @param client the only connection of this process so far */
export async function readConnectionLimits(client: Pick<ClientBase, "query">): Promise<ConnectionLimit[]> {
  return (await client.query<ConnectionLimit>(CONNECTION_LIMITS_SQL)).rows;
}

/** The limit with the lowest `most` or `free`. */
export function least(limits: ConnectionLimit[], of: "most" | "free"): ConnectionLimit {
  return limits.reduce((least, limit) => (limit[of] < least[of] ? limit : least));
}
