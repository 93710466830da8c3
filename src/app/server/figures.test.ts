/** The figures that legal and help pages tell, in their order: somebody relies on each. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({}, "built");
});
afterAll(() => site.close());

/** One or more numbers and what they count, after two words. */
const FIGURE =
  /(?:[^\s\d]+ ){0,2}(?:\d[\d.]*,? (?:ou |a |e )?)*\d[\d.]* (?:horas?|minutos?|dias?|m[eê]s|meses|anos|semanas?|pixels|caracteres|prompts|buscas|comparações|chamadas|válidas|últimos|em 24|, de cada)(?![\p{L}\d])/gu;

async function figuresOf(path: string): Promise<string[]> {
  const { body, statusCode } = await site.app.inject({ url: path, headers: { accept: "text/html" } });
  expect(statusCode).toBe(200);
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [];
  const text = main
    .replace(/<(pre|script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  return text.match(FIGURE) ?? [];
}

test.each([
  [
    "/privacy-policy",
    [
      "Até quando 7 dias",
      "uso, por 90 dias",
      "no máximo 40 minutos",
      "quando Até 90 dias",
      "confirmação, em 7 dias",
      "senha, em 1 hora",
      "importação por 24 horas",
      "sem confirmação, 7 dias",
      "pessoa troca, 30 dias",
      "foi denunciado, 30 dias",
      "Até quando 6 meses",
      "no máximo 40 minutos",
      "um dos 100 últimos",
      "no máximo 30 dias",
      "guardar por 6 meses",
      "guardamos por 6 meses",
      "em até 15 dias",
      "menos de 18 anos",
    ],
  ],
  [
    "/terms-of-use",
    [
      "menos de 18 anos",
      "pausadas por 30 dias",
      "em até 20 dias",
      "voltar por 30 dias",
      "denúncia até 30 dias",
    ],
  ],
  [
    "/programas",
    [
      "pelo menos 12 meses",
      ". São 120 buscas",
      "e 60 comparações",
      "Acima de 600 chamadas",
      "chave vale 30, 90 ou 365 dias",
      "no máximo 20 válidas",
      "tem até 5.000.000 caracteres",
      "e 5.000 prompts",
      "prévia olha 2.000 , de cada",
      "conta importa 200 em 24",
      "desfaz por 24 horas",
      "funciona de 200 a 600 pixels",
    ],
  ],
])("%s", async (path, figures) => {
  expect(await figuresOf(path)).toEqual(figures);
});
