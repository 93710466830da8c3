import { expect, test } from "vitest";
import { nameOf, spansOf } from "./growth.ts";

const days = (count: number, value: (day: number) => number) =>
  Array.from({ length: count }, (_, day) => value(day));
const history = {
  first_day: "2025-11-23",
  people: days(364, (day) => day),
  prompts: days(364, () => 1),
  likes: days(364, (day) => (day === 363 ? 5 : 0)),
};

test("spans of a day have its counts, and the last is today", () => {
  const spans = spansOf(history, 1, 90);
  expect(spans).toHaveLength(90);
  expect(spans[0]).toMatchObject({ from: "2026-08-24", to: "2026-08-24", people: 274, likes: 0 });
  expect(spans.at(-1)).toEqual({ from: "2026-11-21", to: "2026-11-21", people: 363, prompts: 1, likes: 5 });
});

test("weeks sum seven days, over the whole year, and the last ends today", () => {
  const spans = spansOf(history, 7, 52);
  expect(spans).toHaveLength(52);
  expect(spans[0]).toMatchObject({ from: "2025-11-23", to: "2025-11-29", people: 21, prompts: 7 });
  expect(spans.at(-1)).toMatchObject({ from: "2026-11-15", to: "2026-11-21", prompts: 7, likes: 5 });
  expect(nameOf(spans.at(-1) as (typeof spans)[number])).toBe("15/11 a 21/11");
  const all = history.people.reduce((total, value) => total + value, 0);
  expect(spans.reduce((total, { people }) => total + people, 0)).toBe(all);
});
