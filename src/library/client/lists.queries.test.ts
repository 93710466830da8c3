import { hashKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { ListQuery } from "#library/contract.ts";
import { promptListOptions } from "./lists.queries.ts";

test("a list is kept by page, order, tool and term", () => {
  const first: ListQuery = { page: 1, limit: 12, orderBy: "top" };
  const lists: ListQuery[] = [
    first,
    { ...first, page: 2 },
    { ...first, orderBy: "newest" },
    { ...first, llmTypeId: 6 },
    { ...first, search: "cordel" },
  ];
  expect(new Set(lists.map((list) => hashKey(promptListOptions(list).queryKey))).size).toBe(5);
});
