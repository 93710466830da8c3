/** The MCP server on the wire: refusals, and their codes of the protocol. */
import { request } from "node:http";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createServer } from "#app/server/server.ts";
import { MESSAGE_BYTES } from "#mcp/contract.ts";
import type { App } from "#platform/http/server.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { postMcp } from "#tests/support/mcp.ts";

const site = setUpTestApp();
let url: string;
beforeAll(async () => {
  url = `${await site.app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
});

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "teste", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const newest = (method: string, params: object = {}) => ({
  ...{ jsonrpc: "2.0", id: 1, method },
  params: { ...params, _meta: META },
});
const newestHeaders = (method: string) => ({ "mcp-protocol-version": "2026-07-28", "mcp-method": method });

test.each(["GET", "DELETE", "PUT"])(
  "%s is answered with 405: there is neither stream nor session",
  async (method) => {
    const answer = await fetch(url, { method, headers: { accept: "text/event-stream" } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await answer.json()).message).toContain(`não atende ${method}`);
  },
);

test.each([{ toString: 1 }, ["tools/list"], 1, null])(
  "a method that is no name is the caller's mistake: %j",
  async (method) => {
    const { status, body } = await postMcp(url, { ...list, method });
    expect([status, body.error.code]).toEqual([400, -32600]);
  },
);

test("a handshake opens no session: its next message may go to another process", async () => {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } };
  const hello = await postMcp(url, { ...list, method: "initialize", params });
  expect(hello.body.result).toMatchObject({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: "prompteca" },
  });
  expect(hello.headers.get("mcp-session-id")).toBeNull();
  expect(hello.headers.get("content-type")).toMatch(/^application\/json/);

  const other: App = await createServer(site.ctx, "none");
  onTestFinished(() => void other.close());
  const second = `${await other.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
  const versioned = { "mcp-protocol-version": "2025-11-25" };
  const ready = await postMcp(second, { jsonrpc: "2.0", method: "notifications/initialized" }, versioned);
  expect([ready.status, ready.body]).toEqual([202, undefined]);
  const { body } = await postMcp(second, { ...list, id: "a" }, versioned);
  expect(body).toMatchObject({
    id: "a",
    jsonrpc: "2.0",
    result: { tools: [{ name: "search_prompts" }, {}, {}] },
  });
});

test.each([
  ["2024-11-05", "2024-11-05"],
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  ["2024-10-07", "2025-11-25"],
  ["1.0", "2025-11-25"],
])(
  "a client of revision %s is answered in %s, with its header and without",
  async (protocolVersion, spoken) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const hello = await postMcp(url, { ...list, method: "initialize", params });
    expect(hello.body.result.protocolVersion).toBe(spoken);
    for (const headers of [{}, { "mcp-protocol-version": spoken }] as Record<string, string>[]) {
      const ready = await postMcp(url, { jsonrpc: "2.0", method: "notifications/initialized" }, headers);
      expect(ready.status).toBe(202);
      const { status, body } = await postMcp(url, list, headers);
      expect([status, body.result.tools.length]).toEqual([200, 3]);
    }
  },
);

test("batches are answered in the revisions that have them, and bounded", async () => {
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  const unknown = { jsonrpc: "2.0", id: 3, method: "x" };
  for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }] as Record<string, string>[]) {
    const { status, body } = await postMcp(url, [list, ping, unknown], headers);
    expect([status, body.map(({ id }: { id: number }) => id).sort()]).toEqual([200, [1, 2, 3]]);
    const [refused] = body.filter(({ error }: { error?: object }) => error);
    expect(refused.error).toMatchObject({ code: -32601, message: "Este servidor não tem esse método." });
  }
  const mixed = (await postMcp(url, [ping, [ping], 7, null])).body;
  expect(
    mixed.map((answer: { id: number; error?: { code: number } }) => [answer.id, answer.error?.code]),
  ).toEqual([[2, undefined], ...Array(3).fill([null, -32600])]);
  const eleven = Array.from({ length: 11 }, (_, id) => ({ ...ping, id }));
  expect((await postMcp(url, eleven)).status).toBe(400);
  expect((await postMcp(url, eleven.slice(1))).status).toBe(200);
  expect((await postMcp(url, [])).status).toBe(400);
});

