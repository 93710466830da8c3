import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Jobs, openJobs } from "#platform/jobs.ts";
import type { PromptList } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { countSearchWords, scheduleWordCounts } from "#prompts/server/search-words.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

/** A thousand prompts of two authors; one of them has a word that the other has not. */
const PROMPTS_OF_TWO = `
  insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
  insert into users (email, username) values ('ana@example.com', 'Ana'), ('bia@example.com', 'Bia');
  insert into prompts (user_id, llm_type_id, title, content, image_hash)
    select id, 1, 'Receita ' || n, 'Um bolo para a cliente' || case when username = 'Ana' then ' Genoveva' else '' end,
      repeat('a', 32) from users, generate_series(1, 500) n;`;

const site = setUpTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  const rafa = await createUser(site.ctx, { username: "Rafa Costuras" });
  const publish = (title: string, content: string, llm_type_id = 3) =>
    publishPrompt(site, ana, { title, content, llm_type_id });
  await publish("Roteiro de viagem", "Monte um roteiro de três dias, com currículo de passeios.");
  await publish("Viajar leve", "Uma lista para quem quer viajar com pouca bagagem.");
  await publish("Currículo em uma página", "Reescreva este currículo para a vaga que eu colar.", 1);
  await publish(
    "Três treinos em casa",
    "Desta vez um treino sem aparelhos, com panelas no lugar de pesos. Olhe a janela.",
  );
  await publish("Retrato em aquarela", "Retrato de uma pessoa idosa, em aquarela transparente e luz suave.");
  await publishPrompt(site, rafa, {
    title: "Bainha de calça",
    content: "Explique o que se costuma errar na bainha.",
  });
  await publish(
    "Um programa de IA",
    "Programas para programar, com a televisão programada ou programado o rádio.",
  );
  await countSearchWords(site.ctx);
});
beforeEach(() => site.ctx.responseCache.clear());

