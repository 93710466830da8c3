/** The headers by which programs page, ask again, read from a browser, and know their limits; for every call. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { type ApiCall, documentedCalls, pathWith } from "#tests/support/api-calls.ts";
import { createKey } from "#tests/support/keys.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });
let calls: ApiCall[];
let ana: TestUser;
let origin: string;
/** Parameters of a call's path that exist. */
let existing: (call: ApiCall) => string;

beforeAll(async () => {
  origin = await site.app.listen({ port: 0, host: "127.0.0.1" });
  calls = await documentedCalls(site.app);
  ana = await createUser(site.ctx, { username: "Ana" });
  for (const title of ["Primeiro", "Segundo", "Terceiro"]) {
    await publishPrompt(site, ana, { title, content: `${title}: ${"palavra ".repeat(20)}`, tags: ["Mar"] });
  }
  const { data } = (await site.call("GET", "/api/prompts")).json();
  await site.call("POST", "/api/collections", ana, { title: "Do mar", is_public: true });
  const [collection] = (await site.call("GET", "/api/collections", ana)).json();
  existing = (call) => {
    const { path } = call;
    const id = path.includes("/users/")
      ? ana.id
      : path.includes("/collections/")
        ? collection?.id
        : data[0].id;
    const query = call.query.includes("search") ? "?search=palavra" : "";
    return pathWith(call, { id, number: 1 }) + query;
  };
});

afterAll(() => site.app.server.closeAllConnections());

/** Calls that only the site's own screens make. */
const CLOSED = ["administração", "moderação", "contas"];
const isOpen = ({ method, tags }: ApiCall) => method === "GET" && !tags.some((tag) => CLOSED.includes(tag));
const ORIGIN = { origin: "https://ferramenta.example" };

describe("pages of other sites", () => {
  test("read every call of the library, also its refusals, and no other call", async () => {
    expect(calls.filter(isOpen).length).toBeGreaterThan(20);
    for (const call of calls) {
      for (const url of [existing(call), pathWith(call)]) {
        const { headers } = await site.call(call.method, url, null, undefined, ORIGIN);
        const allowed = headers["access-control-allow-origin"];
        expect.soft(allowed, `${call.method} ${url}`).toBe(isOpen(call) ? "*" : undefined);
        expect.soft(headers["access-control-allow-credentials"]).toBeUndefined();
        if (isOpen(call))
          expect.soft(headers["access-control-expose-headers"]).toMatch(/ETag, Link, RateLimit,/);
      }
    }
  });

  test("may send a key of their own to what they read, and nothing that writes", async () => {
    for (const call of calls) {
      const answer = await site.app.inject({
        method: "OPTIONS",
        url: pathWith(call),
        headers: { ...ORIGIN, "access-control-request-method": call.method },
      });
      if (isOpen(call)) {
        expect.soft(answer.statusCode, call.path).toBe(204);
        const names = String(answer.headers["access-control-allow-headers"]).toLowerCase().split(", ");
        expect.soft(names, call.path).toEqual(expect.arrayContaining(["authorization", "content-type", "*"]));
        expect.soft(answer.headers["access-control-max-age"]).toBe("86400");
      }
      // Also where the path is that of a read: to browsers POST needs no permission, and an Authorization does.
      const allows = ["origin", "headers", "methods"].map(
        (what) => answer.headers[`access-control-allow-${what}`],
      );
      if (call.method !== "GET")
        expect.soft([call.path, ...allows]).toEqual([call.path, undefined, undefined, undefined]);
      else if (isOpen(call)) expect.soft(allows[2], call.path).toBe("GET, HEAD");
      if (call.tags.some((tag) => CLOSED.includes(tag))) {
        expect.soft(answer.statusCode, call.path).toBe(204);
        expect.soft(answer.headers["access-control-allow-origin"], call.path).toBeUndefined();
      }
    }
  });

  test.each([
    "/auth/v1/user",
    "/auth/v1/settings",
    "/healthz",
    "/api/docs",
    "/api/account/keys",
    "/api/account/sessions",
  ])("do not read %s", async (url) => {
    const { headers } = await site.call("GET", url, ana, undefined, ORIGIN);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("may keep the API's document, and ask whether it is still the same", async () => {
    for (const url of ["/api/openapi.json", "/api/v1/openapi.json"]) {
      const { headers } = await site.app.inject(url);
      expect(headers["cache-control"]).toBe("public, max-age=300");
      const again = await site.app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
      expect([again.statusCode, again.body, again.headers["cache-control"]]).toEqual([
        304,
        "",
        "public, max-age=300",
      ]);
      const head = await site.app.inject({ method: "HEAD", url });
      expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, headers.etag, ""]);
    }
  });

  test("read the API's document, and what is cached without its handler", async () => {
    expect((await site.app.inject("/api/v1/openapi.json")).headers["access-control-allow-origin"]).toBe("*");
    for (let time = 0; time < 2; time++) {
      const { headers } = await fetch(`${origin}/api/v1/prompts?limit=3`);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("link")).toContain("</api/v1/prompts?");
    }
  });
});

