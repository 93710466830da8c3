import { expect, test } from "vitest";
import { contentPreview } from "./content-preview.ts";

test("a text of up to 150 characters stays as it is", () => {
  expect(contentPreview("Olá")).toBe("Olá");
  expect(contentPreview("é".repeat(150))).toBe("é".repeat(150));
});

test("a longer one ends at its last whole word within 150 characters, followed by '...'", () => {
  const words = "palavra ".repeat(40).trim();
  expect(contentPreview(words)).toBe(`${"palavra ".repeat(18).trim()}...`);
  // The 150th character ends a word.
  expect(contentPreview(`${"a".repeat(74)} ${"b".repeat(75)} c`)).toBe(
    `${"a".repeat(74)} ${"b".repeat(75)}...`,
  );
  expect(contentPreview(`${"a".repeat(100)}, ${"b".repeat(75)}`)).toBe(`${"a".repeat(100)}...`);
});

test("an endless word is cut at 150 characters, never in half a character", () => {
  expect(contentPreview("a".repeat(151))).toBe(`${"a".repeat(150)}...`);
  expect(contentPreview("b".repeat(20_000))).toBe(`${"b".repeat(150)}...`);
  expect(contentPreview("🎨".repeat(150))).toBe("🎨".repeat(150));
  expect(contentPreview(`x${"🎨".repeat(150)}`)).toBe(`x${"🎨".repeat(149)}...`);
});

test.each([
  ["# Papel\n\nVocê é um **revisor** de textos.", "Papel: Você é um revisor de textos."],
  [
    "## Tarefa\n- Leia `o texto`\n* Aponte *erros*\n> com calma",
    "Tarefa: Leia o texto Aponte erros com calma",
  ],
  ["```json\n{}\n```\nResponda assim.", "{} Responda assim."],
  ["---\nUm retrato --ar 16:9 --no texto", "Um retrato --ar 16:9 --no texto"],
  ["retrato, __cores__, 1.5 * x, C#, #hashtag", "retrato, __cores__, 1.5 x, C#, #hashtag"],
  ["**", "**"],
])("of %j it shows the words %j", (content, preview) => {
  expect(contentPreview(content)).toBe(preview);
});

test("a text whose beginning is markup is not over there", () => {
  expect(contentPreview(`Título\n${"-".repeat(2000)}\nfim`)).toBe("Título...");
});
