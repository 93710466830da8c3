/** Copies are noticed before they are published: nearly the same text, or the same picture. */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { countSearchWords } from "#prompts/server/search-words.service.ts";
import { prompts as demoPrompts } from "#seeds/prompts.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { hidePrompt } from "./hiding.service.ts";
import { affordable, findSimilarTexts } from "./similar.service.ts";

const ORIGINAL = `Você é um guia de turismo de Ouro Preto. Monte um roteiro de três dias para [número] pessoas que gostam de
igrejas barrocas, cachaça artesanal e trilhas leves. Diga o preço de cada entrada, a hora em que há menos filas, e um
restaurante mineiro perto de cada parada. Termine com uma lista do que levar na mochila em julho.`;

const site = setUpTestApp();
let ana: TestUser;
let original: number;
let thumbnail_url: string;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  thumbnail_url = await pictureDataUrl("#a1b2c3");
  original = (await publishPrompt(site, ana, { title: "Ouro Preto", content: ORIGINAL, thumbnail_url })).id;
  const picture = await pictureDataUrl("#c3b2a1");
  for (const { title, content } of demoPrompts.slice(0, 20)) {
    await publishPrompt(site, ana, { title, content, thumbnail_url: picture });
  }
});

const similar = async (content: string, except?: number) =>
  (await findSimilarTexts(site.ctx.db, { content, except })).map(({ id }) => id);

/** Before words were counted for the first time, and after. */
describe.each(["not yet", "already"])("with words %s counted", (when) => {
  beforeAll(async () => {
    if (when === "already") await countSearchWords(site.ctx);
  });

  test.each([
    ["the same", ORIGINAL],
    ["in capitals, without accents", ORIGINAL.toUpperCase().normalize("NFD").replace(/\p{M}/gu, "")],
    ["with some words changed", ORIGINAL.replace("turismo", "viagens").replace("julho", "agosto")],
    ["with an introduction", `Oi! Segue um prompt xptozinho que inventei ontem. ${ORIGINAL}`],
    ["with its sentences in another order", ORIGINAL.split(". ").reverse().join(". ")],
    ["without its last sentence", ORIGINAL.slice(0, ORIGINAL.indexOf("Termine"))],
  ])("a text that is %s is found", async (_how, content) => {
    expect(await similar(content)).toEqual([original]);
  });

  test.each([
    [
      "another of the same subject",
      "Escreva um poema sobre as igrejas barrocas de Ouro Preto, em quadras rimadas.",
    ],
    [
      "its words in another text",
      "Roteiro de filme: uma mochila, uma trilha, cachaça artesanal e um restaurante mineiro em julho.",
    ],
    ["words that say nothing", "de um para que não com os das"],
    ["no words", "🐱🐱🐱 123 456 !!! ' \\ & | :*"],
  ])("%s is not", async (_what, content) => {
    expect(await similar(content)).toEqual([]);
  });
});

test("no demo prompt resembles another", async () => {
  for (const { title, content } of demoPrompts.slice(0, 20)) {
    const found = await findSimilarTexts(site.ctx.db, { content });
    expect(found.map((row) => row.title)).toEqual([title]);
  }
});

test("hidden prompts and the one that is left out are not told", async () => {
  const content = ORIGINAL.replaceAll("Ouro Preto", "Paraty");
  const hidden = await publishPrompt(site, ana, { title: "Paraty", content });
  expect(await similar(content)).toEqual([hidden.id, original]);
  expect(await similar(content, hidden.id)).toEqual([original]);
  await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, hidden.id));
  expect(await similar(content)).toEqual([original]);
});

test("of many copies three are told", async () => {
  const content = "Faça uma tabela de conversão de xícaras para gramas de farinha, açúcar e manteiga.";
  for (let copy = 0; copy < 4; copy++) await publishPrompt(site, ana, { title: `Cópia ${copy}`, content });
  expect(await similar(content)).toHaveLength(3);
});

