/** Files of all formats: what is written is read as it was, and nothing that is read does harm. */
import { readFile as readExample } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExchangedPrompt, FILE_FORMATS, type FileFormat } from "#exchange/format.ts";
import { checkPrompt } from "#exchange/server/checked.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { guessFormat, readFile, WRITERS } from "./formats.ts";

const prompt = (fields: Partial<ExchangedPrompt> = {}): ExchangedPrompt => ({
  title: "Um título",
  content: "Escreva um poema sobre o mar.",
  description: null,
  tool: "ChatGPT",
  tags: [],
  allow_remixes: true,
  url: "https://site.example/prompts/1",
  created_at: "2026-11-24T00:00:00.000Z",
  edited_at: null,
  ...fields,
});

async function* all<T>(items: T[]) {
  yield* items;
}

async function write(
  format: FileFormat,
  prompts: ExchangedPrompt[],
  collection: { title: string; description: string | null } | null = null,
): Promise<string> {
  let text = "";
  for await (const part of WRITERS[format].write(all(prompts), collection)) text += part;
  return text;
}

/** What an import would take of each prompt, with its line. */
async function taken(text: string, format: FileFormat = guessFormat(text)) {
  const file = await readFile(text, format);
  return file.prompts.map((raw, at) => checkPrompt(raw, at + 1, { defaultTool: 1, viewerName: "Ana" }));
}

/** Characters of harmful texts: a quadratic reader would take minutes. */
const LENGTH = 150_000;

const fails = (text: string, format?: FileFormat) =>
  readFile(text, format ?? guessFormat(text)).then(
    () => "read",
    (error: Error) => error.message,
  );

/** Texts that formats trip over: quotes, fences, rules, formulas, separators of all kinds. */
const awkward = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ..."'\"`=+-@;,\t\n:#&*!|>%[]{}\\/~".split(""),
        "\r\n",
        "---\n",
        "```prompt\n",
        "````\n",
        "a",
        "é",
        "\u2028",
        "\ufeff",
        "{{nome}}",
        "title: x",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("")),
);
const storable = (text: string) => text.trim().replaceAll("\0", "");
const someText = (min: number, max: number) =>
  awkward.map((text) =>
    storable(`${text}${"x".repeat(min)}`)
      .slice(0, max)
      .trim(),
  );
const anyPrompt: fc.Arbitrary<ExchangedPrompt> = fc
  .record({
    title: someText(3, 60),
    content: someText(10, 100),
    description: fc.option(someText(1, 80)),
    tool: fc.constantFrom(...LLM_TYPES.map(({ name }) => name)),
    tags: fc.subarray(["receitas", "código", "e-mail", "2026"]),
    allow_remixes: fc.boolean(),
    note: fc.option(someText(1, 60)),
  })
  .map((fields) => prompt({ ...fields, author: "Ana" }));

describe.each(FILE_FORMATS)("%s", (format) => {
  test("gives back every prompt as it was written, and its collection", async () => {
    const collection = { title: "Coleção = 1", description: "--- uma\n'descrição" };
    await fc.assert(
      fc.asyncProperty(fc.array(anyPrompt, { minLength: 1, maxLength: 4 }), async (prompts) => {
        const text = await write(format, prompts, collection);
        expect(guessFormat(text)).toBe(format);
        const file = await readFile(text, format);
        expect(file.collection).toEqual(collection);
        expect([...file.ignored]).toEqual([]);
        const read = file.prompts.map(({ fields }) => fields);
        expect(
          read.map((fields) => ({
            ...{ description: null, note: null, tags: [], ...fields },
            allow_remixes: String(fields.allow_remixes),
          })),
        ).toEqual(
          prompts.map(({ url: _, created_at: __, edited_at: ___, allow_remixes, ...fields }) => ({
            ...fields,
            allow_remixes: String(allow_remixes),
          })),
        );
      }),
      { numRuns: 40 },
    );
  });

  test("tells on which line each prompt begins", async () => {
    const two = [prompt({ content: 'Três linhas:\num\ndois {["' }), prompt({ title: "Outro" })];
    const text = await write(format, two);
    const lines = text.split(/\r?\n/);
    const [first, second] = await taken(text, format);
    const lineOf = (title: string) => lines.findIndex((line) => line.includes(title)) + 1;
    // JSON and Markdown begin a line before their title.
    const before = format === "csv" ? 0 : 1;
    expect([first?.line, second?.line]).toEqual([lineOf("Um título") - before, lineOf("Outro") - before]);
  });

  test("takes no longer for any text than its length allows, and never fails otherwise", async () => {
    const heads = { json: '{"prompts":[', csv: "title,content\n", md: "---\ntitle: a\n" }[format];
    const units = [
      "[",
      "{",
      '"',
      ",",
      "\n",
      "a,",
      '"a",',
      "---\n",
      "```prompt\n",
      "- ",
      "a: &b [*b]\n",
      "\\",
      "'=",
      "a: {",
    ];
    for (const unit of units) {
      for (const head of ["", heads]) {
        const text = head + unit.repeat(Math.floor(LENGTH / unit.length));
        const start = performance.now();
        const answer = await fails(text, format);
        expect(answer, JSON.stringify(unit)).toMatch(/[a-zà-ú]/);
        expect(answer).not.toMatch(/undefined|Error|stack/i);
        // Others may be using the machine.
        expect(performance.now() - start, JSON.stringify(unit)).toBeLessThan(10_000);
      }
    }
  }, 120_000);

  test("whatever bytes come are read or refused in words", async () => {
    await fc.assert(
      fc.asyncProperty(awkward, fc.string(), async (one, other) => {
        const text = `${{ json: '[{"title":"', csv: "title,content\n", md: "---\ntitle: " }[format]}${one}${other}`;
        const answer = await fails(text, format);
        expect(answer).not.toMatch(/Error|undefined/);
      }),
      { numRuns: 100 },
    );
  });
});

