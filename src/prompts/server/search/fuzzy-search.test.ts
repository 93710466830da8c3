import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PromptList } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { countSearchWords } from "./fuzzy-search.service.ts";

let site: TestApp;
let ana: TestUser;
beforeAll(async () => {
  site = await createTestApp();
  ana = await createUser(site.ctx, { username: "Ana" });
  const publish = (title: string, content: string, llm_type_id = 3) =>
    publishPrompt(site, ana, { title, content, llm_type_id });
  await publish("Roteiro de viagem", "Monte um roteiro de três dias, com currículo de passeios.");
  await publish("Viajar leve", "Uma lista para quem quer viajar com pouca bagagem.");
  await publish("Currículo em uma página", "Reescreva este currículo para a vaga que eu colar.", 1);
  await publish("Retrato em aquarela", "Retrato de uma pessoa idosa, em aquarela e luz suave.");
  await countSearchWords(site.ctx);
});
afterAll(() => site.close());
beforeEach(() => site.ctx.responseCache.clear());

async function search(words: string, more = "fuzzy=true"): Promise<PromptList> {
  const answer = await site.call("GET", `/api/prompts?search=${encodeURIComponent(words)}&${more}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const titles = ({ data }: PromptList) => data.map(({ title }) => title);

describe("GET /api/prompts with fuzzy=true", () => {
  test.each([
    ["viajem", "viagem"],
    ["curiculo", "currículo"],
    ["Roteiru de VIAJEM", "roteiro de viagem"],
    ["aquarelha", "aquarela"],
    ["midjorney", "midjourney"],
    ["retrto idosa", "retrato idosa"],
  ])("“%s” shows the results of “%s”, and says so", async (misspelt, meant) => {
    const found = await search(misspelt);
    expect(found.corrected?.toLowerCase()).toBe(meant);
    expect(titles(found)).toEqual(titles(await search(meant)));
    expect(found.data.length).toBeGreaterThan(0);
  });

  test.each(["viagem", "viajar", "viagens", "aquarelista", "retrat"])(
    "“%s” is left as it is: it finds something",
    async (words) => {
      const found = await search(words);
      expect(found.data.length).toBeGreaterThan(0);
      expect(found).not.toHaveProperty("corrected");
      expect(found).not.toHaveProperty("similar");
    },
  );

  test("words that differ in more than a slip are offered, not taken", async () => {
    const found = await search("viajante");
    expect(found).not.toHaveProperty("corrected");
    expect(found.data).toEqual([]);
    expect(found.similar).toContain("viajar");
  });

  test("words that are known but never meet are offered one by one", async () => {
    expect((await search("aquarela bagagem")).similar).toEqual(
      expect.arrayContaining(["aquarela", "bagagem"]),
    );
  });

  test("what resembles nothing gets no offers", async () => {
    expect(await search("xyzqwk")).toMatchObject({ data: [], similar: [] });
  });

  test.each(["de para com", "??", "a b c", "um dois três quatro cinco seis sete oito nove dez"])(
    "“%s” is not corrected",
    async (words) => {
      expect(await search(words)).toMatchObject({ data: [], similar: [] });
    },
  );

  test("within a tool that has none, the corrected search is offered", async () => {
    const found = await search("curiculo", "fuzzy=true&llmTypeId=6");
    expect(found).toMatchObject({ data: [] });
    expect(found).not.toHaveProperty("corrected");
    expect(found.similar).toContain("currículo");
  });

  test.each(["", "fuzzy=false"])("without it (%j), a search without results has none", async (more) => {
    const found = await search("curiculo", more);
    expect(found).toEqual({ data: [], pagination: { page: 1, limit: 20, pages: 0, total: 0, more: false } });
  });

  test("anything else is refused", async () => {
    const answer = await site.call("GET", "/api/prompts?search=mar&fuzzy=yes");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field: "fuzzy", message: inputMessages.fuzzyInvalid });
  });
});

test("a word goes with its last prompt", async () => {
  const only = await publishPrompt(site, ana, {
    title: "Um gaturamo",
    content: "Desenhe um gaturamo no galho.",
  });
  await countSearchWords(site.ctx);
  expect((await search("gaturano")).corrected).toBe("gaturamo");
  await site.call("DELETE", `/api/prompts/${only.id}`, ana);
  await countSearchWords(site.ctx);
  site.ctx.responseCache.clear();
  expect((await search("gaturano")).similar).not.toContain("gaturamo");
});
