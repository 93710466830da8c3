/**
 * Batches small reads that every signed-in request needs: they share a few connections, and each is sent without
 * waiting for the results of the previous ones (the driver's `pipeline` mode). A read must not wait for locks, or it
 * blocks the following ones. While the primary is away, replicas answer those that allow it.
 */
import type pg from "pg";
import type { Replicas } from "./replicas.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** Maximum number of concurrent reads on a connection. Their results occupy one turn of the event loop. */
const MAX_READS_PER_CONNECTION = 16;

/** A statement that changes nothing and takes no lock. It is prepared under its name on each connection. */
interface BatchedRead<Row extends pg.QueryResultRow> {
  name: string;
  text: string;
  values: unknown[];
  /**
   * Whether rows of a replica will do while the primary is away, though its last moments may be missing; without it none
   * do. A row that is missing must neither refuse nor permit anything for good.
   */
  acceptsReplica?: (rows: Row[]) => boolean;
}

export type BatchedReads = ReturnType<typeof openBatchedReads>;

/** A connection that stays checked out of the pool while reads run on it. */
interface Pipeline {
  client: Promise<pg.PoolClient>;
  running: number;
  failure?: Error;
}

/**
 * @param pool a pool opened with `pipeline: true` and used by nothing else
 * @param replicas of the pool's server
 */
export function openBatchedReads(pool: pg.Pool, replicas: Replicas | undefined) {
  /** Runs the next read. */
  let current: Pipeline | undefined;

  async function askPrimary<Row extends pg.QueryResultRow>(read: BatchedRead<Row>): Promise<Row[]> {
    if (!current || current.running === MAX_READS_PER_CONNECTION)
      current = { client: pool.connect(), running: 0 };
    const pipeline = current;
    pipeline.running++;
    try {
      const client = await pipeline.client;
      return (await client.query<Row>(read)).rows;
    } catch (error) {
      // The connection may be broken, or have a plan that a migration made invalid: it gets no more reads.
      pipeline.failure = error as Error;
      if (current === pipeline) current = undefined;
      throw error;
    } finally {
      pipeline.running--;
      if (pipeline.running === 0) {
        if (current === pipeline) current = undefined;
        pipeline.client.then((client) => client.release(pipeline.failure)).catch(() => {});
      }
    }
  }

  return {
    /** Returns the rows of a statement. A failing read does not affect others, unless the connection breaks. */
    async ask<Row extends pg.QueryResultRow>(read: BatchedRead<Row>): Promise<Row[]> {
      const { acceptsReplica } = read;
      if (!replicas || !acceptsReplica) return askPrimary(read);
      const askReplicas = async () => {
        const rows = await replicas.readWhileAway<Row>(read);
        return rows && acceptsReplica(rows) ? rows : undefined;
      };
      const rows = replicas.isPrimaryUnavailable() && (await askReplicas());
      if (rows) return rows;
      try {
        return await askPrimary(read);
      } catch (error) {
        const rows = isDatabaseUnavailable(error) && (await askReplicas());
        if (rows) return rows;
        throw error;
      }
    },
    /** Numbers of used and idle connections, and of requested ones (`waiting`), each for up to 16 reads. */
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}
