/** Growth: the same calls, nothing cached, at many prompts against few: time, and buffers touched. */

import { SEARCH_WORDS } from "../generator/search-words.ts";
import { coldCall, type Rows } from "../harness/bench.ts";
import { buffersOf } from "../harness/explain.ts";
import type { Facts } from "../harness/facts.ts";
import { type Figure, median, type Target } from "../harness/figures.ts";
import type { Recorder } from "../harness/recorder.ts";

/** One site of the two, with its database, in this process. */
export interface Grown {
  recorder: Recorder;
  facts: Facts;
}

export interface Growth {
  small: Grown;
  large: Grown;
  rounds: number;
}

/** Calls in a round. */
const CALLS = 7;

/** `fits` says of which sizes it can be asked. */
type Question = [
  path: (facts: Facts, turn: number) => string,
  target?: Target,
  fits?: (facts: Facts) => boolean,
];

const { common, second, middling, uncommon, rare, missing } = SEARCH_WORDS;
const list = (query: string) => `/api/prompts?limit=12${query && `&${query}`}`;
const search = (words: string) => () => list(`search=${encodeURIComponent(words)}`);
const twice: Target = { atMost: 2 };

/** A word that some ten prompts have: another one at every size. Not every size has one. */
const inSomeTen = ({ prompts }: Facts) =>
  [rare, uncommon, middling].find(({ share }) => prompts * share >= 5 && prompts * share <= 20);

/** Calls of every kind of list, by name: where they go, and how much more they may cost on a large site. */
export const QUESTIONS: Record<string, Question> = {
  "library, first page": [() => list(""), twice],
  "library, middle page": [({ middlePage }) => list(`page=${middlePage}`)],
  "library, last page": [({ lastPage }) => list(`page=${lastPage}`), twice],
  "library, ChatGPT (3 of 10)": [() => list("llmTypeId=1"), twice],
  "library, Claude (1 of 8)": [() => list("llmTypeId=6"), twice],
  "library, Llama (1 of 50)": [() => list("llmTypeId=7"), twice],
  "library, newest": [() => list("orderBy=newest"), twice],
  "library, most viewed": [() => list("orderBy=views"), twice],
  "library, Midjourney, newest": [() => list("orderBy=newest&llmTypeId=3"), twice],
  trending: [() => "/api/prompts/top", twice],
  detail: [({ ids }, turn) => `/api/prompts/${ids[turn % ids.length]}`, twice],
  "search, rare word": [search(rare.word), twice],
  "search, word in some ten prompts": [
    (facts) => search(inSomeTen(facts)?.word ?? middling.word)(),
    twice,
    (facts) => inSomeTen(facts) !== undefined,
  ],
  "search, two words": [search(`${common.word} ${second.word}`), { atMost: 5 }],
  "search, common word (3 of 10)": [search(common.word), { atMost: 20 }],
  "search, common word, newest": [() => `${search(common.word)()}&orderBy=newest`, { atMost: 20 }],
  "search, common word, Claude": [() => `${search(common.word)()}&llmTypeId=6`, { atMost: 20 }],
  "search, common word, Falcon (1 of 250)": [() => `${search(common.word)()}&llmTypeId=9`],
  "search, two words, Claude": [() => `${search(`${common.word} ${second.word}`)()}&llmTypeId=6`],
  "search, missing word": [search(missing.word), twice],
  "search, without accents (1 of 100)": [search(middling.word.normalize("NFD").replace(/\p{M}/gu, ""))],
};

const cold = ({ recorder, facts }: Grown, path: Question[0], turn: number) =>
  coldCall(recorder, path(facts, turn));

/** Buffers that the statements of one such call touch. */
async function touched({ recorder, facts }: Grown, path: Question[0]) {
  const { body, statements } = await recorder.recordCold({ url: path(facts, 0) });
  const found: number | undefined = JSON.parse(body).pagination?.total;
  return { found, buffers: await buffersOf(recorder.ctx.pool, statements) };
}

async function compare(
  what: string,
  [path, target, fits = () => true]: Question,
  growth: Growth,
): Promise<Figure[]> {
  const { small, large, rounds } = growth;
  if (!fits(small.facts) || !fits(large.facts)) return [];
  const measured: number[] = [];
  const reference: number[] = [];
  let turn = 0;
  for (let round = -1; round < rounds; round++) {
    const few: number[] = [];
    const many: number[] = [];
    for (let call = 0; call < CALLS; call++, turn++) {
      few.push(await cold(small, path, turn));
      many.push(await cold(large, path, turn));
    }
    // The first round warms up: connections, statements, pages in memory.
    if (round < 0) continue;
    measured.push(median(many));
    reference.push(median(few));
  }
  const [much, little] = [await touched(large, path), await touched(small, path)];
  const searched = what.includes("search");
  const against = `at ${small.facts.prompts} prompts${searched ? `, ${little.found} found` : ""}`;
  const note = searched ? { note: `${much.found} found` } : {};
  const buffers = { measured: [much.buffers], reference: [little.buffers] };
  return [
    { what, unit: "ms", measured, reference, against, target, ...note },
    { what: `${what}, buffers`, unit: "buffers", ...buffers, against, target },
  ];
}

/** The slowest of every search word within every tool, its results' first page. */
async function slowestWithinTool({ small, large, rounds }: Growth, what: string): Promise<Figure[]> {
  const { rows: tools } = await large.recorder.ctx.pool.query<{ id: number; name: string }>(
    "select id, name from llm_types order by prompts_count desc",
  );
  const calls = tools.flatMap(({ id, name }) =>
    Object.values(SEARCH_WORDS).map(({ word }) => ({
      name: `${word}, ${name}`,
      path: () => `${search(word)()}&llmTypeId=${id}`,
    })),
  );
  async function timesOf(site: Grown, path: Question[0]): Promise<number[]> {
    await cold(site, path, 0);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await cold(site, path, 0));
    return times;
  }
  let slowest = { name: "", path: search(""), measured: [0] };
  for (const call of calls) {
    const measured = await timesOf(large, call.path);
    if (median(measured) > median(slowest.measured)) slowest = { ...call, measured };
  }
  const figure: Figure = {
    what,
    unit: "ms",
    measured: slowest.measured,
    reference: await timesOf(small, slowest.path),
    against: `at ${small.facts.prompts} prompts`,
    target: { atMost: 20 },
    note: `${slowest.name}, of ${calls.length}`,
  };
  return [figure];
}

export const growthRows: Rows<Growth> = {};
for (const [name, question] of Object.entries(QUESTIONS)) {
  growthRows[`cold: ${name}`] = (growth, what) => compare(what, question, growth);
}
growthRows["cold: search, the slowest of any word within any tool"] = slowestWithinTool;
