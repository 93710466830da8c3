/** The short form of `npm run fuzz`, always the same requests. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { fuzz, summarize } from "./run.ts";
import { openTarget } from "./site.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({}, "built");
});
afterAll(() => site.close());

// Another try would meet a site that the first one has changed.
test("malformed requests are refused in order, by a site that goes on", { retry: 0 }, async () => {
  const target = await openTarget(site.app, site.ctx);
  const { requests, faults } = await fuzz(target, { seed: 1, requests: 500 });
  expect(requests).toBe(500);
  expect(summarize(faults)).toBe("");
});
