/** Absurd questions, cache-busting and crawling: memory before and after, and what readers notice meanwhile. */
import type { Bench, Rows } from "../harness/bench.ts";
import { type Call, load } from "../harness/load.ts";
import { visitorAddress } from "../harness/site.ts";
import { watchDuring } from "./watched.ts";

const LONG = "prompt ".repeat(1429);
const ODD_SEARCHES = [
  LONG,
  "de a o que e do da em um para com não",
  "!!! ??? ... --- ((( )))",
  "a & b | !c <-> d:* <2> 'e'",
  "%_%%__%",
  "a".repeat(200),
  "* :* & | ! ( ) <->",
];
const ODD_PAGES = [0, -1, 1e6, 999_999, 1e21, "1e9", "NaN", "%F0%9F%98%80", "1;drop", ""];
const ODD_LIMITS = [0, -5, 100, 101, 2000, 1e9, "x"];

/** So many paths are made for each connection: enough for a round that never asks twice. */
const DISTINCT = 1500;

let number = 0;
const distinct = (path: (n: number) => string, headers?: (n: number) => Record<string, string>) => () =>
  Array.from({ length: DISTINCT }, () => {
    const n = number++;
    return { path: path(n), ...(headers && { headers: headers(n) }) };
  });

const absurd = [
  ...ODD_SEARCHES.flatMap((words) => {
    const q = encodeURIComponent(words);
    return [`/api/prompts?search=${q}`, `/prompts?q=${q}`];
  }),
  ...ODD_PAGES.flatMap((page) => [`/api/prompts?page=${page}`, `/prompts?page=${page}`]),
  ...ODD_LIMITS.map((limit) => `/api/prompts?limit=${limit}`),
  "/api/prompts?page=1&page=2&search=a&search=b&limit[]=3",
  "/api/prompts/0",
  "/api/prompts/99999999999999999999",
  "/prompts/-1",
].map((path) => ({ path }));

const FLOODS: Record<string, (bench: Bench) => (connection: number) => Call[]> = {
  "absurd page, limit and search": () => () => absurd,
  "cache-busting queries": () =>
    distinct((n) => [`/?utm_id=${n}`, `/prompts?x=${n}`, `/api/prompts?limit=12&x=${n}`][n % 3] as string),
  // One address alone would soon be refused.
  "a new search every time, from as many addresses": () =>
    distinct((n) => `/prompts?q=${n % 2 ? `palavra${n}` : `linguagem ${n.toString(36)}`}`, visitorAddress),
  "a crawl of every page": ({ facts }) =>
    distinct((n) =>
      n % 2
        ? `/prompts?page=${((n * 7919) % facts.lastPage) + 1}`
        : `/prompts/${facts.ids[n % facts.ids.length]}`,
    ),
};

export const badInputRows: Rows = {};
for (const [name, calls] of Object.entries(FLOODS)) {
  badInputRows[`bad input: ${name}`] = async (bench, what) => {
    const { site } = bench;
    const before = site.memory().app;
    const failed: string[] = [];
    const figures = await watchDuring(bench, what, async (seconds) => {
      const result = await load(site.origin, { calls: calls(bench), seconds, expected: "any" });
      failed.push(...Object.keys(result.statuses).filter((status) => status >= "500"));
      return result;
    });
    if (failed.length) throw new Error(`answered with ${[...new Set(failed)].join(" and ")}`);
    const memory = { measured: [site.memory().app], reference: [before], against: "before it" };
    return [...figures, { what: `${what}: memory after it`, unit: "MB", ...memory }];
  };
}
