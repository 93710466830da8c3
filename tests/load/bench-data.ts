/**
 * `npm run bench:data -- --prompts 1000000 [--data DIR] [--seed WORD]`: a site with so many prompts, for benchmarks.
 *
 * With `--data`, into the embedded database of that folder, which `DATA_DIR=DIR npm start` then serves. Without, into
 * DATABASE_URL, or else into a folder of its own below ./bench-data.
 */
import { parseArgs } from "node:util";
import { createShutdown, openContext } from "#app/server/open-context.ts";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { generate } from "./generator/generate.ts";

const MOST_PROMPTS = 100_000_000;

const started = Date.now();
const log = createLogger("error");
const shutdown = createShutdown(log);
const ending = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => ending.abort(new Error(`Ended by ${name}: nothing was kept.`)));
}
try {
  const { values } = parseArgs({
    options: {
      prompts: { type: "string" },
      data: { type: "string" },
      seed: { type: "string", default: "prompteca" },
    },
  });
  const prompts = Number(values.prompts);
  if (!Number.isInteger(prompts) || prompts < 100 || prompts > MOST_PROMPTS) {
    throw new Error(`--prompts: a whole number from 100 to ${MOST_PROMPTS}, as in --prompts 1000`);
  }
  const own = { DATA_DIR: values.data ?? `bench-data/${prompts}`, DATABASE_URL: "" };
  const env = process.env;
  const config = readConfig(values.data || !env.DATABASE_URL ? { ...env, ...own } : env);
  if (config.production) throw new Error("Nothing is generated where NODE_ENV is production.");

  const ctx = await openContext(config, log, shutdown);
  const totals = await generate(ctx, { prompts, seed: values.seed }, console.log, ending.signal);
  const { rows } = await ctx.pool.query(
    "select pg_size_pretty(pg_database_size(current_database())) as size",
  );
  console.log(totals);
  console.log(
    `Done in ${Math.round((Date.now() - started) / 1000)} s, the database has ${rows[0].size}. ` +
      (config.databaseUrl ? "It is in DATABASE_URL." : `Serve it: DATA_DIR=${config.dataDir} npm start`),
  );
} catch (error) {
  const reason = ending.signal.aborted ? ending.signal.reason : error;
  console.error(reason instanceof Error ? reason.message : reason);
  process.exitCode = 1;
} finally {
  await shutdown.run();
}
