/** Cost of the order by relevance: the same searches, nothing cached, by relevance against by likes. */
import { SEARCH_WORDS } from "../generator/search-words.ts";
import { type Bench, coldCall, type Rows } from "../harness/bench.ts";
import { type Figure, median } from "../harness/figures.ts";

/** Calls of each order in a round. */
const CALLS = 14;

const { common, second, middling, uncommon, rare, missing } = SEARCH_WORDS;
const searched = (words: string) => `search=${encodeURIComponent(words)}`;

/** Searches of every kind, by how many prompts have the words. */
const SEARCHES: Record<string, string> = {
  "common word (3 of 10)": searched(common.word),
  "common word, Claude": `${searched(common.word)}&llmTypeId=6`,
  "two common words": searched(`${common.word} ${second.word}`),
  "two words, Claude": `${searched(`${common.word} ${second.word}`)}&llmTypeId=6`,
  "middling word (1 of 100)": searched(middling.word),
  "uncommon word (1 of 1,000)": searched(uncommon.word),
  "rare word": searched(rare.word),
  "missing word": searched(missing.word),
  "a tool's name": searched("Claude"),
};
const PAGES = [1, 3];

async function compare(what: string, query: string, { recorder, rounds }: Bench): Promise<Figure[]> {
  const call = (order: string) => coldCall(recorder, `/api/prompts?limit=12&${query}&orderBy=${order}`);
  const measured: number[] = [];
  const reference: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const byRelevance: number[] = [];
    const byLikes: number[] = [];
    for (let turn = 0; turn < CALLS; turn++) {
      byRelevance.push(await call("relevance"));
      byLikes.push(await call("top"));
    }
    // The first round warms up: connections, statements, pages in memory.
    if (round < 0) continue;
    measured.push(median(byRelevance));
    reference.push(median(byLikes));
  }
  return [{ what, unit: "ms", measured, reference, against: "by likes", target: { atMost: 1.5 } }];
}

export const relevanceRows: Rows = {};
for (const [name, query] of Object.entries(SEARCHES)) {
  for (const page of PAGES) {
    relevanceRows[`relevance: ${name}, page ${page}`] = (bench, what) =>
      compare(what, `${query}&page=${page}`, bench);
  }
}
