/**
 * Small reads that every signed-in call needs, pipelined: they share a few connections, and each is sent without waiting for the
 * answers to those before it (the driver's `pipeline` mode). A read must not wait for locks, or it holds up what follows.
 */
import type pg from "pg";

/** Reads under way on one connection. Their answers are handled in one turn of the event loop, for which all else waits. */
const MAX_READS_PER_CONNECTION = 16;

/** A statement that changes nothing, takes no lock, and is prepared under its name on each connection. */
export interface BatchedRead {
  name: string;
  text: string;
  values: unknown[];
}

export interface BatchedReads {
  /** Asks for the rows of a statement. Each read fails by itself, unless the connection breaks. */
  ask<Row extends pg.QueryResultRow>(read: BatchedRead): Promise<Row[]>;
  /** Connections used and idle; waiting: how many more are wanted, each for up to 16 reads. */
  counts(): { used: number; idle: number; waiting: number };
}

/** A connection taken from the pool for as long as reads are under way on it. */
interface Pipeline {
  client: Promise<pg.PoolClient>;
  underWay: number;
  failure?: Error;
}

/** @param pool opened with `pipeline: true`, used by nothing else */
export function openBatchedReads(pool: pg.Pool): BatchedReads {
  /** Takes the next read. */
  let current: Pipeline | undefined;

  return {
    async ask<Row extends pg.QueryResultRow>(read: BatchedRead) {
      if (!current || current.underWay === MAX_READS_PER_CONNECTION)
        current = { client: pool.connect(), underWay: 0 };
      const pipeline = current;
      pipeline.underWay++;
      try {
        const client = await pipeline.client;
        return (await client.query<Row>(read)).rows;
      } catch (error) {
        // The connection may be broken, or keep a plan that a migration made invalid: it takes no more reads.
        pipeline.failure = error as Error;
        if (current === pipeline) current = undefined;
        throw error;
      } finally {
        pipeline.underWay--;
        if (pipeline.underWay === 0) {
          if (current === pipeline) current = undefined;
          pipeline.client.then((client) => client.release(pipeline.failure)).catch(() => {});
        }
      }
    },
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}
