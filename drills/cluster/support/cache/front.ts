/** The site in two processes, its database and its bucket, with Varnish before them by deploy/cluster/varnish/. */
import { randomBytes } from "node:crypto";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createShutdown, openContext } from "#app/server/open-context.ts";
import { readConfig } from "#platform/config/config.ts";
import type { Context as SiteContext } from "#platform/context.ts";
import { createLogger } from "#platform/log.ts";
import { startPostgres } from "#platform/postgres/postgres.ts";
import { plantDemoData } from "#seeds/demo.ts";
import { startBuckets } from "#tests/support/buckets.ts";
import { freePort } from "#tests/support/free-port.ts";
import { createUser } from "#tests/support/users.ts";
import type { Context } from "../../part.ts";
import type { Engine } from "../processes.ts";
import { until } from "../until.ts";
import { siteVcl, startVarnish } from "../varnish.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const BUCKET = "pictures";

/** A connection to a process that delivers what comes back so many milliseconds later. */
interface Line {
  port: number;
  slow(ms: number): void;
  close(): void;
}

async function openLine(to: number): Promise<Line> {
  let lag = 0;
  const server: Server = createServer((from) => {
    const out = connect(to, "127.0.0.1");
    const end = () => [from, out].map((socket) => socket.destroy());
    from.on("error", end).on("close", end).pipe(out);
    // One after the other, also when the delay has just become shorter.
    let last = Promise.resolve();
    out.on("error", end).on("close", () => void last.then(end));
    out.on("data", (bytes) => {
      const due = performance.now() + lag;
      last = last.then(async () => {
        const wait = due - performance.now();
        if (wait > 0) await delay(wait);
        if (from.writable) from.write(bytes);
      });
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    slow(ms) {
      lag = ms;
    },
    close: () => void server.close(),
  };
}

export type Front = Awaited<ReturnType<typeof openFront>>;

export async function openFront({ folder, processes, tell }: Context) {
  const shutdown = createShutdown(createLogger("silent"));
  const log = createLogger("silent");
  const postgres = await startPostgres({ dataDir: join(folder.path, "site", "postgres") });
  let isUp = true;
  const stopDatabase = async () => {
    if (isUp) await postgres.stop();
    isUp = false;
  };
  shutdown.push(stopDatabase);
  const buckets = await startBuckets(BUCKET);
  shutdown.push(buckets.close);
  const s3 = buckets.options(BUCKET);
  const varnishPort = await freePort();
  const ports = [await freePort(), await freePort()] as const;
  const lines = [await openLine(ports[0]), await openLine(ports[1])] as const;
  shutdown.push(() => lines.map(({ close }) => close()));
  const { connection } = postgres;
  const address = new URL(`postgres://${connection.user}@localhost/${connection.database}`);
  address.search = new URLSearchParams({ host: connection.host, port: String(connection.port) }).toString();
  const token = randomBytes(24).toString("hex");
  const origin = `http://localhost:${varnishPort}`;
  const env = {
    PUBLIC_URL: origin,
    HOST: "127.0.0.1",
    DATA_DIR: join(folder.path, "site"),
    DATABASE_URL: address.href,
    SECRET_KEY: randomBytes(48).toString("base64"),
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    TRUST_PROXY: "loopback",
    CACHE_PURGE_URL: `http://127.0.0.1:${varnishPort}`,
    CACHE_PURGE_TOKEN: token,
    DEMO_DATA: "off",
    // Everybody here comes from one address.
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
  };
  // Made without the site, as an operator's command: no process has anything of it in its caches.
  const ctx: SiteContext = await openContext(readConfig(env), log, shutdown, { beside: true });
  tell("storing the demo prompts, with pictures in the bucket");
  await plantDemoData(ctx);
  const admin = await createUser(ctx, { email: ctx.config.adminEmail, username: "Direção" });

  async function startProcess(port: number): Promise<Engine> {
    const site = processes.start(join(ROOT, "scripts/serve.sh"), [], {
      log: join(folder.path, `site-${port}.log`),
      cwd: ROOT,
      env: { ...env, PORT: String(port), HOME: process.env.HOME ?? "/" },
    });
    await until(`the site answers at ${port}`, async () => {
      if (!site.running()) throw new Error(site.lastWords());
      return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
    });
    return site;
  }

  const startOne = async (name: string, text: string, port: number): Promise<string> =>
    (await startVarnish({ folder, processes }, { name, vcl: text, port, token })).working;

  tell("starting two processes of the site and Varnish");
  const sites = [await startProcess(ports[0]), await startProcess(ports[1])];
  await startOne("varnish", await siteVcl(lines.map(({ port }) => port)), varnishPort);
  await until("Varnish sends what the site says", async () => (await fetch(`${origin}/prompts`)).ok);

  return {
    origin,
    /** The address of the site's first process, past Varnish. */
    direct: `http://127.0.0.1:${ports[0]}`,
    token,
    ctx,
    admin,
    buckets,
    startVarnish: startOne,
    /** Delays what the site's processes answer on its way to Varnish. */
    slow: (ms: number) => lines.forEach((line) => void line.slow(ms)),
    /** Stops the database, as when its machine is lost. */
    async loseDatabase() {
      await ctx.pool.query("select 1");
      await stopDatabase();
    },
    /** Kills all processes of the site. */
    async loseSite() {
      await Promise.all(sites.map((site) => site.kill()));
    },
    /** Drops everything from Varnish. */
    async empty() {
      const headers = { authorization: `Bearer ${token}`, "xkey-purge": "everything" };
      const { status } = await fetch(origin, { method: "PURGE", headers });
      if (status !== 200) throw new Error(`Varnish answered a purge with ${status}`);
      await delay(50);
    },
    async close() {
      await Promise.all(sites.map((site) => site.stop()));
      await shutdown.run();
    },
  };
}
