import { expect, test } from "vitest";
import type { PromptView } from "#prompts/contract.ts";
import { chooseWorks } from "./showcase.tsx";

const prompts = (...ids: number[]) => ids.map((id) => ({ id }) as PromptView);

test("shows five of the most liked that are not among the trending ones", () => {
  expect(chooseWorks(prompts(1, 2, 3, 4, 5, 6, 7, 8), prompts(2, 4))).toEqual(prompts(1, 3, 5, 6, 7));
});

test("fills up with trending ones where there are few", () => {
  expect(chooseWorks(prompts(1, 2, 3), prompts(1, 3))).toEqual(prompts(2, 1, 3));
  expect(chooseWorks([], [])).toEqual([]);
});
