import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const ORIGIN = "https://prompteca.example";
const site = setUpTestApp({ PUBLIC_URL: ORIGIN });
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
  const content = "Escreva uma <carta>\nde amor & saudade.";
  await publishPrompt(site, ana, { title: "Retrato & <paisagem>\u0001", content, llm_type_id: 3 });
  await publishPrompt(site, beto, { title: "Redator de cartas", content, llm_type_id: 6 });
});
afterEach(async () => {
  await site.ctx.pool.query("delete from prompts where id > 10000");
  site.ctx.responseCache.clear();
});

const get = (url: string) => site.call("GET", url);
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);

describe("Atom feeds", () => {
  test("the site's has the newest prompts, escaped for XML", async () => {
    const { statusCode, headers, body } = await get("/feed.xml");
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
    expect(body.indexOf("Redator de cartas")).toBeLessThan(body.indexOf("Retrato &amp; &lt;paisagem&gt;"));
    expect(body).not.toContain("\u0001");
    expect(body).toContain("Escreva uma &lt;carta&gt;<br>de amor &amp; saudade.");
    expect(body).toContain(`<id>${ORIGIN}/prompts/1</id>`);
    expect(body).toContain('<feed xml:lang="pt-BR" xmlns="http://www.w3.org/2005/Atom">');
    expect(body).not.toContain("@exemplo.com.br");
  });

  test("a tool's and an author's have only their own prompts", async () => {
    const tool = await get("/feeds/tools/6.xml");
    expect([tool.body.includes("Redator de cartas"), tool.body.includes("Retrato")]).toEqual([true, false]);
    const author = await get(`/feeds/users/${ana.id}.xml`);
    expect([author.body.includes("Redator de cartas"), author.body.includes("Retrato")]).toEqual([
      false,
      true,
    ]);
  });

  test("an empty one has no entries and a stable ETag", async () => {
    const [first, second] = [await get("/feeds/tools/9.xml"), await get("/feeds/tools/9.xml")];
    expect(first.statusCode).toBe(200);
    expect(first.body).not.toContain("<entry>");
    expect(first.headers.etag).toBe(second.headers.etag);
  });

  test.each(["/feed.xml", "/feeds/tools/3.xml"])("%s is sent again only when it changed", async (url) => {
    const { headers, body } = await get(url);
    const head = await site.app.inject({ method: "HEAD", url });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, "", headers.etag]);
    expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    const again = (etag: string) =>
      site.app.inject({ method: "GET", url, headers: { "if-none-match": etag } });
    const unchanged = await again(String(headers.etag));
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
    expect((await again('"outra"')).statusCode).toBe(200);
  });

  test.each([
    "/feeds/tools/99.xml",
    "/feeds/tools/x.xml",
    "/feeds/users/nobody.xml",
    `/feeds/users/${crypto.randomUUID()}.xml`,
  ])("%s is a 404", async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe("for search engines", () => {
  test("security.txt names the contact, if configured, for half a year", async () => {
    expect((await get("/.well-known/security.txt")).statusCode).toBe(404);
    const reachable = await createTestApp({ PUBLIC_URL: ORIGIN, CONTACT_EMAIL: "oi@prompteca.example" });
    const { body, headers } = await reachable.app.inject("/.well-known/security.txt");
    await reachable.close();
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toContain("Contact: mailto:oi@prompteca.example\n");
    expect(body).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`);
    const days = (Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? "") - Date.now()) / (24 * 60 * 60 * 1000);
    expect(Math.round(days)).toBe(180);
  });

  test("robots.txt names the sitemap and excludes personal pages", async () => {
    const { body, headers } = await get("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(body).toContain("Disallow: /profile");
    // Pages that are the same for everybody may be found.
    expect(body).not.toMatch(/Disallow: \/(auth|submit)/);
    expect(body).not.toMatch(/Disallow: \/(prompts|media|api)?\s*$/m);
  });

  test("the sitemap lists every prompt and every author, in parts by ranges of ids", async () => {
    const index = (await get("/sitemap.xml")).body;
    expect(locations(index)).toEqual([`${ORIGIN}/sitemaps/pages.xml`, `${ORIGIN}/sitemaps/prompts-1.xml`]);
    const part = (await get("/sitemaps/prompts-1.xml")).body;
    expect(locations(part)).toEqual([
      `${ORIGIN}/prompts/1`,
      `${ORIGIN}/prompts/2`,
      `${ORIGIN}/users/${ana.id}`,
      `${ORIGIN}/users/${beto.id}`,
    ]);
    expect(part).toMatch(/<lastmod>\d{4}-\d\d-\d\dT/);
    // The lists of the tools that have prompts: an empty one asks not to be found.
    expect(locations((await get("/sitemaps/pages.xml")).body)).toEqual(
      [
        "/",
        "/prompts",
        "/colecoes",
        "/tags",
        "/terms-of-use",
        "/privacy-policy",
        "/accessibility",
        "/moderacao",
        "/transparencia",
        "/programas",
        "/acompanhar",
        "/prompts?llm=3",
        "/prompts?llm=6",
      ].map((path) => ORIGIN + path),
    );
  });

  test.each(["0", "2", "-1", "x", "1e3", "99999999999"])("part %s of the sitemap is a 404", async (part) => {
    expect((await get(`/sitemaps/prompts-${part}.xml`)).statusCode).toBe(404);
  });

  test("an author is only in the part of their first prompt", async () => {
    const carla = await createUser(site.ctx, { username: "Carla" });
    expect((await get("/sitemaps/prompts-1.xml")).body).not.toContain(carla.id);
    await site.ctx.pool.query(
      `insert into prompts (id, user_id, llm_type_id, title, content, image_hash, search)
        overriding system value
        select 10001 + row_number() over (), author, llm_type_id, title, content, image_hash, search
        from prompts, unnest($1::uuid[]) author where id = 1`,
      [[ana.id, carla.id]],
    );
    expect(locations((await get("/sitemap.xml")).body)).toContain(`${ORIGIN}/sitemaps/prompts-2.xml`);
    const authors = async (part: number) =>
      locations((await get(`/sitemaps/prompts-${part}.xml`)).body).filter((at) => at?.includes("/users/"));
    expect(await authors(1)).toEqual([ana, beto].map(({ id }) => `${ORIGIN}/users/${id}`));
    expect(await authors(2)).toEqual([`${ORIGIN}/users/${carla.id}`]);
  });

  test("an address reads two parts of the sitemap at once, and others theirs", async () => {
    const read = (remoteAddress: string) =>
      site.app.inject({ url: "/sitemaps/prompts-1.xml", remoteAddress });
    const mine = Array.from({ length: 5 }, () => read("203.0.113.20"));
    const [other, ...answers] = await Promise.all([read("203.0.113.21"), ...mine]);
    expect(other.statusCode).toBe(200);
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 200, 503, 503, 503]);
    expect((await read("203.0.113.20")).statusCode).toBe(200);
  });

  test("the sitemap lists no part whose prompts were all deleted", async () => {
    await site.ctx.pool.query(
      `insert into prompts (id, user_id, llm_type_id, title, content, image_hash, search)
        overriding system value
        select number, user_id, llm_type_id, title, content, image_hash, search
        from prompts, unnest($1::int[]) number where id = 1`,
      [[20_001, 30_000, 30_001, 60_000, 70_001]],
    );
    await site.ctx.pool.query("delete from prompts where id = 30001");
    const parts = locations((await get("/sitemap.xml")).body).slice(1);
    expect(parts).toEqual([1, 3, 6, 8].map((part) => `${ORIGIN}/sitemaps/prompts-${part}.xml`));
    for (const part of parts) expect((await get(new URL(part ?? "").pathname)).statusCode).toBe(200);
  });

  test("opensearch.xml tells browsers how to search the site", async () => {
    const { body, headers } = await get("/opensearch.xml");
    expect(headers["content-type"]).toBe("application/opensearchdescription+xml; charset=utf-8");
    expect(body).toContain(`template="${ORIGIN}/prompts?q={searchTerms}"`);
  });
});