test("every read of a program has an ETag, and is not sent again to it, with a key or without", async () => {
  const { key } = await createKey(site, ana);
  let read = 0;
  for (const call of calls.filter(({ method }) => method === "GET")) {
    for (const who of [null, { ...ana, token: key }]) {
      const url = existing(call);
      const first = await site.call("GET", url, who);
      if (first.statusCode !== 200 || !String(first.headers["content-type"]).startsWith("application/json"))
        continue;
      read++;
      const etag = String(first.headers.etag);
      expect.soft(etag, url).toMatch(/^"[\w-]{22,40}"$/);
      const again = await site.call("GET", url, who, undefined, { "if-none-match": etag });
      expect.soft([again.statusCode, again.body, again.headers.etag], url).toEqual([304, "", etag]);
      const other = await site.call("GET", url, who, undefined, { "if-none-match": '"other"' });
      expect.soft(other.statusCode, url).toBe(200);
    }
  }
  expect(read).toBeGreaterThan(30);
});

test("what a session reads of its own has no ETag: a browser may not keep it", async () => {
  for (const url of ["/api/account/sessions", "/api/collections", "/api/prompts"]) {
    const { statusCode, headers } = await site.call("GET", url, ana);
    expect([statusCode, headers.etag, headers["cache-control"]]).toEqual([
      200,
      undefined,
      "private, no-store",
    ]);
  }
});

