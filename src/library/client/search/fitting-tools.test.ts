import { expect, test } from "vitest";
import { fittingTools } from "./fitting-tools.ts";

test.each([
  ["mid", ["Midjourney"]],
  ["MIDJOURNEY", ["Midjourney"]],
  ["gpt", ["ChatGPT", "GPT-4"]],
  ["gpt4", ["GPT-4"]],
  ["dall e", ["DALL-E"]],
  ["dalle", ["DALL-E"]],
  ["stable dif", ["Stable Diffusion"]],
  ["diffu", ["Stable Diffusion"]],
  // A single letter begins a name, not any word of it.
  ["e", []],
  // Two at most: the rest of the list is for prompts.
  ["c", ["ChatGPT", "Claude"]],
  // Inside a name this is more likely another word: inglês.
  ["ing", []],
  ["", []],
  [" - ", []],
])("%j finds %j", (typed, names) => {
  expect(fittingTools(typed).map(({ name }) => name)).toEqual(names);
});
