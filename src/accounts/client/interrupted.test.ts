import { expect, test } from "vitest";
import { parseInterrupted } from "./interrupted.ts";

const NOW = 1_800_000_000_000;
const HOUR = 60 * 60 * 1000;
const like = {
  path: "/prompts/7",
  purpose: "curtir um prompt",
  promise: "“Cordel” recebe sua curtida",
  task: { name: "like", id: 7 },
};
const page = { path: "/profile?tab=favoritos", purpose: "ver seus favoritos" };
const stored = (value: object) => JSON.stringify({ at: NOW, ...value });

const follow = { path: "/users/u", purpose: "seguir Ana", task: { name: "follow users", id: "u" } };

const answer = { ...page, task: { name: "result", id: 7, draft: "x".repeat(2000) } };

test.each([like, page, follow, answer])("what a login interrupted is read as it was kept: %o", (value) => {
  expect(parseInterrupted(stored(value), NOW + HOUR - 1)).toEqual(value);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["no object", "7"],
  ["an hour later", stored({ ...like, at: NOW - HOUR })],
  ["from the future", stored({ ...like, at: NOW + 1 })],
  ["without a time", JSON.stringify(like)],
  ["another site", stored({ ...like, path: "https://evil.example/" })],
  ["another host", stored({ ...like, path: "//evil.example" })],
  ["a path that a browser reads otherwise", stored({ ...like, path: "/..//evil.example" })],
  ["a login", stored({ ...like, path: "/auth" })],
  ["without a purpose", stored({ ...like, purpose: undefined })],
  ["a text without end", stored({ ...like, promise: "a".repeat(301) })],
  ["a draft without end", stored({ ...like, task: { ...like.task, draft: "x".repeat(2001) } })],
  ["a draft that is no text", stored({ ...like, task: { ...like.task, draft: {} } })],
  ["a task without a prompt", stored({ ...like, task: { name: "like", id: null } })],
])("anything else is nothing: %s", (_, value) => {
  expect(parseInterrupted(value, NOW)).toBeNull();
});
