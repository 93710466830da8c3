import { beforeEach, expect, test, vi } from "vitest";

let passed = 0;
beforeEach(() => {
  passed = 0;
  vi.resetModules();
  vi.spyOn(performance, "now").mockImplementation(() => passed);
});

test("goes on from the latest moment that the server told", async () => {
  const { noteServerTime, serverNow } = await import("./server-time.ts");
  noteServerTime(1_000_000);
  passed = 5000;
  expect(serverNow()).toBe(1_005_000);
  noteServerTime(1_060_000);
  passed = 6000;
  expect(serverNow()).toBe(1_061_000);
});

test("an answer from a cache, or without a date, changes nothing", async () => {
  const { noteServerTime, serverNow } = await import("./server-time.ts");
  noteServerTime(1_000_000);
  for (const old of [900_000, Number.NaN, 0]) noteServerTime(old);
  expect(serverNow()).toBe(1_000_000);
});
