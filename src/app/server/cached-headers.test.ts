/**
 * The headers of every answer that caches may keep: whole, to the first caller, to one who gets it from the cache, and to
 * one with a key. Files of the build are left out.
 */
import { existsSync } from "node:fs";
import type { LightMyRequestResponse, RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createKey } from "#tests/support/keys.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { PURGING } from "#tests/support/shared-cache.ts";
import { createUser } from "#tests/support/users.ts";

interface Site {
  site: TestApp;
  /** An address of every public read, by its route. */
  addresses: Map<string, string>;
  key: string;
}

/** A site with something at every address. */
async function fill(env: Record<string, string>): Promise<Site> {
  const routes = new Set<string>();
  const site = await noteRoutes(
    () => createTestApp({ RATE_LIMITS: "on", ...env }, "built"),
    ({ method, url }: RouteOptions) => {
      if ([method].flat().includes("GET") && !existsSync(`dist/client${url}`)) routes.add(url);
    },
  );
  const ana = await createUser(site.ctx, { username: "Ana" });
  const prompt = await publishPrompt(site, ana, { tags: ["Mar"] });
  const list = { title: "Do mar", is_public: true };
  const collection = (await site.call("POST", "/api/collections", ana, list)).json();
  await site.call("PUT", `/api/collections/${collection.id}/items/${prompt.id}`, ana, {});
  const pages = ["/", "/prompts", "/users/:id", "/nada"];
  const names: Record<string, string> = {
    "/prompts/:name": `/prompts/${prompt.id}`,
    "/colecoes/:name": collection.path,
    "/embed/prompts/:name": `/embed/prompts/${prompt.id}`,
    "/embed/colecoes/:name": `/embed${collection.path}`,
    "/tags/:slug": "/tags/mar",
    "/feeds/tags/:id.xml": "/feeds/tags/mar.xml",
    "/media/:file": prompt.thumbnail_url,
    "/oembed": `/oembed?url=${site.ctx.config.publicUrl}/prompts/${prompt.id}`,
    "/api/prompts/suggestions": "/api/prompts/suggestions?search=prompt",
  };
  const addresses = new Map(
    [...routes, ...pages, ...Object.keys(names)].map((route) => {
      const id = route.includes("users") ? ana.id : route.includes("collections") ? collection.id : prompt.id;
      return [
        route,
        names[route] ??
          route
            .replaceAll(/:id\b/g, id)
            .replaceAll(/:(?:number|part)\b/g, "1")
            .replace(/:format.*/, "json"),
      ];
    }),
  );
  return { site, addresses, key: (await createKey(site, ana, ["read"])).key };
}

let plain: Site;
let purged: Site;
beforeAll(async () => {
  plain = await fill({});
  purged = await fill(PURGING);
});
afterAll(() => Promise.all([plain?.site.close(), purged?.site.close()]));

/** Headers that every answer has: other tests look at their values. */
const OF_ALL = [
  ...["connection", "content-length", "content-security-policy", "cross-origin-opener-policy"],
  ...[
    "cross-origin-resource-policy",
    "date",
    "origin-agent-cluster",
    "permissions-policy",
    "referrer-policy",
  ],
  ...["x-content-type-options", "x-dns-prefetch-control", "x-download-options", "x-frame-options"],
  ...["x-permitted-cross-domain-policies", "x-request-id", "x-xss-protection"],
];
/** Their values are of one answer alone. */
const VARYING = /^(?:etag|last-modified|link|ratelimit|surrogate-key|cache-tag)$/;

function told({ headers }: LightMyRequestResponse): string {
  const names = Object.keys(headers).filter((name) => !OF_ALL.includes(name));
  const lines = names.map((name) => (VARYING.test(name) ? name : `${name}: ${headers[name]}`));
  const missing = OF_ALL.filter((name) => !(name in headers)).map((name) => `without ${name}`);
  return [...lines, ...missing].sort().join("\n");
}

/** By headers, the routes whose answers may be kept, and to which of three calls. */
async function cachedAnswers({ site, addresses, key }: Site) {
  const found: Record<string, Record<string, string[]>> = {};
  for (const [route, url] of addresses) {
    for (const [which, token] of [
      ["first", null],
      ["again", null],
      ["key", key],
    ] as const) {
      const answer = await site.call("GET", url, token);
      if (!String(answer.headers["cache-control"]).startsWith("public")) continue;
      const headers = told(answer);
      const alike = found[headers] ?? {};
      const named = answer.statusCode === 200 ? route : `${answer.statusCode} ${route}`;
      found[headers] = { ...alike, [named]: [...(alike[named] ?? []), which] };
    }
  }
  return Object.entries(found)
    .map(([headers, routes]) => {
      const lines = Object.entries(routes).map(([route, calls]) => `  ${route} (${calls.join(", ")})`);
      return `${headers}\n${lines.sort().join("\n")}\n`;
    })
    .sort()
    .join("\n");
}

