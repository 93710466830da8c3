/** What a file's prompt becomes, field by field, and why it may not come. */
import { describe, expect, test } from "vitest";
import { checkAll, checkCollection, checkPrompt } from "./checked.ts";
import type { RawPrompt } from "./formats/raw-file.ts";

const TEXT = "Escreva um poema sobre o mar.";
const NO_TITLE =
  "Falta o título do prompt. Dê-o em “title” ou “título”; num Markdown sem cabeçalho, numa primeira linha “# Meu prompt”.";
const check = (fields: RawPrompt["fields"], more: Partial<RawPrompt> = {}, credit = false) =>
  checkPrompt({ line: 7, fields: { title: "Um título", content: TEXT, ...fields }, ...more }, 2, {
    ...{ defaultTool: 3, viewerName: "Ana", credit },
  });
const reasonsOf = (fields: RawPrompt["fields"], more: Partial<RawPrompt> = {}) =>
  check(fields, more).reasons.map(({ field, message }) => `${field}: ${message}`);

test("a prompt with nothing but title and text has what publication gives by default", () => {
  expect(check({})).toEqual({
    ...{ place: 2, file: null, line: 7, title: "Um título", tool: "Midjourney", tags: [], author: null },
    fields: {
      ...{ title: "Um título", content: TEXT, llm_type_id: 3, tags: [], allow_remixes: true },
    },
    reasons: [],
  });
  expect(check({}, { file: "a.md" }).file).toBe("a.md");
});

test.each([
  ["true", true],
  ["false", false],
  [true, true],
  [false, false],
  ["", true],
  [null, true],
])("allow_remixes %j is %s", (allow_remixes, is) => {
  expect(check({ allow_remixes }).fields?.allow_remixes).toBe(is);
});

test.each<[string, RawPrompt["fields"], string[]]>([
  ["another switch", { allow_remixes: "sim" }, ["allow_remixes: allow_remixes deve ser true ou false"]],
  [
    "a name of a prototype",
    { allow_remixes: "constructor" },
    ["allow_remixes: allow_remixes deve ser true ou false"],
  ],
  ["no title", { title: undefined }, [`title: ${NO_TITLE}`]],
  ["a blank title", { title: " \u3164" }, [`title: ${NO_TITLE}`]],
  ["no text", { content: "" }, ["content: Prompt deve ter pelo menos 10 caracteres"]],
  [
    "seven tags",
    { tags: ["aa", "bb", "cc", "dd", "ee", "ff", "gg"] },
    ["tags: Escolha até 5 tags: tem 7, 2 a mais"],
  ],
  ["a title that is an object", { title: {} }, ["title: Título deve ter pelo menos 3 caracteres"]],
  [
    "a long note",
    { note: "x".repeat(281) },
    ["note: Anotação deve ter no máximo 280 caracteres: tem 281, 1 a mais"],
  ],
  [
    "a long description",
    { description: `${"x".repeat(1003)}  ` },
    ["description: Descrição deve ter no máximo 1.000 caracteres: tem 1.003, 3 a mais"],
  ],
  [
    "a long tag",
    { tags: ["x".repeat(33)] },
    ["tags: Cada tag deve ter no máximo 30 caracteres: tem 33, 3 a mais"],
  ],
  ["several short tags", { tags: ["a", "b"] }, ["tags: Cada tag deve ter pelo menos 2 caracteres"]],
  [
    "profanity",
    {
      title: "Que merda",
      content: `${TEXT} Que merda.`,
      description: "Que merda",
      tags: ["merda"],
      note: "Que merda",
    },
    [
      "title: O título contém linguagem imprópria",
      "content: O prompt contém linguagem imprópria",
      "description: A descrição contém linguagem imprópria",
      "tags: Uma das tags contém linguagem imprópria",
      "note: A anotação contém linguagem imprópria",
    ],
  ],
  ["a NUL", { note: "a\0b" }, ["note: O texto tem caracteres que não podem ser guardados"]],
  [
    "half a character",
    { description: "a\ud800" },
    ["description: O texto tem caracteres que não podem ser guardados"],
  ],
])("%s is refused at its field", (_, fields, reasons) => {
  expect([reasonsOf(fields).sort(), check(fields).fields]).toEqual([reasons.sort(), null]);
});

