/** What a visitor's read may ask of the database at most: statements and buffers, with nothing cached. */

import { SEARCH_WORDS } from "#bench/generator/search-words.ts";
import { FILTERS } from "#library/contract.ts";
import { SORT_ORDERS } from "#prompts/contract.ts";

const search = (words: string) => `/api/prompts?limit=12&search=${encodeURIComponent(words)}`;

const suggestions = (words: string) => `/api/prompts/suggestions?search=${encodeURIComponent(words)}`;

/** By each filter and by all of them at once, in every order, and a search there: a choice that few prompts have. */
const FILTERED = [...FILTERS.map((filter) => [filter]), FILTERS].flatMap((filters) => {
  const query = filters.map(({ name, choices }) => `${name}=${choices.at(-1)?.id}`).join("&");
  return [
    ...SORT_ORDERS.map((order) => [`/api/prompts?limit=12&${query}&orderBy=${order}`, 2, 200] as const),
    [`${search(SEARCH_WORDS.common.word)}&${query}`, 6, 400] as const,
  ];
});

/** On some 200 of the prompts, and on fewer than ten. */
const [COMMON_TAG, RARE_TAG] = ["assunto-1", "assunto-100"];

export const READS: (readonly [path: string, statements: number, buffers: number])[] = [
  ["/api/prompts?limit=12", 2, 200],
  ["/api/prompts?limit=12&page=250", 2, 200],
  ["/api/prompts?limit=12&page=125", 2, 220],
  ["/api/prompts?limit=12&orderBy=views", 2, 200],
  [search(SEARCH_WORDS.common.word), 5, 1000],
  [`${search(SEARCH_WORDS.common.word)}&orderBy=top`, 4, 900],
  [`${search(SEARCH_WORDS.common.word)}&llmTypeId=6`, 6, 430],
  [search(SEARCH_WORDS.rare.word), 5, 60],
  [search(SEARCH_WORDS.missing.word), 4, 20],
  [`${search(SEARCH_WORDS.common.word)}&spelling=correct`, 6, 1000],
  [`${search(SEARCH_WORDS.rare.word)}&spelling=correct`, 6, 60],
  [`${search(SEARCH_WORDS.missing.word)}&spelling=correct`, 6, 200],
  // A slip: without results, then with the word that is meant.
  [`${search(SEARCH_WORDS.middling.word.replace("amen", "amem"))}&spelling=correct`, 11, 700],
  [suggestions(SEARCH_WORDS.common.word.slice(0, -2)), 4, 1100],
  [suggestions(SEARCH_WORDS.rare.word.slice(0, -2)), 4, 60],
  [suggestions(SEARCH_WORDS.missing.word), 3, 20],
  ["/api/prompts/top", 1, 120],
  ["/api/prompts?limit=12&works=today", 4, 250],
  ["/api/prompts?limit=12&works=today&orderBy=works", 2, 200],
  ["/api/prompts?limit=12&works=today&llmTypeId=6", 2, 280],
  [`${search(SEARCH_WORDS.common.word)}&works=today`, 6, 4800],
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
  [`${search(SEARCH_WORDS.common.word)}&tag=${COMMON_TAG}&llmTypeId=1`, 7, 1000],
  [`/api/prompts?limit=12&tag=${COMMON_TAG}&works=today`, 5, 3700],
  [`/api/prompts?limit=12&tag=${RARE_TAG}&works=today&llmTypeId=1`, 5, 400],
  ["/api/tags?search=assunto", 1, 800],
  ["/api/tags?search=assunto%204999", 1, 800],
  ["/api/tags", 1, 40],
  ["/api/tags/all?limit=24", 1, 2000],
  ["/api/tags/all?limit=24&page=20", 1, 2000],
  ["/api/tags/all?limit=24&search=assunto", 1, 2000],
  ["/api/tags/all?limit=24&search=as", 1, 2000],
  ["/api/collections/public?limit=12", 1, 1500],
  ["/api/collections/public?limit=12&orderBy=newest", 1, 1500],
  ["/api/collections/public?limit=12&search=lista", 1, 1500],
  ["/api/collections/public?limit=12&search=nenhuma", 1, 20],
  ["/api/prompts/1/collections", 1, 200],
  ...FILTERED,
];
