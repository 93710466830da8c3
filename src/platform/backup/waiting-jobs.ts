/** Jobs that wait or are under way, such as mails: out of one database and into another by way of pg-boss itself. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ClientBase, PoolConfig } from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import { JOB_HEARTBEAT } from "#platform/jobs.ts";
import { BackupError } from "./archive.ts";
import type { Rows } from "./tables.ts";

const JOBS_PER_BATCH = 1000;

/** Whether there is anything to read: a database that was only migrated has no jobs. */
async function hasJobs(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('pgboss.job') is not null as there",
  );
  return rows[0]?.there ?? false;
}

/** A job as a backup has it. Fields may be added, and none taken away: restoring compares with those that the backup has. */
const JOBS = `
  select json_build_object('queue', name, 'id', id, 'data', data, 'priority', priority,
    'startAfter', to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
    'retryDelayMax', retry_delay_max, 'expireInSeconds', expire_seconds) as job
  from pgboss.job`;

/**
 * What is not done yet, or was given up and can be tried again by the admin; not what a schedule brings anyway, nor pg-boss's own.
 * One that is under way is to be done again, and so is one that was given up.
 */
const WAITING = `${JOBS}
  where (state < 'completed' or state = 'failed') and name not like '\\_\\_pgboss\\_\\_%'
    and name not in (select name from pgboss.schedule)
  order by name collate "C", id`;

/**
 * Reads them in the caller's transaction.
 * @param take given some of them at a time, a line of JSON each
 */
export async function readWaitingJobs(
  client: ClientBase,
  take: (piece: Buffer) => Promise<void> = async () => {},
): Promise<Rows> {
  const hash = createHash("sha256");
  let rows = 0;
  if (await hasJobs(client)) {
    await client.query(`declare waiting_jobs cursor for ${WAITING}`);
    for (;;) {
      const batch = await client.query<{ job: object }>(`fetch ${JOBS_PER_BATCH} from waiting_jobs`);
      if (!batch.rows.length) break;
      const piece = Buffer.from(batch.rows.map(({ job }) => `${JSON.stringify(job)}\n`).join(""));
      rows += batch.rows.length;
      hash.update(piece);
      await take(piece);
    }
    await client.query("close waiting_jobs");
  }
  return { rows, sha256: hash.digest("hex") };
}

export interface JobsRestore {
  /**
   * Enqueues in the transaction of `client` what `readWaitingJobs` gave, and reads it again.
   * @throws BackupError when a job is not there as the backup has it
   */
  write(client: ClientBase, piece: Buffer): Promise<void>;
  stop(): Promise<void>;
}

/** Makes pg-boss's own schema, at once and for good: without jobs it counts as empty. */
export async function openJobsRestore(connection: PoolConfig): Promise<JobsRestore> {
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
    async write(client, piece) {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      const lines = piece.toString().trim().split("\n");
      const byQueue = Map.groupBy(
        lines.map((line) => JSON.parse(line) as WaitingJob),
        ({ queue }) => queue,
      );
      for (const [queue, jobs] of byQueue) {
        // Made with the site's own settings when it starts; what waits until then has to have its heartbeat already.
        if (!queues.has(queue)) await boss.createQueue(queue, { heartbeatSeconds: JOB_HEARTBEAT });
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
      throw new BackupError(`After restoring, the job ${job.id} differs from the backup: nothing was kept.`);
    }
  }
}

/** Whether a database holds jobs that wait. */
export async function hasWaitingJobs(client: ClientBase): Promise<boolean> {
  if (!(await hasJobs(client))) return false;
  const { rowCount } = await client.query(`${WAITING} limit 1`);
  return rowCount !== 0;
}