test("a message of many names is refused before each is looked at", async () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`name${n}`, n]));
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const params = { name: "search_prompts", arguments: many };
  for (const crowded of [
    many,
    { ...message, params: many },
    { ...message, params },
    { ...message, params: { ...params, arguments: JSON.stringify(many) } },
    [{ ...message, params }],
  ])
    expect((await postMcp(url, crowded)).body.error.code).toBe(-32600);
});

test.each([
  "application/json, text/event-stream",
  "application/json,text/event-stream",
  "text/event-stream;q=0.5, application/json;q=0.1",
  "Application/JSON, Text/Event-Stream",
  "APPLICATION/JSON, TEXT/EVENT-STREAM",
  "*/*",
  "*/*;q=0.1",
  "application/*, text/*",
  "application/json; charset=utf-8, text/event-stream; charset=utf-8; q=0.5",
  "application/json; charset=utf-8, text/event-stream, */*;q=0.1",
  "text/html, */*",
  undefined,
])("Accept may be %s", async (accept) => {
  // `fetch` would add one.
  const body = JSON.stringify(list);
  const headers = { "content-type": "application/json", ...(accept && { accept }) };
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request(url, { method: "POST", headers }, (answer) => resolve(answer.resume().statusCode))
    .on("error", reject)
    .end(body);
  expect(await promise).toBe(200);
});

test.each([
  "application/json",
  "text/html",
  "application/json;q=0, */*",
  "application/json, text/event-stream;q=0",
  "application/jsonp, text/event-streams",
])("Accept must not be %s", async (accept) => {
  expect((await postMcp(url, list, { accept })).status).toBe(406);
});

test("the answer of everybody has the id of each request", async () => {
  const ids = [7, "sete", 7.5, 'a"b', -1];
  const answers = await Promise.all(ids.map((id) => postMcp(url, { ...list, id })));
  expect(answers.map(({ body }) => body.id)).toEqual(ids);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.result))).size).toBe(1);
});

test("what everybody is answered is not for who asks in another way", async () => {
  const status = async (headers = {}, query = "") => (await postMcp(url + query, list, headers)).status;
  // At once, so that the first answer is still there.
  const answers = [
    await status({ "mcp-protocol-version": "2025-11-25" }),
    await status({ "mcp-protocol-version": "2024-01-01" }),
    await status({ "mcp-protocol-version": "2025-11-25" }, "?colecao=x"),
  ];
  expect(answers).toEqual([200, 400, 400]);
});

test("a subscription ends at once: nothing changes that could be told", async () => {
  const body = newest("subscriptions/listen", { notifications: { toolsListChanged: true } });
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...newestHeaders("subscriptions/listen"),
    },
    body: JSON.stringify(body),
  });
  expect(await answer.text()).toContain("notifications/subscriptions/acknowledged");
});

