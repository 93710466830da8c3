/** Which calls read from replicas: what everybody may see, and nothing else. Another database stands for the replica. */
import { expect, test } from "vitest";
import { openResponseCache } from "#platform/http/response-cache.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import type { TestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { createServer } from "./server.ts";

const primary = setUpTestApp();
const replica = setUpTestApp();

/** The same in both databases, under the same ids, but for a word. */
async function fill(site: TestApp, word: string): Promise<TestUser> {
  const author = await createUser(site.ctx, { username: `Autora ${word}` });
  const fields = { description: `Do banco ${word}`, tags: ["poesia"] };
  const { id } = await publishPrompt(site, author, { title: `Um poema ${word}`, ...fields });
  const remix = { remixed_from: id, remix_note: "Mudei o mar.", content: "Escreva um conto sobre a serra." };
  await publishPrompt(site, author, { title: `Um conto ${word}`, ...fields, ...remix });
  await publishPrompt(site, author, { title: `Um haicai ${word}`, ...fields, content: "Escreva um haicai." });
  const list = { title: `Lista ${word}`, is_public: true };
  const { id: collection } = (await site.call("POST", "/api/collections", author, list)).json();
  await site.call("PUT", `/api/collections/${collection}/items/${id}`, author, {});
  await site.call("POST", `/api/prompts/${id}/favorite`, author);
  return author;
}

test("lists, details, search, feeds, embeds, MCP and the sitemap read from replicas, one's own from the primary", async () => {
  const own = await fill(primary, "principal");
  const author = await fill(replica, "copiado");
  const { publicReads: _, ...rest } = primary.ctx;
  const ctx = { ...rest, responseCache: openResponseCache() };
  const app = await createServer({ ...ctx, publicReads: { ...ctx, db: replica.ctx.db } }, "none");
  const get = async (url: string, token?: string) =>
    app.inject({ method: "GET", url, headers: token ? { authorization: `Bearer ${token}` } : {} });

  for (const url of [
    "/api/prompts",
    "/api/prompts?search=copiado",
    "/api/prompts?tag=poesia",
    "/api/prompts/top",
    "/api/prompts/suggestions?search=poema",
    "/api/prompts/1",
    "/api/prompts/1/related",
    "/api/prompts/1/remixes",
    "/api/prompts/1/versions",
    "/api/prompts/1/versions/1",
    `/api/users/${author.id}`,
    `/api/users/${author.id}/prompts`,
    `/api/users/${author.id}/collections`,
    "/api/collections/1",
    "/feed.xml",
    `/feeds/users/${author.id}.xml`,
    "/feeds/tags/poesia.xml",
    "/feeds/collections/1.xml",
    "/sitemaps/collections-1.xml",
    "/embed/prompts/1",
    "/oembed?format=json&url=http%3A%2F%2Flocalhost%3A3000%2Fprompts%2F1",
  ]) {
    const { body, statusCode } = await get(url);
    expect(`${statusCode} ${body}`, url).toMatch(/^200 .*(copiado|conto|poema)/is);
    expect(body, url).not.toContain("principal");
  }
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_prompts", arguments: { query: "poema" } },
  };
  const accept = "application/json, text/event-stream";
  const found = await app.inject({ method: "POST", url: "/mcp", headers: { accept }, payload: call });
  expect(found.body).toContain("copiado");

  for (const url of [`/api/users/${own.id}/favorites`, "/api/collections"]) {
    const { body } = await get(url, own.token);
    expect(body, url).toContain("principal");
    expect(body, url).not.toContain("copiado");
  }
  await app.close();
});
