/** `/api/v1/…`, as programs call it, has the same answers as the site's own calls without the version. */
import type { IncomingMessage } from "node:http";
import { Writable } from "node:stream";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { withoutVersion } from "#platform/http/api-version.ts";
import { createHttpServer } from "#platform/http/server.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { documentedCalls, pathWith } from "#tests/support/api-calls.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp();

test.each([
  ["/api/v1/prompts?page=2", "/api/prompts?page=2"],
  ["/api/v1", "/api"],
  ["/api/v1?x", "/api?x"],
  ["/api/v10/prompts", "/api/v10/prompts"],
  ["/api/v1/v1/prompts", "/api/v1/prompts"],
  ["/api/v2/prompts", "/api/v2/prompts"],
  ["/prompts/api/v1/prompts", "/prompts/api/v1/prompts"],
  ["/auth/v1/token", "/auth/v1/token"],
])("%s is %s without the version", (url, expected) => {
  expect(withoutVersion(url)).toBe(expected);
});

test("every documented call answers the same with the version and without it", async () => {
  const ana = await createUser(site.ctx, { username: "Ana" });
  const prompt = await publishPrompt(site, ana);
  // oEmbed has its address by the format's own rules.
  const calls = (await documentedCalls(site.app)).filter(({ path }) => path !== "/oembed");
  expect(calls.length).toBeGreaterThan(80);
  for (const call of calls) {
    const id = /users\/\{id\}/.test(call.path) ? ana.id : prompt.id;
    const url = pathWith(call, { id, number: 1 });
    expect(url).toMatch(/^\/api\/v1\//);
    // As somebody only what changes nothing: a second removal would be refused.
    for (const who of call.method === "GET" ? [null, ana] : [null]) {
      const answers = [];
      for (const address of [url, url.replace("/v1", "")]) {
        const { statusCode, body, headers } = await site.call(call.method, address, who);
        const { "x-request-id": _id, date: _date, link, ...others } = headers;
        // Links lead on in the paths that the client uses.
        expect.soft(String(link).includes("</api/v1/"), address).toBe(link !== undefined && address === url);
        answers.push({
          statusCode,
          body: call.path.endsWith("/export") ? "" : body,
          headers: { ...others, link: String(link).replaceAll("/v1", "") },
        });
      }
      expect.soft(answers[0], `${call.method} ${url}`).toEqual(answers[1]);
    }
  }
});

test("what nobody mounted is a 404 in JSON with the version too", async () => {
  for (const url of ["/api/v1", "/api/v1/nada", "/api/v2/prompts", "/api/v1/v1/prompts"]) {
    const answer = await site.app.inject(url);
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, "not_found"]);
  }
});

describe("over the network", () => {
  let origin: string;
  beforeAll(async () => {
    origin = await site.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => site.app.server.closeAllConnections());

  test("both addresses of one call share one computation", async () => {
    const { computed } = site.ctx.responseCache.counts();
    const etags = [];
    for (const path of ["/api/prompts?limit=7", "/api/v1/prompts?limit=7", "/api/v1/prompts?limit=7"]) {
      const answer = await fetch(origin + path);
      expect(answer.status).toBe(200);
      etags.push(answer.headers.get("etag"));
    }
    expect(new Set(etags).size).toBe(1);
    expect(site.ctx.responseCache.counts().computed).toBe(computed + 1);
    // Without a route, and without its handler.
    const found = site.ctx.responseCache.find(
      { method: "GET", url: "/api/v1/prompts?limit=7", headers: {} } as IncomingMessage,
      true,
    );
    expect(found?.route).toBe("/api/prompts");
  });
});

test("the log has the address as it was asked for", async () => {
  const lines: string[] = [];
  const log = pino(
    { base: null },
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  const app = await createHttpServer(readConfig({}), log);
  app.get("/api/things", async () => ({}));
  await app.inject("/api/v1/things?secret=1");
  await app.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { path: "/api/v1/things", route: "/api/things", status: 200 },
  ]);
});
