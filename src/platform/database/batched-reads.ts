/** Small reads that every call needs: those asked for while others are asked for go to the server together. */
import type { Socket } from "node:net";
import type pg from "pg";

/**
 * Reads sent together at most; more go over the next connection, or wait. What is answered together is worked off in one
 * turn of the event loop, and everybody else waits for its end.
 */
const MAX_READS_PER_BATCH = 16;

/** A statement that changes nothing, takes no lock, and is prepared under its name on each connection. */
export interface BatchedRead {
  name: string;
  text: string;
  values: unknown[];
}

export interface BatchedReads {
  /** Asks for the rows of a statement. Each fails by itself, unless the connection breaks. */
  ask<Row extends pg.QueryResultRow>(read: BatchedRead): Promise<Row[]>;
  /** Connections used and idle, and reads that were not sent yet. */
  counts(): { used: number; idle: number; waiting: number };
}

interface Asked {
  read: BatchedRead;
  resolve(rows: pg.QueryResultRow[]): void;
  reject(error: Error): void;
}

/** Sends reads at once. @returns when the last is answered, with the error if one failed */
function send(client: pg.PoolClient, batch: Asked[]): Promise<Error | undefined> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return new Promise((resolve) => {
    let left = batch.length;
    let failed: Error | undefined;
    // One write for all of them: writing is what asking costs most.
    stream.cork();
    for (const asked of batch) {
      client.query(asked.read, (error: Error | null, result) => {
        if (error) asked.reject(error);
        else asked.resolve(result.rows);
        failed ??= error ?? undefined;
        left -= 1;
        if (left === 0) resolve(failed);
      });
    }
    stream.uncork();
  });
}

/** @param pool whose connections pipeline, used by nothing else */
export function openBatchedReads(pool: pg.Pool): BatchedReads {
  const waiting: Asked[] = [];
  /** Connections in use, and whether one more is about to be. */
  let used = 0;
  let isDue = false;

  async function askAll(): Promise<void> {
    let failed: Error | undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      while (waiting.length > 0 && !failed)
        failed = await send(client, waiting.splice(0, MAX_READS_PER_BATCH));
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error as Error);
    } finally {
      // What failed may have left something wrong behind, as a plan that a migration made invalid.
      client?.release(failed);
      used -= 1;
      if (waiting.length > 0) begin();
    }
  }

  /** Begins after all that this turn of the event loop still asks for. */
  function begin(): void {
    if (isDue || used === pool.options.max) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      used += 1;
      void askAll();
      if (waiting.length > MAX_READS_PER_BATCH) begin();
    });
  }

  return {
    ask<Row extends pg.QueryResultRow>(read: BatchedRead) {
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
      waiting.push({ read, resolve: resolve as Asked["resolve"], reject });
      begin();
      return promise;
    },
    counts: () => ({ used, idle: pool.idleCount, waiting: waiting.length }),
  };
}
