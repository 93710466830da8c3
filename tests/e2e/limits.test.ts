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

describe("the form of a report, sent without script", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp({ RATE_LIMITS: "on" }, "built");
  });
  afterAll(() => site.close());
  const send = (remoteAddress: string, path: string, fields: Record<string, string>) =>
    site.app.inject({
      method: "POST",
      url: path,
      headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress,
    });
  const report = {
    address: "/prompts/1",
    category: "spam",
    explanation: 'Anuncia "de graça" & cobra.',
    standing: "anyone",
    name: "Vera Luz",
    email: "vera@example.com",
  };

  test.each([undefined, "null", '"x"', "3"])("is invalid with the body %s", async (payload) => {
    const headers = { accept: "text/html", ...(payload && { "content-type": "application/json" }) };
    const statusOf = async (url: string) =>
      (await site.app.inject({ method: "POST", url, headers, ...(payload && { payload }) })).statusCode;
    await expect.poll(() => statusOf("/denunciar")).toBe(400);
    // The page of a report that does not exist.
    await expect.poll(() => statusOf("/denuncias/2345678923")).toBe(404);
  });

  test("is refused beyond the limit, and comes back with what was typed", async () => {
    const [they, others] = ["198.51.100.1", "198.51.100.2"];
    for (let use = 0; use < RATE_LIMITS.reportPerAddress.points; use++) {
      expect(await site.ctx.rateLimits.take("reportPerAddress", they)).toBe(0);
    }
    const refused = await send(they, "/denunciar", report);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["cache-control"]).toBe("no-store");
    expect(refused.body).toContain("Muitas tentativas em pouco tempo");
    expect(refused.body).toContain(">Anuncia &quot;de graça&quot; &amp; cobra.</textarea>");
    expect((await send(others, "/denunciar", report)).statusCode).toBe(404);
    // Nobody else sees it.
    const shown = await site.app.inject({ url: "/denunciar", headers: { accept: "text/html" } });
    expect([shown.statusCode, shown.body.includes("Anuncia")]).toEqual([200, false]);
  });

  test("is refused with a page if it is too large, and for a report that does not exist", async () => {
    const long = { ...report, explanation: "a".repeat(70_000) };
    expect((await send("198.51.100.3", "/denunciar", long)).statusCode).toBe(413);
    const unknown = await send("198.51.100.3", "/denuncias/BCDFGHJKLM", { text: "Não concordo." });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain("Denúncia não encontrada");
  });
});