describe("json", () => {
  test("may be a list alone, and names the line of a fault", async () => {
    expect(
      (await taken('\ufeff[\n{"title":"Um dois","prompt":"Escreva um poema."}]')).map(({ line }) => line),
    ).toEqual([2]);
    expect(await fails('[\n{"title": "a",\n]')).toBe("O arquivo não é JSON válido: veja a linha 3");
    expect(await fails('[\n{"title":\n]')).toBe("O arquivo não é JSON válido");
    expect(await fails('{"a":1}')).toMatch(/lista/);
    expect(await fails('{"format":"prompteca","version":2,"prompts":[]}')).toMatch(/versão/);
    expect(await fails("[]")).toBe("Não encontramos nenhum prompt no arquivo");
  });

  test("lines are those of the list, whatever stands around it", async () => {
    const text = `{"prompts": [{}],\n"other": [{"prompts": []}],\n"collection": {"title": "prompts"},\n"prompts": [\n{"title": "a\\"]}"},\n\n 5,\n{"tags": [{}]}]}`;
    expect((await taken(text)).map(({ line }) => line)).toEqual([5, 7, 8]);
  });

  test("takes nothing from prototypes, huge numbers or values of another kind", async () => {
    const text =
      '[{"__proto__":{"title":"x"},"constructor":1,"content":1e999,"tool":"__proto__","tags":5,"allow_remixes":"constructor"}]';
    const [first] = await taken(text);
    expect(first?.fields).toBeNull();
    expect(first?.reasons.map(({ field }) => field)).toEqual([
      "tool",
      "title",
      "content",
      "tags",
      "allow_remixes",
    ]);
    expect(({} as { title?: string }).title).toBeUndefined();
    const deep = `[{"title":"Um dois","content":${"[".repeat(300_000)}${"]".repeat(300_000)}}]`;
    expect((await taken(deep))[0]?.fields).toBeNull();
  });

  test("characters that cannot be stored are refused by name", async () => {
    const [first] = await taken('[{"title":"Um \\u0000 dois","content":"Escreva um \\ud800 poema."}]');
    const message = "O texto tem caracteres que não podem ser guardados";
    expect(first?.reasons).toEqual([{ field: "title", message }]);
  });
});

describe("csv", () => {
  test("reads the best-known open collection of prompts, of before and of today", async () => {
    const before = '"act","prompt"\n"Linux Terminal","I want you to act as ""a"" terminal."\n';
    const today =
      'act,prompt,for_devs,type,contributor\nLinux Terminal,"I want you to act as a terminal.\n\nMy first command is pwd",TRUE,TEXT,f\n';
    expect((await taken(before))[0]).toMatchObject({ line: 2, title: "Linux Terminal", tool: "ChatGPT" });
    const file = await readFile(today, "csv");
    expect([...file.ignored]).toEqual(["for_devs", "type", "contributor"]);
    expect((await taken(today))[0]?.fields?.content).toBe(
      "I want you to act as a terminal.\n\nMy first command is pwd",
    );
  });

  test("reads what Excel writes in Brazil: semicolons, and a mark at the beginning", async () => {
    const text =
      '\ufeffTítulo;Conteúdo;Tags\r\nUm título;Escreva; um poema;a\r\nOutro;"Escreva; um poema";"um, dois"\r\n';
    const [broken, whole] = await taken(text);
    expect(broken?.reasons[0]?.message).toMatch(/colunas/);
    expect(whole).toMatchObject({ line: 3, title: "Outro", tags: ["um", "dois"] });
  });

  test("no cell begins a formula", async () => {
    const text = await write("csv", [
      prompt({ title: "=1+1", content: "@SUM(1+9)*cmd", description: "'-2" }),
    ]);
    expect(text).toContain("\r\n'=1+1,'@SUM(1+9)*cmd,''-2,");
    expect((await taken(text))[0]?.fields).toMatchObject({ title: "=1+1", description: "'-2" });
  });

  test("tells the line of an open quote, and of missing columns", async () => {
    expect(await fails('title,content\na,b\nc,"d')).toMatch(/linha 3: há aspas abertas/);
    expect(await fails('title,content\na,b"c"\n')).toMatch(/linha 2: há aspas no meio/);
    expect(await fails("titulo,texto\na,b")).toMatch(/title e content/);
    expect(await fails(`title,content\n${"a,b\n".repeat(1001)}`)).toMatch(/mais de 1.000/);
  });
});

