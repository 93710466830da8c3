import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { hidePrompt } from "#prompts/server/hiding.service.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const ORIGIN = "https://prompteca.example";
const TITLE = `Carta & "aspas" </title><script>x()</script>`;
const CONTENT = "Escreva uma carta para [pessoa], com <b>calma</b> & afeto.";

let site: TestApp;
let ana: TestUser;
/** A prompt with a picture of 640 by 480 pixels. */
let promptId: number;
let hiddenId: number;
/** Path and id of a public collection, and a private one. */
let collection: { id: number; path: string };
let secret: { id: number; path: string };
const routes: string[] = [];

beforeAll(async () => {
  site = await noteRoutes(
    () => createTestApp({ PUBLIC_URL: ORIGIN }),
    ({ method, url }) => {
      if ([method].flat().includes("GET")) routes.push(url);
    },
  );
  ana = await createUser(site.ctx, { username: "Ana Maria" });
  const thumbnail_url = await pictureDataUrl("#336699", 640, 480);
  promptId = (await publishPrompt(site, ana, { title: TITLE, content: CONTENT, thumbnail_url })).id;
  hiddenId = (await publishPrompt(site, ana, { title: "Escondido", content: CONTENT })).id;
  await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, hiddenId));
  collection = await collect("Cartas de amor", true, 20);
  secret = await collect("Só minha", false, 0);
  site.ctx.responseCache.clear();
});
afterAll(() => site?.close());

/** A collection with the prompt, and more like it. */
async function collect(title: string, isPublic: boolean, more: number) {
  const made = (await site.call("POST", "/api/collections", ana, { title, is_public: isPublic })).json();
  const { rows } = await site.ctx.pool.query(
    `insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
      select user_id, llm_type_id, title || ' ' || number, content, image_hash, search
      from prompts, generate_series(1, $2::int) number where id = $1 returning id`,
    [promptId, more],
  );
  for (const id of [promptId, ...rows.map((row) => row.id)]) {
    await site.call("PUT", `/api/collections/${made.id}/items/${id}`, ana, {});
  }
  return made;
}

const oembed = (query: Record<string, string>, headers = {}) =>
  site.call("GET", `/oembed?${new URLSearchParams(query)}`, null, undefined, headers);

