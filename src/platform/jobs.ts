/** Jobs that survive a crash: pg-boss on the same PostgreSQL, enqueued in the transaction of their cause. */
import type { FastifyBaseLogger } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { PoolConfig } from "pg";
import { fromKysely, PgBoss } from "pg-boss";
import type { DB } from "./database.ts";

/** How a queue treats its jobs. Delays double from `retryDelay` on, both in seconds. */
export interface QueueOptions {
  retryLimit: number;
  retryDelay: number;
  retryDelayMax: number;
}

export interface Jobs {
  /** Declares a queue and works on it: `handler` is called at least once for every job that was committed. */
  work<T extends object>(
    queue: string,
    options: QueueOptions,
    handler: (data: T) => Promise<void>,
  ): Promise<void>;
  /** Declares a job that runs at the times of a cron expression (UTC), once among all processes. */
  schedule(queue: string, cron: string, handler: () => Promise<void>): Promise<void>;
  /** Enqueues in the caller's transaction: a rollback leaves no job. The queue must have been declared. */
  send(trx: Transaction<DB> | Kysely<DB>, queue: string, data: object): Promise<void>;
  /** Waits for running handlers, then closes the connections. */
  stop(): Promise<void>;
}

/** @param connection the database that holds the jobs, in a schema of their own */
export async function openJobs(connection: PoolConfig, log: FastifyBaseLogger): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    application_name: "prompteca-jobs",
    max: 3,
    useListenNotify: true,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  // A database that is away for a while is reported here; the next poll finds it again.
  boss.on("error", (error) => log.warn({ err: error }, "jobs: database error"));
  await boss.start();

  return {
    async work<T extends object>(queue: string, options: QueueOptions, handler: (data: T) => Promise<void>) {
      const settings = { ...options, retryBackoff: true, notify: true };
      await boss.createQueue(queue, settings);
      await boss.updateQueue(queue, settings);
      await boss.work<T>(queue, { pollingIntervalSeconds: 2 }, async (jobs) => {
        for (const job of jobs) await handler(job.data);
      });
    },
    async schedule(queue, cron, handler) {
      await boss.createQueue(queue);
      await boss.work(queue, { pollingIntervalSeconds: 30 }, handler);
      await boss.schedule(queue, cron);
    },
    async send(trx, queue, data) {
      await boss.send(queue, data, { db: fromKysely(trx) });
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