test("groups of common words are looked up until they would read too much, one in any case", () => {
  const group = (prompts: number) => [
    { word: "rara", prompts },
    { word: "comum", prompts: 9000 },
  ];
  const [none, some, many] = [group(0), group(400), group(700)];
  expect(affordable([none, some, some, some])).toEqual([none, some, some]);
  expect(affordable([none, some, many])).toEqual([none, some]);
  expect(affordable([many, many])).toEqual([many]);
  expect(affordable([group(9000), none])).toEqual([group(9000)]);
});

test("a copy whose words all are common is found by all of them", async () => {
  const content = ORIGINAL.replaceAll("Ouro Preto", "Tiradentes");
  const { id } = await publishPrompt(site, ana, { title: "Tiradentes", content });
  await countSearchWords(site.ctx);
  await site.sql("update search_words set prompts = 9000 where true");
  expect(await similar(content)).toContain(id);
  await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id));
  await countSearchWords(site.ctx);
});

test("the longest text of different words is answered", async () => {
  let number = 0;
  const word = () =>
    [...String(number++).padStart(5, "0")].map((digit) => "aeioubrlmt"[Number(digit)]).join("");
  const content = Array.from({ length: 3300 }, word).join(" ").slice(0, 20_000);
  const { id } = await publishPrompt(site, ana, { title: "Comprido", content });
  expect(await similar(content)).toEqual([id]);
});

test("what characters fold to beyond the compared length is not compared", async () => {
  const rare = "Jabuticabeira xaxinzal quaresmeira araucariana sapucaieira guabirobeira";
  const written = (words: string) => `${rare} ${"\ufdfa".repeat(400)} ${words}`;
  const many = (word: string) => Array.from({ length: 200 }, (_, at) => `${word}${at}`).join(" ");
  const { id } = await publishPrompt(site, ana, { content: written(many("peroba")) });
  expect(await similar(written(many("cedro")))).toEqual([id]);
});

describe("POST /api/prompts/similar", () => {
  const ask = (body: object, who: TestUser | null = ana) =>
    site.call("POST", "/api/prompts/similar", who, body);
  const upload = () => Buffer.from(thumbnail_url.split(",")[1] ?? "", "base64");
  const image_hash = () => createHash("sha256").update(upload()).digest("hex").slice(0, 32);

  test("tells title and author of prompts with the text and of those with the picture", async () => {
    const told = { id: original, title: "Ouro Preto", user: { username: "Ana" } };
    const answer = await ask({ content: ORIGINAL, image_hash: image_hash() });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      [
        { ...told, same: "text" },
        { ...told, same: "image" },
      ],
    ]);
    expect((await ask({})).json()).toEqual([]);
    expect((await ask({ content: "curto", image_hash: "0".repeat(32) })).json()).toEqual([]);
  });

  test("tells no hidden prompt with the picture", async () => {
    const { id } = await publishPrompt(site, ana, { title: "Some", thumbnail_url });
    const told = async () =>
      (await ask({ image_hash: image_hash() })).json().map((one: { id: number }) => one.id);
    expect(await told()).toEqual([original, id]);
    await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id));
    expect(await told()).toEqual([original]);
  });

  test.each([
    [{ content: "a".repeat(80_001) }, "content"],
    [{ content: 5 }, "content"],
    [{ image_hash: "x".repeat(32) }, "image_hash"],
    [{ image_hash: "a".repeat(33) }, "image_hash"],
  ])("refuses %o", async (body, field) => {
    const answer = await ask(body);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  });

  test("is refused to visitors", async () => {
    expect((await ask({ content: ORIGINAL }, null)).statusCode).toBe(401);
  });
});

describe("with rate limits", () => {
  const limited = setUpTestApp({ RATE_LIMITS: "on" });
  test("a form may ask often, a program may not", async () => {
    const beto = await createUser(limited.ctx);
    const statuses = [];
    for (let call = 0; call < 61; call++) {
      statuses.push((await limited.call("POST", "/api/prompts/similar", beto, {})).statusCode);
    }
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
  });
});
