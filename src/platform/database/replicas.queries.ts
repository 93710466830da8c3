/** SQL that compares a replica with its primary. */
import type { ClientBase, Pool } from "pg";

/** A place in the write-ahead log. Positions compare on the same timeline alone: each failover begins a new one. */
export interface Position {
  timeline: string;
  /** Bytes. */
  position: number;
  /** Time, in milliseconds, by the primary's clock. */
  at: number;
}

/**
 * Reads the primary's position: everything committed so far is before it.
 * @throws when the server is no primary
 */
export async function selectPrimary(pool: Pool): Promise<Position> {
  const { rows } = await pool.query<Position>(
    `select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as position,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
  return rows[0] as Position;
}

/** Renews the heartbeat where it is older than `age` milliseconds, or of another timeline. */
export async function renewHeartbeat(pool: Pool, age: number): Promise<void> {
  await pool.query(
    `with here as materialized (
      select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline, clock_timestamp() as now
    ), renewed as (
      update replication_heartbeat as last set timeline = here.timeline, at = here.now from here
        where last.timeline <> here.timeline
          or last.at not between clock_timestamp() - $1::float8 * interval '1 millisecond' and clock_timestamp()
    )
    insert into replication_heartbeat (timeline, at) select here.timeline, here.now from here
      where not exists (select from replication_heartbeat) on conflict do nothing`,
    [age],
  );
}

/** Reads what a replica shows, by the heartbeat that has reached it. @returns undefined without one, or from a primary */
export async function selectReplayed(client: Pick<ClientBase, "query">): Promise<Position | undefined> {
  const { rows } = await client.query<Position>(
    `select timeline, (pg_last_wal_replay_lsn() - '0/0')::float8 as position,
        (extract(epoch from at) * 1000)::float8 as at
      from replication_heartbeat where pg_is_in_recovery()`,
  );
  return rows[0];
}

/** How far a replica is behind `position`; its seconds are those since the last commit that it has replayed. */
export async function selectLag(
  client: Pick<ClientBase, "query">,
  position: number,
): Promise<{ bytes: number; seconds: number } | undefined> {
  const { rows } = await client.query<{ bytes: number; seconds: number }>(
    `select bytes, case when bytes = 0 then 0
        else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 end as seconds
      from greatest(0, $1::float8 - (pg_last_wal_replay_lsn() - '0/0')::float8) as bytes where pg_is_in_recovery()`,
    [position],
  );
  return rows[0];
}
