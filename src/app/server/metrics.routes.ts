/** `/metrics` in Prometheus' text format: with `Authorization: Bearer METRICS_TOKEN` if set, else as loopback.ts decides. */
import { Counter, collectDefaultMetrics, Gauge, Registry, register } from "prom-client";
import { selectBackupTimes } from "#platform/backup/backup-records.queries.ts";
import type { Context } from "#platform/context.ts";
import type { Replicas } from "#platform/database/replicas.ts";
import { localToken, requireLocal } from "#platform/http/loopback.ts";
import type { App } from "#platform/http/server.ts";
import { readVersion } from "#platform/version.ts";

/** Timeout for counting jobs, or reading of backups, when the database does not respond, in milliseconds. */
const DATABASE_TIMEOUT = 2000;

// Event loop, garbage collection, memory and CPU under their usual names.
collectDefaultMetrics();

/** @returns undefined when the database does not answer, or not in time */
function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  const late = AbortSignal.timeout(DATABASE_TIMEOUT);
  const timeout = new Promise<undefined>((resolve) =>
    late.addEventListener("abort", () => resolve(undefined)),
  );
  return Promise.race([asked.catch(() => undefined), timeout]);
}

/** Metrics of this server's own parts; rooms declare theirs in prom-client's registry. */
function measure({ db, pool, batchedReads, replicas, responseCache, jobs }: Context): Registry {
  const own = new Registry();
  const registers = [own];
  new Gauge({
    name: "prompteca_database_connections",
    help: "Connections by pool and state; waiting: requests, or small reads, that wait for one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
      const pools = { main: { used: totalCount - idle, idle, waiting }, reads: batchedReads.counts() };
      for (const [name, states] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(states)) this.set({ pool: name, state }, count);
      }
    },
  });
  new Counter({
    name: "prompteca_kept_answers_total",
    help: "Asked of the store of public answers: found ready or shared with others who asked, or computed.",
    labelNames: ["outcome"],
    registers,
    collect() {
      const { shared, computed } = responseCache.counts();
      this.reset();
      this.inc({ outcome: "shared" }, shared);
      this.inc({ outcome: "computed" }, computed);
    },
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge(
    "prompteca_kept_answers",
    "Answers in the store, those among them that have run out and wait to be replaced included.",
    () => responseCache.counts().kept,
  );
  gauge(
    "prompteca_kept_answers_bytes",
    "Bytes that the answers in the store take.",
    () => responseCache.counts().bytes,
  );
  new Gauge({
    name: "prompteca_jobs",
    help: "Jobs by queue and state, in all processes, at most a minute old; failed: given up after all tries.",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      // Without a database the jobs' figures are omitted, the others stay.
      this.reset();
      const queues = await inTime(jobs.queues());
      for (const { queue, waiting, active, failed } of queues ?? []) {
        this.set({ queue, state: "waiting" }, waiting);
        this.set({ queue, state: "active" }, active);
        this.set({ queue, state: "failed" }, failed);
      }
    },
  });
  const { version, commit, committed_at } = readVersion();
  new Gauge({
    name: "prompteca_build_info",
    help: "1; what runs: version, commit with its date, Node.js.",
    labelNames: ["version", "commit", "committed_at", "node"],
    registers,
  }).set({ version, commit: commit ?? "", committed_at: committed_at ?? "", node: process.versions.node }, 1);
  const lastBackup = (name: string, help: string, key: "finished" | "copied") =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // Without a database, or a backup, it is absent: an alert asks for that, too.
        const moment = (await inTime(selectBackupTimes(db)))?.[key];
        if (moment) this.set(moment.getTime() / 1000);
        else this.remove();
      },
    });
  lastBackup(
    "prompteca_backup_last_success_timestamp_seconds",
    "When the last backup finished, of all processes.",
    "finished",
  );
  lastBackup(
    "prompteca_backup_last_copy_timestamp_seconds",
    "When the last backup of which there is a copy elsewhere finished, of all processes.",
    "copied",
  );
  if (replicas) measureReplicas(replicas, registers);
  return own;
}

/** Metrics of a process with DATABASE_REPLICA_URL. */
function measureReplicas(replicas: Replicas, registers: Registry[]): void {
  new Counter({
    name: "prompteca_public_reads_total",
    help: "Statements of reads of what everybody may see, by the server that was asked.",
    labelNames: ["server"],
    registers,
    collect() {
      const counts = replicas.counts();
      this.reset();
      this.inc({ server: "primary" }, counts.primary);
      for (const { name, served } of counts.replicas) this.inc({ server: name }, served);
    },
  });
  new Gauge({
    name: "prompteca_replica_serves",
    help: "1 while a replica is read from, 0 while it is passed over.",
    labelNames: ["server"],
    registers,
    collect() {
      for (const { name, serves } of replicas.counts().replicas) this.set({ server: name }, Number(serves));
    },
  });
  new Gauge({
    name: "prompteca_replica_age_seconds",
    help: "Age of what a replica shows, as of when it was asked last.",
    labelNames: ["server"],
    registers,
    collect() {
      for (const { name, age } of replicas.counts().replicas)
        if (age !== undefined) this.set({ server: name }, age);
    },
  });
}

export function mountMetrics(app: App, ctx: Context): void {
  const own = measure(ctx);
  // A configured token is required from this machine too: behind a proxy without headers all requests seem local.
  const token = ctx.config.metricsToken ?? localToken(ctx);
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    requireLocal(request, token);
    const texts = await Promise.all([own.metrics(), register.metrics()]);
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.join("\n"));
  });
}
