/** Visitors' messages whose answer is cached: they get it before the route is asked, and no one else gets theirs. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createKey } from "#tests/support/keys.ts";
import { postMcp } from "#tests/support/mcp.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });
let ana: TestUser;
let url: string;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  await publishPrompt(site, ana, { title: "Receita de pão" });
  url = `${await site.app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
});

const search = (id: unknown, words = "receita") => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name: "search_prompts", arguments: { text: words } },
});
/** Has the answer to a message cached; then what the route is asked is counted. */
async function cached(words?: string) {
  // A fresh answer would be stale soon.
  vi.useFakeTimers({ toFake: ["performance"] });
  const first = await postMcp(url, search(1, words));
  expect(first.status).toBe(200);
  return { first, asked: vi.spyOn(site.ctx.responseCache, "sharedJson") };
}
beforeEach(() => {
  site.ctx.responseCache.clear();
});

test("it is the answer of the route, with the id of each message, and counts no search", async () => {
  const { first, asked } = await cached();
  for (const id of [7, -1.5, "sete", 'a"b\\', ""]) {
    const again = await postMcp(url, search(id));
    expect(again.body).toEqual({ ...first.body, id });
    const { "x-request-id": request, date: _, ...headers } = Object.fromEntries(again.headers);
    expect(request).toMatch(/^[\w-]{36}$/);
    const { "x-request-id": before, date: __, ...others } = Object.fromEntries(first.headers);
    expect(request).not.toBe(before);
    // The first one counted a search.
    for (const name of ["ratelimit", "ratelimit-policy", "content-length"]) delete others[name];
    expect(headers).toMatchObject(others);
    expect(again.headers.has("ratelimit")).toBe(false);
  }
  expect(asked).not.toHaveBeenCalled();
});

test("a new prompt is in the next answer", async () => {
  const { first } = await cached("nova");
  await publishPrompt(site, ana, { title: "Receita nova" });
  const total = ({ body }: typeof first) => body.result.structuredContent.total;
  expect([total(first), total(await postMcp(url, search(2, "nova")))]).toEqual([0, 1]);
});

test.each<[string, unknown, Record<string, string>, query?: string]>([
  ["in another revision", search(2), { "mcp-protocol-version": "2025-06-18" }],
  ["of a page of another site", search(2), { origin: "https://evil.example" }],
  ["with a type of its own", search(2), { accept: "application/json" }],
  ["that is no JSON", "{", {}],
  ["with a key of a prototype", JSON.stringify(search(2)).replace("{", '{"__proto__":{},'), {}],
  ["with an id that cannot be stored", search("a\0"), {}],
  ["without an id", { ...search(2), id: undefined }, {}],
  ["with a longer body", { ...search(2), more: "a".repeat(5000) }, {}],
  ["for a collection", search(2), {}, "?colecao=1"],
])("a message %s is for the route", async (_what, message, headers, query = "") => {
  const { asked } = await cached();
  const answer = await postMcp(url + query, message, headers);
  const text = JSON.stringify(answer.body ?? null);
  const isRefused = answer.status >= 400 || answer.status === 202;
  expect(isRefused || asked.mock.calls.length > 0, text).toBe(true);
});

test("a key gets its own answer", async () => {
  const { asked } = await cached();
  const { key } = await createKey(site, ana);
  const answer = await postMcp(url, search(2), { authorization: `Bearer ${key}` });
  expect(answer.status).toBe(200);
  expect(asked).not.toHaveBeenCalled();
  const refused = await postMcp(url, search(3), { authorization: "Bearer pk_nada" });
  expect(refused.body.error.data.code).toBe("key_malformed");
});

/** Posts a message by hand, in pieces. */
function post(pieces: string[], { length, end = true }: { length: number; end?: boolean }) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const head = [
    "POST /mcp HTTP/1.1",
    "Host: x",
    "Connection: close",
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${length}`,
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n`);
  for (const piece of pieces) setImmediate(() => socket.write(piece));
  if (!end) setImmediate(() => socket.destroySoon());
  return socket;
}

test.each([1, 2])("a body may come in %s pieces, cached or not", async (pieces) => {
  const body = JSON.stringify(search(`pedaços ${pieces}`, "pão"));
  const length = Buffer.byteLength(body);
  const at = pieces === 1 ? body.length : 30;
  const { asked } = await cached("pão");
  for (const isCached of [true, false]) {
    if (!isCached) site.ctx.responseCache.clear();
    const answer = await text(post([body.slice(0, at), body.slice(at)].filter(Boolean), { length }));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).toContain(`"id":"pedaços ${pieces}"`);
    expect(answer).toContain('"total":1');
    expect(asked).toHaveBeenCalledTimes(isCached ? 1 : 2);
  }
});

test("of a caller who vanishes in the middle of a message nothing is left", async () => {
  const connections = () =>
    new Promise<number>((resolve) => site.app.server.getConnections((_error, open) => resolve(open)));
  const before = await connections();
  let came = 0;
  const count = () => void came++;
  site.app.server.on("connection", count);
  onTestFinished(() => void site.app.server.off("connection", count));
  for (let n = 0; n < 20; n++) post(["{"], { length: 100, end: false });
  await expect.poll(() => came).toBe(20);
  await expect.poll(connections).toBeLessThanOrEqual(before);
  expect((await postMcp(url, search(1))).status).toBe(200);
});

test("whoever asks the same at once gets its refusal with their own id", async () => {
  const ask = (id: unknown) =>
    postMcp(url, { jsonrpc: "2.0", id, method: "prompts/get", params: { name: "999999" } });
  const ids = [1, "dois", 3, "quatro"];
  const answers = await Promise.all(ids.map(ask));
  expect(answers.map(({ body }) => [body.id, body.error.code])).toEqual(ids.map((id) => [id, -32602]));
});
