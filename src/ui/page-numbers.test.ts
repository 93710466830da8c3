import { describe, expect, test } from "vitest";
import { pageNumbers } from "./page-numbers.ts";

describe("pageNumbers", () => {
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

  test("for 1 to 30 pages, every page is offered with first, last and neighbours, in order and without repeats", () => {
    for (let total = 1; total <= 30; total++) {
      for (let page = 1; page <= total; page++) {
        const shown = pageNumbers(page, total);
        const numbers = shown.filter((entry) => entry !== "…");
        expect(shown).toHaveLength(Math.min(total, 7));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        for (const wanted of [1, Math.max(1, page - 1), page, Math.min(total, page + 1), total]) {
          expect(numbers, `page ${page} of ${total}`).toContain(wanted);
        }
      }
    }
  });
});
