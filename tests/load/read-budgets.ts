/** What a visitor's read may ask of the database at most: statements and buffers, with nothing cached. */
import { FILTERS, SORT_ORDERS } from "#prompts/contract.ts";
import { SEARCH_WORDS } from "./generator/search-words.ts";

const search = (words: string) => `/api/prompts?limit=12&search=${encodeURIComponent(words)}`;

const suggestions = (words: string) => `/api/prompts/suggestions?search=${encodeURIComponent(words)}`;

/** By each filter and by all of them at once, in every order, and a search there: a choice that few prompts have. */
const FILTERED = [...FILTERS.map((filter) => [filter]), FILTERS].flatMap((filters) => {
  const query = filters.map(({ name, choices }) => `${name}=${choices.at(-1)?.id}`).join("&");
  return [
    ...SORT_ORDERS.map((order) => [`/api/prompts?limit=12&${query}&orderBy=${order}`, 2, 200] as const),
    [`${search(SEARCH_WORDS.common.word)}&${query}`, 5, 400] as const,
  ];
});

/** On some 200 of the prompts, and on fewer than ten. */
const [COMMON_TAG, RARE_TAG] = ["assunto-1", "assunto-100"];

export const READS: (readonly [path: string, statements: number, buffers: number])[] = [
  ["/api/prompts?limit=12", 2, 200],
  ["/api/prompts?limit=12&page=250", 2, 200],
  ["/api/prompts?limit=12&page=125", 2, 220],
  ["/api/prompts?limit=12&orderBy=views", 2, 200],
  [search(SEARCH_WORDS.common.word), 4, 1000],
  [`${search(SEARCH_WORDS.common.word)}&orderBy=top`, 3, 900],
  [`${search(SEARCH_WORDS.common.word)}&llmTypeId=6`, 5, 430],
  [search(SEARCH_WORDS.rare.word), 4, 60],
  [search(SEARCH_WORDS.missing.word), 3, 20],
  [`${search(SEARCH_WORDS.common.word)}&spelling=correct`, 5, 1000],
  [`${search(SEARCH_WORDS.rare.word)}&spelling=correct`, 5, 60],
  [`${search(SEARCH_WORDS.missing.word)}&spelling=correct`, 5, 200],
  // A slip: without results, then with the word that is meant.
  [`${search(SEARCH_WORDS.middling.word.replace("amen", "amem"))}&spelling=correct`, 10, 700],
  [suggestions(SEARCH_WORDS.common.word.slice(0, -2)), 4, 1100],
  [suggestions(SEARCH_WORDS.rare.word.slice(0, -2)), 4, 60],
  [suggestions(SEARCH_WORDS.missing.word), 3, 20],
  ["/api/prompts/top", 1, 120],
  ["/api/prompts?limit=12&works=today", 4, 250],
  ["/api/prompts?limit=12&works=today&orderBy=works", 2, 200],
  ["/api/prompts?limit=12&works=today&llmTypeId=6", 2, 280],
  [`${search(SEARCH_WORDS.common.word)}&works=today`, 5, 4800],
  ["/api/prompts/1204/results", 3, 60],
  ["/api/prompts/1", 1, 35],
  ["/api/prompts/1/related", 7, 900],
  ["/api/prompts/1/remixes?limit=12", 3, 600],
  ["/api/prompts/1/remixes?limit=12&orderBy=newest", 3, 600],
  // A remix of a remix.
  ["/api/prompts/1005", 1, 50],
  ...SORT_ORDERS.map(
    (order) => [`/api/prompts?limit=12&tag=${COMMON_TAG}&orderBy=${order}`, 4, 1000] as const,
  ),
  [`/api/prompts?limit=12&tag=${RARE_TAG}`, 4, 200],
  [`/api/prompts?limit=12&tag=${COMMON_TAG}&llmTypeId=1`, 4, 1000],
  [`${search(SEARCH_WORDS.common.word)}&tag=${COMMON_TAG}&llmTypeId=1`, 6, 1000],
  [`/api/prompts?limit=12&tag=${COMMON_TAG}&works=today`, 5, 3700],
  [`/api/prompts?limit=12&tag=${RARE_TAG}&works=today&llmTypeId=1`, 5, 400],
  ["/api/tags?search=assunto", 1, 800],
  ["/api/tags?search=assunto%204999", 1, 800],
  ["/api/tags", 1, 40],
  ...FILTERED,
];
