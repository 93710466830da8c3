/** Parameters of every row, and the two ways of measuring in turns. */
import type { Bare } from "./bare.ts";
import type { Facts } from "./facts.ts";
import type { Figure } from "./figures.ts";
import { type Call, load } from "./load.ts";
import { cpuSeconds } from "./processes.ts";
import type { Readers } from "./readers.ts";
import type { Recorder, Statement } from "./recorder.ts";
import type { Replayer } from "./replay.ts";
import { type RunningSite, visitorAddress } from "./site.ts";

/** Length of one round of load. */
export const SECONDS = 0.7;
/** Three programs on what may be two cores get in each other's way: one such round says less, so there are more of them. */
const STATEMENT_ROUNDS = 3;
/** Answers until what a process runs often is compiled, or at most so many seconds. */
const WARM_ANSWERS = 40_000;
const WARM_SECONDS = 15;

/** A running site of one size, and all that it is compared with. */
export interface Bench {
  rounds: number;
  facts: Facts;
  site: RunningSite;
  recorder: Recorder;
  bare: Bare;
  replayer: Replayer;
  readers: Readers;
}

/** How each row is measured, by its name; rows need a running site, or (growth, installation) something else. */
export type Rows<Needs = Bench> = Record<string, (needs: Needs, name: string) => Promise<Figure[]>>;

/** Lets a site that has just started get into its stride. */
export async function warmUp({ origin }: RunningSite): Promise<void> {
  const calls = ["/", "/prompts", "/api/prompts?limit=12"].map((path) => ({ path }));
  const until = Date.now() + WARM_SECONDS * 1000;
  for (let answers = 0; answers < WARM_ANSWERS && Date.now() < until; ) {
    answers += (await load(origin, { calls: () => calls, seconds: SECONDS })).answers;
  }
}

/** Measures two things in turns, after each was done once for warming up. */
export async function inTurns<One, Other>(
  rounds: number,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One[], Other[]]> {
  await one();
  await other();
  const ones: One[] = [];
  const others: Other[] = [];
  for (let round = 0; round < rounds; round++) {
    ones.push(await one());
    others.push(await other());
  }
  return [ones, others];
}

let visitors = 0;

/** One call to the site in this process that finds nothing cached, in milliseconds. Each by another visitor: searches are counted. */
export async function coldCall({ app, ctx }: Recorder, path: string): Promise<number> {
  ctx.responseCache.clear();
  const started = performance.now();
  const { statusCode, body } = await app.inject({ url: path, headers: visitorAddress(visitors++) });
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
  return performance.now() - started;
}

/** Load with the processor time that the answering process spends on one answer, in seconds. */
export async function costedLoad(
  pid: number,
  origin: string,
  options: Omit<Parameters<typeof load>[1], "seconds">,
) {
  const before = cpuSeconds(pid) ?? Number.NaN;
  const result = await load(origin, { seconds: SECONDS, ...options });
  return { ...result, cpu: ((cpuSeconds(pid) ?? Number.NaN) - before) / result.answers };
}

/**
 * Calls that are meant to cost little more than what they ask the database: against their statements alone, over as many
 * connections.
 * @param calls for each connection, repeated in turns
 */
export async function againstStatements(
  figure: Pick<Figure, "what" | "unit" | "target">,
  { site, recorder, replayer, rounds }: Bench,
  calls: Call[][],
): Promise<Figure> {
  const cycles: Statement[][][] = [];
  for (const asked of calls) {
    const cycle: Statement[][] = [];
    for (const { method, path, headers, body } of asked) {
      // The part of a read for everybody is cached, as it is for the site under load.
      if (!method) await recorder.record({ url: path });
      cycle.push((await recorder.record({ method, url: path, headers, payload: body })).statements);
    }
    cycles.push(cycle);
  }
  const [ours, theirs] = await inTurns(
    rounds * STATEMENT_ROUNDS,
    () =>
      load(site.origin, { seconds: SECONDS, calls: (connection) => calls[connection % calls.length] ?? [] }),
    () => replayer.run(cycles, SECONDS),
  );
  return {
    ...figure,
    measured: ours.map(({ rate }) => rate),
    reference: theirs,
    against: `its ${cycles[0]?.[0]?.length} statements alone`,
  };
}