test("of a site without a cache that it purges", async () => {
  expect(await cachedAnswers(plain)).toMatchInlineSnapshot(`
    "access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    link
    ratelimit
    ratelimit-policy: "callPerKey";q=600;w=60
    vary: accept-encoding, authorization
      /api/collections/public (key)
      /api/moderation/log (key)
      /api/tags/all (key)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    ratelimit
    ratelimit-policy: "callPerKey";q=600;w=60
    vary: accept-encoding, authorization
      /api/llm_types (key)
      /api/prompts/:id/collections (key)
      /api/prompts/:id/versions (key)
      /api/prompts/:id/versions/:number (key)
      /api/prompts/:id/versions/:number/diff (key)
      /api/prompts/suggestions (key)
      /api/tags (key)
      /api/transparency (key)
      /api/users/:id (key)
      /api/users/:id/collections (key)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    ratelimit
    ratelimit-policy: "comparePerAddress";q=60;w=60
    vary: accept-encoding, authorization
      /api/prompts/:id/versions/:number/diff (first)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    ratelimit
    ratelimit-policy: "suggestPerAddress";q=480;w=60
    vary: accept-encoding, authorization
      /api/prompts/suggestions (first)
      /api/tags (first)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    link
    vary: accept-encoding, authorization
      /api/collections/public (first, again)
      /api/moderation/log (first, again)
      /api/prompts (first, again)
      /api/prompts/:id/remixes (first, again)
      /api/prompts/:id/results (first, again)
      /api/tags/all (first, again)
      /api/users/:id/prompts (first, again)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    vary: accept-encoding, authorization
      /api/collections/:id (first, again)
      /api/llm_types (first, again)
      /api/prompts/:id (first, again)
      /api/prompts/:id/collections (first, again)
      /api/prompts/:id/related (first, again)
      /api/prompts/:id/versions (first, again)
      /api/prompts/:id/versions/:number (first, again)
      /api/prompts/:id/versions/:number/diff (again)
      /api/prompts/suggestions (again)
      /api/prompts/top (first, again)
      /api/tags (again)
      /api/transparency (first, again)
      /api/users/:id (first, again)
      /api/users/:id/collections (first, again)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=300
    content-type: application/json; charset=utf-8
    etag
      /api/openapi.json (first, again, key)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=3600
    content-type: application/schema+json; charset=utf-8
      /api/exchange-format.json (first, again, key)

    access-control-allow-origin: *
    cache-control: public, max-age=0, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    ratelimit
    ratelimit-policy: "callPerKey";q=600;w=60
    vary: accept-encoding, authorization
      /oembed (key)

    access-control-allow-origin: *
    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    content-type: application/json; charset=utf-8
    etag
    vary: accept-encoding, authorization
      /oembed (first, again)

    cache-control: public, max-age=0, must-revalidate
    content-type: application/atom+xml; charset=utf-8
    etag
    ratelimit
    ratelimit-policy: "callPerKey";q=600;w=60
    vary: accept-encoding, authorization
      /feed.xml (key)
      /feeds/collections/:id.xml (key)
      /feeds/funciona-hoje.xml (key)
      /feeds/tags/:id.xml (key)
      /feeds/tools/:id.xml (key)
      /feeds/users/:id.xml (key)

    cache-control: public, max-age=0, must-revalidate
    content-type: text/html; charset=utf-8
    etag
    vary: accept-encoding, authorization
      404 /nada (first, again, key)

    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    content-type: application/atom+xml; charset=utf-8
    etag
    vary: accept-encoding, authorization
      /feed.xml (first, again)
      /feeds/collections/:id.xml (first, again)
      /feeds/funciona-hoje.xml (first, again)
      /feeds/tags/:id.xml (first, again)
      /feeds/tools/:id.xml (first, again)
      /feeds/users/:id.xml (first, again)

    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    content-type: text/html; charset=utf-8
    etag
    vary: accept-encoding, authorization
      / (first, again, key)
      /colecoes/:name (first, again)
      /prompts (first, again, key)
      /prompts/:name (first, again, key)
      /tags/:slug (first, again)
      /users/:id (first, again, key)

    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    content-type: text/html; charset=utf-8
    etag
    vary: accept-encoding, authorization
    without x-frame-options
      /embed/colecoes/:name (first, again)
      /embed/prompts/:name (first, again)

    cache-control: public, max-age=3600
    content-type: application/opensearchdescription+xml; charset=utf-8
      /opensearch.xml (first, again)

    cache-control: public, max-age=3600
    content-type: application/xml; charset=utf-8
      /sitemap.xml (first, again)
      /sitemaps/collections-:part.xml (first, again)
      /sitemaps/pages.xml (first, again)
      /sitemaps/prompts-:part.xml (first, again)

    cache-control: public, max-age=3600
    content-type: text/plain; charset=utf-8
      /robots.txt (first, again)

    cache-control: public, max-age=600
    content-type: application/json; charset=utf-8
    etag
      /auth/v1/.well-known/jwks.json (first, again)

    cache-control: public, max-age=86400
    content-type: image/webp
    etag
      /media/:file (first, again, key)
    "
  `);
});

