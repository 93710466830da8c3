/**
 * `npm run bench [-- --prompts 1000,100000] [--only REGEX] [--rounds 3] [--data DIR] [--write]`: how fast the site is, in one
 * table, each figure compared with another of the same run, because two machines or two moments do not compare.
 *
 * The site runs as in production, in a process of its own, logging everything, its limits on. `--write` puts the table into
 * docs/performance.md.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createShutdown } from "#app/server/open-context.ts";
import { createLogger } from "#platform/log.ts";
import { openBare } from "./harness/bare.ts";
import { type Rows, warmUp } from "./harness/bench.ts";
import { ensureDataSet } from "./harness/data-set.ts";
import { readFacts } from "./harness/facts.ts";
import { isReached, type Line } from "./harness/figures.ts";
import { openReaders } from "./harness/readers.ts";
import { openRecorder } from "./harness/recorder.ts";
import { openReplayer } from "./harness/replay.ts";
import { writeReport } from "./harness/report.ts";
import { configOf, startSite } from "./harness/site.ts";
import { table, tableLine } from "./harness/table.ts";
import { anonymousRows } from "./rows/anonymous.ts";
import { badInputRows } from "./rows/bad-input.ts";
import { crowdRows } from "./rows/crowd.ts";
import { type Grown, growthRows } from "./rows/growth.ts";
import { loginRows } from "./rows/login.ts";
import { mcpRows } from "./rows/mcp.ts";
import { publishingRows } from "./rows/publishing.ts";
import { reactionRows } from "./rows/reactions.ts";
import { relevanceRows } from "./rows/relevance.ts";
import { installationRows, pageRows, peakRows, restRows, startRows } from "./rows/resources.ts";
import { signedInRows } from "./rows/signed-in.ts";

const siteRows = {
  ...anonymousRows,
  ...mcpRows,
  ...signedInRows,
  ...reactionRows,
  ...publishingRows,
  ...loginRows,
  ...crowdRows,
  ...badInputRows,
  ...pageRows,
  ...peakRows,
  ...relevanceRows,
};

const { values: options } = parseArgs({
  options: {
    prompts: { type: "string", default: "1000,100000" },
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    data: { type: "string", default: join(tmpdir(), "prompteca-bench-data") },
    write: { type: "boolean", default: false },
  },
});
const sizes = options.prompts.split(",").map(Number);
const rounds = Number(options.rounds);
if (!sizes.every((size) => Number.isInteger(size) && size >= 100)) {
  throw new Error("--prompts: whole numbers from 100 on, as in --prompts 1000,100000");
}
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error("--rounds: a whole number from 1 on");
const wanted = new RegExp(options.only, "i");
const only = <Needs>(rows: Rows<Needs>) => Object.entries(rows).filter(([name]) => wanted.test(name));

const started = Date.now();
const lines: Line[] = [];
const log = createLogger("error");
/** One shutdown for the whole run, and one for each size. */
const shutdown = createShutdown(log);
const sizeClosing = createShutdown(log);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    console.error(`\nEnded by ${signal}.`);
    await sizeClosing.run();
    await shutdown.run();
    process.exit(1);
  });
}

/** Measures rows one after the other; one that fails is a line of the table too. */
async function measure<Needs>(rows: Rows<Needs>, needs: Needs, prompts?: number): Promise<void> {
  for (const [name, measureRow] of only(rows)) {
    const found: Line[] = [];
    try {
      for (const figure of await measureRow(needs, name)) found.push({ ...figure, prompts });
    } catch (error) {
      found.push({ what: name, failed: (error as Error).message.slice(0, 200), prompts });
    }
    lines.push(...found);
    for (const line of found) console.error(tableLine(line));
  }
}

/** All rows of one size that need its site. */
async function measureSite(dataDir: string, prompts: number, logFile: string): Promise<void> {
  await measure(startRows, { dataDir, logFile, rounds }, prompts);
  if (only({ ...restRows, ...siteRows }).length === 0) return;
  const site = await startSite(dataDir, logFile);
  sizeClosing.push(site.stop);
  const recorder = await openRecorder(site.config);
  sizeClosing.push(recorder.close);
  await recorder.undo();
  sizeClosing.push(recorder.undo);
  const bare = openBare();
  const replayer = openReplayer(site.connection);
  const readers = openReaders();
  sizeClosing.push(() => Promise.all([bare.close(), replayer.close(), readers.close()]));
  const facts = await readFacts(recorder);
  const bench = { rounds, facts, site, recorder, bare, replayer, readers };
  await measure(restRows, bench, prompts);
  if (only(siteRows).length === 0) return;
  await warmUp(site);
  await measure(siteRows, bench, prompts);
}

/** A size's site in this process, with its database. */
async function openGrown(dataDir: string): Promise<Grown> {
  const recorder = await openRecorder(configOf(dataDir));
  sizeClosing.push(recorder.close);
  return { recorder, facts: await readFacts(recorder) };
}

try {
  const logFolder = await mkdtemp(join(tmpdir(), "prompteca-bench-"));
  shutdown.push(() => rm(logFolder, { recursive: true, force: true }));
  const folders = new Map<number, string>();
  for (const size of sizes) folders.set(size, await ensureDataSet(options.data, size));

  await measure(installationRows, {});
  for (const [size, folder] of folders) {
    await measureSite(folder, size, join(logFolder, `${size}.log`));
    await sizeClosing.run();
  }
  const [least, ...larger] = [...sizes].sort((a, b) => a - b);
  if (least !== undefined && larger.length && only(growthRows).length) {
    const small = await openGrown(folders.get(least) ?? "");
    for (const size of larger) {
      const large = await openGrown(folders.get(size) ?? "");
      await measure(growthRows, { small, large, rounds }, size);
    }
  }
} finally {
  await sizeClosing.run();
  await shutdown.run();
}

console.log(`\n${table(lines)}`);
const missed = lines.filter((line) => "failed" in line || isReached(line) === false).length;
const minutes = Math.ceil((Date.now() - started) / 60_000);
console.log(`\n${lines.length} figures, ${missed} not reached, ${rounds} rounds, ${minutes} minutes.`);
if (options.write) await writeReport(lines, rounds);
if (lines.some((line) => "failed" in line)) process.exitCode = 1;
