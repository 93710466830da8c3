/** The short form of `npm run fuzz`, always the same requests. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { fuzz, summarize, type Target } from "./run.ts";
import { openTarget } from "./site.ts";

let site: TestApp;
let target: Target;
beforeAll(async () => {
  site = await createTestApp({}, "built");
  target = await openTarget(site.app, site.ctx);
});
afterAll(() => site.close());

// Another try would meet a site that the first one has changed.
test("malformed requests are refused in order, by a site that goes on", { retry: 0 }, async () => {
  const { requests, faults } = await fuzz(target, { seed: 1, requests: 500 });
  expect(requests).toBe(500);
  expect(summarize(faults)).toBe("");
});

test("malformed messages to the MCP server are refused in words of the protocol", { retry: 0 }, async () => {
  const { requests, statuses, faults } = await fuzz(target, { seed: 1, requests: 400, onlyMcp: true });
  expect(requests).toBe(400);
  expect(summarize(faults)).toBe("");
  expect(statuses[200], "not all are refused").toBeGreaterThan(50);
});
