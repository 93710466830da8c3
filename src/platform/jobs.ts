/** Background jobs that survive a crash: pg-boss in the same database, enqueued in the transaction of their cause. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { PoolConfig } from "pg";
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import { Counter } from "prom-client";
import type { DB } from "./database/schema.ts";
import { KEEP_ALIVE } from "./database/waiting-pool.ts";
import { hideSecrets } from "./log.ts";
import { OperatorError } from "./operator-error.ts";

/** Retry policy of a queue. The delay starts at `retryDelay` and doubles up to `retryDelayMax`, in seconds. */
interface QueueOptions {
  retryLimit: number;
  retryDelay: number;
  retryDelayMax: number;
  /** Seconds until an unfinished job is dropped; two weeks by default. */
  retentionSeconds?: number;
}

/** For what people wait for: the first retries come within seconds, later ones every quarter of an hour, for eleven hours in all. */
export const PERSISTENT: QueueOptions = { retryLimit: 50, retryDelay: 2, retryDelayMax: 15 * 60 };

/** Thrown by a handler when a retry is pointless: the job fails at once. */
export class HopelessJobError extends Error {
  override name = "HopelessJobError";
}

/** `NOTIFY` wakes a worker at once, and the next batch follows a full one without a pause. Retries wait for a poll. */
const WORKER_OPTIONS = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/** Seconds without a worker's heartbeat after which another process takes over its job. */
export const JOB_HEARTBEAT_SECONDS = 20;
/** Milliseconds after which the driver abandons a query. */
const JOB_QUERY_TIMEOUT_MS = 60_000;
/**
 * Seconds between checks for jobs of dead workers. One process checks for all; if that one is killed, the next check
 * takes twice as long. Including the retry delay, such a job waits for about 36 seconds at most.
 */
const SUPERVISION_SECONDS = 5;

/** Milliseconds for which a job's end is written again and again while the database is away, and between two attempts. */
const SETTLING_MS = 60_000;
const SETTLING_PAUSE_MS = 250;

/** Finished jobs of this process, by queue and outcome. */
const ended = new Counter({
  name: "prompteca_jobs_ended_total",
  help: "Jobs that this process worked on, by queue and outcome; what failed is tried again for a while.",
  labelNames: ["queue", "outcome"],
});

