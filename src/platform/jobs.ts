/** Jobs that survive a crash: pg-boss on the same PostgreSQL, enqueued in the transaction of their cause. */
import type { FastifyBaseLogger } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { PoolConfig } from "pg";
import { fromKysely, type Job, type JobResult, PgBoss, type Queue } from "pg-boss";
import { Counter } from "prom-client";
import { KEEP_ALIVE } from "./database/db.ts";
import type { DB } from "./database/schema.ts";
import { hideSecrets } from "./log.ts";

/** How a queue treats its jobs. Delays double from `retryDelay` on, both in seconds. */
export interface QueueOptions {
  retryLimit: number;
  retryDelay: number;
  retryDelayMax: number;
  /** Seconds until a job that was never done is dropped; two weeks by default. */
  retentionSeconds?: number;
}

/** A handler throws it when a retry is of no use: the job counts as failed at once. */
export class HopelessJobError extends Error {
  override name = "HopelessJobError";
}

/** `NOTIFY` wakes a worker at once, and full batches follow each other without a pause. Retries wait for the next poll. */
const WORKER_PACE = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/** A worker reports that it is alive. After so many seconds without a report, another process takes the job over. */
export const JOB_HEARTBEAT = 20;
/** When the driver gives up on the database, in milliseconds. */
const JOB_QUERY_TIMEOUT = 60_000;
/**
 * Seconds between two checks for jobs whose worker is dead, made by one of all processes. It is twice as long if that one was killed. With
 * the pause before a second try, such a job waits for about 36 seconds at most.
 */
const SUPERVISION_SECONDS = 5;

/** What became of jobs in this process, by queue. */
const ended = new Counter({
  name: "prompteca_jobs_ended_total",
  help: "Jobs that this process worked on, by queue and outcome; what failed is tried again for a while.",
  labelNames: ["queue", "outcome"],
});

/** How many jobs of a queue there are, at most a minute old. */
export interface QueueState {
  queue: string;
  /** Ready, or to be tried again later. */
  waiting: number;
  active: number;
  /** Given up after all tries. */
  failed: number;
}

/** A job that failed: given up, or to be tried again later. */
export interface FailedJob<T> {
  id: string;
  data: T;
  /** The message of what it threw the last time. */
  reason: string;
  tries: number;
  /** Undefined when it was given up. */
  nextTry: Date | undefined;
}

export interface Jobs {
  /**
   * Declares a queue and works on it. `handler` runs at least once for every committed job, a few at a time, and again later when
   * it throws anything but a {@link HopelessJobError}. The error's message is stored and logged.
   */
  work<T extends object>(
    queue: string,
    options: QueueOptions,
    handler: (data: T) => Promise<void>,
  ): Promise<void>;
  /**
   * Declares a job that runs at the times of a cron expression (UTC), once among all processes.
   * @param handler its signal aborts when the job took too long; another process may then start it anew
   */
  schedule(
    queue: string,
    cron: string,
    handler: (signal: AbortSignal) => Promise<void>,
    options?: Omit<Queue, "name">,
  ): Promise<void>;
  /**
   * Enqueues in the caller's transaction: a rollback leaves no job. The queue must have been declared.
   * @param after seconds to wait before it runs
   * @returns its id
   */
  send(trx: Transaction<DB> | Kysely<DB>, queue: string, data: object, after?: number): Promise<string>;
  /** Deletes a job that has not run yet, in the caller's transaction. */
  withdraw(trx: Transaction<DB>, queue: string, id: string): Promise<void>;
  /** The number of jobs in every queue, of all processes. */
  queues(): Promise<QueueState[]>;
  /**
   * Jobs that failed and are kept for a while, or wait for another try: the newest, and how many there are.
   * @param condition on `data`, the job's own, in SQL; without one all count
   */
  failures<T>(
    queue: string,
    most: number,
    condition?: string,
  ): Promise<{ jobs: FailedJob<T>[]; total: number }>;
  /** Runs all failed jobs again now. */
  retryNow(queue: string): Promise<void>;
  /** Waits for running handlers, then closes the connections. */
  stop(): Promise<void>;
}