async function search(words: string, more = "spelling=correct"): Promise<PromptList> {
  const answer = await site.call("GET", `/api/prompts?search=${encodeURIComponent(words)}&${more}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const titles = ({ data }: PromptList) => data.map(({ title }) => title);

describe("GET /api/prompts with spelling=correct", () => {
  test.each([
    ["viajem", "viagem"],
    ["curiculo", "currículo"],
    ["Roteiru de VIAJEM", "roteiro de viagem"],
    ["aquarelha", "aquarela"],
    ["midjorney", "midjourney"],
    ["retrto idosa", "retrato idosa"],
    ["chatgtp", "chatgpt"],
    ["aqaurela", "aquarela"],
    // Two letters of nine, and the most words that are looked at.
    ["aquarilha", "aquarela"],
    [
      "roteiro viagem monte três dias com curiculo passeios",
      "roteiro viagem monte três dias com currículo passeios",
    ],
  ])("“%s” shows the results of “%s”, and says so", async (misspelt, meant) => {
    const found = await search(misspelt);
    expect(found.corrected?.toLowerCase()).toBe(meant);
    expect(titles(found)).toEqual(titles(await search(meant)));
    expect(found.data.length).toBeGreaterThan(0);
  });

  test.each([
    "viagem",
    "viajar",
    "viagens",
    "aquarelista",
    "retrat",
    "trei",
    "panela",
    "panela janela",
    "costura",
    "costu",
    "costura bainha",
    "IA",
    "roteiro viagem monte três dias com currículo passeios ana",
  ])("“%s” is left as it is: it finds something", async (words) => {
    const found = await search(words);
    expect(found.data.length).toBeGreaterThan(0);
    expect(found).not.toHaveProperty("corrected");
    expect(found).not.toHaveProperty("similar");
  });

  test.each([
    ["another word", "viajante", "viajar"],
    ["another first letter", "biagem", "viagem"],
    ["one letter of three", "lux", "luz"],
    ["two letters of seven", "passeoi", "passeios"],
    ["two letters of seven", "retraoi", "retrato"],
    ["two letters of seven", "retrait", "retrato"],
    ["three letters of twelve", "transparesdi", "transparente"],
  ])(
    "what differs in more than a slip is offered, not taken: %s, “%s” and “%s”",
    async (_, asked, offered) => {
      const found = await search(asked);
      expect(found).not.toHaveProperty("corrected");
      expect(found.data).toEqual([]);
      expect(found.similar).toContain(offered);
    },
  );

  test("a slip is not corrected beside a word that is none: both are offered, the nearest first", async () => {
    const found = await search("curiculo biagem");
    expect(found).not.toHaveProperty("corrected");
    expect(found.similar).toEqual(["currículo", "viagem", "bagagem"]);
  });

  test("of the words that resemble one, three are offered: by letters to change, then the most similar", async () => {
    expect((await search("brogramas")).similar).toEqual(["programas", "programa", "programar"]);
  });

  test("words that are known but never meet are offered one by one, five at most", async () => {
    const known = ["aquarela", "bagagem", "panelas", "currículo", "janela", "bainha"];
    expect((await search(known.join(" "))).similar).toEqual(known.slice(0, 5));
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
    const found = await search("curiculo", "spelling=correct&llmTypeId=6");
    expect(found).toMatchObject({ data: [] });
    expect(found).not.toHaveProperty("corrected");
    expect(found.similar).toEqual(["currículo"]);
  });

  test("within a tool that has none, a word without slips is not offered again", async () => {
    expect(await search("AQUARELA", "spelling=correct&llmTypeId=6")).toMatchObject({ data: [], similar: [] });
  });

  test("what two slips mean is offered once", async () => {
    expect((await search("curiculo curricolo", "spelling=suggest")).similar).toEqual([
      "currículo currículo",
      "currículo",
    ]);
  });

  test("offers begin with the whole corrected search, in its order, with one word for each slip", async () => {
    expect((await search("roteiru de viajem", "spelling=correct&llmTypeId=6")).similar).toEqual([
      "roteiro de viagem",
      "roteiro",
      "viagem",
    ]);
  });

  test("no beginning of a word that a prompt has, and no author's name, is corrected", async () => {
    const { rows } = await site.ctx.pool.query("select word from search_words");
    for (const word of [...rows.map(({ word }) => word), "rafa", "costuras"]) {
      for (let letters = 4; letters <= word.length; letters++) {
        site.ctx.responseCache.clear();
        expect(await search(word.slice(0, letters)), word.slice(0, letters)).not.toHaveProperty("corrected");
      }
    }
  });

  test.each([""])("without it (%j), a search without results has none", async (more) => {
    const found = await search("curiculo", more);
    expect(found).toEqual({ data: [], pagination: { page: 1, limit: 20, pages: 0, total: 0, more: false } });
  });

  test("anything else is refused", async () => {
    const answer = await site.call("GET", "/api/prompts?search=mar&spelling=maybe");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field: "spelling", message: inputMessages.spellingInvalid });
  });
});

test("with spelling=suggest nothing is corrected, and the same is offered", async () => {
  expect(await search("curiculo", "spelling=suggest")).toMatchObject({ data: [], similar: ["currículo"] });
  expect(titles(await search("viajem", "spelling=suggest"))).toEqual(["Viajar leve"]);
});

test("words can be counted by two processes at once", async () => {
  await Promise.all([countSearchWords(site.ctx), countSearchWords(site.ctx)]);
  expect((await search("curiculo")).corrected).toBe("currículo");
});

test("the first start has the words counted at once, a later one does not", async () => {
  const database = await createTestDatabase();
  const started: Jobs[] = [];
  const start = async () => {
    // Each takes at once what was queued before it.
    const jobs = await openJobs(database.connection, site.ctx.log);
    started.push(jobs);
    await scheduleWordCounts({ ...database, jobs });
  };
  const rowsOf = async (table: string) => (await database.pool.query(`select from ${table}`)).rowCount ?? 0;
  try {
    await database.pool.query(PROMPTS_OF_TWO);
    await start();
    const queued = "pgboss.job where name = 'count-search-words'";
    expect(await rowsOf(queued)).toBe(1);
    await start();
    await expect.poll(() => rowsOf("search_words")).toBeGreaterThan(0);
    const before = await rowsOf(queued);
    await start();
    expect(await rowsOf(queued)).toBe(before);
  } finally {
    for (const jobs of started) await jobs.stop();
    await database.close();
  }
});

describe("a large site", () => {
  const large = setUpTestApp();

  test("does not offer words of one author alone", async () => {
    await large.ctx.pool.query(PROMPTS_OF_TWO);
    await countSearchWords(large.ctx);
    const ask = async (words: string): Promise<PromptList> =>
      (await large.call("GET", `/api/prompts?search=${words}&spelling=correct`)).json();
    expect((await ask("cliemte")).corrected).toBe("cliente");
    expect(await ask("genovena")).toMatchObject({ data: [], similar: [] });
  });
});

test("of a huge site a sample is counted, not every prompt", async () => {
  const database = await createTestDatabase();
  await database.pool.query(PROMPTS_OF_TWO);
  // The number is enough: the word is in so small a part of these prompts.
  await database.pool.query("update prompt_counts set prompts_count = prompts_count * 1e9 where true");
  await countSearchWords(database);
  expect((await database.pool.query("select from search_words")).rowCount).toBe(0);
  await database.close();
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
