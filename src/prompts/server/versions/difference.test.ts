import { expect, test } from "vitest";
import { compareTexts } from "./difference.ts";

const before = "Escreva um poema sobre o mar, em português.";

test("gives back both texts, and what is in one alone", () => {
  const after = "Escreva dois poemas sobre o mar,\nem bom português.";
  const { stretches, whole } = compareTexts(before, after);
  const without = (change: string) =>
    stretches
      .filter((one) => one.change !== change)
      .map(({ text }) => text)
      .join("");
  expect([without("added"), without("removed"), whole]).toEqual([before, after, false]);
  expect(stretches.filter(({ change }) => !change).map(({ text }) => text)).toContain(" sobre o mar,");
});

test("an unchanged text is one stretch, an empty one none", () => {
  expect(compareTexts(before, before)).toEqual({ stretches: [{ text: before }], whole: false });
  expect(compareTexts("", before)).toEqual({ stretches: [{ text: before, change: "added" }], whole: false });
  expect(compareTexts(before, "")).toEqual({
    stretches: [{ text: before, change: "removed" }],
    whole: false,
  });
  expect(compareTexts("", "")).toEqual({ stretches: [], whole: false });
});

const trip = `Monte um roteiro de três dias em Ouro Preto para [número] pessoas que gostam de igrejas barrocas, cachaça
artesanal e trilhas leves. Diga o preço de cada entrada e a hora em que há menos filas.`;

test.each([
  ["Logo minimalista de cafeteria", "Cartaz de festa junina"],
  [
    trip,
    "Crie um cardápio de almoço mineiro para [número] convidados, com entrada, prato e sobremesa. Explique o modo de preparo de cada prato e sugira uma bebida.",
  ],
])("a text that was written anew is whole, though it has some words in common: %s", (one, another) => {
  expect(compareTexts(one, another)).toEqual({
    stretches: [
      { text: one, change: "removed" },
      { text: another, change: "added" },
    ],
    whole: true,
  });
});

test.each([
  trip.replace("três", "dois").replace("igrejas barrocas, cachaça\nartesanal", "museus, comida mineira"),
  "Monte um roteiro em Tiradentes para [número] pessoas que gostam de trilhas. Diga o preço de cada entrada.",
  `${trip} Responda em uma tabela, com o endereço e o telefone de cada lugar. Não invente preços: diga quando não souber.`,
  "Roteiro em Ouro Preto",
])("a text that was partly rewritten, shortened or continued is compared by words: %s", (after) => {
  expect(compareTexts(trip, after).whole).toBe(false);
});

/** Words as alike as possible, and different throughout: minutes of work without a bound. */
const letters = (step: number) =>
  Array.from({ length: 10_000 }, (_, at) => String.fromCharCode(97 + ((at * step * 7919 + at ** 2) % 26)));
const all = Array.from({ length: 3000 }, (_, at) => `p${at}`);

test.each([
  ["words", letters(3).join(" "), letters(5).join(" ")],
  ["words, the other way round", all.join(" "), all.toReversed().join(" ")],
  ["signs", ".,".repeat(10_000), ",;".repeat(10_000)],
  ["accents", "a\u0301".repeat(10_000), "a\u0301b".repeat(6000)],
])("the longest texts of %s are shown whole", (_, one, other) => {
  expect(compareTexts(one, other)).toEqual({
    stretches: [
      { text: one, change: "removed" },
      { text: other, change: "added" },
    ],
    whole: true,
  });
});

test.each([
  [600, false],
  [601, true],
])("with %i words more, texts being shown whole is %s", (added, isWhole) => {
  const more = Array.from({ length: added / 2 }, (_, at) => ` palavra${at}`).join("");
  const { whole } = compareTexts(before, `${before}${more}${added % 2 ? "!" : ""}`);
  expect(whole).toBe(isWhole);
});
