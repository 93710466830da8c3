import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { changeCachedPrompt, changePrompt, dropCachedPrompt } from "./cached-prompts.ts";

const prompt = (id: number) => ({
  id,
  title: `Prompt ${id}`,
  likes_count: 3,
  is_liked: false,
  is_favorited: false,
});

test("changeCachedPrompt changes the prompt in lists, trending, detail and favourites, and no other", () => {
  const client = new QueryClient();
  const list = { data: [prompt(1), prompt(2)], pagination: { page: 1, total: 2 } };
  client.setQueryData(["/api/prompts", { page: 1 }], list);
  client.setQueryData(["/api/prompts", { page: 2 }], {
    data: [prompt(3)],
    pagination: { page: 2, total: 2 },
  });
  client.setQueryData(["/api/prompts/top"], [prompt(2), prompt(1)]);
  client.setQueryData(["/api/prompts/1"], prompt(1));
  client.setQueryData(["/api/prompts/2"], prompt(2));
  client.setQueryData(["/api/users/abc/favorites"], { data: [prompt(1)] });

  changeCachedPrompt(client, 1, { is_liked: true, likes_count: 4 });

  const liked = { ...prompt(1), is_liked: true, likes_count: 4 };
  expect(client.getQueryData(["/api/prompts", { page: 1 }])).toEqual({ ...list, data: [liked, prompt(2)] });
  expect(client.getQueryData(["/api/prompts/top"])).toEqual([prompt(2), liked]);
  expect(client.getQueryData(["/api/prompts/1"])).toEqual(liked);
  expect(client.getQueryData(["/api/prompts/2"])).toEqual(prompt(2));
  expect(client.getQueryData(["/api/users/abc/favorites"])).toEqual({ data: [liked] });
});

test("an answer without the prompt stays the same object", () => {
  for (const response of [
    [prompt(2)],
    { data: [prompt(2)] },
    prompt(2),
    { data: "?" },
    null,
    undefined,
    "text",
  ]) {
    expect(changePrompt(response, 1, { is_liked: true })).toBe(response);
  }
});

test("dropCachedPrompt takes a prompt that is no more off every list, and null stands in its own place", () => {
  const client = new QueryClient();
  const other = { data: [prompt(3)], pagination: { page: 2, total: 3 } };
  client.setQueryData(["/api/prompts", { page: 1 }], {
    data: [prompt(1), prompt(2)],
    pagination: { page: 1, total: 3 },
  });
  client.setQueryData(["/api/prompts", { page: 2 }], other);
  client.setQueryData(["/api/prompts/top"], [prompt(2), prompt(1)]);
  client.setQueryData(["/api/prompts/1"], prompt(1));
  client.setQueryData(["/api/prompts/2"], prompt(2));

  dropCachedPrompt(client, 1);

  expect(client.getQueryData(["/api/prompts", { page: 1 }])).toEqual({
    data: [prompt(2)],
    pagination: { page: 1, total: 2 },
  });
  expect(client.getQueryData(["/api/prompts", { page: 2 }])).toBe(other);
  expect(client.getQueryData(["/api/prompts/top"])).toEqual([prompt(2)]);
  expect(client.getQueryData(["/api/prompts/1"])).toBeNull();
  expect(client.getQueryData(["/api/prompts/2"])).toEqual(prompt(2));
});
