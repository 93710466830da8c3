import { hashKey, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { ListQuery } from "#prompts/contract.ts";
import { publishPrompt } from "./authoring.queries.ts";
import { promptListOptions, promptOptions } from "./prompts.queries.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

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

test("once a prompt is published, its page is there, and lists and top are asked for again", async () => {
  const client = new QueryClient();
  const published = { id: 7, user_id: "abc" };
  vi.stubGlobal("fetch", async () => Response.json(published, { status: 201 }));
  const lists = [["/api/prompts", { page: 1 }], ["/api/prompts/top"], ["/api/users/abc/prompts", 1]] as const;
  for (const key of [...lists, ["/api/prompts/1"]]) client.setQueryData(key, []);

  const prompt = { title: "Um título", content: "Um texto longo", llm_type_id: 6, thumbnail_url: "data:," };
  const call = { key: "k", signal: new AbortController().signal, onUpload: undefined };
  await publishPrompt(client, prompt, call);

  for (const key of lists) expect(client.getQueryState(key)?.isInvalidated, key[0]).toBe(true);
  expect(client.getQueryState(["/api/prompts/1"])?.isInvalidated).toBe(false);
  expect(client.getQueryData(promptOptions("7").queryKey)).toEqual(published);
});
