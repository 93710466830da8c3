/** Moves people, prompts, reactions and pictures of the site where this one was before (decision 66, docs/moving-in.md). */
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { forgetDailyCounts } from "#admin/server/growth.shared.queries.ts";
import { prepareSession } from "#platform/backup/tables.ts";
import { ConfigError } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { PrimaryDb } from "#platform/database/db.ts";
import { isDatabaseUnavailable } from "#platform/database/unavailable.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { keepIdsFree } from "#prompts/server/moved-prompts.service.ts";
import { compare } from "./comparison.ts";
import { readMapping } from "./mapping.ts";
import { count, duration, peakMemory, Report } from "./report.ts";
import { databaseSource, dumpSource, unreadable } from "./source.ts";
import { countLeft, onConnection, promptIds, type stage as Stage, stage, stagedBytes } from "./staging.ts";
import {
  type Move,
  moveIdentities,
  movePeople,
  movePrompts,
  moveReactions,
  tellNewNames,
  tryPictures,
} from "./steps.ts";

/** Two runs at once would move the same rows. */
const LOCK = 7_305_211_003;
const LOCK_NOT_AVAILABLE = "55P03";
/** Pictures that a rehearsal decodes. */
const SAMPLE = 20;

/** Time and space that a row takes here, apart from its picture and the scratch schema: measured by drills/move-in. */
const PROMPT_MS = 5;
const PROMPT_BYTES = 30_000;
const REACTION_MS = 0.1;
const REACTION_BYTES = 400;

const USAGE =
  "From where? npm run move-in -- (--from postgres://… | --dump FILE [--dump FILE]) [--pictures FOLDER] [--fetch HOST] " +
  "[--mapping FILE] [--check] [--mail]. Once it is over: npm run move-in -- --end";

export interface MoveOptions {
  from?: string | undefined;
  dump?: string[] | undefined;
  pictures?: string | undefined;
  fetch?: string[] | undefined;
  mapping?: string | undefined;
  check?: boolean | undefined;
  mail?: boolean | undefined;
  /** Removes what the moves have kept, in place of a move. */
  end?: boolean | undefined;
}

/**
 * @param folder that in which the caller is, for the names of files
 * @throws ConfigError without exactly one source
 */
