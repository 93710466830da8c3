import { expect, test } from "vitest";
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
  const started = performance.now();
  for (let n = 0; n < 20; n++) await planPage(`${"/".repeat(15_000)}x`, new URLSearchParams());
  // Trying every slash took more than two seconds.
  expect(performance.now() - started).toBeLessThan(1000);
});
