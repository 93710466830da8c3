/** Copies unfinished jobs, such as mails, from one database into another through pg-boss. */

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ClientBase, PoolConfig } from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import { JOB_HEARTBEAT_SECONDS } from "#platform/jobs.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { inBatches, type Rows } from "./tables.ts";

const JOBS_PER_BATCH = 1000;

/** Fields of a job in a backup. Fields may be added, never removed: a restore compares those that the backup has. */
const JOBS = `
  select json_build_object('queue', name, 'id', id, 'data', data, 'priority', priority,
    'startAfter', to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
    'retryDelayMax', retry_delay_max, 'expireInSeconds', expire_seconds) as job
  from pgboss.job`;

/**
 * Jobs that are unfinished, or failed and can be retried by the admin, without scheduled jobs and pg-boss's own.
 * Running and failed jobs are restored as waiting.
 */
const WAITING = `${JOBS}
  where (state < 'completed' or state = 'failed') and name not like '\\_\\_pgboss\\_\\_%'
    and name not in (select name from pgboss.schedule)
  order by name collate "C", id`;

/**
 * Reads the waiting jobs in the caller's transaction.
 * @param take called with batches of lines, one JSON object per job
 */
export async function readWaitingJobs(
  client: ClientBase,
  take: (piece: Buffer) => Promise<void> = async () => {},
): Promise<Rows> {
  const hash = createHash("sha256");
  let rows = 0;
  // A database that was only migrated has no tables of pg-boss.
  const { rowCount: hasJobs } = await client.query("select where to_regclass('pgboss.job') is not null");
  if (hasJobs) {
    for await (const batch of inBatches<{ job: object }>(client, WAITING, JOBS_PER_BATCH)) {
      const piece = Buffer.from(batch.map(({ job }) => `${JSON.stringify(job)}\n`).join(""));
      rows += batch.length;
      hash.update(piece);
      await take(piece);
    }
  }
  return { rows, sha256: hash.digest("hex") };
}

export type JobsRestore = Awaited<ReturnType<typeof openJobsRestore>>;

/** Creates pg-boss's schema outside the transaction. A database with that schema but without jobs counts as empty. */
export async function openJobsRestore(connection: PoolConfig) {
  const boss = new PgBoss({
    ...connection,
    application_name: "prompteca-restore",
    max: 1,
    supervise: false,
    schedule: false,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  boss.on("error", () => {});
  await boss.start();
  const queues = new Set<string>();
  return {
    /**
     * Enqueues a batch of `readWaitingJobs` in the transaction of `client`, and compares the result with the backup.
     * @throws OperatorError when a job differs from the backup
     */
    async write(client: ClientBase, piece: Buffer) {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      const lines = piece.toString().trim().split("\n");
      const byQueue = Map.groupBy(
        lines.map((line) => JSON.parse(line) as WaitingJob),
        ({ queue }) => queue,
      );
      for (const [queue, jobs] of byQueue) {
        // The site applies its settings when it starts, but jobs take the heartbeat when they are inserted.
        if (!queues.has(queue)) await boss.createQueue(queue, { heartbeatSeconds: JOB_HEARTBEAT_SECONDS });
        queues.add(queue);
        await boss.insert(
          queue,
          jobs.map(({ queue: _, ...job }) => job),
          { db },
        );
        await compare(client, jobs);
      }
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

interface WaitingJob extends JobInsert {
  id: string;
  queue: string;
}

async function compare(client: ClientBase, jobs: WaitingJob[]): Promise<void> {
  const { rows } = await client.query<{ job: WaitingJob }>(`${JOBS} where id = any($1::uuid[])`, [
    jobs.map(({ id }) => id),
  ]);
  const found = new Map(rows.map(({ job }) => [job.id, job]));
  for (const job of jobs) {
    const restored = found.get(job.id);
    const known = Object.keys(job).map((field) => [field, restored?.[field as keyof WaitingJob]]);
    if (!isDeepStrictEqual(Object.fromEntries(known), job)) {
      throw new OperatorError(
        `After restoring, the job ${job.id} differs from the backup: nothing was kept.`,
      );
    }
  }
}
