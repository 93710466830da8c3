/** Readers while something happens: their waiting then against their waiting without it. */
import type { Bench } from "../harness/bench.ts";
import type { Figure } from "../harness/figures.ts";
import type { Call } from "../harness/load.ts";
import { visitorAddress } from "../harness/site.ts";

const SECONDS = 2;
const PER_SECOND = 100;
/** The number of the first reader's address: floods count theirs from 0. */
const READERS_FROM = 1 << 20;

/**
 * Calls of the readers, from another address than who floods the site: pages that many share, and prompts that few
 * read.
 */
function reading({ facts }: Bench): Call[] {
  const shared = ["/", "/prompts", "/api/prompts?limit=12", `/prompts/${facts.topId}`];
  return facts.ids.slice(0, 200).map((id, turn) => ({
    path: turn % 2 ? `/api/prompts/${id}` : (shared[(turn / 2) % shared.length] as string),
    headers: visitorAddress(READERS_FROM + turn),
  }));
}

/**
 * @param event goes on for so many seconds
 * @param calls what is watched, at a steady pace; readers' calls unless given
 */
export async function watchDuring(
  bench: Bench,
  what: string,
  event: (seconds: number) => Promise<{ rate: number }>,
  { calls = reading(bench), who = "readers", perSecond = PER_SECOND } = {},
): Promise<Figure[]> {
  const { site, readers, rounds } = bench;
  const watch = () => readers.watch({ origin: site.origin, calls, perSecond, seconds: SECONDS });
  const quiet: Awaited<ReturnType<typeof watch>>[] = [];
  const busy: typeof quiet = [];
  const rates: number[] = [];
  await watch();
  for (let round = 0; round < rounds; round++) {
    quiet.push(await watch());
    const [latency, { rate }] = await Promise.all([watch(), event(SECONDS)]);
    busy.push(latency);
    rates.push(rate);
  }
  return (["p50", "p99"] as const).map((rank) => ({
    what: `${what}: ${who} wait, ${rank}`,
    unit: "ms",
    measured: busy.map((latency) => latency[rank]),
    reference: quiet.map((latency) => latency[rank]),
    against: "without it",
    note: `${Math.round(Math.max(...rates))}/s meanwhile`,
  }));
}
