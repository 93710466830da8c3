import { describe, expect, test } from "vitest";
import { FILTERS } from "#library/catalog.ts";
import { cleanSearchTerm, libraryPath, NO_FILTERS, readFilters } from "./library-filters.ts";
import { listQueryOf } from "./list-query.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));

describe("readFilters", () => {
  test("an address without parameters asks for everything, the most liked first", () => {
    expect(read("")).toMatchObject({ searchTerm: "", llmTypeId: "all", sortBy: null, page: 1 });
  });

  test("reads search, tool, order and page", () => {
    const said = { searchTerm: "código limpo", llmTypeId: 6, sortBy: "newest", page: 3 };
    expect(read("q=c%C3%B3digo+limpo&llm=6&sort=newest&page=3")).toEqual({ ...NO_FILTERS, ...said });
  });

  test.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=abc",
    "page=1000001",
    "page=99999999",
    "llm=0",
    "llm=15",
    ...FILTERS.flatMap(({ parameter }) => [`${parameter}=all`, `${parameter}=x`, `${parameter}=`]),
    "funciona=sim",
    "funciona=",
    "sort=likes",
    "sort=default",
    "sort=top",
    "exact=1",
    "exact=0",
    "q=%20%20",
    "q=%00",
  ])("%s counts as not said", (query) => {
    expect(read(query)).toEqual(NO_FILTERS);
  });

  test("the order of a search is relevance, unless another one is chosen", () => {
    expect(listQueryOf(read("q=mar")).orderBy).toBe("relevance");
    expect(listQueryOf(read("q=mar&sort=top")).orderBy).toBe("top");
  });

  test("takes the largest page that the API takes", () => {
    expect(read("page=1000000").page).toBe(1_000_000);
  });

  test("a search term is trimmed, freed of control characters and cut at 200 characters", () => {
    expect(read("q=%20redator%00de%20marketing%20").searchTerm).toBe("redator de marketing");
    expect(read(`q=${"a".repeat(300)}`).searchTerm).toHaveLength(200);
  });
});

describe("libraryPath", () => {
  test("leaves out what is as always", () => {
    expect(libraryPath(NO_FILTERS)).toBe("/prompts");
    expect(libraryPath({ ...NO_FILTERS, page: 2 })).toBe("/prompts?page=2");
  });

  test("leaves out the order that is the default, and exactness without a search", () => {
    expect(libraryPath({ ...NO_FILTERS, sortBy: "top" })).toBe("/prompts");
    expect(libraryPath({ ...NO_FILTERS, sortBy: "top", searchTerm: "mar" })).toBe("/prompts?q=mar&sort=top");
    expect(libraryPath({ ...NO_FILTERS, exact: true })).toBe("/prompts");
    expect(libraryPath({ ...NO_FILTERS, exact: true, searchTerm: "mar" })).toBe("/prompts?q=mar&exact=1");
  });

  test("what works today is a filter of its own", () => {
    const filters = { ...NO_FILTERS, works: true, sortBy: "works", searchTerm: "mar" } as const;
    expect(libraryPath(filters)).toBe("/prompts?q=mar&funciona=hoje&sort=works");
    expect(read("q=mar&funciona=hoje&sort=works")).toEqual(filters);
    expect(listQueryOf(filters)).toMatchObject({ works: "today", orderBy: "works" });
  });

  test.each(FILTERS)("an address leads back to the same filters and $name", ({ name, choices }) => {
    for (const { id } of choices) {
      const said = { searchTerm: "50% & mais = ótimo", sortBy: "views", page: 7, [name]: id } as const;
      const filters = { ...NO_FILTERS, ...said };
      expect(readFilters(new URL(libraryPath(filters), "http://x").searchParams)).toEqual(filters);
    }
  });
});

test("listQueryOf asks for a page of twelve, and names a filter only when it is set", () => {
  expect(listQueryOf(NO_FILTERS)).toEqual({ page: 1, limit: 12, orderBy: "top" });
  for (const { name, choices } of FILTERS) {
    const said = { page: 4, [name]: choices[1].id };
    const asked = listQueryOf({ ...NO_FILTERS, ...said, searchTerm: "site", sortBy: "views" });
    expect(asked).toEqual({ ...said, limit: 12, orderBy: "views", search: "site", spelling: "correct" });
  }
  expect(listQueryOf(read("q=site&exact=0"))).toMatchObject({ spelling: "correct" });
  expect(listQueryOf(read("q=site&exact=1"))).toMatchObject({ search: "site", spelling: "suggest" });
});

test("a search is cut to what the API takes, letters that stand for many among them", () => {
  const taken = (typed: string) => cleanSearchTerm(typed).length;
  expect(taken("a".repeat(300))).toBe(200);
  // Syllables that fold to three letters are as many as others.
  expect(taken("한".repeat(200))).toBe(200);
  expect(taken("\ufdfa".repeat(200)) * 18).toBeLessThanOrEqual(800);
});
