/** Answers of every address to methods that it does not have, and to callers without rights. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { notFoundRoute, routes as pages } from "#app/routes.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createKey, expireKey } from "#tests/support/keys.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createUser } from "#tests/support/users.ts";

type Method = "GET" | "POST" | "OPTIONS";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "QUERY"];

const routes: { method: string; url: string }[] = [];
let site: TestApp;

beforeAll(async () => {
  site = await noteRoutes(
    () => createTestApp({}, "built"),
    ({ method, url }) => routes.push(...[method].flat().map((one) => ({ method: one, url }))),
  );
});
afterAll(() => site.close());

/** A path of a route's pattern. */
const pathOf = (url: string) =>
  url
    .replace(/:format\(.*/, "csv")
    .replace(/:file.*/, "nada.webp")
    .replace(/:\w+/g, "999999")
    .replace("*", "nada");

/** Whether a path is one of a pattern's, as this test reads patterns. */
function matches(url: string, path: string): boolean {
  const pattern = url
    .replace(/:format\(.*/, "FORMAT")
    .replace(/[.$^()|?]/g, (sign) => `\\${sign}`)
    .replace(/:\w+/g, "[^/]+")
    .replace("*", ".*")
    .replace("FORMAT", "(?:json|csv|md)");
  return new RegExp(`^${pattern}$`).test(path);
}

const isPage = (path: string) =>
  pages.some((page) => page !== notFoundRoute && matches(page.pattern, path) && !page.pattern.includes("*"));

function allowedAt(path: string): string[] {
  const routed = routes.filter(({ url }) => matches(url, path)).map(({ method }) => method);
  return [...new Set([...routed, ...(isPage(path) ? ["GET", "HEAD"] : []), "OPTIONS"])].sort();
}

const ask = (method: string, url: string, headers = {}) =>
  site.app.inject({ method: method as Method, url, headers });
const told = (allow: unknown) => String(allow).split(", ").sort();

test("a method that an address does not have is told those it has, before anything is asked or read", async () => {
  const paths = new Set(
    [...routes.map(({ url }) => url), ...pages.map(({ pattern }) => pattern)].map(pathOf),
  );
  expect(paths.size).toBeGreaterThan(120);
  for (const path of paths) {
    const allowed = allowedAt(path);
    const options = await ask("OPTIONS", path);
    if (!path.startsWith("/auth/v1/"))
      expect([path, options.statusCode, told(options.headers.allow)]).toEqual([path, 204, allowed]);
    for (const method of METHODS.filter((one) => !allowed.includes(one))) {
      const answer = await site.app.inject({
        method: method as Method,
        url: path,
        headers: { "content-type": "application/json" },
        payload: "{",
      });
      const what = `${method} ${path}`;
      expect([what, answer.statusCode, told(answer.headers.allow)]).toEqual([what, 405, allowed]);
      if (method !== "HEAD") expect([what, answer.body]).toEqual([what, expect.stringContaining(method)]);
    }
  }
});

test.each([
  ["DELETE", "/api/v1/prompts", "GET, HEAD, POST, OPTIONS"],
  ["POST", "/api/prompts/12", "DELETE, GET, HEAD, PATCH, OPTIONS"],
  ["GET", "/auth/v1/token?grant_type=password", "POST, OPTIONS"],
  ["GET", "/api/v1/prompts/similar", "GET, HEAD"],
  ["POST", "/feed.xml", "GET, HEAD, OPTIONS"],
  ["PUT", "/denunciar", "POST, GET, HEAD, OPTIONS"],
  ["POST", "/prompts?q=x", "GET, HEAD, OPTIONS"],
  ["DELETE", "/prompts/12", "GET, HEAD, OPTIONS"],
  ["GET", "/mcp", "POST, OPTIONS"],
  ["PUT", "/robots.txt", "GET, HEAD, OPTIONS"],
  ["POST", "/healthz", "GET, HEAD, OPTIONS"],
])("%s %s", async (method, url, allow) => {
  const { statusCode, headers } = await ask(method, url);
  if (url.endsWith("/similar")) return expect(statusCode).toBe(404);
  expect([statusCode, told(headers.allow)]).toEqual([405, told(allow)]);
});

test("whoever posts to a page by mistake reads so", async () => {
  const { statusCode, headers, body } = await ask("POST", "/prompts", { accept: "text/html" });
  expect([statusCode, headers["content-type"]]).toEqual([405, "text/html; charset=utf-8"]);
  expect(body).toContain("Este endereço não atende POST. Use GET ou HEAD.");
  const problem = await ask("POST", "/prompts", { accept: "application/problem+json" });
  expect(problem.json()).toMatchObject({ title: "Método não aceito", code: "method_not_allowed" });
});

test.each(["POST", "OPTIONS", "DELETE", "PATCH", "QUERY", "PROPFIND"])(
  "%s to no address at all is 404, whatever is sent there",
  async (method) => {
    for (const url of ["/nada", "/api/v1/nada", "/auth/v1/nada", "/api/collections/3/xml"]) {
      expect([url, (await ask(method, url)).statusCode]).toEqual([url, 404]);
      const broken = await site.app.inject({
        method: method as Method,
        url,
        headers: { "content-type": "application/json" },
        payload: "{",
      });
      expect([url, broken.statusCode]).toEqual([url, 404]);
    }
  },
);

test("a refusal names the other methods in a sentence", async () => {
  const { message } = (await ask("PUT", "/api/v1/prompts")).json();
  expect(message).toBe("Este endereço não atende PUT. Use GET, HEAD ou POST.");
});

test.each([
  ["nothing", undefined],
  ["an expired key", "expired"],
  ["an unknown key", "Bearer nada"],
  ["a password", "Basic YTpi"],
  ["a scheme alone", "Bearer"],
])("every 401 to %s says how one is let in", async (_what, sent) => {
  const key = sent === "expired" && (await createKey(site, await createUser(site.ctx)));
  if (key) await expireKey(site, key);
  const authorization = key ? `Bearer ${key.key}` : sent;
  let refused = 0;
  for (const { method, url } of routes.filter((route) => METHODS.includes(route.method))) {
    const answer = await ask(method, pathOf(url), {
      accept: "application/json, text/event-stream",
      ...(authorization && { authorization }),
    });
    if (answer.statusCode !== 401) continue;
    refused++;
    const what = `${method} ${url}`;
    const told = String(answer.headers["www-authenticate"]);
    // RFC 6750, section 3: the scheme is followed by a parameter; no error for who has sent nothing.
    const challenge = /^(Bearer|Basic) realm="Prompteca"|^Bearer error="invalid_token"/;
    expect([what, told]).toEqual([what, expect.stringMatching(challenge)]);
    if (!told.startsWith("Basic"))
      expect([what, told.includes('error="invalid_token"')]).toEqual([what, authorization !== undefined]);
  }
  expect(refused).toBeGreaterThan(80);
});
