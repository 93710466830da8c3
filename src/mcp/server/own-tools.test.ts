/** Tools that keys open in the MCP server: those of each scope, and those without a key. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { KeyScope } from "#accounts/key-messages.ts";
import { isCover } from "#media/server/covers.ts";
import type { PromptView } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createKey, expireKey } from "#tests/support/keys.ts";
import { connectMcp, type Posted, postMcp, REVISIONS } from "#tests/support/mcp.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let [ana, bia]: TestUser[] = [];
let url: string;
let prompt: PromptView;
beforeAll(async () => {
  [ana, bia] = [
    await createUser(site.ctx, { username: "Ana" }),
    await createUser(site.ctx, { username: "Bia" }),
  ];
  url = `${await site.app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
  prompt = await publishPrompt(site, ana, {
    title: "Receita de pão",
    content: "Uma receita para [pessoas].",
  });
});
const keyOf = async (owner: TestUser | undefined, scopes?: KeyScope[]) =>
  (await createKey(site, owner as TestUser, scopes)).key;
const OPEN = ["search_prompts", "get_prompt", "list_tools"];
const call = (name: string, given: object) => ({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name, arguments: given },
});
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const published = async () => ({
  title: "Bolo de fubá",
  content: "Escreva uma receita de bolo de fubá.",
  tool: "Claude",
  tags: ["receitas"],
  image: await pictureDataUrl(),
});

describe.each(REVISIONS)("in revision %s", (revision) => {
  test("a person saves a prompt, finds it among the favourites, and takes it away", async () => {
    const person = await createUser(site.ctx);
    const client = await connectMcp(url, { revision, key: await keyOf(person) });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]).slice(3)).toEqual([
      ["list_favorites", true],
      ["save_prompt", false],
      ["publish_prompt", false],
    ]);
    const save = (saved?: boolean) =>
      client.callTool({
        name: "save_prompt",
        arguments: { id: prompt.id, ...(saved === false && { saved }) },
      });
    const favorites = async () =>
      (await client.callTool({ name: "list_favorites", arguments: {} })).structuredContent;
    expect((await save()).structuredContent).toMatchObject({ id: prompt.id, saved: true });
    expect((await save()).structuredContent).toMatchObject({ saved: true });
    expect(await favorites()).toMatchObject({ total: 1, prompts: [{ title: "Receita de pão" }] });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([`${prompt.id}-receita-de-pao`]);
    expect((await save(false)).structuredContent).toMatchObject({ saved: false });
    expect(await favorites()).toMatchObject({ total: 0 });
    const recorded = () =>
      site.sql("select action from access_records where user_id = $1 and action like '%/mcp%'", person.id);
    await expect.poll(recorded).toEqual(Array(3).fill({ action: "POST /mcp save_prompt" }));
  });

  test("a person publishes a prompt, and a second try finds the first", async () => {
    const person = await createUser(site.ctx, { username: `Caio ${revision}` });
    const client = await connectMcp(url, { revision, key: await keyOf(person, ["publish"]) });
    const ask = async () => client.callTool({ name: "publish_prompt", arguments: await published() });
    const { structuredContent } = await ask();
    expect(structuredContent).toMatchObject({ version: 1, in_review: false });
    expect((await ask()).structuredContent).toEqual(structuredContent);
    const { id } = structuredContent as { id: number };
    const shown = (await site.call("GET", `/api/prompts/${id}`)).json();
    expect(shown).toMatchObject({ title: "Bolo de fubá", llm_type: { name: "Claude" }, tags: ["receitas"] });
    expect(shown.user.username).toBe(person.username);
  });

  test("a prompt without a picture gets a cover, once", async () => {
    const person = await createUser(site.ctx);
    const client = await connectMcp(url, { revision, key: await keyOf(person, ["publish"]) });
    const { image: _, ...given } = await published();
    const ask = async () => client.callTool({ name: "publish_prompt", arguments: given });
    const { structuredContent } = await ask();
    expect((await ask()).structuredContent).toEqual(structuredContent);
    const { id } = structuredContent as { id: number };
    const shown: PromptView = (await site.call("GET", `/api/prompts/${id}`)).json();
    expect(isCover(/media\/([0-9a-f]{32})-/.exec(shown.thumbnail_url)?.[1] ?? "")).toBe(true);
  });
});

test("a private collection is a list for its owner's key that reads, and for no other", async () => {
  const { id } = (await site.call("POST", "/api/collections", ana, { title: "Só minha" })).json();
  await site.call("PUT", `/api/collections/${id}/items/${prompt.id}`, ana, {});
  const listed = async (key?: string) => {
    const client = await connectMcp(`${url}?colecao=${id}`, { ...(key && { key }) });
    return client.listPrompts().then(
      ({ prompts }) => prompts.map(({ title }) => title),
      (error: Error) => error.message,
    );
  };
  expect(await listed(await keyOf(ana, ["read"]))).toEqual(["Receita de pão"]);
  for (const key of [undefined, await keyOf(ana, ["publish"]), await keyOf(bia, ["read"])])
    expect(await listed(key)).toMatch(/não encontrada/);
});

test.each<[KeyScope, string[]]>([
  ["read", ["list_favorites"]],
  ["react", ["save_prompt"]],
  ["publish", ["publish_prompt"]],
])("a key with the scope %s has its tools alone", async (scope, own) => {
  const key = await keyOf(bia, [scope]);
  const client = await connectMcp(url, { key });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...OPEN, ...own]);
  for (const name of ["list_favorites", "save_prompt", "publish_prompt"]) {
    if (own.includes(name)) continue;
    const given = name === "save_prompt" ? { id: prompt.id } : {};
    const { body } = await postMcp(url, call(name, given), bearer(key));
    expect(body.result).toMatchObject({ isError: true });
    expect(body.result.content[0].text).toMatch(/^Esta chave não tem a permissão/);
  }
  expect((await postMcp(url, call("list_tools", {}), bearer(key))).body.result.isError).toBeUndefined();
});

test("a visitor has none of a person's tools", async () => {
  for (const name of ["list_favorites", "save_prompt", "publish_prompt"]) {
    const { body } = await postMcp(url, call(name, {}));
    expect(body.result.content[0].text).toMatch(/^Para isto é preciso uma chave/);
  }
  const { body } = await postMcp(url, { jsonrpc: "2.0", id: 1, method: "prompts/list" });
  expect(body.result.prompts).toEqual([]);
});

test("each key finds its owner's favourites, before and after others have asked", async () => {
  const [first, second] = await Promise.all([createUser(site.ctx), createUser(site.ctx)]);
  const [mine, theirs] = [await keyOf(first), await keyOf(second)];
  await postMcp(url, call("save_prompt", { id: prompt.id }), bearer(mine));
  const total = async (key: string) =>
    (await postMcp(url, call("list_favorites", {}), bearer(key))).body.result.structuredContent.total;
  expect([await total(mine), await total(theirs), await total(mine)]).toEqual([1, 0, 1]);
});

test.each<[string, () => Promise<string>, number, string]>([
  ["a malformed key", async () => "pk_nada", 401, "key_malformed"],
  [
    "an expired key",
    async () => {
      const made = await createKey(site, ana as TestUser);
      await expireKey(site, made);
      return made.key;
    },
    401,
    "key_expired",
  ],
  [
    "a revoked key",
    async () => {
      const made = await createKey(site, ana as TestUser);
      await site.call("DELETE", `/api/account/keys/${made.id}`, ana);
      return made.key;
    },
    401,
    "key_revoked",
  ],
  [
    "a blocked person's key",
    async () => {
      const blocked = await createUser(site.ctx);
      const key = await keyOf(blocked);
      await site.sql("update users set is_blocked = true where id = $1", blocked.id);
      return key;
    },
    401,
    "key_of_blocked",
  ],
  ["a token of no session", async () => "nada", 401, "unauthorized"],
])("%s is refused before anything is read", async (_what, make, status, code) => {
  const key = await make();
  const answer = await postMcp(url, call("search_prompts", {}), bearer(key));
  expect([answer.status, answer.body.error.data.code]).toEqual([status, code]);
  if (code !== "unauthorized") expect(answer.headers.get("www-authenticate")).toContain("invalid_token");
  expect(JSON.stringify(answer.body)).not.toContain(key);
});

test("what is published is checked as in the form, and told by its field", async () => {
  const key = await keyOf(bia);
  const refused = async (fields: object) => {
    const given = { ...(await published()), ...fields };
    return (await postMcp(url, call("publish_prompt", given), bearer(key))).body.result;
  };
  expect((await refused({ title: "ab" })).content[0].text).toBe(
    "Título deve ter pelo menos 3 caracteres (campo title)",
  );
  expect((await refused({ tool: "Siri" })).content[0].text).toContain("(campo tool)");
  expect((await refused({ image: "https://exemplo.com/a.png" })).isError).toBe(true);
  expect((await refused({ title: "Seu filho da puta" })).content[0].text).toContain("linguagem imprópria");
  expect(await site.sql("select 1 from prompts where user_id = $1", (bia as TestUser).id)).toEqual([]);
});

/** Revokes a key after the first bytes of a message with it. @returns the answer to the message */
async function revokedMeanwhile(message: string): Promise<Posted["body"]> {
  const made = await createKey(site, bia as TestUser);
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const asked = vi.spyOn(site.ctx.batchedReads, "ask");
  const sending = request(url, {
    method: "POST",
    headers: {
      ...bearer(made.key),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  });
  sending.on("error", reject).on("response", async (answer) => {
    const body = JSON.parse(await text(answer));
    resolve({ status: answer.statusCode ?? 0, headers: new Headers(), body });
  });
  sending.write(message.slice(0, 10));
  // By now the site has let the key in.
  await expect.poll(() => asked.mock.settledResults.length).toBeGreaterThan(0);
  await site.call("DELETE", `/api/account/keys/${made.id}`, bia);
  sending.end(message.slice(10));
  const { body } = await promise;
  asked.mockRestore();
  return body;
}

test("a key that was revoked while its message arrived reads and changes nothing", async () => {
  const list = { jsonrpc: "2.0", id: 1, method: "prompts/list" };
  expect((await revokedMeanwhile(JSON.stringify(list))).error.message).toContain("revogada");
  for (const message of [
    call("list_favorites", {}),
    call("save_prompt", { id: 1 }),
    call("publish_prompt", await published()),
  ])
    expect((await revokedMeanwhile(JSON.stringify(message))).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("revogada") }],
    });
  expect(await site.sql("select 1 from prompts where user_id = $1", (bia as TestUser).id)).toEqual([]);
});
