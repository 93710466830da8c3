import { expect, test } from "vitest";
import { submittedCount } from "./submitted-count.ts";

test.each([
  [0, "Nenhum prompt enviado"],
  [1, "1 prompt enviado"],
  [2, "2 prompts enviados"],
  [1234, "1.234 prompts enviados"],
])("%i prompts", (total, said) => {
  expect(submittedCount(total)).toBe(said);
});
