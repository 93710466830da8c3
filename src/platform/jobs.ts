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
  /** Seconds after which a job that was never done is dropped; two weeks unless told otherwise. */
  retentionSeconds?: number;
}

/** Thrown by a handler when trying again is of no use: the job is given up at once, and counts as failed. */
export class HopelessJobError extends Error {
  override name = "HopelessJobError";
}

/** A notice wakes a worker at once; full batches follow each other, and what is to be tried again waits for a look. */
const WORKER_PACE = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/** Who works on a job says so; when nobody has for so many seconds, its process was killed and another one takes the job on. */
export const JOB_HEARTBEAT = 20;
/** A database that has not answered by then, in milliseconds, is not there any more; what takes longer on it goes on there. */
const JOB_QUERY_TIMEOUT = 60_000;
/**
 * Seconds between two looks whether that is so, by one of all processes; twice as long when it was the one that was killed. With
 * the pause before a second try, a job lies for about 36 seconds at most.
 */
const POLL_SECONDS = 5;

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
   * Declares a queue and works on it: `handler` is called at least once for every job that was committed, a few at a
   * time, and again later when it throws anything but a {@link HopelessJobError}. The message of what it throws is kept and
   * logged.
   */
  work<T extends object>(
    queue: string,
    options: QueueOptions,
    handler: (data: T) => Promise<void>,
  ): Promise<void>;
  /**
   * Declares a job that runs at the times of a cron expression (UTC), once among all processes.
   * @param handler given what breaks it off when it took too long, and another process may begin anew
   */
  schedule(
    queue: string,
    cron: string,
    handler: (signal: AbortSignal) => Promise<void>,
    options?: Omit<Queue, "name">,
  ): Promise<void>;
  /**
   * Enqueues in the caller's transaction: a rollback leaves no job. The queue must have been declared.
   * @param after seconds until it is due
   * @returns its id
   */
  send(trx: Transaction<DB> | Kysely<DB>, queue: string, data: object, after?: number): Promise<string>;
  /** Takes a job that is not due yet back, in the caller's transaction. */
  withdraw(trx: Transaction<DB>, queue: string, id: string): Promise<void>;
  /** Every queue with what is in it, in all processes. */
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
  /** Tries all that failed now. */
  retryNow(queue: string): Promise<void>;
  /** Waits for running handlers, then closes the connections. */
  stop(): Promise<void>;
}

/**
 * @param connection the database that holds the jobs, in a schema of their own; not through a pooler, because it listens
 * @param max connections, beside the one that listens; they are opened now and kept: what became of a job must find a place to be told
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
    superviseIntervalSeconds: POLL_SECONDS,
    monitorIntervalSeconds: POLL_SECONDS,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  // A database that is away for a while is reported here; the next poll finds it again.
  boss.on("error", (error) => log.warn({ err: error }, "jobs: database error"));
  await boss.start();
  await Promise.all(Array.from({ length: max }, () => boss.getDb().executeSql("select 1")));

  /** What a queue has been told before is told anew: it was made by whichever version came first. */
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
              // Without a queue for the dead, a dead letter is a job that failed and is not tried again.
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
      // As pg-boss's own calls do, which take ids and bring those that wait forward one by one.
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
