/** The demo data keeps the rules that users' own prompts keep, and each prompt has its picture. */
import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { emailText, usernameText } from "#accounts/contract.ts";
import { newCollection } from "#collections/contract.ts";
import { findProfanity, isProfane } from "#language/profanity.ts";
import { variantWidths } from "#media/contract.ts";
import { decisionRequest } from "#moderation/cases-contract.ts";
import { LLM_TYPES, newPrompt, promptChanges } from "#prompts/contract.ts";
import { segmentVariables, variablesOf } from "#prompts/variables.ts";
import { resultRequest } from "#results/contract.ts";
import { collections, follows, hidden, results } from "./community.ts";
import { personas } from "./personas.ts";
import { prompts, readPicture } from "./prompts.ts";

const distinct = <T>(values: readonly T[]) => new Set(values).size;

/** A prompt by its key. @throws Error when there is none */
function promptOf(key: string) {
  const prompt = prompts.find((one) => one.key === key);
  if (!prompt) throw new Error(`no prompt ${key}`);
  return prompt;
}
/** How many days ago a persona joined. @throws Error when there is none */
function joined(username: string) {
  const persona = personas.find((one) => one.username === username);
  if (!persona) throw new Error(`no persona ${username}`);
  return persona.joinedDaysAgo;
}
/** Ages in days of the texts that a prompt has had, the present one last. */
const ages = ({ daysAgo, history = [] }: (typeof prompts)[number]) => [
  daysAgo,
  ...history.map(({ changedDaysAgo }) => changedDaysAgo),
];
/** All that a prompt says, in all its versions. */
const textsOf = ({ title, content, description = "", history = [] }: (typeof prompts)[number]) => [
  ...[title, content, description],
  ...history.flatMap((earlier) => [earlier.content, earlier.note]),
];

/** The names of all fields, by hand. */
const FIELDS = `
ano da escola
ano e disciplina
anúncio da vaga
aparelho e ano da compra
as seis cores
assunto do aviso
biblioteca de testes
campanha ou exame
canal de atendimento
cidade
clima do samba
contato do prédio
contrato sem nomes nem documentos
curso e nota que quero
dados do projeto
data e horário
defeito
destino
dias e horários dos cultos
diff
dinheiro em caixa
dinheiro para começar
distância em km
documentos necessários
enunciado do problema
gastos do mês
gramas de pó
hora de saída
horas livres no fim de semana
horas livres por dia útil
idade da criança
ingredientes que você tem
interesses
linguagem e versão
lugar da feira
manhãs livres na semana
materiais que tenho
matérias em que vou bem
matérias em que vou mal
mensagem do cliente
mensagem recebida
mês da escala
mês da trilha
mês da viagem
mês em que o projeto termina
metros de subida
meu nível de inglês
minha experiência
minutos de preparo
ml de água
nome da trilha
nome do conselho
nome do posto
nome do projeto
nomes e o que cada um faz
número de alunos
número de apartamentos
número de dias
número de pessoas
número de voluntários
o que a criança perguntou
o que a fórmula deve calcular
o que a mudança faz
o que a turma já viu
o que aconteceu de verdade
o que há de errado no café
o que já foi testado
o que planto
o que posso oferecer
o que queremos evitar
o que quero vender
objeto esquecido
orçamento da viagem
preço do conserto
produto e tamanho
produto no frasco
programas de que gostamos
quanto entrou no mês
quanto faturei no ano
quem atende no balcão
quem não pode e quando
quem vai na trilha
quem vai viajar
quilos colhidos por mês
quilos perdidos por mês
tema da aula
tema da redação
tema do samba
temperos que você tem
texto da decisão
texto da nota fiscal
texto da redação
texto para revisar
tipo de coador
tipo de moagem
tipo de negócio e lugar
tipo de quarto em inglês
tom da música
tom do texto
transcrição da reunião
`;

describe("demo users", () => {
  test("are at least a dozen, each with a name and an address of their own", () => {
    expect(personas.length).toBeGreaterThanOrEqual(12);
    expect(distinct(personas.map(({ username }) => username.toLowerCase()))).toBe(personas.length);
    expect(distinct(personas.map(({ email }) => email))).toBe(personas.length);
  });

  test.each(personas)("$username could have registered, but gets no mail", ({ username, email }) => {
    expect(usernameText.parse(username)).toBe(username);
    expect(emailText.parse(email)).toBe(email);
    expect(email).toMatch(/@demo\.prompteca\.local$/);
    expect(isProfane(username)).toBe(false);
  });
});

