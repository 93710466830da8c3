/** Reading without an account, answers cached: requests a second against a bare server that sends the same bytes. */

import { SEARCH_WORDS } from "../generator/search-words.ts";
import { type Bench, costedLoad, inTurns, type Rows } from "../harness/bench.ts";
import type { Facts } from "../harness/facts.ts";
import type { Figure } from "../harness/figures.ts";
import { fetchWire } from "../harness/load.ts";

const { common, second, middling, rare, missing } = SEARCH_WORDS;
const search = (words: string) => `/prompts?q=${encodeURIComponent(words)}`;

/** Paths by name of the read. */
export const ANSWERS: Record<string, (facts: Facts) => string> = {
  home: () => "/",
  "library, first page": () => "/prompts",
  "library, middle page": ({ middlePage }) => `/prompts?page=${middlePage}`,
  "library, last page": ({ lastPage }) => `/prompts?page=${lastPage}`,
  "library, ChatGPT (3 of 10)": () => "/prompts?llm=1",
  "library, Falcon (1 of 250)": () => "/prompts?llm=9",
  "library, Midjourney, newest": () => "/prompts?llm=3&sort=newest",
  "library, newest": () => "/prompts?sort=newest",
  "library, most viewed": () => "/prompts?sort=views",
  "search, common word": () => search(common.word),
  "search, rare word": () => search(rare.word),
  "search, missing word": () => search(missing.word),
  "search, two words": () => search(`${common.word} ${second.word}`),
  "search, without accents": () => search(middling.word.normalize("NFD").replace(/\p{M}/gu, "")),
  detail: ({ topId }) => `/prompts/${topId}`,
  "trending JSON": () => "/api/prompts/top",
  "list JSON": () => "/api/prompts?limit=12",
  "detail JSON": ({ topId }) => `/api/prompts/${topId}`,
  // For programs: it may cost no more than the lines above.
  "list JSON, for programs": () => "/api/v1/prompts?limit=12",
  "detail JSON, for programs": ({ topId }) => `/api/v1/prompts/${topId}`,
};

/** Sent again by readers who have the answer already. */
const REVALIDATED = [
  "home",
  "library, first page",
  "detail",
  "list JSON",
  "list JSON, for programs",
] as const;

/** Responses with next to no body: what Fastify itself costs is most of what they cost, so a route of it is the measure. */
const SMALL = new Set(["detail JSON", "detail JSON, for programs"]);

/** @param isRevalidated the asker sends the ETag of the moment: pages tell times, so they are others each minute */
async function against(
  { site, bare, rounds }: Bench,
  what: string,
  path: string,
  { isSmall = false, isRevalidated = false },
) {
  const yardstick = isSmall || isRevalidated ? "bare Fastify route" : "bare node:http";
  const url = site.origin + path;
  async function ask(): Promise<Record<string, string>> {
    const { headers } = await fetchWire(url);
    return isRevalidated ? { "if-none-match": headers.etag ?? "" } : {};
  }
  const answer = await fetchWire(url, await ask());
  if (answer.status !== (isRevalidated ? 304 : 200)) throw new Error(`${path} answered ${answer.status}`);
  const bareOrigin = await bare.serve(yardstick, answer);
  const expected = isRevalidated ? [304, 200] : [200];
  const options = (headers: Record<string, string>) => ({ calls: () => [{ path, headers }], expected });
  const [ours, theirs] = await inTurns(
    rounds,
    async () => costedLoad(site.pid, site.origin, options(await ask())),
    async () => costedLoad(bare.pid, bareOrigin, options(await ask())),
  );
  const figure: Figure = {
    what,
    unit: "requests/s",
    measured: ours.map(({ rate }) => rate),
    reference: theirs.map(({ rate }) => rate),
    against: yardstick,
    byCpu: ours.map(({ cpu }, round) => (theirs[round]?.cpu ?? Number.NaN) / cpu),
    target: { atLeast: yardstick === "bare node:http" ? 0.5 : 0.7 },
  };
  return [figure];
}

export const anonymousRows: Rows = {};
for (const [name, path] of Object.entries(ANSWERS)) {
  anonymousRows[`anonymous: ${name}`] = (bench, what) =>
    against(bench, what, path(bench.facts), { isSmall: SMALL.has(name) });
}
for (const name of REVALIDATED) {
  anonymousRows[`anonymous: ${name}, not modified`] = (bench, what) =>
    against(bench, what, ANSWERS[name]?.(bench.facts) ?? "/", { isRevalidated: true });
}