test("what the reader found comes first, and five reasons are told at most", () => {
  const many = {
    title: "a",
    content: "b",
    tags: ["c"],
    allow_remixes: "x",
    note: "x".repeat(281),
    tool: "Siri",
  };
  const reasons = reasonsOf(many, { problem: "O cabeçalho não pode ser lido" });
  expect(reasons).toHaveLength(5);
  expect(reasons[0]).toBe("content: O cabeçalho não pode ser lido");
  expect(check({}, { problem: "Falta" }).fields).toBeNull();
});

describe("a tool", () => {
  test("is found by its name, and the given one is the default", () => {
    expect(check({ tool: "claude" })).toMatchObject({ tool: "Claude", fields: { llm_type_id: 6 } });
    expect(check({ tool: "" }).tool).toBe("Midjourney");
  });

  test("that is none is named, and shown nowhere", () => {
    for (const [tool, named] of [
      ["Siri", "“Siri”"],
      [5, "“number”"],
    ] as const) {
      const { reasons, tool: shown } = check({ tool });
      expect([reasons.length, reasons[0]?.field, shown]).toEqual([1, "tool", null]);
      expect(reasons[0]?.message).toContain(named);
    }
  });
});

describe("an author", () => {
  const described = (fields: RawPrompt["fields"]) => check(fields, {}, true).fields?.description;

  test("is named in the description, once, if that is asked for", () => {
    expect(check({ author: "Bia" })).toMatchObject({ author: "Bia", reasons: [] });
    expect(check({ author: "Bia", description: "Da praia." }).fields?.description).toBe("Da praia.");
    expect(described({ author: "Bia" })).toBe("Escrito por Bia.");
    expect(described({ author: "Bia", description: "Da praia." })).toBe("Da praia.\n\nEscrito por Bia.");
    expect(described({ author: "Bia", description: "De Bia." })).toBe("De Bia.");
    expect(described({ description: "Da praia." })).toBe("Da praia.");
    expect(described({ author: "Bia", description: [] })).toBeUndefined();
  });

  test("may be several, but not who imports, and is shown in one line", () => {
    expect(check({ author: ["Bia", "", "Caio"] }).author).toBe("Bia, Caio");
    expect(check({ author: " ÁNA " }).author).toBeNull();
    expect(check({ author: "" }).author).toBeNull();
    expect(check({ author: Array(60).fill("Bia") }).author).toHaveLength(120);
  });
});

test("of what is refused a bounded part is shown", () => {
  const { title, tags } = check({
    title: `  ${"x".repeat(130)}`,
    tags: [5, "", ...Array.from({ length: 20 }, (_, n) => `tag ${n}`)],
  });
  expect([title, tags]).toEqual(["x".repeat(120), Array.from({ length: 8 }, (_, n) => `tag ${n}`)]);
  expect(check({ title: 5, tags: "a" })).toMatchObject({ title: "", tags: [] });
});

test("the asked places alone are checked, each in a turn", async () => {
  const raw = (title: string): RawPrompt => ({ line: 1, fields: { title, content: TEXT, author: "Bia" } });
  const file = {
    prompts: [raw("Primeiro"), raw("Segundo"), raw("Terceiro")],
    collection: null,
    ignored: new Set<string>(),
  };
  let turns = 0;
  const turn = async <T>(piece: () => T | Promise<T>) => {
    turns++;
    return piece();
  };
  const checked = await checkAll(turn, file, new Set([1, 3]), { defaultTool: 1, viewerName: "Ana" });
  expect([checked.map(({ place, title, fields }) => [place, title, fields?.description]), turns]).toEqual([
    [
      [1, "Primeiro", undefined],
      [3, "Terceiro", undefined],
    ],
    2,
  ]);
});

test.each([
  [
    { title: " Receitas ", description: "" },
    { title: "Receitas", description: null, refused: null },
  ],
  [
    { title: "Receitas", description: "Da casa" },
    { title: "Receitas", description: "Da casa", refused: null },
  ],
  [
    { title: "Oi", description: null },
    { title: "Oi", refused: "Título deve ter pelo menos 3 caracteres" },
  ],
  [
    { title: 5, description: null },
    { title: "", refused: "Título deve ter pelo menos 3 caracteres" },
  ],
  [
    { title: "Receitas", description: "x".repeat(501) },
    { title: "Receitas", refused: "Descrição deve ter no máximo 500 caracteres" },
  ],
  [
    { title: "Que merda", description: null },
    { title: "Que merda", refused: "O título contém linguagem imprópria" },
  ],
  [
    { title: "Receitas", description: "Que merda" },
    { title: "Receitas", refused: "A descrição contém linguagem imprópria" },
  ],
])("the collection %j", (given, checked) => {
  expect(checkCollection(given)).toEqual(checked);
});
