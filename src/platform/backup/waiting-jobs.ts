/** Jobs that wait or are under way, such as mails: out of one database and into another by way of pg-boss itself. */
import { createHash } from "node:crypto";
import type { ClientBase, PoolConfig } from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import type { Rows } from "./tables.ts";

const BATCH = 1000;

/** Whether there is anything to read: a database that was only migrated has no jobs. */
async function hasJobs(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('pgboss.job') is not null as there",
  );
  return rows[0]?.there ?? false;
}

/** What is not done yet; not what a schedule brings anyway, nor pg-boss's own. One that is under way is to be done again. */
const WAITING = `
  select json_build_object('queue', name, 'id', id, 'data', data, 'priority', priority,
    'startAfter', to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
    'retryDelayMax', retry_delay_max, 'expireInSeconds', expire_seconds) as job
  from pgboss.job
  where state < 'completed' and name not like '\\_\\_pgboss\\_\\_%'
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
      const batch = await client.query<{ job: object }>(`fetch ${BATCH} from waiting_jobs`);
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
  /** Enqueues in the transaction of `client` what `readWaitingJobs` gave. */
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
      const byQueue = new Map<string, JobInsert[]>();
      for (const line of piece.toString().trim().split("\n")) {
        const { queue, ...job } = JSON.parse(line) as JobInsert & { queue: string };
        byQueue.set(queue, [...(byQueue.get(queue) ?? []), job]);
      }
      for (const [queue, jobs] of byQueue) {
        // Made with the site's own settings when it starts.
        if (!queues.has(queue)) await boss.createQueue(queue);
        queues.add(queue);
        await boss.insert(queue, jobs, { db });
      }
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** Whether a database holds jobs that wait. */
export async function hasWaitingJobs(client: ClientBase): Promise<boolean> {
  if (!(await hasJobs(client))) return false;
  const { rowCount } = await client.query(`${WAITING} limit 1`);
  return rowCount !== 0;
}