describe("refusals", () => {
  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${"[".repeat(500)}${"]".repeat(500)}}`;
  test.each<[string, unknown, Record<string, string>, number, number, string]>([
    ["no JSON", "{", {}, 400, -32700, "O corpo da requisição não é um JSON válido."],
    ["an empty body", "", {}, 400, -32700, "O corpo da requisição não é um JSON válido."],
    ["no message", { a: 1 }, {}, 400, -32600, "A mensagem não é uma requisição JSON-RPC válida."],
    ["null", "null", {}, 400, -32600, "A mensagem não é uma requisição JSON-RPC válida."],
    [
      "a batch",
      [list, list],
      { "mcp-protocol-version": "2025-06-18" },
      400,
      -32600,
      "Envie uma mensagem por vez",
    ],
    [
      "arguments that are no object",
      { ...list, method: "tools/call", params: { name: "search_prompts", arguments: "x" } },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    [
      "arguments that are a list",
      { ...list, method: "tools/call", params: { name: "search_prompts", arguments: [1] } },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    [
      "a name that is no text",
      { ...list, method: "tools/call", params: { name: 7 } },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    [
      "a cursor that is no text",
      { ...list, method: "prompts/list", params: { cursor: 7 } },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    [
      "a prompt without a name",
      { ...list, method: "prompts/get", params: {} },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    [
      "values of a prompt that are no texts",
      { ...list, method: "prompts/get", params: { name: "1-x", arguments: { tema: { a: 1 } } } },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    [
      "a handshake without a revision",
      { ...list, method: "initialize", params: { capabilities: {} } },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    ["an unknown method", { ...list, method: "x" }, {}, 200, -32601, "Este servidor não tem esse método."],
    [
      "a method of other servers",
      { ...list, method: "resources/list" },
      {},
      200,
      -32601,
      "Este servidor não tem",
    ],
    [
      "an unknown tool",
      { ...list, method: "tools/call", params: { name: "x" } },
      {},
      200,
      -32602,
      "Não há uma ferramenta com este nome",
    ],
    [
      "a name of a prototype",
      { ...list, method: "tools/call", params: { name: "__proto__" } },
      {},
      200,
      -32602,
      "Não há uma ferramenta com este nome",
    ],
    [
      "a call without a name",
      { ...list, method: "tools/call" },
      {},
      200,
      -32602,
      "Os parâmetros são inválidos.",
    ],
    [
      "an unknown prompt",
      { ...list, method: "prompts/get", params: { name: "999999" } },
      {},
      200,
      -32602,
      "Prompt não encontrado",
    ],
    [
      "a cursor of elsewhere",
      { ...list, method: "prompts/list", params: { cursor: "x" } },
      {},
      200,
      -32602,
      "O cursor não é de uma lista daqui",
    ],
    [
      "an unknown revision",
      list,
      { "mcp-protocol-version": "2024-01-01" },
      400,
      -32000,
      "A requisição não segue",
    ],
    [
      "headers of another message",
      newest("tools/list"),
      newestHeaders("prompts/list"),
      400,
      -32020,
      "Os cabeçalhos da requisição não correspondem à mensagem.",
    ],
    [
      "a media type alone",
      list,
      { accept: "application/json" },
      406,
      -32000,
      "O cabeçalho Accept deve aceitar",
    ],
    ["a text", JSON.stringify(list), { "content-type": "text/plain" }, 415, -32000, "Envie o corpo"],
    ["too deep nesting", deep, {}, 400, -32602, "O texto contém caracteres inválidos."],
    [
      "a NUL",
      { ...list, params: { cursor: "a\0" } },
      {},
      400,
      -32602,
      "O texto contém caracteres inválidos.",
    ],
    [
      "a page of another site",
      list,
      { origin: "https://evil.example" },
      403,
      -32000,
      "Páginas de outros sites",
    ],
    ["a page without a site", list, { origin: "null" }, 403, -32000, "Páginas de outros sites"],
    [
      "a long message",
      { ...list, x: "a".repeat(MESSAGE_BYTES) },
      {},
      413,
      -32000,
      "A mensagem é grande demais",
    ],
  ])("%s", async (_what, message, headers, status, code, text) => {
    const answer = await postMcp(url, message, headers);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.body.error.message).toContain(text);
    expect(answer.body.jsonrpc).toBe("2.0");
  });

  test("a long message without a length, while it arrives", async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const sending = request(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "*/*", "transfer-encoding": "chunked" },
    });
    sending.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject);
    sending.write('{"a":"');
    for (let sent = 0; sent < 2 * MESSAGE_BYTES; sent += 16_384) sending.write("a".repeat(16_384));
    sending.end('"}');
    expect(await promise).toBe(413);
  });

  test("a page of this site and a desktop program are not pages of other sites", async () => {
    for (const origin of [site.ctx.config.publicUrl, "vscode-file://vscode-app"]) {
      expect((await postMcp(url, list, { origin })).status).toBe(200);
    }
  });

  test("arguments are told by their field, as an answer that a model can mend", async () => {
    const call = (name: string, given: object) =>
      postMcp(url, { ...list, method: "tools/call", params: { name, arguments: given } });
    const told = async (name: string, given: object) => (await call(name, given)).body.result;
    expect(await told("search_prompts", { tool: "Siri" })).toEqual({
      content: [
        { type: "text", text: "tool deve ser o nome de uma das ferramentas de list_tools (campo tool)" },
      ],
      isError: true,
    });
    expect((await told("search_prompts", { text: "a".repeat(201) })).content[0].text).toMatch(
      /200 caracteres/,
    );
    expect((await told("search_prompts", { page: 51 })).isError).toBe(true);
    expect((await told("get_prompt", { id: "um" })).isError).toBe(true);
    expect((await told("get_prompt", { id: null })).isError).toBe(true);
    expect((await told("get_prompt", { id: 999_999 })).content[0].text).toBe("Prompt não encontrado");
    const values = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, "x"]));
    expect((await told("get_prompt", { id: 1, values })).content[0].text).toMatch(/no máximo 100 campos/);
  });
});