export function readOptions(args: string[], folder: string): MoveOptions {
  const { pictures, mapping, dump, fetch, ...values } = parse(args);
  if ([values.from, dump, values.end].filter((given) => given !== undefined).length !== 1)
    throw new ConfigError(USAGE);
  const below = (path: string | undefined) => (path === undefined ? path : resolve(folder, path));
  return {
    ...values,
    ...{
      pictures: below(pictures),
      mapping: below(mapping),
      dump: dump?.map((path) => resolve(folder, path)),
      // With or without what addresses have around it.
      fetch: fetch?.map((host) => (/^https?:\/\//.test(host) ? new URL(host).host : host)),
    },
  };
}

function parse(args: string[]) {
  const several = { type: "string", multiple: true } as const;
  try {
    return parseArgs({
      args,
      options: {
        ...{ from: { type: "string" }, dump: several, pictures: { type: "string" }, fetch: several },
        ...{ mapping: { type: "string" }, check: { type: "boolean" }, mail: { type: "boolean" } },
        end: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message.split(". ")[0]}. ${USAGE}`);
  }
}

type Counts = Awaited<ReturnType<typeof Stage>>;

/** Ends the transaction of a rehearsal, and with it the scratch schema. */
class Rehearsed extends Error {}

/**
 * @param say told of the progress, line by line
 * @returns what to say in the end
 * @throws OperatorError for what the operator can mend, when rows differ afterwards, or when the signal ends it
 */
export async function moveIn(
  ctx: Context,
  options: MoveOptions,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const mapping = await readMapping(options.mapping);
  const source = options.from ? databaseSource(options.from) : dumpSource(options.dump ?? []);
  if (options.pictures)
    await readdir(options.pictures).catch((error) => Promise.reject(unreadable("--pictures", error)));
  const queues = new Set((await ctx.jobs.queues()).map(({ queue }) => queue));
  for (const queue of ["mail", "draw-previews", "review-prompt", "remove-pictures"])
    if (!queues.has(queue)) throw new OperatorError("Start the site once, and then move in.");
  const name = `${options.check ? "check" : "run"}-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.txt`;
  const folder = join(ctx.config.dataDir, "move-in");
  const report = await Report.open(join(folder, name), say);
  const left = options.check
    ? "nothing was written."
    : "what has been moved stays, and the next run goes on from there.";
  const client = await ctx.direct.connect();
  try {
    await prepareSession(client);
    // The server may still be ending what a killed run has begun.
    await client.query("set lock_timeout = '3s'");
    await client.query("select pg_advisory_lock($1)", [LOCK]).catch((error) => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error;
      throw new OperatorError(
        "Another move is under way; or one that was killed has not ended yet: try again in a minute.",
      );
    });
    await client.query("set lock_timeout = 0");
    if (options.end) {
      await client.query("drop schema if exists move_in cascade");
      await rm(folder, { recursive: true });
      return "The scratch schema and the reports are removed. What has been moved stays, and old addresses lead on.";
    }
    const move = (db: PrimaryDb): Move => ({
      ...{ ctx, db, report, isRehearsal: options.check ?? false },
      isMailed: (options.mail && !options.check) ?? false,
      goOn() {
        if (signal.aborted) throw new OperatorError(`Ended: ${left}`);
      },
      places: { folder: options.pictures, hosts: options.fetch ?? [] },
    });
    const db = onConnection(client);
    const read = () => stage(client, source, mapping, (line) => report.say(line));
    if (!options.check) return await run(move(db), await read());
    await db
      .transaction()
      .execute(async (trx) => {
        await rehearse(move(trx), await read());
        throw new Rehearsed();
      })
      .catch((error) => {
        if (!(error instanceof Rehearsed)) throw error;
      });
    return `Nothing was written. Every row that needs a look is in ${report.path}.`;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const why = (error as Error).message;
    throw new OperatorError(
      `A database went away (${why}): the old site's, or this one's, whose disk may be full. But ${left}`,
    );
  } finally {
    report.flush();
    // With the connection goes the lock.
    client.release(true);
  }
}

async function rehearse(move: Move, counts: Counts): Promise<void> {
  const { report } = move;
  const start = performance.now();
  await movePeople(move, counts.people ?? 0);
  await tellNewNames(move);
  await moveIdentities(move);
  await movePrompts(move, counts.prompts ?? 0);
  const { ms, bytes } = await tryPictures(move, SAMPLE);
  for (const table of ["likes", "favorites"] as const) await moveReactions(move, table, counts[table] ?? 0);
  const { prompts, pictures, reactions } = await countLeft(move.db);
  const time = performance.now() - start + pictures * ms + prompts * PROMPT_MS + reactions * REACTION_MS;
  const staged = await stagedBytes(move.db);
  const space = staged * 2 + pictures * bytes + prompts * PROMPT_BYTES + reactions * REACTION_BYTES;
  report.say(
    `left to move: ${count(prompts)} prompts, ${count(pictures)} pictures, ${count(reactions)} likes and favourites`,
  );
  report.say(`time: some ${duration(time)}; space: some ${count(Math.ceil(space / 1e6))} MB`);
  report.tellKinds();
  tellMemory(report);
}

async function run(move: Move, counts: Counts): Promise<string> {
  const { ctx, db, report } = move;
  await keepIdsFree(db, promptIds(db));
  const people = await movePeople(move, counts.people ?? 0);
  await tellNewNames(move);
  await moveIdentities(move);
  const refused = {
    people,
    prompts: await movePrompts(move, counts.prompts ?? 0),
    likes: await moveReactions(move, "likes", counts.likes ?? 0),
    favorites: await moveReactions(move, "favorites", counts.favorites ?? 0),
  };
  await forgetDailyCounts(db);
  ctx.responseCache.clear();
  report.tellKinds();
  const compared = await compare(db, refused);
  for (const { table, rows, refused: none, differences, samples } of compared) {
    report.say(
      `${table}: ${count(rows)} there, ${count(none)} without a home, ${count(differences)} differences`,
    );
    for (const sample of samples) report.say(`  ${sample}`);
  }
  tellMemory(report);
  const differences = compared.reduce((sum, table) => sum + table.differences, 0);
  const end = `${count(differences)} differences. Every row that needs a look is in ${report.path}.`;
  if (differences) throw new OperatorError(end);
  return end;
}

function tellMemory(report: Report): void {
  const peak = peakMemory();
  if (peak) report.say(`memory: ${peak} MB at most`);
}
