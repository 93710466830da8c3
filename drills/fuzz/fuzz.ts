/**
 * `npm run fuzz [-- --seed N] [--requests 10000] [--mcp]`: malformed requests against the site, first of a seed that is always the
 * same, then of one that is drawn and printed, or of the one given alone. Ends with 1 when an answer was wrong, the site
 * ended, its memory grew, or one turn of its event loop took longer than a quarter of a second.
 */
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { ask, startChild } from "#bench/harness/processes.ts";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { fuzz, summarize, type Target } from "./run.ts";
import type { Held, Memory, Question } from "./site-process.ts";

const FIXED_SEED = 20_261_121;
/** Measurements of memory at the start of a run, while caches fill, and at its end: the lowest of each are compared. */
const COMPARED_MEASUREMENTS = 3;
/**
 * Growth allowed to the heap and to memory outside of it from the start to the end, in MB: caches are bounded, but
 * never equally full.
 */
const MAX_GROWTH = 24;
/** How long requests may hold the event loop, in milliseconds of its own processor time. */
const MAX_HELD = 250;
/** Looks at the memory in one run. */
const LOOKS = 10;

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    requests: { type: "string", default: "10000" },
    // Nothing but messages to the MCP server.
    mcp: { type: "boolean", default: false },
  },
});
const requests = Number(options.requests);
const seeds = options.seed ? [Number(options.seed)] : [FIXED_SEED, Math.floor(Math.random() * 2 ** 31)];
if (![requests, ...seeds].every(Number.isSafeInteger))
  throw new Error("--seed and --requests: whole numbers");

const folder = await makeTestFolder();
const child = startChild(join(import.meta.dirname, "site-process.ts"));
let failed = false;
try {
  const tell = <Answer>(question: Question) => ask<Answer>(child, question as object);
  const { port, origin } = await tell<Pick<Target, "port" | "origin">>({ start: folder });
  const target: Target = { port, origin, tokens: () => tell("tokens") };
  const health = new Worker(new URL("health-watch.ts", import.meta.url), { workerData: port });
  const looks: Looks = {
    memory: () => tell("memory"),
    async held() {
      health.postMessage("slowest");
      const [[slowest], held] = await Promise.all([once(health, "message"), tell<Held>("held")]);
      return { ...held, slowest };
    },
  };
  for (const seed of seeds) failed = (await run(target, seed, looks)) || failed;
  await health.terminate();
  child.send("stop" satisfies Question);
  await once(child, "exit");
} catch (error) {
  console.error(error);
  failed = true;
} finally {
  child.kill("SIGKILL");
  await removeTestFolder(folder);
}
process.exit(failed ? 1 : 0);

/** Measurements of the site. */
interface Looks {
  memory(): Promise<Memory>;
  /** @returns with `slowest`, of the answers of `/healthz`, in milliseconds, since it was called last */
  held(): Promise<Held & { slowest: number }>;
}

/** @returns whether anything was wrong */
async function run(target: Target, seed: number, { memory, held }: Looks): Promise<boolean> {
  console.log(`seed ${seed}, ${requests} requests`);
  const looks: { sent: number; memory: Memory }[] = [];
  const most = { busy: 0, late: 0, slowest: 0 };
  let isHeld = false;
  await held();
  const started = performance.now();
  const report = await fuzz(target, {
    seed,
    requests,
    onlyMcp: options.mcp,
    async afterEach(sent) {
      const now = await held();
      for (const key of ["busy", "late", "slowest"] as const) most[key] = Math.max(most[key], now[key]);
      if (now.busy > MAX_HELD) {
        isHeld = true;
        console.log(
          `  the event loop was held for ${now.busy.toFixed(0)} ms by one of those up to request ${sent}`,
        );
      }
      if (sent < ((looks.length + 1) * requests) / LOOKS) return;
      const found = await memory();
      looks.push({ sent, memory: found });
      const [heap, outside, resident] = [found.heap, found.outside, found.resident].map((n) => n.toFixed(0));
      console.log(`  ${sent}: ${heap} MB heap, ${outside} MB outside of it, ${resident} MB resident`);
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const statuses = Object.entries(report.statuses).map(([status, count]) => `${count} × ${status}`);
  console.log(`  ${report.requests} requests in ${seconds} s: ${statuses.join(", ")}`);
  const [busy, late, slowest] = [most.busy, most.late, most.slowest].map((ms) => ms.toFixed(0));
  console.log(
    `  longest turn: ${busy} ms of processor time, ${late} ms on this machine; slowest /healthz: ${slowest} ms`,
  );
  let hasGrown = false;
  for (const [what, name] of [
    ["heap", "the heap"],
    ["outside", "what lies outside of the heap"],
  ] as const) {
    const sizes = looks.map(({ memory }) => memory[what]);
    // A single measurement says little: buffers of calls under way are between a few and some sixty MB.
    const lowest = (some: number[]) => Math.min(...some);
    const growth =
      lowest(sizes.slice(-COMPARED_MEASUREMENTS)) - lowest(sizes.slice(0, COMPARED_MEASUREMENTS));
    if (growth <= MAX_GROWTH) continue;
    hasGrown = true;
    console.log(`  ${name} grew by ${growth.toFixed(0)} MB from the run's start to its end`);
  }
  if (report.faults.length) console.log(summarize(report.faults));
  return isHeld || hasGrown || report.faults.length > 0;
}
