/** Refusals of a program that sends something else in place of a key, by the API and by MCP. */
import { beforeAll, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createKey } from "#tests/support/keys.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let key: string;
beforeAll(async () => {
  ({ key } = await createKey(site, await createUser(site.ctx)));
});

const EMPTY = /chegou sem a chave: a variável que devia trazê-la está vazia/;
const NAMED = /chegou o nome dela.*Defina a variável no ambiente/;
const FORM = /é “Bearer”, um espaço e a chave de API/;
const NO_KEY = /Isto não é uma chave de API da Prompteca/;

const inBraces = (name: string) => `$\{${name}}`;
const SENT: [sent: string, told: RegExp][] = [
  ["", EMPTY],
  ["Bearer", EMPTY],
  ["Bearer ", EMPTY],
  ["bearer undefined", EMPTY],
  ["Bearer null", EMPTY],
  ["Bearer None", EMPTY],
  ['Bearer ""', EMPTY],
  ["undefined", EMPTY],
  [`Bearer ${inBraces("PROMPTECA_KEY")}`, NAMED],
  [`Bearer ${inBraces("env:PROMPTECA_KEY")}`, NAMED],
  [`Bearer ${inBraces("input:prompteca-key")}`, NAMED],
  ["Bearer $PROMPTECA_KEY", NAMED],
  ["Bearer {{PROMPTECA_KEY}}", NAMED],
  ["Bearer %PROMPTECA_KEY%", NAMED],
  ["Bearer $env:PROMPTECA_KEY", NAMED],
  ["Bearer <sua chave>", NAMED],
  ["Bearer SUA_CHAVE", NAMED],
  ["Bearer YOUR_API_KEY", NAMED],
  ["PROMPTECA_KEY", NAMED],
  ['Bearer "§"', FORM],
  ["Bearer Bearer §", FORM],
  ["§", FORM],
  ["Token §", FORM],
  ["Basic YW5hOmFuYQ==", FORM],
  ["Bearer sk-abcdef", NO_KEY],
  ["Bearer pk_curta", NO_KEY],
];

test.each(SENT)("%j is told what is wrong with it", async (sent, told) => {
  const authorization = sent.replace("§", key);
  const favorites = await site.app.inject({ url: "/api/v1/users/me/favorites", headers: { authorization } });
  const mcp = await site.app.inject({
    method: "POST",
    url: "/mcp",
    headers: { authorization, accept: "*/*", "content-type": "application/json" },
    payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  for (const [{ statusCode, headers, body }, message] of [
    [favorites, favorites.json().message],
    [mcp, mcp.json().error?.message],
  ] as const) {
    expect([statusCode, headers["www-authenticate"]]).toEqual([401, 'Bearer error="invalid_token"']);
    expect(message).toMatch(told);
    expect(body).not.toContain(key);
  }
  const code = sent === "Bearer pk_curta" ? "key_malformed" : "unauthorized";
  expect([favorites.json().code, mcp.json().error.data.code]).toEqual([code, code]);
  // Public answers are read all the same, unless the value looks like a key.
  const open = await site.app.inject({ url: "/api/v1/prompts", headers: { authorization } });
  expect(open.statusCode).toBe(sent === "Bearer pk_curta" ? 401 : 200);
});

test("a session that has ended is asked for a login, as ever", async () => {
  for (const authorization of [undefined, `Bearer ${"a".repeat(20)}.${"b".repeat(20)}.${"c".repeat(20)}`]) {
    const headers = { ...(authorization && { authorization }) };
    const answer = await site.app.inject({ url: "/api/v1/users/me/favorites", headers });
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { code: "unauthorized", message: "Faça login para continuar." },
    ]);
  }
});
