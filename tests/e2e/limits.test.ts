import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";

describe("somebody who searches without end", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp({ RATE_LIMITS: "on" }, "built");
  });
  afterAll(() => site.close());
  const search = (remoteAddress: string, words: string) =>
    site.app.inject({ url: `/prompts?q=${words}`, headers: { accept: "text/html" }, remoteAddress });

  test("is asked to wait by a page that says so, and nobody else is", async () => {
    const [they, others] = ["198.51.100.1", "198.51.100.2"];
    expect((await search(they, "antes")).statusCode).toBe(200);
    for (let use = 1; use < RATE_LIMITS.searchPerAddress.points; use++) {
      expect(await site.ctx.rateLimits.take("searchPerAddress", they)).toBe(0);
    }
    const refused = await search(they, "depois");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect(refused.body).toContain("Um momento, por favor");
    expect((await search(others, "depois")).statusCode).toBe(200);
  });
});