describe("demo prompts", () => {
  test("are at least 36 and leave no tool out", () => {
    expect(prompts.length).toBeGreaterThanOrEqual(36);
    expect(distinct(prompts.map(({ llmTypeId }) => llmTypeId))).toBe(LLM_TYPES.length);
  });

  test("have keys, titles and texts of their own", () => {
    for (const field of ["key", "title", "content"] as const) {
      expect(distinct(prompts.map((prompt) => prompt[field])), field).toBe(prompts.length);
    }
  });

  test("spread their likes and ages, so that sorting and trending mean something", () => {
    expect(distinct(prompts.map(({ likes }) => likes))).toBeGreaterThanOrEqual(10);
    expect(distinct(prompts.map(({ daysAgo }) => daysAgo))).toBe(prompts.length);
    expect(prompts.filter(({ daysAgo }) => daysAgo < 7).length).toBeGreaterThanOrEqual(6);
  });

  test.each(prompts)("$key could have been published as it is", (prompt) => {
    const { title, content, description, llmTypeId, alt, tags, remixOf, history = [] } = prompt;
    const texts = { title, content, description, llm_type_id: llmTypeId, image_alt: alt };
    const written = { ...texts, ...(tags && { tags }), remix_note: remixOf?.note };
    const source = remixOf && { remixed_from: 1 };
    expect(newPrompt.parse({ ...written, ...source, thumbnail_url: "data:," })).toMatchObject(written);
    for (const text of [...textsOf(prompt), alt, ...(tags ?? []), remixOf?.note ?? ""])
      expect(findProfanity(text)).toEqual([]);
    for (const earlier of history)
      expect(
        promptChanges.parse({ content: earlier.content, change_note: earlier.note, own_version: true }),
      ).toMatchObject({ content: earlier.content, change_note: earlier.note });
  });

  test("have fields that say what one fills in, and no brackets that are none", () => {
    const fields = new Set<string>();
    const others: string[] = [];
    for (const { key, content, llmTypeId } of prompts) {
      const segments = segmentVariables(content, llmTypeId);
      for (const name of variablesOf(segments)) fields.add(name);
      for (const { text, variable } of segments)
        if (!variable && /[[\]{}]/.test(text.replace(/```[^`]+```|`[^`\n]+`/g, ""))) others.push(key);
    }
    const sorted = [...fields].sort((a, b) => a.localeCompare(b, "pt-BR"));
    expect(sorted).toEqual(FIELDS.trim().split("\n"));
    expect(others).toEqual([]);
  });

  test("are old for the tools that are gone or renamed, and of this year for those of today", () => {
    const OLD = [2, 7, 8, 9, 10, 12];
    const TODAY = [1, 5, 6, 11];
    const misdated = prompts.filter(({ llmTypeId, daysAgo }) =>
      daysAgo < 300 ? OLD.includes(llmTypeId) : TODAY.includes(llmTypeId),
    );
    expect(misdated.map(({ key }) => key)).toEqual([]);
  });

  test("are written as people in Brazil write to a chatbot", () => {
    const bookish = /\p{L}{3,}[aeiouáéêô]r?-(?:me|se|te|lhes?|nos|[oa]s?|l[oa]s?)(?!\p{L})|\([aà]s?\)/u;
    const calques = /em laço|laço perfeito|cercas? de código|plinto|ladrilho contínuo/i;
    const found = prompts.filter((prompt) =>
      [...textsOf(prompt), prompt.alt].some((text) => bookish.test(text) || calques.test(text)),
    );
    expect(found.map(({ key }) => key)).toEqual([]);
    const ordinary = prompts.filter(({ content }) => /\b(?:pra|pro|pras|vc|rs|tbm|q)\b/.test(content));
    expect(ordinary.length).toBeGreaterThanOrEqual(10);
    for (const { key, content } of ordinary) expect(content.length, key).toBeLessThan(650);
  });

  test("do not say of a picture that it is a result", () => {
    expect(prompts.filter(({ alt }) => /resultado|resposta|saída|gerad/i.test(alt))).toEqual([]);
  });

  test("have tags, also those that the form suggests, and many have the same one", () => {
    expect(prompts.filter(({ tags = [] }) => tags.length > 0).length).toBeGreaterThanOrEqual(20);
    const used = Map.groupBy(
      prompts.flatMap(({ tags = [] }) => tags),
      (tag) => tag,
    );
    for (const tag of ["redação", "atendimento", "escola"])
      expect(used.get(tag)?.length, tag).toBeGreaterThanOrEqual(3);
    expect(used.get("retrato")?.length).toBeGreaterThanOrEqual(2);
  });

  test("have versions, each younger than the one before and different from it", () => {
    const changed = prompts.filter(({ history = [] }) => history.length > 0);
    expect(changed.length).toBeGreaterThanOrEqual(4);
    for (const prompt of changed) {
      const texts = [...(prompt.history ?? []).map(({ content }) => content), prompt.content];
      expect(distinct(texts), prompt.key).toBe(texts.length);
      expect(ages(prompt), prompt.key).toEqual(ages(prompt).toSorted((a, b) => b - a));
    }
  });

  test("are remixes of older ones of others", () => {
    const remixes = prompts.filter(({ remixOf }) => remixOf);
    expect(remixes.length).toBeGreaterThanOrEqual(3);
    for (const { key, remixOf, author, daysAgo } of remixes) {
      const source = promptOf(remixOf?.key ?? "");
      expect(source.daysAgo, key).toBeGreaterThan(daysAgo);
      expect(source.author, key).not.toBe(author);
    }
  });

  test.each(prompts)("$key has an author who was there, and no more likes than users", (prompt) => {
    const author = personas.find(({ username }) => username === prompt.author);
    expect(author?.joinedDaysAgo).toBeGreaterThan(prompt.daysAgo);
    for (const count of [prompt.likes, prompt.favorites]) {
      expect(Number.isInteger(count)).toBe(true);
      expect(count).toBeGreaterThanOrEqual(0);
      expect(count).toBeLessThanOrEqual(personas.length);
    }
    expect(prompt.views).toBeGreaterThanOrEqual(prompt.likes);
    expect(prompt.daysAgo).toBeGreaterThan(0);
  });
});

