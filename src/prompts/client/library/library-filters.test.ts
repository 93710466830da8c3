import { describe, expect, test } from "vitest";
import { type LibraryFilters, libraryPath, listQueryOf, NO_FILTERS, readFilters } from "./library-filters.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));

describe("readFilters", () => {
  test("an address without parameters asks for everything, the most liked first", () => {
    expect(read("")).toEqual({ searchTerm: "", llmTypeId: "all", sortBy: "top", page: 1 });
  });

  test("reads search, tool, order and page", () => {
    expect(read("q=c%C3%B3digo+limpo&llm=6&sort=newest&page=3")).toEqual({
      searchTerm: "código limpo",
      llmTypeId: 6,
      sortBy: "newest",
      page: 3,
    });
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
    "llm=all",
    "llm=x",
    "sort=likes",
    "q=%20%20",
    "q=%00",
  ])("%s counts as not said", (query) => {
    expect(read(query)).toEqual(NO_FILTERS);
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

  test("an address leads back to the same filters", () => {
    const filters: LibraryFilters = {
      searchTerm: "50% & mais = ótimo",
      llmTypeId: 14,
      sortBy: "views",
      page: 7,
    };
    expect(readFilters(new URL(libraryPath(filters), "http://x").searchParams)).toEqual(filters);
  });
});

test("listQueryOf asks for a page of twelve, and names a filter only when it is set", () => {
  expect(listQueryOf(NO_FILTERS)).toEqual({ page: 1, limit: 12, orderBy: "top" });
  expect(listQueryOf({ searchTerm: "site", llmTypeId: 2, sortBy: "views", page: 4 })).toEqual({
    page: 4,
    limit: 12,
    orderBy: "views",
    llmTypeId: 2,
    search: "site",
  });
});
