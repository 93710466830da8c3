/** Which routes API keys open: every route of the site, so that a new one is closed until it is written down here. */
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY_SCOPES, type KeyScope } from "#accounts/key-messages.ts";
import { makeKey } from "#accounts/server/api-keys/key-format.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createKey, expireKey } from "#tests/support/keys.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createUser } from "#tests/support/users.ts";

/** Calls that keys open. All others are closed: accounts, sessions, keys, sign-in, moderation, administration. */
const OPEN: Record<string, KeyScope | "public"> = {
  "GET /api/openapi.json": "public",
  "GET /media/:file": "public",
  // There, the tool decides which scope is needed.
  "POST /mcp": "public",
  "GET /feed.xml": "public",
  "GET /feeds/funciona-hoje.xml": "public",
  "GET /feeds/tools/:id.xml": "public",
  "GET /feeds/users/:id.xml": "public",
  "GET /feeds/tags/:id.xml": "public",
  "GET /feeds/collections/:id.xml": "public",
  "GET /oembed": "public",
  "GET /api/prompts": "public",
  "GET /api/prompts/top": "public",
  "GET /api/prompts/suggestions": "public",
  "GET /api/llm_types": "public",
  "GET /api/prompts/:id": "public",
  "GET /api/prompts/:id/related": "public",
  "GET /api/prompts/:id/collections": "public",
  "GET /api/prompts/:id/remixes": "public",
  "GET /api/prompts/:id/results": "public",
  "GET /api/prompts/:id/versions": "public",
  "GET /api/prompts/:id/versions/:number": "public",
  "GET /api/prompts/:id/versions/:number/diff": "public",
  "POST /api/prompts/:id/view": "public",
  "GET /api/tags": "public",
  "GET /api/tags/all": "public",
  "GET /api/collections/public": "public",
  "GET /api/users/:id": "public",
  "GET /api/users/:id/prompts": "public",
  "GET /api/users/:id/collections": "public",
  "GET /api/collections/:id": "public",
  "GET /api/moderation/log": "public",
  "GET /api/transparency": "public",
  "GET /api/collections/:id/:format(^(?:json|csv|md)$)": "public",
  "GET /api/exchange-format.json": "public",
  "GET /api/account/prompts/:format(^(?:json|csv|md)$)": "read",
  "GET /api/imports": "read",
  "POST /api/imports": "publish",
  "POST /api/imports/preview": "publish",
  "DELETE /api/imports/:id": "publish",
  "GET /api/prompts/in-review": "read",
  "GET /api/prompts/deleted": "read",
  "GET /api/users/:id/favorites": "read",
  "GET /api/collections": "read",
  "GET /api/follows": "read",
  "GET /api/news": "read",
  "PUT /api/follows/users/:id": "react",
  "DELETE /api/follows/users/:id": "react",
  "PUT /api/follows/collections/:id": "react",
  "DELETE /api/follows/collections/:id": "react",
  "PUT /api/follows/tags/:id": "react",
  "DELETE /api/follows/tags/:id": "react",
  "POST /api/prompts/:id/like": "react",
  "DELETE /api/prompts/:id/like": "react",
  "POST /api/prompts/:id/favorite": "react",
  "DELETE /api/prompts/:id/favorite": "react",
  "PUT /api/prompts/:id/result": "react",
  "DELETE /api/prompts/:id/result": "react",
  "PUT /api/collections/:id/items/:promptId": "react",
  "DELETE /api/collections/:id/items/:promptId": "react",
  "POST /api/prompts": "publish",
  "POST /api/prompts/similar": "publish",
  "PATCH /api/prompts/:id": "publish",
  "DELETE /api/prompts/:id": "publish",
  "POST /api/prompts/:id/restore": "publish",
  "POST /api/prompts/:id/versions/:number/restore": "publish",
  "DELETE /api/prompts/:id/versions/:number": "publish",
  "POST /api/collections": "publish",
  "PATCH /api/collections/:id": "publish",
  "DELETE /api/collections/:id": "publish",
};

interface Route {
  name: string;
  method: "GET";
  url: string;
  scope: KeyScope | "public" | undefined;
}

const routes: Route[] = [];
let site: TestApp;
/** Named by their fault, or by their only scope. */
let keys: Record<string, string>;

