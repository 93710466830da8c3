/** Calls of the queries of `library`. */
import { FILTERS, type ListFilter } from "#library/contract.ts";
import type { CallsOf } from "./prepare.ts";
import { PAGE, PROMPT } from "./values.ts";

const FIRST_PAGE = { limit: 12, offset: 0 };
const SEARCH = "receita";
const ALL = { order: "top" } as const;
/** Everything, by each filter, and by all of them. */
const LISTS = [[], ...FILTERS.map((filter) => [filter]), FILTERS].map((filters) => {
  const chosen: ListFilter = Object.fromEntries(filters.map(({ name, choices }) => [name, choices[0].id]));
  return { ...ALL, ...chosen };
});
const TAGGED = LISTS.map((list) => ({ ...list, tagIds: [1, 2], namedIds: [3] }));
const SEARCHES = (["anywhere", "inTitle", "elsewhere", "begunInTitle", "tagged"] as const).flatMap((where) =>
  [...LISTS, ...TAGGED].map((list) => [{ words: SEARCH, where }, list] as const),
);
const AFTER = { ...FIRST_PAGE, after: ["5", "2026-01-01", "1"] };

export const library = {
  "#library/server/confirmed.queries.ts": {
    selectConfirmed: LISTS.map((list) => [list, 1001]),
    estimateConfirmed: LISTS.map((list) => [list]),
    selectLastConfirmed: LISTS.flatMap((list) => [
      [list, PAGE],
      [list, { ...AFTER, after: ["2026-01-01", "2026-01-01", "1"] }],
    ]),
    selectConfirmedOnTheWay: LISTS.flatMap((list) => [
      [list, PAGE, 500],
      [list, AFTER, 500],
    ]),
    selectConfirmedGathered: LISTS.flatMap((list) => [
      [list, PAGE],
      [list, AFTER],
    ]),
    selectConfirmedAmong: [[[PROMPT]]],
    selectMatchingAmong: [
      [[PROMPT], { words: SEARCH, where: "anywhere" }, { llmTypeId: 6 }],
      [[PROMPT], { words: SEARCH, where: "inTitle" }, { tagIds: [1] }],
    ],
  } satisfies CallsOf<typeof import("#library/server/confirmed.queries.ts")>,

  "#library/server/discovery.queries.ts": {
    selectParts: [[10_000]],
    selectUsedTools: [[]],
    selectChanges: [[1, 10_000]],
    selectNewAuthors: [[1, 10_000]],
  } satisfies CallsOf<typeof import("#library/server/discovery.queries.ts")>,

  "#library/server/list-filter.queries.ts": {
    countPrompts: LISTS.map((list) => [list]),
  } satisfies CallsOf<typeof import("#library/server/list-filter.queries.ts")>,

  "#library/server/search/search.queries.ts": {
    selectMatches: SEARCHES.flatMap(([search, list]) => [
      [[search], list, 1001],
      [[search, search], list, 1001],
    ]),
    estimateMatches: SEARCHES.map((search) => [[search, search]]),
    selectAmong: [
      [[PROMPT], ALL, PAGE],
      [[PROMPT], ALL, PAGE, [PROMPT]],
      [[PROMPT], ALL, AFTER],
      [[PROMPT], ALL, { ...AFTER, after: ["1", ...AFTER.after] }, [PROMPT]],
    ],
    selectGathered: SEARCHES.flatMap(([search, list]) => [
      [search, list, PAGE],
      [search, list, AFTER],
    ]),
    isShorter: LISTS.map((list) => [list, AFTER, 500]),
    countOnTheWay: SEARCHES.map(([search, list]) => [search, list, 5, 500]),
    selectOnTheWay: SEARCHES.flatMap(([search, list]) => [
      [search, list, PAGE, 500],
      [search, list, AFTER, 500],
    ]),
  } satisfies CallsOf<typeof import("#library/server/search/search.queries.ts")>,

  "#library/server/search/spelling.queries.ts": {
    selectUnwritten: [[["viajem"]]],
    selectSimilarWords: [[["viajem"]]],
  } satisfies CallsOf<typeof import("#library/server/search/spelling.queries.ts")>,

  "#library/server/lists.queries.ts": {
    selectPage: LISTS.flatMap((list) => [
      [list, FIRST_PAGE],
      [{ ...list, order: "newest" }, FIRST_PAGE],
      [{ ...list, order: "views" }, FIRST_PAGE],
      [{ ...list, order: "works" }, FIRST_PAGE],
      [list, AFTER],
    ]),
    selectPageFromEnd: LISTS.map((list) => [list, 12, 24]),
    selectAnchors: LISTS.map((list) => [list, 1000]),
    selectTrending: [[6]],
  } satisfies CallsOf<typeof import("#library/server/lists.queries.ts")>,

  "#library/server/related.queries.ts": {
    selectTagIds: [[PROMPT]],
    selectRemixesAmong: [[PROMPT, [2, 3]]],
  } satisfies CallsOf<typeof import("#library/server/related.queries.ts")>,
};
