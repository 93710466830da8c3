import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import type { PromptList, PromptView } from "#prompts/contract.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
});
beforeEach(() => site.ctx.responseCache.clear());

const publish = (title: string, content: string, llm_type_id = 6) =>
  publishPrompt(site, ana, { title, content, llm_type_id });
const like = ({ id }: Pick<PromptView, "id">) => site.call("POST", `/api/prompts/${id}/like`, ana);

async function titlesFor(query: string): Promise<string[]> {
  const { data }: PromptList = (await site.call("GET", `/api/prompts?${query}`)).json();
  return data.map(({ title }) => title);
}

test("a search shows titles with all its words first, and the most liked first among equals", async () => {
  await like(await publish("Um jardim", "Descreva uma orquídea na janela, com calma."));
  await publish("Orquídea rara", "Pinte uma flor no galho, com pincel seco.");
  await like(await publish("A orquídea azul", "Pinte uma flor no vaso, com pincel seco."));
  await publish("Outro jardim", "Descreva uma orquídea na varanda, com calma.");
  const byRelevance = ["A orquídea azul", "Orquídea rara", "Um jardim", "Outro jardim"];
  expect(await titlesFor("search=orquidea")).toEqual(byRelevance);
  expect(await titlesFor("search=orquidea&orderBy=relevance")).toEqual(byRelevance);
  expect(await titlesFor("search=orquidea&orderBy=top")).toEqual([
    "A orquídea azul",
    "Um jardim",
    "Outro jardim",
    "Orquídea rara",
  ]);
  const pages = [1, 2, 3, 4].map((page) => titlesFor(`search=orquidea&limit=1&page=${page}`));
  expect((await Promise.all(pages)).flat()).toEqual(byRelevance);
});

test("a title that only begins with the last word comes among the others; a suggestion may", async () => {
  await like(await publish("Carroça azul", "Pinte um velho bonde na ladeira."));
  await publish("Um carro", "Pinte a estrada de terra ao meio-dia.");
  expect(await titlesFor("search=carro")).toEqual(["Um carro", "Carroça azul"]);
  const suggested = await site.call("GET", "/api/prompts/suggestions?search=carro");
  expect(suggested.json().map(({ title }: { title: string }) => title)).toEqual(["Carroça azul", "Um carro"]);
});

test("without a search, relevance is likes", async () => {
  expect(await titlesFor("orderBy=relevance")).toEqual(await titlesFor("orderBy=top"));
});

test("a search finds the name of the tool, and follows its change", async () => {
  const { id } = await publish("Baobá ao vento", "Uma árvore enorme na savana, ao entardecer.", 14);
  expect(await titlesFor("search=runway")).toEqual(["Baobá ao vento"]);
  expect(await titlesFor("search=savana runway")).toEqual(["Baobá ao vento"]);
  await site.call("PATCH", `/api/prompts/${id}`, ana, { llm_type_id: 13 });
  site.ctx.responseCache.clear();
  expect(await titlesFor("search=runway")).toEqual([]);
  expect(await titlesFor("search=leonardo savana&llmTypeId=13")).toEqual(["Baobá ao vento"]);
});

test("the bits of a title are those of its words, also once it was edited, hidden and shown", async () => {
  const { id } = await publish("Um realejo azul", "Pinte um velho bonde na ladeira.");
  const hasBitsOf = async (words: string) => {
    const { rows } = await site.ctx.pool.query(
      `select title_bits = title_bits(search) and title_bits & bits = bits as has
      from prompt_stats join prompts on id = prompt_id, title_bits(in_title(title_query($2))) bits
      where id = $1 and bits <> 0`,
      [id, words],
    );
    return rows[0]?.has;
  };
  expect([await hasBitsOf("azul realejo"), await hasBitsOf("sanfona")]).toEqual([true, false]);
  await site.call("PATCH", `/api/prompts/${id}`, ana, { title: "Uma sanfona azul" });
  expect([await hasBitsOf("realejo"), await hasBitsOf("sanfona")]).toEqual([false, true]);
  await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id));
  expect(await hasBitsOf("sanfona")).toBeUndefined();
  await inTransaction(site.ctx.db, (trx) => showPrompt(trx, id, { withAuthor: false }));
  expect([await hasBitsOf("realejo"), await hasBitsOf("sanfona")]).toEqual([false, true]);
});

const tagged = (title: string, content: string, tags: string[], llm_type_id = 6) =>
  publishPrompt(site, ana, { title, content, llm_type_id, tags });

test("a search that names a tag finds its prompts too, after the titles with its words", async () => {
  await like(await tagged("Gravura de feira", "Entalhe um cordel em madeira, com calma.", ["Xilogravuras"]));
  await publish("Xilogravura azul", "Entalhe um peixe em madeira, com pressa.");
  await publish("Nada disso", "Pinte um peixe no muro, com pressa.");
  for (const words of ["xilogravura", "XILOGRAVURAS", "#xilogravuras"]) {
    const query = `search=${encodeURIComponent(words)}`;
    expect(await titlesFor(query), words).toEqual(["Xilogravura azul", "Gravura de feira"]);
    expect(await titlesFor(`${query}&spelling=correct`), words).toEqual([
      "Xilogravura azul",
      "Gravura de feira",
    ]);
  }
  expect(await titlesFor("search=xilogravura&orderBy=top")).toEqual(["Gravura de feira", "Xilogravura azul"]);
  // With other words it names no tag.
  expect(await titlesFor("search=xilogravura%20feira")).toEqual([]);
});

test("a tag whose word is in no text is no misspelling of another, and narrows like any search", async () => {
  await tagged("Para o frio", "Resuma o capítulo em dez linhas, sem pressa.", ["Bordado"], 1);
  await tagged("Para o inverno", "Resuma o livro em vinte linhas, sem pressa.", ["Bordado"], 2);
  await publish("Um retrato borrado", "Pinte alguém que passa depressa, em ordem.", 3);
  await site.ctx.pool.query(
    "insert into search_words (word, spelling, prompts) values ('borrado', 'borrado', 9)",
  );
  expect(await titlesFor("search=bordado&spelling=correct")).toEqual(["Para o inverno", "Para o frio"]);
  expect(await titlesFor("search=bordado&spelling=correct&llmTypeId=1")).toEqual(["Para o frio"]);
  expect(await titlesFor("search=bordado&spelling=correct&llmTypeId=3")).toEqual([]);
  expect(await titlesFor("search=bordado&works=today")).toEqual([]);
});

test("another name of a tag finds its prompts", async () => {
  const { pool } = site.ctx;
  await tagged("Da vovó", "Asse um bolo simples, com calma e manteiga.", ["Confeitaria"]);
  await pool.query(
    `insert into tags (name, folded, slug, merged_into)
      select 'Doçaria', 'docaria', 'docaria', id from tags where slug = 'confeitaria'`,
  );
  expect(await titlesFor("search=do%C3%A7aria")).toEqual(["Da vovó"]);
});
