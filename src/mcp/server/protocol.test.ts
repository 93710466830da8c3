/** The MCP server as it is on the wire: what it refuses, and in which words of the protocol. */
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

test.each(["GET", "DELETE"])(
  "%s is answered with 405: there is neither stream nor session",
  async (method) => {
    const answer = await fetch(url, { method, headers: { accept: "text/event-stream" } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await answer.json()).toMatchObject({
      error: { code: -32000, message: "Este endereço só atende POST" },
    });
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

test("a client of an older revision is offered the last one with a handshake", async () => {
  const params = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "x", version: "1" } };
  const { body } = await postMcp(url, { ...list, method: "initialize", params });
  expect(body.result.protocolVersion).toBe("2025-11-25");
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
    ["a batch", [list, list], {}, 400, -32600, "Envie uma mensagem por vez"],
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
    expect((await told("get_prompt", { id: "1" })).isError).toBe(true);
    expect((await told("get_prompt", { id: 999_999 })).content[0].text).toBe("Prompt não encontrado");
    const values = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, "x"]));
    expect((await told("get_prompt", { id: 1, values })).content[0].text).toMatch(/no máximo 100 variáveis/);
  });
});
