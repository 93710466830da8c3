import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { suggestions } from "#library/contract.ts";
import { MOST_SUGGESTIONS } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
});

const publish = (title: string, content = "Escreva com calma e com exemplos.") =>
  publishPrompt(site, ana, { title, content, llm_type_id: 3 });
const ask = (query: string) => site.call("GET", `/api/prompts/suggestions?${query}`);
async function titlesFor(search: string): Promise<string[]> {
  const answer = await ask(`search=${encodeURIComponent(search)}`);
  expect(answer.statusCode).toBe(200);
  return z.parse(suggestions, answer.json()).map(({ title }) => title);
}

describe("GET /api/prompts/suggestions", () => {
  test("has what a suggestion shows of a prompt, and nothing else", async () => {
    const { id, title, llm_type, image } = await publish("Jabuticabeira em flor");
    expect((await ask("search=jabuticab")).json()).toEqual([{ id, title, llm_type, image }]);
  });

  test("finds titles by the beginning of the last word, without accents or case, in any order of words", async () => {
    await publish("Canção de ninar para o sertão");
    for (const search of ["canc", "CANÇÃO", "sertao canc", "cancao de nin"]) {
      expect(await titlesFor(search), search).toEqual(["Canção de ninar para o sertão"]);
    }
    expect(await titlesFor("canc praia")).toEqual([]);
  });

  test("leaves out who has the words in the text alone, unless no title has them", async () => {
    await publish("Um texto qualquer", "Descreva um gaturamo no galho, com pincel seco.");
    expect(await titlesFor("gatur")).toEqual(["Um texto qualquer"]);
    await publish("Gaturamo ao amanhecer");
    site.ctx.responseCache.clear();
    expect(await titlesFor("gatur")).toEqual(["Gaturamo ao amanhecer"]);
  });

  test("has six at most, the most liked first", async () => {
    const all = [];
    for (let number = 1; number <= MOST_SUGGESTIONS + 1; number++)
      all.push(await publish(`Bromélia ${number}`));
    const liked = all[2]?.id;
    await site.call("POST", `/api/prompts/${liked}/like`, ana);
    site.ctx.responseCache.clear();
    const found: { id: number }[] = (await ask("search=brom")).json();
    expect(found).toHaveLength(MOST_SUGGESTIONS);
    expect(found[0]?.id).toBe(liked);
  });

  test.each(["", "  ", "?!", "de"])("has none for %j, where no word can be searched", async (search) => {
    expect(await titlesFor(search)).toEqual([]);
  });

  test.each([
    ["", inputMessages.searchRepeated],
    ["search=a&search=b", inputMessages.searchRepeated],
    [`search=${"a".repeat(201)}`, inputMessages.searchTooLong],
  ])("refuses %j", async (query, message) => {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field: "search", message });
  });

  test("is described for programs", async () => {
    const { paths } = (await site.call("GET", "/api/openapi.json")).json();
    expect(paths["/api/v1/prompts/suggestions"].get.parameters).toMatchObject([
      { name: "search", in: "query", required: true, schema: { type: "string", maxLength: 200 } },
    ]);
  });
});
