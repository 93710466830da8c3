/**
 * A database that stands for a replica of another one. Functions of our own tell how far it is, so that a test decides
 * it. Replicas that PostgreSQL feeds: `npm run test:cluster -- replicas`.
 */
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import { administer, createTestDatabase, type TestDatabase } from "./database.ts";

export interface Replayed {
  /** Seconds that the heartbeat is old. */
  age?: number;
  timeline?: string;
  recovering?: boolean;
  /** Bytes behind the primary, at most all of them. */
  behind?: number;
}

export interface TestReplica extends TestDatabase {
  /** Lets the replica be where the primary is at this moment, or elsewhere. */
  replay(primary: TestDatabase, state?: Replayed): Promise<void>;
}

export async function createTestReplica(): Promise<TestReplica> {
  const replica = await createTestDatabase();
  await replica.pool.query(`
    create table replay (position pg_lsn, recovering boolean);
    insert into replay values ('0/0', true);
    create function pg_is_in_recovery() returns boolean stable language sql as 'select recovering from public.replay';
    create function pg_last_wal_replay_lsn() returns pg_lsn stable language sql as 'select position from public.replay'`);
  await administer(`alter database ${replica.connection.database} set search_path = public, pg_catalog`);
  return {
    ...replica,
    async replay(primary, { age = 0, timeline, recovering = true, behind = 0 } = {}) {
      const { rows } = await primary.pool.query<{ position: string; timeline: string }>(
        `select pg_current_wal_insert_lsn() - least($1::numeric, pg_current_wal_insert_lsn() - '0/1') as position,
          left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`,
        [behind],
      );
      await replica.pool.query("update replay set position = $1, recovering = $2 where true", [
        rows[0]?.position,
        recovering,
      ]);
      await replica.pool.query(
        `insert into replication_heartbeat (timeline, at) values ($1, clock_timestamp() - $2 * interval '1 s')
          on conflict (only_row) do update set timeline = excluded.timeline, at = excluded.at`,
        [timeline ?? rows[0]?.timeline, age],
      );
    },
  };
}

/**
 * Notes of each read whether it would accept its rows from a replica; undefined where it asks none.
 * @returns the reads, which answer as ever, and the notes
 */
export function noteAccepted(batchedReads: BatchedReads): { reads: BatchedReads; accepted: unknown[] } {
  const accepted: unknown[] = [];
  const reads: BatchedReads = {
    ...batchedReads,
    async ask(read) {
      const rows = await batchedReads.ask(read);
      accepted.push(read.acceptsReplica?.(rows));
      return rows;
    },
  };
  return { reads, accepted };
}
