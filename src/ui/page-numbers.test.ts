import { expect, test } from "vitest";
import { pageNumbers } from "./page-numbers.ts";

test.each([
  [1, 1, "1"],
  [3, 7, "1 2 3 4 5 6 7"],
  [1, 8, "1 2 3 4 5 … 8"],
  [4, 8, "1 2 3 4 5 … 8"],
  [5, 8, "1 … 4 5 6 7 8"],
  [8, 8, "1 … 4 5 6 7 8"],
  [5, 9, "1 … 4 5 6 … 9"],
  [6, 9, "1 … 5 6 7 8 9"],
  [15, 30, "1 … 14 15 16 … 30"],
  [26, 30, "1 … 25 26 27 … 30"],
  [27, 30, "1 … 26 27 28 29 30"],
])("page %i of %i shows %s", (page, total, shown) => {
  expect(pageNumbers(page, total).join(" ")).toBe(shown);
});