describe("demo pictures", () => {
  test("are one for each prompt, and no file is left over", async () => {
    const files = await readdir(new URL("./pictures/", import.meta.url));
    expect(files.sort()).toEqual(prompts.map(({ key }) => `${key}.webp`).sort());
    const pictures = await Promise.all(prompts.map(readPicture));
    expect(distinct(pictures.map((picture) => picture.toString("base64")))).toBe(prompts.length);
  });

  test.each(prompts)("$key is a still WebP, large and light enough to be served as it is", async (prompt) => {
    const picture = await readPicture(prompt);
    const { format, width, height, pages } = await sharp(picture).metadata();
    expect({ format, pages }).toEqual({ format: "webp", pages: undefined });
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(1600);
    expect(variantWidths(width).at(-1)).toBe(width);
    expect(picture.length).toBeLessThan(160 * 1024);
  });
});

describe("what demo people do", () => {
  test.each(collections)("the collection “$title” could be theirs", ({ owner, items, daysAgo, ...texts }) => {
    const { title, description } = texts;
    expect(newCollection.parse({ title, description, is_public: true })).toMatchObject({
      title,
      description,
    });
    expect(joined(owner)).toBeGreaterThan(daysAgo);
    expect(distinct(items.map(([key]) => key))).toBe(items.length);
    for (const [key, note = ""] of items) {
      expect(promptOf(key).daysAgo, key).toBeGreaterThan(daysAgo);
      expect(findProfanity(note)).toEqual([]);
      expect(note.length).toBeLessThanOrEqual(280);
    }
  });

  test("collections are five, by different people and with notes", () => {
    expect(collections.length).toBe(5);
    expect(distinct(collections.map(({ owner }) => owner))).toBe(5);
    for (const { title, items } of collections)
      expect(
        items.some(([, note]) => note),
        title,
      ).toBe(true);
  });

  test.each(results)(
    "$by could say that $key $outcome in $model",
    ({ key, by, model, outcome, note, daysAgo }) => {
      expect(resultRequest.parse({ model, outcome, note })).toMatchObject({ model, outcome });
      expect(findProfanity(note ?? "")).toEqual([]);
      expect(by).not.toBe(promptOf(key).author);
      expect(daysAgo).toBeLessThan(joined(by) - 1);
      // About the present version.
      expect(daysAgo).toBeLessThan(ages(promptOf(key)).at(-1) as number);
    },
  );

  test("answers come from several people and models, and some prompts were confirmed lately, others long ago", () => {
    expect(distinct(results.map(({ by }) => by))).toBeGreaterThanOrEqual(8);
    expect(distinct(results.map(({ model }) => model))).toBeGreaterThanOrEqual(5);
    const worked = Map.groupBy(
      results.filter(({ outcome }) => outcome === "worked"),
      ({ key }) => key,
    );
    const last = [...worked.values()].map((rows) => Math.min(...rows.map(({ daysAgo }) => daysAgo)));
    expect(last.filter((daysAgo) => daysAgo < 90).length).toBeGreaterThanOrEqual(6);
    expect(last.some((daysAgo) => daysAgo > 90)).toBe(true);
  });

  test("people follow others, collections of others, and tags that there are", () => {
    const known = new Set(prompts.flatMap(({ tags = [] }) => tags));
    for (const [username, { people = [], collections: titles = [], tags = [] }] of Object.entries(follows)) {
      for (const tag of tags) expect(known).toContain(tag);
      expect(joined(username)).toBeGreaterThan(0);
      expect(people).not.toContain(username);
      for (const name of people) expect(joined(name)).toBeGreaterThan(0);
      for (const title of titles)
        expect(collections.find((one) => one.title === title)?.owner).not.toBe(username);
    }
  });

  test("the prompt that is hidden was published, and a moderator could decide so", () => {
    const { prompt, by, ground, reason, daysAgo } = hidden;
    const { title, content, llmTypeId, alt } = prompt;
    const texts = { title, content, llm_type_id: llmTypeId, image_alt: alt };
    expect(newPrompt.parse({ ...texts, thumbnail_url: "data:," })).toMatchObject(texts);
    const decision = { action: "hide", ground, reason };
    expect(decisionRequest.parse({ ...decision, version: "1" })).toMatchObject(decision);
    expect(joined(by)).toBeGreaterThan(daysAgo);
    expect(joined(prompt.author)).toBeGreaterThan(prompt.daysAgo);
    expect(prompt.daysAgo).toBeGreaterThan(daysAgo);
    expect(prompts.map((one) => one.title)).not.toContain(title);
  });
});
