import { describe, expect, test } from "vitest";
import { fillVariables, presetsOf, segmentVariables, unfilledOf, variablesOf } from "./variables.ts";

const [CHATGPT, MIDJOURNEY, STABLE_DIFFUSION, LLAMA] = [1, 3, 4, 7];

const variables = (text: string, toolId = CHATGPT) =>
  segmentVariables(text, toolId).flatMap(({ text, variable }) => (variable ? [text] : []));

describe("segmentVariables", () => {
  test.each([
    ["an ordinary space and Word's", "nome do\u00a0produto"],
    ["one space and several", "nome  do   produto"],
    ["a thin space", "nome do\u202fproduto"],
  ])("names that look alike are one field, with the text as written: %s", (_what, other) => {
    const segments = segmentVariables(`Venda [nome do produto] e {${other}}.`, CHATGPT);
    expect(variablesOf(segments)).toEqual(["nome do produto"]);
    expect(segments.map(({ text }) => text).join("")).toBe(`Venda [nome do produto] e {${other}}.`);
    expect(fillVariables(segments, new Map([["nome do produto", "bolo"]]))).toBe("Venda bolo e bolo.");
  });

  test("é in one sign and in two is one field, and so are the words before a blank", () => {
    expect(variablesOf(segmentVariables("[caf\u00e9] e [cafe\u0301]", CHATGPT))).toEqual(["caf\u00e9"]);
    const blanks = segmentVariables("Meu texto: [cole aqui]\nMeu\u00a0texto: [cole aqui]", CHATGPT);
    expect(variablesOf(blanks)).toEqual(["Meu texto", "Meu texto (2)"]);
  });

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
    "para [2] pessoas, com [15 g] de pó, às [9h]",
    "[começa aqui\ne termina ali]",
    `[${"muito ".repeat(20)}longo]`,
    "[]{}[[]]{{}}",
    "Rode `echo {nome do arquivo}` no terminal",
    "```python\nprint(f'{nome}')  # [comentário]\n```",
    "```\num bloco que não termina com [variável]",
    "o total de $\u007ba.b}, $\u007bi + 1}, $\u007b1}, $\u007bHOME:-raiz}{x}, R$\u007bpreço} e \\$\u007bnome}",
    "const saudacao = `Olá, $\u007bnome:Ana}`;",
    'cores: ["azul", "verde"]',
    "uma nota[^fonte] e [^outra fonte]",
    "> [!NOTE] cuidado",
    "a classe [A-Za-z0-9_] e \\[escapado]",
    "| coluna[chave] |",
    "leia [o guia][guia].\n\n[guia]: https://exemplo.com.br",
    "![um gato](gato.png) e [[Página do caderno]]",
    "- [X] feito\n- [x] também",
    "~~~yaml\nnome: [o nome]\n~~~",
    "o comando ``ls [pasta]`` lista",
    '{\n  "ativo": [true, false],\n  "nota": [null],\n  "idades": [12, 30]\n}',
    "{{#if cidade}}sim{{/if}} {{> rodapé}} {% raw %}",
  ])("leaves alone %j", (text) => {
    expect(variables(text)).toEqual([]);
  });

  test("a JSON to be filled in keeps its own brackets, and what stands in its texts is found", () => {
    expect(variables('{"nome": "[nome]", "tags": ["{tema}", "fixa"], "ativo": true}')).toEqual([
      "[nome]",
      "{tema}",
    ]);
  });

  test.each([
    // Automatic1111: weights, steps, choices, LoRAs.
    [
      STABLE_DIFFUSION,
      "(masterpiece:1.2), retrato de [personagem], [red:blue:0.5] hair, [cat|dog], [forest::0.3], [:neon:10], <lora:aquarela:0.8>",
      ["[personagem]"],
    ],
    [
      STABLE_DIFFUSION,
      "retrato de {personagem}, luz suave\nNegative prompt: [blurry], (worst quality:1.4), [[watermark]]\nSteps: 28, CFG scale: 7",
      ["{personagem}"],
    ],
    // Dynamic Prompts and ComfyUI: one of several.
    [
      STABLE_DIFFUSION,
      "a {red|blue|green} dress, {2$$chapéu|luvas|botas}, {{paisagem}}, __cores__",
      ["{{paisagem}}"],
    ],
    [STABLE_DIFFUSION, "um farol, [neblina], óleo sobre tela", ["[neblina]"]],
    [
      MIDJOURNEY,
      "a {red, green, yellow} bird in the {{lugar}}, [estilo] --ar 16:9 --no {texto}",
      ["{{lugar}}", "[estilo]", "{texto}"],
    ],
    [LLAMA, "<s>[INST] Resuma [assunto] em três frases. [/INST]", ["[assunto]"]],
    // To others it is a choice that the reader makes.
    [
      CHATGPT,
      "Responda em tom {formal|informal} sobre [produto: nome e preço].",
      ["{formal|informal}", "[produto: nome e preço]"],
    ],
    [
      CHATGPT,
      "Compare {azul, verde} e [vermelho]. Negative prompt: [algo]",
      ["{azul, verde}", "[vermelho]", "[algo]"],
    ],
  ])("for tool %i in %j only %j is to be filled in", (toolId, text, expected) => {
    expect(variables(text, toolId)).toEqual(expected);
  });

  test("the segments joined are the text", () => {
    for (const text of ["", "sem nada", "[só isso]", "[a dois][b dois]", "antes {meio} depois\n\n  [fim]"]) {
      expect(
        segmentVariables(text, STABLE_DIFFUSION)
          .map(({ text }) => text)
          .join(""),
      ).toBe(text);
    }
  });
});

