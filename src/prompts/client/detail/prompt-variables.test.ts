import { describe, expect, test } from "vitest";
import { fillVariables, segmentVariables, variablesOf } from "./prompt-variables.ts";

const variables = (text: string) =>
  segmentVariables(text).flatMap(({ text, variable }) => (variable ? [text] : []));

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
    "Rode `echo {nome do arquivo}` no terminal",
    "```python\nprint(f'{nome}')  # [comentário]\n```",
    "```\num bloco que não termina com [variável]",
    "Olá, $\u007bnome}!",
    'cores: ["azul", "verde"]',
    "uma nota[^fonte] e [^outra fonte]",
    "> [!NOTE] cuidado",
    "a classe [A-Za-z0-9_] e \\[escapado]",
    "| coluna[chave] |",
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

describe("filling in", () => {
  const segments = segmentVariables("Fale de [tema] para {público}. Repita: [tema], {{ público }}.");
  const filled = (values: Record<string, string>) => fillVariables(segments, new Map(Object.entries(values)));

  test("asks for each variable once, however often and in whatever brackets it stands", () => {
    expect(variablesOf(segments)).toEqual(["tema", "público"]);
  });

  test("puts each value wherever its variable stands, and leaves the rest as written", () => {
    expect(filled({ tema: " o mar ", público: "  " })).toBe(
      "Fale de o mar para {público}. Repita: o mar, {{ público }}.",
    );
    expect(filled({ tema: "$& [público]", público: "crianças" })).toBe(
      "Fale de $& [público] para crianças. Repita: $& [público], crianças.",
    );
  });
});

test("a variable may be called anything", () => {
  const names = segmentVariables("[constructor] [__proto__]");
  expect(fillVariables(names, new Map())).toBe("[constructor] [__proto__]");
  expect(fillVariables(names, new Map([["__proto__", "pai"]]))).toBe("[constructor] pai");
});

test("hostile text of 20,000 characters is read in one go", () => {
  for (const text of [
    "[".repeat(20_000),
    "`".repeat(20_000),
    "{a ".repeat(6_000),
    "```".repeat(6_000),
    "[a".repeat(9_000),
  ]) {
    expect(
      segmentVariables(text)
        .map(({ text }) => text)
        .join(""),
    ).toBe(text);
  }
});