describe("links", () => {
  /** Addresses by relation. */
  const linksOf = (link: unknown) =>
    Object.fromEntries(
      [...String(link).matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address, relation]) => [
        relation,
        address,
      ]),
    );

  test.each([
    ["/api/v1/prompts?limit=1&tag=mar&search=palavra&orderBy=newest&llmTypeId=1&spelling=suggest", null],
    ["/api/prompts?limit=1", null],
    ["/api/v1/prompts?limit=1&works=today", null],
    ["/api/v1/prompts?limit=1&orderBy=top", "ana"],
    ["/api/v1/users/ANA/prompts?limit=1", null],
    ["/api/v1/users/ANA/prompts?limit=1", "ana"],
  ])("%s leads through all pages and back, with its filters (as %s)", async (address, who) => {
    const start = address.replace("ANA", ana.id);
    const asked = new URL(start, "http://x");
    const seen: number[] = [];
    let links: Record<string, string | undefined> = { next: start };
    while (links.next) {
      const at: string = links.next;
      const answer = await site.call("GET", at, who ? ana : null);
      expect(answer.statusCode).toBe(200);
      const { data, pagination } = answer.json();
      seen.push(...data.map(({ id }: { id: number }) => id));
      links = linksOf(answer.headers.link);
      for (const [relation, link = ""] of Object.entries(links)) {
        const { pathname, searchParams } = new URL(link, "http://x");
        expect(pathname, relation).toBe(asked.pathname);
        for (const [name, value] of asked.searchParams) expect(searchParams.get(name), relation).toBe(value);
      }
      const pageOf = (link?: string) => link && Number(new URL(link, "http://x").searchParams.get("page"));
      const { page, pages } = pagination;
      expect(pageOf(links.first)).toBe(1);
      expect(pageOf(links.last)).toBe(Math.max(pages, 1));
      expect(pageOf(links.prev)).toBe(page > 1 ? page - 1 : undefined);
      expect(pageOf(links.next)).toBe(page < pages ? page + 1 : undefined);
    }
    expect(seen).toHaveLength(start.includes("works") ? 0 : 3);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("every call whose answers have pages has them", async () => {
    const paged = calls.filter(
      (call) => isOpen(call) && call.query.some((name) => /^(page|before)$/.test(name)),
    );
    expect(paged.map(({ operationId }) => operationId).sort()).toMatchInlineSnapshot(`
      [
        "listAllTags",
        "listFavorites",
        "listModerationLog",
        "listNews",
        "listPromptsByUser",
        "listPublicCollections",
        "listRemixes",
        "listResults",
        "searchPrompts",
      ]
    `);
    for (const call of paged) {
      const answer = await site.call("GET", existing(call), ana);
      expect.soft([call.path, answer.statusCode]).toEqual([call.path, 200]);
      expect.soft(linksOf(answer.headers.link).first, call.path).toMatch(/^\/api\/v1\//);
    }
  });

  test("of a page beyond the end lead back to the last one", async () => {
    const { headers } = await site.call("GET", "/api/v1/prompts?page=99&limit=2");
    const { prev, next, last } = linksOf(headers.link);
    expect([prev, next]).toEqual([last, undefined]);
  });
});

describe("limits", () => {
  const search = (words: string, remoteAddress: string) =>
    site.app.inject({ url: `/api/v1/prompts?search=${words}`, remoteAddress });

  test("are told to whom a use was counted, and to nobody who gets the cached answer", async () => {
    const first = await search("limite", "192.0.2.1");
    expect(first.headers["ratelimit-policy"]).toBe('"searchPerAddress";q=120;w=60');
    expect(first.headers.ratelimit).toMatch(/^"searchPerAddress";r=119;t=(60|59)$/);
    const cached = await search("limite", "192.0.2.2");
    expect(cached.statusCode).toBe(200);
    expect([cached.headers.ratelimit, cached.headers["ratelimit-policy"]]).toEqual([undefined, undefined]);
  });

  test("tell a refusal when to come back", async () => {
    for (let use = 0; use < 120; use++) await site.ctx.rateLimits.take("searchPerAddress", "192.0.2.3");
    const refused = await search("mais", "192.0.2.3");
    expect(refused.statusCode).toBe(429);
    const seconds = refused.headers["retry-after"];
    expect(refused.headers.ratelimit).toBe(`"searchPerAddress";r=0;t=${seconds}`);
    expect(Number(seconds)).toBeGreaterThan(0);
  });

  test("of a call with a body, which arrives later, are told too", async () => {
    const beto = await createUser(site.ctx);
    const answer = await fetch(`${origin}/api/v1/prompts/similar`, {
      method: "POST",
      headers: { authorization: `Bearer ${beto.token}`, "content-type": "application/json" },
      body: JSON.stringify({ content: "Um texto qualquer." }) + " ".repeat(200_000),
    });
    expect([answer.status, answer.headers.get("ratelimit")]).toEqual([
      200,
      expect.stringMatching(/^"similarPerAccount";r=59;t=\d+$/),
    ]);
  });

  test("that others use up too are not told", async () => {
    const payload = { email: "ana@exemplo.com.br", username: "Outra pessoa" };
    const { headers, statusCode } = await site.call("POST", "/api/auth/check-user-exists", null, payload);
    expect([statusCode, headers.ratelimit]).toEqual([200, undefined]);
  });
});