test.each(FILE_FORMATS)("the example in %s on the page for programs is taken whole", async (format) => {
  const text = await readExample(`src/app/programs/examples/prompts-file.${format}`, "utf8");
  expect(await taken(text)).toMatchObject([
    {
      title: "Resumo para a diretoria",
      tool: "ChatGPT",
      tags: ["trabalho", "resumos"],
      reasons: [],
      fields: {
        content: "Resuma [texto] em cinco linhas, sem jargão.",
        description: "Para relatórios longos.",
      },
    },
  ]);
});

describe("markdown", () => {
  test("reads a single prompt without a fence, and the copy of all that is one's own", async () => {
    const alone =
      "---\r\ntitle: Um título\r\ntags: [a b, c1]\r\n---\r\nEscreva:\r\n---\r\n```js\r\n1\r\n```\r\n";
    expect((await taken(alone))[0]).toMatchObject({ line: 1, tags: ["a b", "c1"] });
    expect((await taken(alone))[0]?.fields?.content).toBe("Escreva:\r\n---\r\n```js\r\n1\r\n```");
    const copy =
      '---\nid: 3\ntitulo: "Um título"\nferramenta: "Claude"\n---\n\n# Um título\n\n![x](y)\n\n```text\nEscreva um poema.\n```\n';
    expect((await taken(copy))[0]).toMatchObject({ title: "Um título", tool: "Claude" });
    expect((await taken(copy))[0]?.fields?.content).toBe("Escreva um poema.");
  });

  test.each([
    ["an alias", "a: &a [1]\nb: *a"],
    ["a billion laughs", "a: &a [x,x]\nb: &b [*a,*a]\ntitle: *b"],
    ["a tag", "title: !!js/function 'x'\ncontent: {a: {b: {c: {d: e}}}}"],
    ["what is nested", `title: ${"[".repeat(2000)}${"]".repeat(2000)}`],
    ["sequences in sequences", "- ".repeat(3000)],
    ["questions", "? ".repeat(3000)],
    ["hundreds of texts", `title: a\ntags: [${"a,".repeat(400)}]`],
    ["a key twice", "title: a\ntitle: b"],
    ["two documents", "title: a\n...\nb: c"],
    ["no map", "title"],
  ])("refuses %s in a head", async (_, head) => {
    const [first] = await taken(`---\n${head}\n---\n\n\`\`\`prompt\nEscreva um poema.\n\`\`\`\n`);
    expect(first?.reasons.map(({ message }) => message).join()).toMatch(/cabeçalho/);
  });

  test("a text of nothing but rules is read in one pass", async () => {
    expect((await taken(`---\ntitle: a\n---\nb\n${"---\n".repeat(240_000)}`))[0]?.fields).toBeNull();
  });

  test("others have their turn between two prompts", async () => {
    let turns = 0;
    let next = setImmediate(function count() {
      turns++;
      next = setImmediate(count);
    });
    await readFile("---\ntitle: a\n---\n```text\nb\n```\n".repeat(50), "md");
    clearImmediate(next);
    expect(turns).toBeGreaterThan(48);
  });

  test("a long head is refused, and a prompt without its text", async () => {
    const [long, empty] = await taken(
      `---\ntitle: ${"a".repeat(11_000)}\n---\n\`\`\`prompt\nEscreva um poema.\n\`\`\`\n---\ntitle: Um título\n---\n`,
    );
    expect(long?.reasons[0]?.message).toMatch(/longo demais/);
    expect(empty?.reasons[0]?.message).toBe("Falta o texto do prompt");
  });
});
