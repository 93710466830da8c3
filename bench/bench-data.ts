/**
 * `npm run bench:data -- --prompts 1000000 [--data DIR]`: a site with so many prompts, for benchmarks.
 *
 * With `--data`, into the embedded database of that folder, which `DATA_DIR=DIR npm start` then serves. Without, into
 * DATABASE_URL, or else into a folder of its own below ./bench-data.
 */
import { parseArgs } from "node:util";
import { createShutdown, openContext } from "#app/server/open-context.ts";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { generate } from "./generator/generate.ts";

const MAX_PROMPTS = 100_000_000;

const started = Date.now();
const log = createLogger("error");
const shutdown = createShutdown(log);
let endedBy: string | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endedBy = signal;
  });
}
function report(line: string): void {
  if (endedBy) throw new Error(`Ended by ${endedBy}: nothing was kept.`);
  console.log(line);
}

try {
  const { values } = parseArgs({ options: { prompts: { type: "string" }, data: { type: "string" } } });
  const prompts = Number(values.prompts);
  if (!Number.isInteger(prompts) || prompts < 100 || prompts > MAX_PROMPTS) {
    throw new Error(`--prompts: a whole number from 100 to ${MAX_PROMPTS}, as in --prompts 1000`);
  }
  const own = { DATA_DIR: values.data ?? `bench-data/${prompts}`, DATABASE_URL: "" };
  const env = process.env;
  const config = readConfig(values.data || !env.DATABASE_URL ? { ...env, ...own } : env);
  if (config.production) throw new Error("Nothing is generated where NODE_ENV is production.");

  await generate(await openContext(config, log, shutdown), { prompts }, report);
  console.log(
    `Done in ${Math.round((Date.now() - started) / 1000)} s. ` +
      (config.databaseUrl ? "It is in DATABASE_URL." : `Serve it: DATA_DIR=${config.dataDir} npm start`),
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await shutdown.run();
}
