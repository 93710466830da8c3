/** The site under `npm run fuzz`, in a process of its own: whatever ends it, or fills its memory, is seen from outside. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { createShutdown, openContext } from "#app/server/open-context.ts";
import { createServer } from "#app/server/server.ts";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { openMailer } from "#platform/mail.ts";
import { plantDemoData } from "#seeds/demo.ts";
import type { Target } from "./run.ts";
import { openTarget } from "./site.ts";

export type Question = { start: string } | "tokens" | "memory" | "held" | "stop";

/** In MB, after a collection. */
export interface Memory {
  heap: number;
  outside: number;
  resident: number;
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const MB = 1024 * 1024;

let target: Target | undefined;
let shutdown: ReturnType<typeof createShutdown> | undefined;

/** @param dataDir an empty folder */
async function start(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "error" });
  const log = createLogger(config.logLevel);
  shutdown = createShutdown(log);
  const mailer = openMailer(config);
  shutdown.push(() => mailer.close());
  const ctx = await openContext(config, log, shutdown);
  await plantDemoData(ctx);
  await startAccountJobs(ctx, mailer);
  const app = await createServer(ctx, "built");
  shutdown.push(() => app.close());
  target = await openTarget(app, ctx);
  return { port: target.port, origin: target.origin };
}

function measure(): Memory {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed / MB, outside: external / MB, resident: rss / MB };
}

/** How often the event loop is looked at, in milliseconds. */
const LOOKS_EVERY = 10;
/** Milliseconds since the last question. */
export interface Held {
  /** Processor time that the loop's thread spent between two looks: whatever else the machine does, nobody was answered meanwhile. */
  busy: number;
  /** How late a look came. */
  late: number;
}
let held: Held = { busy: 0, late: 0 };
let seen = performance.now();
let spent = process.threadCpuUsage();
function look() {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(spent);
  held = {
    busy: Math.max(held.busy, (user + system) / 1000),
    late: Math.max(held.late, now - seen - LOOKS_EVERY),
  };
  skip();
}
/** Leaves out work since the last look, which is not the site's. */
function skip() {
  seen = performance.now();
  spent = process.threadCpuUsage();
}

process.on("message", async (question: Question) => {
  if (question === "memory") {
    process.send?.(measure());
    skip();
  } else if (question === "held") {
    look();
    process.send?.(held);
    held = { busy: 0, late: 0 };
  } else if (question === "tokens") process.send?.(await target?.tokens());
  else if (question === "stop") {
    await shutdown?.run();
    process.exit(0);
  } else {
    process.send?.(await start(question.start));
    skip();
    setInterval(look, LOOKS_EVERY);
  }
});
