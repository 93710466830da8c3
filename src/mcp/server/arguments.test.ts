/** Arguments as models and programs really send them. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { LLM_TYPES, type PromptView } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createKey } from "#tests/support/keys.ts";
import { postMcp } from "#tests/support/mcp.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { openTools } from "./tools.ts";

const site = setUpTestApp();
let url: string;
let key: string;
let poem: PromptView;
let ana: TestUser;
beforeAll(async () => {
  url = `${await site.app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
  ana = await createUser(site.ctx);
  ({ key } = await createKey(site, ana, ["read", "react", "publish"]));
  poem = await publishPrompt(site, ana, {
    title: "Poema do mar",
    content: "Escreva sobre [tema] em [tom].",
    llm_type_id: 1,
    tags: ["2026"],
  });
});

const ask = (method: string, params: object) =>
  postMcp(url, { jsonrpc: "2.0", id: 9, method, params }, { authorization: `Bearer ${key}` });
async function call(name: string, given: unknown) {
  const { body } = await ask("tools/call", { name, arguments: given });
  return body.result;
}

describe.each([
  ["null", null],
  ["nothing", ""],
  ["blanks", "  "],
])("%s in place of an argument", (_what, none) => {
  test("is as if it were left out, in every tool", async () => {
    for (const [name, { listing }] of openTools(site.ctx)) {
      const { properties = {}, required = [] } = listing.inputSchema;
      const needed = {
        id: poem.id,
        title: "Um título",
        content: `Um texto qualquer ${name}.`,
        tool: "Claude",
      };
      const given = Object.fromEntries(required.map((one) => [one, needed[one as keyof typeof needed]]));
      const optional = Object.keys(properties).filter((one) => !required.includes(one));
      const without = await call(name, given);
      expect([name, without.isError]).toEqual([name, undefined]);
      const all = await call(name, { ...given, ...Object.fromEntries(optional.map((one) => [one, none])) });
      expect([name, all]).toEqual([name, without]);
    }
  });

  test("is refused where it is needed", async () => {
    const { isError, content } = await call("get_prompt", { id: none });
    expect([isError, content[0].text]).toEqual([true, "id deve ser o número de um prompt (campo id)"]);
  });

  test("leaves a variable as it was written", async () => {
    const { structuredContent } = await call("get_prompt", {
      id: poem.id,
      values: { tema: "o rio", tom: none },
    });
    expect(structuredContent.text).toBe("Escreva sobre o rio em [tom].");
    const { body } = await ask("prompts/get", {
      name: `${poem.id}-x`,
      arguments: { tema: "o rio", tom: none },
    });
    expect(body.result.messages[0].content.text).toBe("Escreva sobre o rio em [tom].");
  });
});

test("no arguments, and null in their place, are none", async () => {
  for (const given of [undefined, null, {}]) {
    const { body } = await ask("tools/call", { name: "search_prompts", arguments: given });
    expect(body.result.structuredContent.total).toBeGreaterThan(0);
  }
  for (const params of [{ cursor: null }, { cursor: "" }, {}]) {
    const { body } = await ask("prompts/list", params);
    expect([params, body.result?.prompts]).toEqual([params, expect.any(Array)]);
  }
});

test.each(["null", "None", " undefined ", "nil"])(
  "the word “%s” is nothing where a choice is asked for",
  async (word) => {
    const page = await call("search_prompts", { tool: word, order: word, page: word, only_working: word });
    expect(page).toEqual(await call("search_prompts", {}));
    expect(page.structuredContent.page).toBe(1);
    const { structuredContent } = await call("search_prompts", { text: word });
    expect(structuredContent.total).toBe(0);
    expect((await call("get_prompt", { id: word })).isError).toBe(true);
    const filled = await call("get_prompt", { id: poem.id, values: { tema: word, tom: "verso" } });
    expect(filled.structuredContent.text).toBe(`Escreva sobre ${word.trim()} em verso.`);
  },
);

test("all arguments may be one text, and a prompt's name a number", async () => {
  const { structuredContent } = await call("search_prompts", '{"tool":"chatgpt"}');
  expect(structuredContent.prompts).toMatchObject([{ id: poem.id }]);
  for (const given of ["mar", "[1]", "{"]) {
    const { body } = await ask("tools/call", { name: "search_prompts", arguments: given });
    expect([given, body.error?.code]).toEqual([given, -32602]);
  }
  for (const given of ['{"tema":"o rio","tom":true}', { tema: "o rio", tom: true }]) {
    const { body } = await ask("prompts/get", { name: poem.id, arguments: given });
    expect(body.result.messages[0].content.text).toBe("Escreva sobre o rio em true.");
  }
});

test("numbers and switches may be texts, and texts numbers", async () => {
  const page = await call("search_prompts", { page: "1", limit: " 1 ", only_working: "False", tag: 2026 });
  expect(page.structuredContent).toMatchObject({ page: 1, total: 1, prompts: [{ id: poem.id }] });
  const whole = await call("get_prompt", { id: String(poem.id), version: "1", values: { tema: 7 } });
  expect(whole.structuredContent).toMatchObject({ version: 1, text: "Escreva sobre 7 em [tom]." });
  for (const id of ["0", "-1", "1.5", "1e1", "0x1", "um", "١", true, [poem.id], `${poem.id}abc`])
    expect([id, (await call("get_prompt", { id })).isError]).toEqual([id, true]);
  for (const limit of ["21", "0", "dez"])
    expect([limit, (await call("search_prompts", { limit })).isError]).toEqual([limit, true]);
});

test.each(["nome do produto", "nome do\u00a0produto", " nome  do produto "])(
  "names of fields are those that they look like: %j",
  async (name) => {
    const content = "Venda [nome do produto], o {nome do\u00a0produto}.";
    const { id } = await publishPrompt(site, ana, { title: "Anúncio", content });
    const { structuredContent } = await call("get_prompt", { id, values: { [name]: "bolo" } });
    expect(structuredContent).toMatchObject({ variables: ["nome do produto"], text: "Venda bolo, o bolo." });
  },
);

test("a tool is found in any case, with accents, spaces and hyphens or without", async () => {
  for (const { name } of LLM_TYPES) {
    for (const written of [
      name.toLowerCase(),
      name.toUpperCase(),
      ` ${name} `,
      name.replaceAll(/[\s.-]/g, ""),
      name.replaceAll(" ", "-"),
      name.replaceAll(" ", "_"),
    ]) {
      const { isError, content } = await call("search_prompts", { tool: written });
      expect([written, isError, isError && content]).toEqual([written, undefined, undefined]);
    }
  }
  const { structuredContent } = await call("search_prompts", { tool: "chatgpt", order: "NEWEST" });
  expect(structuredContent.prompts.map(({ id }: { id: number }) => id)).toContain(poem.id);
  for (const tool of ["Siri", "chat", "ChatGPT e Claude", "a".repeat(500)])
    expect([tool, (await call("search_prompts", { tool })).isError]).toEqual([tool, true]);
});

test("lists and objects may be texts", async () => {
  for (const values of ['{"tema":"o rio","tom":null}', ' {"tema": "o rio"} ']) {
    const { structuredContent } = await call("get_prompt", { id: poem.id, values });
    expect(structuredContent.text).toBe("Escreva sobre o rio em [tom].");
  }
  for (const values of ["{", "o rio", '"o rio"', "12", '["o rio"]'])
    expect([values, (await call("get_prompt", { id: poem.id, values })).isError]).toEqual([values, true]);
  for (const [at, tags] of ['["mar", "rio"]', "mar, rio", " mar;rio; "].entries()) {
    const given = {
      title: `Com tags ${at}`,
      content: `Escreva um texto ${at} sobre a água.`,
      tool: "Claude",
      tags,
    };
    const { structuredContent } = await call("publish_prompt", given);
    const shown = (await site.call("GET", `/api/prompts/${structuredContent.id}`)).json();
    expect([tags, shown.tags]).toEqual([tags, ["mar", "rio"]]);
  }
  const broken = { title: "Com tags", content: "Escreva sobre a água do mar.", tool: "Claude", tags: "[mar" };
  expect((await call("publish_prompt", broken)).isError).toBe(true);
});

test("tools have no second page", async () => {
  const { body } = await ask("tools/list", { cursor: "2" });
  expect(body.error).toMatchObject({ code: -32602, message: "O cursor não é de uma lista daqui" });
  expect((await ask("tools/list", { cursor: "" })).body.result.tools.length).toBe(6);
});

test.each([
  ["lists", `[${"[],".repeat(1000)}[]]`, "[[]]"],
  ["objects", `{"text":[${"{},".repeat(1000)}{}]}`, '{"text":"mar"}'],
])(
  "arguments that are written as one text are not read where they have more %s than any: parsing takes memory",
  async (_, many, few) => {
    const parse = vi.spyOn(JSON, "parse");
    await call("search_prompts", many);
    await call("search_prompts", few);
    const read = parse.mock.calls.map(([text]) => text);
    expect([read.includes(many), read.includes(few)]).toEqual([false, true]);
  },
);
