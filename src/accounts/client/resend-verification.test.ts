import { expect, test } from "vitest";
import { endKey, formatWait, timeLeft } from "./resend-verification.ts";

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

test("the wait ends when its stored end has come", () => {
  expect(timeLeft("10000", 4_000)).toBe(6_000);
  expect(timeLeft("10000", 10_000)).toBe(0);
  expect(timeLeft("10000", 20_000)).toBe(0);
});

test("nothing stored, or nonsense, is no wait", () => {
  expect(timeLeft(null, 5)).toBe(0);
  expect(timeLeft("amanhã", 5)).toBe(0);
});

test("an end written by a wrong clock holds nobody up for longer than the whole wait", () => {
  expect(timeLeft(String(9_000_000_000), 0)).toBe(300_000);
});

test("each address waits for itself, however it is written, and is not kept in clear", () => {
  expect(endKey("ana@example.com")).toBe(endKey(" Ana@Example.com "));
  expect(endKey("ana@example.com")).not.toBe(endKey("ana@exemple.com"));
  expect(endKey("ana@example.com")).toMatch(/^prompteca-resend-end-[0-9a-z]+$/);
});
