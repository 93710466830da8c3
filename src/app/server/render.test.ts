import { expect, test } from "vitest";
import { planPage } from "./render.tsx";

const keyOf = async (path: string, search = "") => (await planPage(path, new URLSearchParams(search))).key;

test("a page is kept for its own address: nobody is shown what somebody else asked for", async () => {
  expect(await keyOf("/nada/segredo-de-alguem")).not.toBe(await keyOf("/nada"));
  expect(await keyOf("/prompts/")).not.toBe(await keyOf("/prompts"));
  expect(await keyOf("/prompts", "q=mar")).not.toBe(await keyOf("/prompts"));
});

test("parameters that the page does not read make no other page of it", async () => {
  expect(await keyOf("/prompts", "q=mar&utm_source=x")).toBe(await keyOf("/prompts", "q=mar"));
  expect(await keyOf("/nada", "x=1")).toBe(await keyOf("/nada"));
});

test("an address made of slashes is looked through once", async () => {
  const started = performance.now();
  for (let n = 0; n < 20; n++) await planPage(`${"/".repeat(15_000)}x`, new URLSearchParams());
  // Trying every slash took more than two seconds.
  expect(performance.now() - started).toBeLessThan(1000);
});
