import { expect, test } from "vitest";
import { type Figure, isReached, median, percentile, ratios } from "./figures.ts";
import { table, tableBySize } from "./table.ts";

const figure: Figure = {
  what: "home",
  unit: "requests/s",
  measured: [900, 500, 100],
  reference: [1000, 1000, 400],
  against: "bare node:http",
};

test("compares each round with its own reference, and judges by the median", () => {
  expect(ratios(figure)).toEqual([0.9, 0.5, 0.25]);
  expect(isReached({ ...figure, target: { atLeast: 0.5 } })).toBe(true);
  expect(isReached({ ...figure, target: { atLeast: 0.51 } })).toBe(false);
  expect(isReached({ ...figure, target: { atMost: 0.4 } })).toBe(false);
  expect(isReached(figure)).toBeUndefined();
});

test("judges a figure that stands for itself by its value", () => {
  const memory: Figure = { what: "memory", unit: "MB", measured: [251], target: { atMost: 250 } };
  expect(isReached(memory)).toBe(false);
  expect(isReached({ ...memory, measured: [250] })).toBe(true);
});

test("takes the middle, or the mean of the two in the middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 10])).toBe(3);
  expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
});

test("shows the spread, the target, and what failed", () => {
  const [, , home, library] = table([
    { ...figure, target: { atLeast: 0.5 }, prompts: 1000 },
    { what: "library", failed: "answered 500", prompts: 1000 },
  ])
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
  expect(home?.slice(1, -1)).toEqual([
    "1,000",
    "home",
    "500 requests/s",
    "1,000, bare node:http",
    "0.50 (0.25 to 0.90)",
    "",
    "≥ 0.5",
    "yes",
  ]);
  expect(library?.slice(3, -1)).toEqual(["failed: answered 500", "", "", "", "", "no"]);
});

test("shows each figure once for the documentation, its sizes beside each other", () => {
  const [head, , home, library, cold, none] = tableBySize([
    { ...figure, target: { atLeast: 0.51 }, prompts: 1000 },
    { ...figure, target: { atLeast: 0.5 }, prompts: 100_000 },
    { what: "library", failed: "answered 500", prompts: 1000 },
    { what: "cold: library", unit: "ms", measured: [2], prompts: 1000 },
    { what: "cold: library, buffers", unit: "buffers", measured: [150], prompts: 1000 },
  ])
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
  expect(head?.slice(1, -1)).toEqual(["what", "ratio to", "must be", "1,000 prompts", "100,000 prompts"]);
  expect(home?.slice(1, -1)).toEqual([
    "home",
    "bare node:http",
    "≥ 0.51",
    "500 requests/s; 0.50 (0.25 to 0.90); **missed**",
    "500 requests/s; 0.50 (0.25 to 0.90)",
  ]);
  expect(library?.slice(4, -1)).toEqual(["failed: answered 500; **missed**", ""]);
  expect(cold?.slice(1, -1)).toEqual(["cold: library", "", "", "2 ms / 150 buffers", ""]);
  expect(none).toBeUndefined();
});
