/** Reading without an account, answers kept: requests a second against a bare server that sends the same bytes. */

import { SEARCH_WORDS } from "../generator/search-words.ts";
import { type Bench, costedLoad, inTurns, type Row } from "../harness/bench.ts";
import type { Facts } from "../harness/facts.ts";
import type { Figure } from "../harness/figures.ts";
import { fetchWire } from "../harness/load.ts";

const { common, second, middling, rare, missing } = SEARCH_WORDS;
const search = (words: string) => `/prompts?q=${encodeURIComponent(words)}`;

const ANSWERS: Record<string, (facts: Facts) => string> = {
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
};

/** Sent again by readers who have the answer already. */
const REVALIDATED = ["home", "library, first page", "detail", "list JSON"] as const;

async function against(bench: Bench, what: string, path: string, headers?: Record<string, string>) {
  const { site, bare, rounds } = bench;
  const answer = await fetchWire(site.origin + path, headers);
  const expected = [headers ? 304 : 200];
  if (answer.status !== expected[0]) throw new Error(`${path} answered ${answer.status}`);
  const bareOrigin = await bare.serve(answer);
  const options = { calls: () => [{ path, ...(headers && { headers }) }], expected };
  const [ours, theirs] = await inTurns(
    rounds,
    () => costedLoad(site.pid, site.origin, options),
    () => costedLoad(bare.pid, bareOrigin, options),
  );
  const figure: Figure = {
    what,
    unit: "requests/s",
    measured: ours.map(({ rate }) => rate),
    reference: theirs.map(({ rate }) => rate),
    against: "bare node:http",
    byCpu: ours.map(({ cpu }, round) => (theirs[round]?.cpu ?? Number.NaN) / cpu),
    target: { atLeast: 0.5 },
  };
  return [figure];
}

export const anonymousRows: Row[] = [
  ...Object.entries(ANSWERS).map(([name, path]): Row => {
    const what = `anonymous: ${name}`;
    return { name: what, measure: (bench) => against(bench, what, path(bench.facts)) };
  }),
  ...REVALIDATED.map((name): Row => {
    const what = `anonymous: ${name}, not modified`;
    return {
      name: what,
      async measure(bench) {
        const path = ANSWERS[name]?.(bench.facts) ?? "/";
        const { headers } = await fetchWire(bench.site.origin + path);
        return against(bench, what, path, { "if-none-match": headers.etag ?? "" });
      },
    };
  }),
];
