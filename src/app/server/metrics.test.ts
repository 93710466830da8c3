import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { localToken } from "#platform/http/loopback.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";

const TOKEN = "uvaia-cambuci-e-grumixama-75";
const here = "127.0.0.1";
const away = "203.0.113.9";

const site = setUpTestApp({ TRUST_PROXY: "loopback" });
const guarded = setUpTestApp({ METRICS_TOKEN: TOKEN, TRUST_PROXY: "loopback" });

const ask = (remoteAddress: string, headers: Record<string, string> = {}, from: TestApp = site) =>
  from.app.inject({ method: "GET", url: "/metrics", remoteAddress, headers });

/** The value of one line. */
async function read(line: string): Promise<number | undefined> {
  const { body } = await ask(here);
  const found = body.split("\n").find((candidate) => candidate.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}

describe("GET /metrics", () => {
  test("is open to this machine without a configured token, in Prometheus' format", async () => {
    const answer = await ask(here);
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
      expect(line).toMatch(/^[a-z_0-9]+(\{([a-z_]+="[^"]*",?)*\})? (-?[\d.e+-]+|nan|\+inf)$/i);
    }
  });

  test.each([
    ["elsewhere", away],
    // Requests through a proxy on this machine that adds no header look like this.
    ["this machine", here],
  ])("requires the configured token from %s", async (_where, address) => {
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
    ["elsewhere", away, {}, 404],
    ["elsewhere", away, { authorization: "Bearer " }, 404],
    ["elsewhere", away, { authorization: "Bearer undefined" }, 404],
    ["this machine", "::1", {}, 200],
    ["a proxy on this machine", here, { "x-forwarded-for": away }, 404],
    ["a proxy on this machine", here, { "x-forwarded-for": here }, 404],
    ["a proxy on this machine", here, { via: "1.1 proxy" }, 404],
    ["a proxy on this machine", here, { "x-forwarded-proto": "https" }, 404],
    ["a proxy on this machine", here, { "cf-connecting-ip": here }, 404],
    ["a proxy on this machine", here, { forwarded: `for=${here}` }, 404],
    // A page of another site whose name leads here.
    ["a browser on this machine", here, { host: "evil.example" }, 404],
    ["a browser on this machine", here, { host: "evil.example:3000" }, 404],
    ["a browser on this machine", here, { host: "localhost.evil.example" }, 404],
    ["a browser on this machine", here, { host: "localhost:3000" }, 200],
    ["a browser on this machine", here, { host: "127.0.0.1:3000" }, 200],
    ["a browser on this machine", here, { host: "[::1]:3000" }, 200],
    ["a browser on this machine", here, { host: "localhost" }, 200],
  ])("answers %s without a configured token: %s, %j: %i", async (_who, address, headers, status) => {
    expect((await ask(address, headers)).statusCode).toBe(status);
  });

  test("requires the generated token in production", async () => {
    const production = await createTestApp({
      NODE_ENV: "production",
      CONTACT_EMAIL: "oi@prompteca.example",
      RATE_LIMITS: "on",
      PUBLIC_URL: "https://prompteca.example",
      SMTP_URL: "smtp://127.0.0.1:9",
    });
    expect((await ask(here, {}, production)).statusCode).toBe(401);
    const authorization = `Bearer ${localToken(production.ctx)}`;
    expect((await ask(away, { authorization }, production)).statusCode).toBe(200);
    await production.close();
  });

  test("counts answers by route pattern, never by URL", async () => {
    const line = (method: string, route: string, status: string) =>
      `prompteca_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
    const before = (await read(line("GET", "/api/prompts/:id", "4xx"))) ?? 0;
    await site.app.inject("/api/prompts/987654?segredo=abacaxi");
    await site.app.inject("/api/prompts/123456");
    await site.app.inject("/api/abacaxi");
    await site.app.inject({ method: "PROPFIND", url: "/abacaxi" } as unknown as string);
    expect(await read(line("GET", "/api/prompts/:id", "4xx"))).toBe(before + 2);
    expect(await read(line("GET", "none", "4xx"))).toBeGreaterThan(0);
    const { body } = await ask(here);
    expect(body).not.toMatch(/abacaxi|987654|PROPFIND/);
    // Buckets are cumulative, and the last holds all.
    const buckets = [
      ...body.matchAll(
        /_bucket\{le="([^"]+)",method="GET",route="\/api\/prompts\/:id",status="4xx"\} (\d+)/g,
      ),
    ];
    expect(buckets.map(([, bound]) => bound)).toEqual([
      "0.001",
      "0.005",
      "0.025",
      "0.1",
      "0.5",
      "2.5",
      "+Inf",
    ]);
    const counts = buckets.map(([, , count]) => Number(count));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(before + 2);
  });

  test("counts refusals by code, cached responses and connections", async () => {
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

  test("tells what runs, and when the last backup and its copy were made", async () => {
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
    const { body } = await ask(here);
    expect(body).toMatch(
      new RegExp(
        `^prompteca_build_info\\{version="${version}",commit="\\w*",committed_at="[^"]*",node="${process.versions.node}"\\} 1$`,
        "m",
      ),
    );
    const [made, copied] = ["success", "copy"].map(
      (what) => `prompteca_backup_last_${what}_timestamp_seconds`,
    );
    expect(await read(made ?? ""), "absent until there is one").toBeUndefined();
    await site.ctx.pool.query(
      `insert into backups (bytes, file, finished_at, copied_at) values
        (1, 'a', '2026-11-27T06:00:00Z', now()), (1, 'b', '2026-11-28T06:00:00Z', null)`,
    );
    expect([await read(made ?? ""), await read(copied ?? "")]).toEqual([
      Date.UTC(2026, 10, 28, 6) / 1000,
      Date.UTC(2026, 10, 27, 6) / 1000,
    ]);
  });

  test("names the limit that was reached", async () => {
    const limited = await createTestApp({ RATE_LIMITS: "on" });
    const call = () =>
      limited.app.inject({
        method: "POST",
        url: "/auth/v1/recover",
        payload: { email: "ninguem@exemplo.com.br" },
        remoteAddress: "198.51.100.7",
      });
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await call()).statusCode);
    expect(statuses).toContain(429);
    const { body } = await ask(here, {}, limited);
    expect(body).toMatch(/prompteca_limits_reached_total\{limit="recoverPer(Address|Account)"\} [1-9]/);
    expect(body).not.toContain("198.51.100.7");
    await limited.close();
  });

  test("answers without the jobs while the database is unreachable", async () => {
    const dying = await createTestApp();
    await dying.ctx.pool.end();
    await dying.ctx.jobs.stop();
    const { statusCode, body } = await ask(here, {}, dying);
    expect(statusCode).toBe(200);
    expect(body).toContain("prompteca_database_connections");
    await dying.app.close();
  });
});
