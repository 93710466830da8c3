import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { publishPrompt } from "./authoring.queries.ts";
import { promptOptions } from "./prompts.queries.ts";

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
