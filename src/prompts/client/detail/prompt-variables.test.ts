import { describe, expect, test } from "vitest";
import { segmentVariables } from "./prompt-variables.ts";

const variables = (text: string) =>
  segmentVariables(text)
    .filter(({ variable }) => variable)
    .map(({ text }) => text);

describe("segmentVariables", () => {
  test("finds variables in brackets, braces and double braces", () => {
    expect(variables("Escreva sobre [tema] para {público-alvo} em {{tom de voz}}.")).toEqual([
      "[tema]",
      "{público-alvo}",
      "{{tom de voz}}",
    ]);
    expect(variables("[PRODUTO: nome e preço] e (entre parênteses: [cidade])")).toEqual([
      "[PRODUTO: nome e preço]",
      "[cidade]",
    ]);
  });

  test.each([
    "const primeiro = lista[indice];",
    '{"nome": "Ana", "idade": 30}',
    "if (x) { return nome; }",
    "veja [a documentação](https://exemplo.com.br)",
    "- [ ] revisar\n- [x] publicar",
    "como mostrou o estudo [1] e o [23]",
    "[começa aqui\ne termina ali]",
    `[${"muito ".repeat(20)}longo]`,
    "[]{}[[]]{{}}",
  ])("leaves alone %j", (text) => {
    expect(variables(text)).toEqual([]);
  });

  test("the segments joined are the text", () => {
    for (const text of ["", "sem nada", "[só isso]", "[a dois][b dois]", "antes {meio} depois\n\n  [fim]"]) {
      expect(
        segmentVariables(text)
          .map(({ text }) => text)
          .join(""),
      ).toBe(text);
    }
  });
});