/** A job that failed for good or waits for a retry. */
interface FailedJob<T> {
  id: string;
  data: T;
  /** Message of the last error. */
  reason: string;
  tries: number;
  /** Undefined when it failed for good. */
  nextTry: Date | undefined;
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>;

/**
 * Opens the jobs, which have a schema of their own in the database.
 * @param connection a direct connection, because `LISTEN` does not work through a pooler
 * @param max connections besides the listening one. They open now and stay open: a job's result can always be written
 */
export async function openJobs(connection: PoolConfig, log: FastifyBaseLogger, max = 3) {
  const boss = new PgBoss({
    ...connection,
    application_name: "prompteca-jobs",
    max,
    min: max,
    query_timeout: JOB_QUERY_TIMEOUT_MS,
    ...KEEP_ALIVE,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  // The database may be unavailable for a while; the next poll reconnects.
  boss.on("error", (error) => log.warn({ err: error }, "jobs: database error"));
  await boss.start();
  await Promise.all(Array.from({ length: max }, () => boss.getDb().executeSql("select 1")));

  let isStopping = false;
  /**
   * Notes that a job is done, as soon as the database answers: pg-boss tries once, and after an outage another process
   * would find the job without heartbeats and do it again, such as send its mail twice.
   */
  async function settle(queue: string, id: string): Promise<void> {
    const until = performance.now() + SETTLING_MS;
    for (;;) {
      try {
        await boss.complete(queue, id);
        return;
      } catch {
        if (isStopping || performance.now() > until) return;
        await delay(SETTLING_PAUSE_MS);
      }
    }
  }

  /** Writes the settings on every start, because an earlier version may have created the queue. */
  async function declare(queue: string, { policy, ...options }: Omit<Queue, "name">): Promise<void> {
    const settings = { ...options, heartbeatSeconds: JOB_HEARTBEAT_SECONDS };
    await boss.createQueue(queue, { ...settings, ...(policy && { policy }) });
    await boss.updateQueue(queue, settings);
  }

  /** Each start of the site declares its queues; a command may come before the first, such as after a restore. */
  async function toDeclared<T>(queue: string, sent: Promise<T>): Promise<T> {
    try {
      return await sent;
    } catch (error) {
      if (await boss.getQueue(queue)) throw error;
      throw new OperatorError("Start the site once on this database, and then run this again.");
    }
  }

  return {
    /**
     * Declares a queue and processes its jobs, several at a time. `handler` runs at least once for every committed job.
     * It is retried when it throws anything but a {@link HopelessJobError}. The error's message is stored and logged.
     */
    async work<T extends object>(queue: string, options: QueueOptions, handler: (data: T) => Promise<void>) {
      await declare(queue, { ...options, retryBackoff: true, notify: true });
      await boss.work<T, unknown, typeof WORKER_OPTIONS>(queue, WORKER_OPTIONS, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await handler(data);
              ended.inc({ queue, outcome: "completed" });
              await settle(queue, id);
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
    /**
     * Declares a job that runs on a cron schedule (UTC), in one of all processes.
     * @param handler its signal aborts when the job takes too long; another process may then start it again. `asked` is
     *   when the job was enqueued, the same in each of its tries; `data` is what `wake` was given
     */
    async schedule(
      queue: string,
      cron: string,
      handler: (
        signal: AbortSignal,
        job: { asked: Date; isLastTry: boolean; data: unknown },
      ) => Promise<void>,
      options: Omit<Queue, "name"> = {},
    ) {
      await declare(queue, options);
      await boss.work(queue, { pollingIntervalSeconds: 30, includeMetadata: true }, async ([job]) => {
        const { signal, createdOn, retryCount, retryLimit, data } = job as JobWithMetadata;
        try {
          await handler(signal, { asked: createdOn, isLastTry: retryCount >= retryLimit, data });
          ended.inc({ queue, outcome: "completed" });
        } catch (error) {
          ended.inc({ queue, outcome: "failed" });
          log.warn({ queue, err: error }, "jobs: failed");
          throw error;
        }
      });
      await boss.schedule(queue, cron);
    },
    /** Runs a scheduled job soon, unless it waits or runs already (a queue whose policy is `exclusive`). */
    async wake(queue: string, data: object) {
      await boss.send(queue, data);
    },
    /**
     * Enqueues a job in the caller's transaction: a rollback leaves no job.
     * @param after seconds to wait before the job runs
     * @returns the job's id
     * @throws OperatorError when the queue was never declared
     */
    async send(trx: Kysely<DB>, queue: string, data: object, after = 0) {
      const sent = boss.send(queue, data, { db: fromKysely(trx), startAfter: after });
      const id = await toDeclared(queue, sent);
      if (!id) throw new Error(`jobs: ${queue} did not take a job`);
      return id;
    },
    /** Enqueues many jobs by one statement; otherwise as `send`. */
    async sendAll(trx: Kysely<DB>, queue: string, all: readonly object[]) {
      if (all.length === 0) return;
      const jobs = all.map((data) => ({ data }));
      const sent = boss.insert(queue, jobs, { db: fromKysely(trx), returnId: true });
      const ids = await toDeclared(queue, sent);
      if (ids?.length !== all.length) throw new Error(`jobs: ${queue} did not take all jobs`);
    },
    /** Deletes a job that has not run yet, in the caller's transaction. */
    async withdraw(trx: Transaction<DB>, queue: string, id: string) {
      await boss.deleteJob(queue, id, { db: fromKysely(trx) });
    },
    /** Returns the numbers of jobs of every queue, of all processes, at most a minute old. */
    async queues() {
      const states = await boss.getQueues();
      return states
        .filter(({ name }) => !name.startsWith("__"))
        .map(({ name, queuedCount, activeCount, failedCount }) => ({
          queue: name,
          /** Ready, or waiting for a retry. */
          waiting: queuedCount,
          active: activeCount,
          /** Failed after the last retry. */
          failed: failedCount,
        }));
    },
    /**
     * Returns the newest jobs that failed for good or wait for a retry, and their total.
     * @param most maximum number of jobs to return
     * @param condition SQL condition on the job's `data`; all jobs by default
     */
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
      const total: number = rows[0]?.total ?? 0;
      return { jobs, total };
    },
    /** Retries all failed jobs now. */
    async retryNow(queue: string) {
      // pg-boss retries only by id, one job at a time.
      await boss.getDb().executeSql(
        `update pgboss.job set retry_limit = retry_limit + (state = 'failed')::int, state = 'retry',
            completed_on = null, start_after = now()
          where name = $1 and state in ('failed', 'retry')`,
        [queue],
      );
    },
    /** Waits for running handlers, then closes the connections. */
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
