import { describe, expect, test } from "vitest";
import { pageNumbers } from "./page-numbers.ts";

/** The rule of the specification, section 5, read aloud: whether a page's number stands in the bar. */
function isShown(candidate: number, current: number, total: number): boolean {
  if (total <= 7) return true;
  if (current <= 4) return candidate <= 5 || candidate === total;
  if (current >= total - 3) return candidate === 1 || candidate > total - 5;
  return candidate === 1 || candidate === total || Math.abs(candidate - current) <= 1;
}

/** What is left out between two numbers becomes one ellipsis. */
function statedRule(current: number, total: number): string {
  let shown = "";
  let before = 0;
  for (let candidate = 1; candidate <= total; candidate++) {
    if (!isShown(candidate, current, total)) continue;
    shown += `${candidate - before > 1 ? " …" : ""} ${candidate}`;
    before = candidate;
  }
  return shown.trim();
}

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
    expect(statedRule(page, total)).toBe(shown);
  });

  test("every page of every total from 1 to 30 shows what the specification's rule says", () => {
    let compared = 0;
    for (let total = 1; total <= 30; total++) {
      for (let page = 1; page <= total; page++) {
        expect(pageNumbers(page, total).join(" "), `page ${page} of ${total}`).toBe(statedRule(page, total));
        compared += 1;
      }
    }
    expect(compared).toBe(465);
  });
});