beforeAll(async () => {
  const noteRoute = ({ method, url, config }: RouteOptions) => {
    for (const verb of [method].flat()) {
      if (verb === "HEAD" || verb === "OPTIONS") continue;
      routes.push({ name: `${verb} ${url}`, method: verb as "GET", url, scope: config?.keyScope });
    }
  };
  site = await noteRoutes(() => createTestApp({}, "built"), noteRoute);

  const [ana, blocked] = [await createUser(site.ctx), await createUser(site.ctx)];
  const revoked = await createKey(site, ana);
  await site.call("DELETE", `/api/account/keys/${revoked.id}`, ana);
  const expired = await createKey(site, ana);
  await expireKey(site, expired);
  const ofBlocked = await createKey(site, blocked);
  await site.ctx.pool.query("update users set is_blocked = true where id = $1", [blocked.id]);
  const unknown = makeKey();
  keys = {
    key_revoked: revoked.key,
    key_expired: expired.key,
    key_of_blocked: ofBlocked.key,
    key_unknown: unknown,
    malformed: "pk_nada",
    cut: revoked.key.slice(0, -1),
    checksum: unknown.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
  };
  for (const scope of KEY_SCOPES) keys[scope] = (await createKey(site, ana, [scope])).key;
});
afterAll(() => site.close());

/** Asks for what does not exist: nothing is changed, and nothing refused but by the key. */
async function ask({ method, url }: Route, key: string | null) {
  const path = url
    .replace(/:format.*/, "json")
    .replace(/:promptId|:id|:number/g, "999999999")
    .replace(/:\w+/g, "nada")
    .replace("*", "nada");
  const answer = await site.call(method, path, key, method === "GET" ? undefined : {});
  const json = String(answer.headers["content-type"]).includes("json");
  const body: { code?: string; message?: string; error_code?: string; error?: { data: { code: string } } } =
    json ? answer.json() : {};
  const code = body.error_code ?? body.error?.data.code ?? body.code;
  return { status: answer.statusCode, code, answer, body };
}
const REFUSALS = /^key_|^unauthorized$/;

test("what opens each route is written down here", () => {
  const names = new Set(routes.map(({ name }) => name));
  expect(Object.keys(OPEN).filter((name) => !names.has(name))).toEqual([]);
  const differing = routes.filter(({ name, scope }) => scope !== OPEN[name]);
  expect(differing.map(({ name, scope }) => [name, scope])).toEqual([]);
});

describe("every route", () => {
  test.each(["malformed", "cut", "checksum"])("refuses what is no key: %s", async (which) => {
    for (const route of routes) {
      const { status, code, answer } = await ask(route, keys[which] as string);
      expect([route.name, status, code]).toEqual([route.name, 401, "key_malformed"]);
      expect(answer.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    }
  });

  test.each(["key_revoked", "key_expired", "key_of_blocked", "key_unknown"])(
    "refuses a key that is not valid: %s",
    async (which) => {
      for (const route of routes) {
        const { status, code } = await ask(route, keys[which] as string);
        const expected = OPEN[route.name] ? [401, which] : [403, "key_scope"];
        expect([route.name, status, code]).toEqual([route.name, ...expected]);
      }
    },
  );

  test.each(KEY_SCOPES)("lets a key with the scope %s do that alone", async (scope) => {
    for (const route of routes) {
      const { status, code, body, answer } = await ask(route, keys[scope] as string);
      const needed = OPEN[route.name];
      if (needed === "public" || needed === scope) {
        expect([route.name, REFUSALS.test(code ?? "")]).toEqual([route.name, false]);
        continue;
      }
      expect([route.name, status, code]).toEqual([route.name, 403, "key_scope"]);
      if (!needed) continue;
      expect(body.message).toContain(`(${needed})`);
      expect(answer.headers["www-authenticate"]).toBe(`Bearer error="insufficient_scope", scope="${needed}"`);
    }
  });

  test("asks visitors for a login where keys need a scope, and nowhere else", async () => {
    for (const route of routes) {
      const needed = OPEN[route.name];
      if (!needed) continue;
      // Some look at what was sent first.
      const { status } = await ask(route, null);
      const expected = needed === "public" ? status !== 401 : [400, 401].includes(status);
      expect([route.name, status, expected]).toEqual([route.name, status, true]);
    }
  });
});
