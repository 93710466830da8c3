import { expect, test } from "vitest";
import { compareTexts } from "./difference.ts";

const before = "Escreva um poema sobre o mar, em português.";

test("gives back both texts, and what is in one alone", () => {
  const after = "Escreva dois poemas sobre o mar,\nem bom português.";
  const { stretches, whole } = compareTexts(before, after);
  const without = (change: string) =>
    stretches
      .filter((one) => one.change !== change)
      .map(({ text }) => text)
      .join("");
  expect([without("added"), without("removed"), whole]).toEqual([before, after, false]);
  expect(stretches.filter(({ change }) => !change).map(({ text }) => text)).toContain(" sobre o mar,");
});

test("an unchanged text is one stretch, an empty one none", () => {
  expect(compareTexts(before, before)).toEqual({ stretches: [{ text: before }], whole: false });
  expect(compareTexts("", before)).toEqual({ stretches: [{ text: before, change: "added" }], whole: false });
  expect(compareTexts(before, "")).toEqual({
    stretches: [{ text: before, change: "removed" }],
    whole: false,
  });
  expect(compareTexts("", "")).toEqual({ stretches: [], whole: false });
});

/** Words as alike as possible, and different throughout: minutes of work without a bound. */
const letters = (step: number) =>
  Array.from({ length: 10_000 }, (_, at) =>
    String.fromCharCode(97 + ((at * step * 7919 + at ** 2) % 26)),
  ).join(" ");

test.each([
  ["words", letters(3), letters(5)],
  ["signs", ".,".repeat(10_000), ",;".repeat(10_000)],
  ["accents", "a\u0301".repeat(10_000), "a\u0301b".repeat(6000)],
])("the longest texts of %s are compared within the bounds, or shown whole", (_, one, other) => {
  const { stretches, whole } = compareTexts(one, other);
  if (whole) {
    expect(stretches).toEqual([
      { text: one, change: "removed" },
      { text: other, change: "added" },
    ]);
  }
});

test("texts that are different throughout are shown whole", () => {
  expect(compareTexts(letters(3), letters(5)).whole).toBe(true);
});
