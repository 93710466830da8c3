import { expect, test } from "vitest";
import { deadlineText } from "./deadline.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 23, 12);

test.each([
  [0, "vence agora"],
  [-0.9, "vence agora"],
  [45, "vence em 45 min"],
  [80, "vence em 1 h 20"],
  [120, "vence em 2 h"],
  [65, "vence em 1 h 05"],
  [47 * 60 + 59, "vence em 47 h 59"],
  [48 * 60, "vence em 2 dias"],
  [-180, "venceu há 3 h"],
  [-10, "venceu há 10 min"],
  [-7 * 24 * 60, "venceu há 7 dias"],
])("a deadline in %d minutes: %s", (minutes, words) => {
  expect(deadlineText(new Date(NOW + minutes * MINUTE).toISOString(), NOW)).toBe(words);
});
