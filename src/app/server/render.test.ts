import { expect, test } from "vitest";
import { growthOf } from "#tests/support/growth.ts";
import { planPage } from "./render.tsx";

const keyOf = async (path: string, search = "") => (await planPage(path, new URLSearchParams(search))).key;

test("a page is cached for its own address", async () => {
  expect(await keyOf("/nada/segredo-de-alguem")).not.toBe(await keyOf("/nada"));
  expect(await keyOf("/prompts/")).not.toBe(await keyOf("/prompts"));
  expect(await keyOf("/prompts", "q=mar")).not.toBe(await keyOf("/prompts"));
});

test("parameters that the page does not read do not change its key", async () => {
  expect(await keyOf("/prompts", "q=mar&utm_source=x")).toBe(await keyOf("/prompts", "q=mar"));
  expect(await keyOf("/nada", "x=1")).toBe(await keyOf("/nada"));
});

test("a path made of slashes is matched in linear time", async () => {
  const plan = (length: number) => planPage(`${"/".repeat(length)}x`, new URLSearchParams());
  expect(await growthOf(plan)).toBeLessThan(80);
});
