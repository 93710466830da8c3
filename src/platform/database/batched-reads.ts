/**
 * Batches small reads that every signed-in request needs: they share a few connections, and each is sent without
 * waiting for the results of the previous ones (the driver's `pipeline` mode). A read must not wait for locks, or it
 * blocks the following ones.
 */
import type pg from "pg";

/** Maximum number of concurrent reads on a connection. Their results occupy one turn of the event loop. */
const MAX_READS_PER_CONNECTION = 16;

/** A statement that changes nothing and takes no lock. It is prepared under its name on each connection. */
export interface BatchedRead {
  name: string;
  text: string;
  values: unknown[];
}

export type BatchedReads = ReturnType<typeof openBatchedReads>;

/** A connection that stays checked out of the pool while reads run on it. */
interface Pipeline {
  client: Promise<pg.PoolClient>;
  running: number;
  failure?: Error;
}

/** @param pool a pool opened with `pipeline: true` and used by nothing else */
export function openBatchedReads(pool: pg.Pool) {
  /** Runs the next read. */
  let current: Pipeline | undefined;

  return {
    /** Returns the rows of a statement. A failing read does not affect others, unless the connection breaks. */
    async ask<Row extends pg.QueryResultRow>(read: BatchedRead) {
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
    },
    /** Numbers of used and idle connections, and of requested ones (`waiting`), each for up to 16 reads. */
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}