describe("GET /oembed", () => {
  test("describes a prompt as version 1.0 of oEmbed says", async () => {
    const answer = await oembed({ url: `${ORIGIN}/prompts/${promptId}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
      "x-frame-options": "DENY",
    });
    const { html, ...rest } = answer.json();
    expect(rest).toEqual({
      type: "rich",
      version: "1.0",
      title: TITLE,
      author_name: "Ana Maria",
      author_url: `${ORIGIN}/users/${ana.id}`,
      provider_name: "Prompteca",
      provider_url: ORIGIN,
      cache_age: 3600,
      width: 600,
      height: 400,
      thumbnail_url: `${ORIGIN}/media/preview-${promptId}.jpg`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
    expect(html).toBe(
      `<iframe src="${ORIGIN}/embed/prompts/${promptId}" title="Carta &amp; &quot;aspas&quot; &lt;/title&gt;&lt;script&gt;x()&lt;/script&gt;" width="600" height="400" style="border:0;max-width:100%" loading="lazy" allow="clipboard-write"></iframe>`,
    );
  });

  test("describes a collection by its first prompt's picture", async () => {
    const answer = (await oembed({ url: ORIGIN + collection.path })).json();
    expect(answer).toMatchObject({
      type: "rich",
      title: "Cartas de amor",
      author_name: "Ana Maria",
      thumbnail_url: `${ORIGIN}/media/preview-${promptId}.jpg`,
    });
    expect(answer.html).toContain(`src="${ORIGIN}/embed/colecoes/${collection.id}"`);
  });

  test("is never larger than asked for, its thumbnail neither", async () => {
    const url = `${ORIGIN}/prompts/${promptId}`;
    const narrow = (await oembed({ url, maxwidth: "500", maxheight: "1000" })).json();
    expect(narrow).toMatchObject({ width: 500, height: 400, thumbnail_width: 400, thumbnail_height: 300 });
    expect(narrow.thumbnail_url).toMatch(/-400\.webp$/);
    expect(narrow.html).toContain('width="500" height="400"');
    const tiny = (await oembed({ url, maxwidth: "300", maxheight: "150" })).json();
    expect(tiny).toMatchObject({ width: 300, height: 150 });
    expect(Object.keys(tiny).filter((key) => key.startsWith("thumbnail"))).toEqual([]);
    // Programs that have no size send an empty one.
    expect((await oembed({ url, maxwidth: "", maxheight: "" })).json()).toEqual(
      (await oembed({ url })).json(),
    );
    const wide = (await oembed({ url, maxwidth: "99999999" })).json();
    expect(wide).toMatchObject({ width: 600, height: 400, thumbnail_width: 1200 });
  });

  test.each([
    ["with a slash at its end", () => `${ORIGIN}/prompts/${promptId}/`],
    ["with query and fragment", () => `${ORIGIN}/prompts/${promptId}?utm_source=x#topo`],
    ["without https", () => `http://prompteca.example/prompts/${promptId}`],
    ["in capitals", () => `HTTPS://PROMPTECA.EXAMPLE/prompts/${promptId}`],
    ["of the frame itself", () => `${ORIGIN}/embed/prompts/${promptId}`],
    ["of a collection with an older title", () => `${ORIGIN}/colecoes/${collection.id}-outro-nome`],
    ["of a collection's frame", () => `${ORIGIN}/embed/colecoes/${collection.id}`],
  ])("knows an address %s", async (_name, url) => {
    expect((await oembed({ url: url() })).statusCode).toBe(200);
  });

  test.each([
    ["a prompt that is not there", () => `${ORIGIN}/prompts/999999`],
    ["a prompt that moderation has hidden", () => `${ORIGIN}/prompts/${hiddenId}`],
    ["a private collection, as one that is not there", () => ORIGIN + secret.path],
    ["a collection that is not there", () => `${ORIGIN}/colecoes/999999`],
    ["another page", () => `${ORIGIN}/terms-of-use`],
    ["the library", () => `${ORIGIN}/prompts`],
    ["a page below a prompt's", () => `${ORIGIN}/prompts/${promptId}/versoes`],
    ["another site", () => `https://outro.example/prompts/${promptId}`],
    ["another port", () => `${ORIGIN}:8443/prompts/${promptId}`],
    ["a site that begins like this", () => `${ORIGIN}.outro.example/prompts/${promptId}`],
    ["no web address", () => `javascript://prompteca.example/prompts/${promptId}`],
    ["no address", () => "prompts/1"],
    ["an id of another kind", () => `${ORIGIN}/prompts/1e3`],
  ])("answers 404 to %s", async (_name, url) => {
    const answer = await oembed({ url: url() }, { accept: "text/html" });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ message: expect.any(String), code: expect.any(String) });
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
  });

  test.each(["/profile", "/profile?tab=favoritos", "/admin", "/admin/users", "/prompts/1/edit"])(
    "answers 401 to %s, which only its owner sees",
    async (path) => {
      expect((await oembed({ url: ORIGIN + path })).statusCode).toBe(401);
    },
  );

  test.each(["xml", "yaml", "JSON"])("answers 501 to the format %s", async (format) => {
    const answer = await oembed({ url: `${ORIGIN}/prompts/${promptId}`, format });
    expect(answer.statusCode).toBe(501);
    expect(answer.json().field).toBe("format");
  });

  test.each([
    ["url", {}],
    ["url", { url: "" }],
    ["url", { url: `${ORIGIN}/prompts/1?${"x".repeat(2000)}` }],
    ["maxwidth", { url: ORIGIN, maxwidth: "0" }],
    ["maxwidth", { url: ORIGIN, maxwidth: "largo" }],
    ["maxheight", { url: ORIGIN, maxheight: "-1" }],
    ["maxheight", { url: ORIGIN, maxheight: "1.5" }],
  ])("refuses a wrong %s: %o", async (field, query: Record<string, string>) => {
    const answer = await oembed(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toBe(field);
  });
});

describe("GET /embed", () => {
  const open = (path: string) => site.call("GET", path);

  test("a prompt's page has its text whole, its variables, its author, and nothing of others", async () => {
    const { statusCode, body, headers } = await open(`/embed/prompts/${promptId}`);
    expect(statusCode).toBe(200);
    const text = /<section class="text"[^>]*>(.*?)<\/section>/s.exec(body)?.[1];
    expect(text).toBe(
      'Escreva uma carta para <span class="variable">[pessoa]</span>, com &lt;b&gt;calma&lt;/b&gt; &amp; afeto.',
    );
    expect(body).toContain("<title>Carta &amp; &quot;aspas&quot; &lt;/title&gt;");
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/prompts/${promptId}">`);
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(headers["set-cookie"]).toBeUndefined();
    for (const [, address = ""] of body.matchAll(/(?:src|href)="([^"]*)"/g)) {
      expect(address.startsWith("/media/") || address.startsWith(`${ORIGIN}/`), address).toBe(true);
    }
  });

  test("links leave the frame, and tell the new page nothing of this one", async () => {
    for (const path of [
      `/embed/prompts/${promptId}`,
      `/embed/colecoes/${collection.id}`,
      "/embed/prompts/0",
    ]) {
      const links = (await open(path)).body.match(/<a [^>]*>/g) ?? [];
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(link).toContain('target="_blank" rel="noopener"');
    }
  });

  test("a collection's page has twenty of its prompts, in order, and the way to the rest", async () => {
    const { statusCode, body } = await open(`/embed/colecoes/${collection.id}`);
    expect(statusCode).toBe(200);
    expect(body.match(/<h2>/g)).toHaveLength(20);
    expect(body).toContain("Mais 1 prompt na coleção");
    expect(body.indexOf(`/prompts/${promptId}"`)).toBeLessThan(body.indexOf(`/prompts/${promptId + 2}"`));
    expect((await open(`/embed/colecoes/${collection.id}-outro-nome`)).statusCode).toBe(200);
    const last = `/api/collections/${collection.id}/items/${promptId}`;
    await site.call("DELETE", last, ana);
    site.ctx.responseCache.clear();
    const exactly = (await open(`/embed/colecoes/${collection.id}`)).body;
    await site.call("PUT", last, ana, { position: 1 });
    expect(exactly.match(/<h2>/g)).toHaveLength(20);
    expect(exactly).not.toMatch(/Mais \d/);
    site.ctx.responseCache.clear();
  });

  test.each([
    [
      "a hidden prompt",
      () => `/embed/prompts/${hiddenId}`,
      410,
      "Este prompt não está disponível. A moderação o tirou do site.",
    ],
    ["a missing prompt", () => "/embed/prompts/999999", 404, "Prompt não encontrado"],
    ["no prompt", () => "/embed/prompts/x", 404, "Prompt não encontrado"],
    ["a private collection", () => `/embed/colecoes/${secret.id}`, 404, "Coleção não encontrada"],
  ])("%s is a small page that says so, in the frame", async (_name, path, status, message) => {
    const { statusCode, body, headers } = await open(path());
    expect(statusCode).toBe(status);
    expect(body).toContain(`<h1>${message}</h1>`);
    expect(body).not.toContain("Escondido");
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(headers["content-security-policy"]).not.toContain("frame-ancestors");
  });

  test("the pages allow their own style and script only, whatever a prompt says", async () => {
    const { headers } = await open(`/embed/prompts/${promptId}`);
    expect(String(headers["content-security-policy"]).split(";")).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[^' ]+'$/),
      expect.stringMatching(/^script-src 'sha256-[^' ]+'$/),
      `img-src 'self' ${ORIGIN}`,
      "base-uri 'none'",
      "form-action 'none'",
      "upgrade-insecure-requests",
    ]);
  });

  test("no other address may be framed", async () => {
    const others = routes.filter((url) => !url.startsWith("/embed/") && !url.includes("*"));
    expect(others.length).toBeGreaterThan(80);
    for (const url of others) {
      const { headers } = await site.call("GET", url.replace(/:\w+/g, "1"));
      expect([url, headers["x-frame-options"]]).toEqual([url, "DENY"]);
      expect([url, headers["content-security-policy"]]).toEqual([
        url,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
  });
});