describe("variables with a dollar sign, as the best-known collection has them", () => {
  const text =
    "Write about $\u007btopic:AI} for $\u007bTarget Audience}, in $\u007btone: formal, short }. Again: $\u007btopic}, [topic].";
  const segments = segmentVariables(text, CHATGPT);
  const filled = (values: Record<string, string>) => fillVariables(segments, new Map(Object.entries(values)));

  test("are fields, some with a value of the author's", () => {
    expect(variablesOf(segments)).toEqual(["topic", "Target Audience", "tone"]);
    expect([...presetsOf(segments)]).toEqual([
      ["topic", "AI"],
      ["tone", "formal, short"],
    ]);
    expect(segments.map(({ text }) => text).join("")).toBe(text);
  });

  test("have that value until the reader gives another, wherever they stand", () => {
    expect(filled({})).toBe("Write about AI for $\u007bTarget Audience}, in formal, short. Again: AI, AI.");
    expect(filled({ topic: "the sea", "Target Audience": "children", tone: " " })).toBe(
      "Write about the sea for children, in formal, short. Again: the sea, the sea.",
    );
    expect(unfilledOf(segments, new Map())).toEqual(["Target Audience"]);
    expect(unfilledOf(segments, new Map([["Target Audience", "x"]]))).toEqual([]);
  });

  test("may be an editor's question, whose name is not “input”; its other words are text", () => {
    const asked = segmentVariables(
      "Crie $\u007binput:form} com $\u007binput:cor:azul claro}; $\u007benv:HOME} $\u007bconfig:a} $\u007bcommand:ab} $ARGUMENTS $\u007b1:valor} <topic>",
      CHATGPT,
    );
    expect(variablesOf(asked)).toEqual(["form", "cor"]);
    expect([...presetsOf(asked)]).toEqual([["cor", "azul claro"]]);
  });

  test("the first value counts, and Stable Diffusion has that syntax for itself", () => {
    expect(
      fillVariables(segmentVariables("$\u007btom} $\u007btom:a1} $\u007btom:b2}", CHATGPT), new Map()),
    ).toBe("a1 a1 a1");
    expect(variables("$\u007bcores} e [lugar]", STABLE_DIFFUSION)).toEqual(["[lugar]"]);
  });
});

describe("blanks that name nothing", () => {
  const names = (text: string) => variablesOf(segmentVariables(text, CHATGPT));

  test.each([
    ["Anúncio: [cole aqui]\nExperiência: [cole aqui]", ["Anúncio", "Experiência"]],
    ["**Vaga:** {insira o texto}\n\n## Currículo\n\n[COLE AQUI]", ["Vaga", "Currículo"]],
    ["1. Texto original: [seu texto aqui]. Tradução: [seu texto aqui]", ["Texto original", "Tradução"]],
    ["Resuma o artigo [cole aqui] e compare com [cole aqui]", ["Resuma o artigo", "e compare com"]],
    ["Exemplo: [cole aqui]\nExemplo: [cole aqui]", ["Exemplo", "Exemplo (2)"]],
    ["[cole aqui]\n[cole aqui]", ["cole aqui", "cole aqui (2)"]],
    [
      "Analise com atenção o anúncio de vaga e compare-o com o meu currículo atual: [cole aqui]",
      ["…e compare-o com o meu currículo atual"],
    ],
  ])("in %j are the fields %j", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test("each takes a value of its own", () => {
    const segments = segmentVariables("Anúncio: [cole aqui]\nExperiência: [cole aqui]", CHATGPT);
    expect(fillVariables(segments, new Map([["Experiência", "dez anos"]]))).toBe(
      "Anúncio: [cole aqui]\nExperiência: dez anos",
    );
  });

  test("a name that is meant once stays one, whatever stands before it", () => {
    expect(names("Público: {público}. Para {público}: [insira o nome]. Olá, [insira o nome]!")).toEqual([
      "público",
      "insira o nome",
    ]);
    expect(names("Leia o [texto] e resuma o [texto]")).toEqual(["texto"]);
  });
});

describe("filling in", () => {
  const segments = segmentVariables("Fale de [tema] para {público}. Repita: [tema], {{ público }}.", CHATGPT);
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
  const names = segmentVariables("[constructor] [__proto__]", CHATGPT);
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
    "$\u007ba".repeat(6_000),
    "$\u007bab:".repeat(4_000),
    "[cole aqui]".repeat(1_800),
  ]) {
    expect(
      segmentVariables(text, STABLE_DIFFUSION)
        .map(({ text }) => text)
        .join(""),
    ).toBe(text);
  }
});