test("of a site that purges the cache in front of it", async () => {
  expect(await cachedAnswers(purged)).toMatchInlineSnapshot(`
    "access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: application/json; charset=utf-8
    etag
    link
    strict-transport-security: max-age=31536000
    surrogate-key
    vary: accept-encoding, authorization
      /api/collections/public (first, again, key)
      /api/moderation/log (first, again, key)
      /api/prompts (first, again)
      /api/prompts/:id/remixes (first, again)
      /api/prompts/:id/results (first, again)
      /api/tags/all (first, again, key)
      /api/users/:id/prompts (first, again)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: application/json; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
    surrogate-key
    vary: accept-encoding, authorization
      /api/collections/:id (first, again)
      /api/llm_types (first, again, key)
      /api/prompts/:id (first, again)
      /api/prompts/:id/collections (first, again, key)
      /api/prompts/:id/related (first, again)
      /api/prompts/:id/versions (first, again, key)
      /api/prompts/:id/versions/:number (first, again, key)
      /api/prompts/:id/versions/:number/diff (first, again, key)
      /api/prompts/suggestions (first, again, key)
      /api/prompts/top (first, again)
      /api/tags (first, again, key)
      /api/transparency (first, again, key)
      /api/users/:id (first, again, key)
      /api/users/:id/collections (first, again, key)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=300
    content-type: application/json; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
      /api/openapi.json (first, again, key)

    access-control-allow-origin: *
    access-control-expose-headers: ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset
    cache-control: public, max-age=3600
    content-type: application/schema+json; charset=utf-8
    strict-transport-security: max-age=31536000
      /api/exchange-format.json (first, again, key)

    access-control-allow-origin: *
    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: application/json; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
    surrogate-key
    vary: accept-encoding, authorization
      /oembed (first, again, key)

    cache-control: public, max-age=0, must-revalidate
    content-type: text/html; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
    vary: accept-encoding, authorization
      404 /nada (first, again, key)

    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: application/atom+xml; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
    surrogate-key
    vary: accept-encoding, authorization
      /feed.xml (first, again, key)
      /feeds/collections/:id.xml (first, again, key)
      /feeds/funciona-hoje.xml (first, again, key)
      /feeds/tags/:id.xml (first, again, key)
      /feeds/tools/:id.xml (first, again, key)
      /feeds/users/:id.xml (first, again, key)

    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: text/html; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
    surrogate-key
    vary: accept-encoding, authorization
      / (first, again, key)
      /colecoes/:name (first, again)
      /prompts (first, again, key)
      /prompts/:name (first, again, key)
      /tags/:slug (first, again)
      /users/:id (first, again, key)

    cache-control: public, max-age=0, s-maxage=1, must-revalidate
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: text/html; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
    surrogate-key
    vary: accept-encoding, authorization
    without x-frame-options
      /embed/colecoes/:name (first, again)
      /embed/prompts/:name (first, again)

    cache-control: public, max-age=3600
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: application/opensearchdescription+xml; charset=utf-8
    strict-transport-security: max-age=31536000
    surrogate-key
      /opensearch.xml (first, again)

    cache-control: public, max-age=3600
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: application/xml; charset=utf-8
    strict-transport-security: max-age=31536000
    surrogate-key
      /sitemap.xml (first, again)
      /sitemaps/collections-:part.xml (first, again)
      /sitemaps/pages.xml (first, again)
      /sitemaps/prompts-:part.xml (first, again)

    cache-control: public, max-age=3600
    cache-tag
    cdn-cache-control: max-age=30, stale-while-revalidate=30, stale-if-error=86400
    content-type: text/plain; charset=utf-8
    strict-transport-security: max-age=31536000
    surrogate-key
      /robots.txt (first, again)

    cache-control: public, max-age=600
    content-type: application/json; charset=utf-8
    etag
    strict-transport-security: max-age=31536000
      /auth/v1/.well-known/jwks.json (first, again)

    cache-control: public, max-age=86400
    cache-tag
    cdn-cache-control: max-age=86400, stale-while-revalidate=30, stale-if-error=86400
    content-type: image/webp
    etag
    strict-transport-security: max-age=31536000
    surrogate-key
      /media/:file (first, again, key)
    "
  `);
});
