import { expect, test } from "vitest";
import { cooldownKey, formatWait, timeLeft } from "./resend-verification.ts";

test.each([
  [300_000, "5:00"],
  [299_001, "5:00"],
  [299_000, "4:59"],
  [61_000, "1:01"],
  [60_000, "1:00"],
  [9_400, "0:10"],
  [1, "0:01"],
])("%i ms left reads %s", (milliseconds, text) => {
  expect(formatWait(milliseconds)).toBe(text);
});

test.each([
  ["10000", 4_000, 6_000],
  ["10000", 10_000, 0],
  ["10000", 20_000, 0],
  [null, 5, 0],
  ["amanhã", 5, 0],
  // Another clock wrote the end.
  ["9000000000", 0, 300_000],
])("of a wait until %s, at %i, %i ms are left", (stored, now, left) => {
  expect(timeLeft(stored, now)).toBe(left);
});

test("each address waits by itself, however it is written, and is stored as a hash", () => {
  expect(cooldownKey("ana@example.com")).toBe(cooldownKey(" Ana@Example.com "));
  expect(cooldownKey("ana@example.com")).not.toBe(cooldownKey("ana@exemple.com"));
  expect(cooldownKey("ana@example.com")).toMatch(/^prompteca-resend-end-[0-9a-z]+$/);
});
