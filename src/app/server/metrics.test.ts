import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localToken } from "#platform/http/loopback.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";

const TOKEN = "uvaia-cambuci-e-grumixama-75";
const away = "203.0.113.9";

let site: TestApp;
let guarded: TestApp;
beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: "loopback" });
  guarded = await createTestApp({ METRICS_TOKEN: TOKEN, TRUST_PROXY: "loopback" });
});
afterAll(async () => {
  await site.close();
  await guarded.close();
});

const ask = (remoteAddress: string, headers: Record<string, string> = {}, from = site) =>
  from.app.inject({ method: "GET", url: "/metrics", remoteAddress, headers });

/** The value of one line. */
async function read(line: string): Promise<number | undefined> {
  const { body } = await ask("127.0.0.1");
  const found = body.split("\n").find((candidate) => candidate.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}

describe("GET /metrics", () => {
  test("is open to this machine where no token is configured, in Prometheus' format", async () => {
    const answer = await ask("127.0.0.1");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const names = [...answer.body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size, "each metric once").toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        "prompteca_http_request_duration_seconds",
        "prompteca_database_connections",
        "prompteca_kept_answers_total",
        "prompteca_jobs",
        "prompteca_mails_total",
        "prompteca_picture_seconds",
        "prompteca_refusals_total",
        "prompteca_limits_reached_total",
        "nodejs_eventloop_lag_p99_seconds",
      ]),
    );
    for (const line of answer.body.split("\n").filter((text) => text && !text.startsWith("#"))) {
      expect(line).toMatch(/^[a-z_0-9]+(\{([a-z_]+="[^"]*",?)*\})? (-?[\d.e+-]+|NaN|\+Inf)$/);
    }
  });

  test.each([
    ["elsewhere", away],
    // As whoever comes through a proxy on this machine that adds no header seems to be.
    ["this machine", "127.0.0.1"],
  ])("asks %s for the token that is configured", async (_where, address) => {
    const refused = await ask(address, {}, guarded);
    expect([refused.statusCode, refused.headers["www-authenticate"]]).toEqual([
      401,
      'Basic realm="Prompteca", charset="UTF-8"',
    ]);
    expect(refused.json()).toMatchObject({ code: "unauthorized", message: expect.any(String) });
    for (const authorization of [`Bearer ${TOKEN}x`, "Bearer", `Basic ${TOKEN}`, TOKEN]) {
      expect((await ask(address, { authorization }, guarded)).statusCode, authorization).toBe(401);
    }
    expect((await ask(address, { authorization: `Bearer ${TOKEN}` }, guarded)).statusCode).toBe(200);
  });

  test.each([
    ["names another address", { "x-forwarded-for": away }],
    ["claims to be this machine", { "x-forwarded-for": "127.0.0.1" }],
    ["names nobody", { via: "1.1 proxy" }],
    ["speaks the standard's words", { forwarded: "for=127.0.0.1" }],
  ])("who comes through a proxy on this machine that %s is not at this machine", async (_what, headers) => {
    expect((await ask("127.0.0.1", headers)).statusCode).toBe(404);
  });

  test("a page elsewhere whose name leads here does not read it through the browser of this machine", async () => {
    for (const host of ["evil.example", "evil.example:3000", "localhost.evil.example"]) {
      expect((await ask("127.0.0.1", { host })).statusCode, host).toBe(404);
    }
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost"]) {
      expect((await ask("127.0.0.1", { host })).statusCode, host).toBe(200);
    }
  });

  test("does not exist beyond this machine where no token is configured", async () => {
    const without = await createTestApp();
    expect((await ask(away, { authorization: "Bearer " }, without)).statusCode).toBe(404);
    expect((await ask(away, { authorization: "Bearer undefined" }, without)).statusCode).toBe(404);
    expect((await ask("::1", {}, without)).statusCode).toBe(200);
    await without.close();
  });

  test("wants the token that the start tells where people reach the site under a name", async () => {
    const production = await createTestApp({
      NODE_ENV: "production",
      RATE_LIMITS: "on",
      PUBLIC_URL: "https://prompteca.example",
      SMTP_URL: "smtp://127.0.0.1:9",
    });
    expect((await ask("127.0.0.1", {}, production)).statusCode).toBe(401);
    const authorization = `Bearer ${localToken(production.ctx)}`;
    expect((await ask(away, { authorization }, production)).statusCode).toBe(200);
    await production.close();
  });

  test("counts answers by the pattern of their route, never by what was asked for", async () => {
    const line = (method: string, route: string, status: string) =>
      `prompteca_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
    const before = (await read(line("GET", "/api/prompts/:id", "4xx"))) ?? 0;
    await site.app.inject("/api/prompts/987654?segredo=abacaxi");
    await site.app.inject("/api/prompts/123456");
    await site.app.inject("/api/abacaxi");
    await site.app.inject({ method: "PROPFIND", url: "/abacaxi" } as unknown as string);
    expect(await read(line("GET", "/api/prompts/:id", "4xx"))).toBe(before + 2);
    expect(await read(line("GET", "none", "4xx"))).toBeGreaterThan(0);
    const { body } = await ask("127.0.0.1");
    expect(body).not.toMatch(/abacaxi|987654|PROPFIND/);
    const bounds = [...body.matchAll(/le="([^"]+)",method="GET",route="\/api\/prompts\/:id",status="4xx"/g)];
    expect(bounds.map(([, bound]) => Number(bound))).toEqual([
      0.001,
      0.005,
      0.025,
      0.1,
      0.5,
      2.5,
      Number.NaN,
    ]);
  });

  test("counts refusals by code, kept answers and connections", async () => {
    const refused = 'prompteca_refusals_total{code="prompt_not_found"}';
    const before = (await read(refused)) ?? 0;
    await site.app.inject("/api/prompts/987654");
    expect(await read(refused)).toBe(before + 1);
    const shared = (await read('prompteca_kept_answers_total{outcome="shared"}')) ?? 0;
    await site.app.inject("/api/prompts/top");
    await site.app.inject("/api/prompts/top");
    expect(await read('prompteca_kept_answers_total{outcome="shared"}')).toBeGreaterThan(shared);
    expect(await read('prompteca_database_connections{pool="main",state="used"}')).toBe(0);
    expect(await read('prompteca_database_connections{pool="reads",state="waiting"}')).toBe(0);
    expect(await read('prompteca_jobs{queue="forget-old-views",state="failed"}')).toBe(0);
  });

  test("names the limit that was reached", async () => {
    const limited = await createTestApp({ RATE_LIMITS: "on" });
    const { points } = RATE_LIMITS.recoverPerAddress;
    for (let use = 0; use <= points; use++) {
      await limited.ctx.rateLimits.take("recoverPerAddress", "198.51.100.7");
    }
    const { body } = await ask("127.0.0.1", {}, limited);
    expect(body).toMatch(/prompteca_limits_reached_total\{limit="recoverPerAddress"\} [1-9]/);
    expect(body).not.toContain("198.51.100.7");
    await limited.close();
  });

  test("answers without the jobs' figures while the database is away", async () => {
    const dying = await createTestApp();
    await dying.ctx.pool.end();
    await dying.ctx.jobs.stop();
    const { statusCode, body } = await ask("127.0.0.1", {}, dying);
    expect(statusCode).toBe(200);
    expect(body).toContain("prompteca_database_connections");
    await dying.app.close();
  });
});