/**
 * @param connection the database that holds the jobs, in a schema of their own; not through a pooler, because it listens
 * @param max connections, beside the one that listens. They open now and stay, so that the result of a job can always be written
 */
export async function openJobs(connection: PoolConfig, log: FastifyBaseLogger, max = 3): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    application_name: "prompteca-jobs",
    max,
    min: max,
    query_timeout: JOB_QUERY_TIMEOUT,
    ...KEEP_ALIVE,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  // The database may be away for a while: the next poll finds it again.
  boss.on("error", (error) => log.warn({ err: error }, "jobs: database error"));
  await boss.start();
  await Promise.all(Array.from({ length: max }, () => boss.getDb().executeSql("select 1")));

  /** Settings are written on every start: an earlier version may have made the queue. */
  async function declare(queue: string, { policy, ...options }: Omit<Queue, "name">): Promise<void> {
    const settings = { ...options, heartbeatSeconds: JOB_HEARTBEAT };
    await boss.createQueue(queue, { ...settings, ...(policy && { policy }) });
    await boss.updateQueue(queue, settings);
  }

  return {
    async work<T extends object>(queue: string, options: QueueOptions, handler: (data: T) => Promise<void>) {
      await declare(queue, { ...options, retryBackoff: true, notify: true });
      await boss.work<T, unknown, typeof WORKER_PACE>(queue, WORKER_PACE, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await handler(data);
              ended.inc({ queue, outcome: "completed" });
              return { id, status: "completed" };
            } catch (error) {
              ended.inc({ queue, outcome: "failed" });
              const message = hideSecrets(error instanceof Error ? error.message : String(error));
              const hopeless = error instanceof HopelessJobError;
              log.warn(
                { queue, job: id, reason: message },
                hopeless ? "jobs: failed and given up" : "jobs: failed, to be tried again",
              );
              // Without a dead-letter queue, "deadletter" means failed and never retried.
              return { id, status: hopeless ? "deadletter" : "failed", output: { message } };
            }
          }),
        ),
      );
    },
    async schedule(queue, cron, handler, options = {}) {
      await declare(queue, options);
      await boss.work(queue, { pollingIntervalSeconds: 30 }, async ([job]) => {
        try {
          await handler((job as Job).signal);
          ended.inc({ queue, outcome: "completed" });
        } catch (error) {
          ended.inc({ queue, outcome: "failed" });
          log.warn({ queue, err: error }, "jobs: failed");
          throw error;
        }
      });
      await boss.schedule(queue, cron);
    },
    async send(trx, queue, data, after = 0) {
      const id = await boss.send(queue, data, { db: fromKysely(trx), startAfter: after });
      if (!id) throw new Error(`jobs: ${queue} did not take a job`);
      return id;
    },
    async withdraw(trx, queue, id) {
      await boss.deleteJob(queue, id, { db: fromKysely(trx) });
    },
    async queues() {
      const states = await boss.getQueues();
      return states
        .filter(({ name }) => !name.startsWith("__"))
        .map(({ name, queuedCount, activeCount, failedCount }) => ({
          queue: name,
          waiting: queuedCount,
          active: activeCount,
          failed: failedCount,
        }));
    },
    async failures<T>(queue: string, most: number, condition = "true") {
      const { rows } = await boss.getDb().executeSql(
        `select id, data, output ->> 'message' as reason, retry_count, state, start_after, count(*) over ()::int as total
          from pgboss.job where name = $1 and state in ('failed', 'retry') and (${condition})
          order by created_on desc limit $2`,
        [queue, most],
      );
      const jobs = rows.map(
        ({ id, data, reason, retry_count, state, start_after }): FailedJob<T> => ({
          id,
          data,
          reason: reason ?? "",
          tries: retry_count + 1,
          nextTry: state === "retry" ? start_after : undefined,
        }),
      );
      return { jobs, total: rows[0]?.total ?? 0 };
    },
    async retryNow(queue) {
      // pg-boss's own calls take ids, one by one.
      await boss.getDb().executeSql(
        `update pgboss.job set retry_limit = retry_limit + (state = 'failed')::int, state = 'retry',
            completed_on = null, start_after = now()
          where name = $1 and state in ('failed', 'retry')`,
        [queue],
      );
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
