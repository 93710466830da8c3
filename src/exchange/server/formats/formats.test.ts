/** Files of all formats: written ones are read unchanged, and no file does harm. */
import { readFile as readExample } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FILE_FORMATS } from "#exchange/format.ts";
import { anyPrompt, awkward, fails, prompt, taken, write } from "#tests/support/prompt-files.ts";
import { guessFormat, readFile } from "./formats.ts";

/** Characters of harmful texts: a quadratic reader would take minutes. */
const LENGTH = 100_000;

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
    // JSON and Markdown begin a line before their title, CSV with the text, which has three lines in the first.
    const before = format === "csv" ? [2, 0] : [1, 1];
    expect([first?.line, second?.line]).toEqual(
      ["Um título", "Outro"].map((title, at) => lineOf(title) - (before[at] as number)),
    );
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
        const before = process.threadCpuUsage();
        const answer = await fails(text, format);
        expect(answer, JSON.stringify(unit)).toMatch(/[a-zà-ú]/);
        expect(answer).not.toMatch(/undefined|Error|stack/i);
        // Others may be using the machine: processor time, in microseconds.
        expect(process.threadCpuUsage(before).user, JSON.stringify(unit)).toBeLessThan(10_000_000);
      }
    }
  }, 300_000);

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
    expect(await fails(`[${"\n".repeat(11)}{"title": "a",\n]`)).toBe(
      "O arquivo não é JSON válido: veja a linha 13",
    );
    expect(await fails('[\n{"title":\n]')).toBe("O arquivo não é JSON válido");
    expect(await fails('{"a":1}')).toBe(
      "O JSON deve ser um prompt com title e content, uma lista deles, ou um objeto com a lista em “prompts”",
    );
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
    const deep = `[{"title":"Um dois","content":${"[".repeat(100_000)}${"]".repeat(100_000)}}]`;
    expect((await taken(deep))[0]?.fields).toBeNull();
  });

  test("is not parsed where it has more values than 5,000 prompts need; texts are no values", async () => {
    const message =
      "O JSON tem mais de 150.000 valores, o máximo. Deixe nele só os prompts, ou divida-o em partes.";
    const keys = Array.from({ length: 150_001 }, (_, at) => `"k${at}":1`).join(",");
    for (const text of [
      `[${"[],".repeat(80_000)}[]]`,
      `[{"title":"Um dois","content":"Escreva um poema.",${keys}}]`,
      `${'{"title":"Um"}\n'.repeat(150_001)}`,
    ])
      await expect(taken(text)).rejects.toThrow(message);
    const commas = `[{"title":"Um dois","content":"${",[{".repeat(400_000)}"}]`;
    expect((await taken(commas))[0]?.reasons).toMatchObject([{ field: "content" }]);
  });

  test("has no prompt of which more than 200 names are looked at; further ones stay behind", async () => {
    const others = Array.from({ length: 200 }, (_, at) => `"k${at}":1`).join(",");
    const [first] = await taken(`[{"title":"Um dois",${others},"content":"Escreva um poema."}]`);
    expect(first?.reasons.map(({ field }) => field)).toEqual(["content"]);
  });

  test("characters that cannot be stored are refused by name", async () => {
    const [first] = await taken('[{"title":"Um \\u0000 dois","content":"Escreva um \\ud800 poema."}]');
    const message = "O texto tem caracteres que não podem ser guardados";
    expect(first?.reasons).toEqual([{ field: "title", message }]);
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
