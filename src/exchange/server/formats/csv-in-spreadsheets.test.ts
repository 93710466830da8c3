/** CSV as spreadsheets take it, which cut lines at the separator they are set to, whatever the file's is. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPrompt, prompt, taken, write } from "#tests/support/prompt-files.ts";
import { readFile } from "./formats.ts";

/** Systems with a decimal comma, as in Brazil, have semicolons in lists; pasting uses tabs. */
const SEPARATORS = [",", ";", "\t"];

/**
 * A file's cells as Excel cuts them: a quote means something at a cell's beginning alone, and behind the one that ends it all is
 * text again, up to the next separator or line break.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let state: "begin" | "quoted" | "text" = "begin";
  const file = text.replace(/^\ufeff/, "");
  for (let at = 0; at < file.length; at++) {
    const character = file[at] as string;
    if (state === "begin" && character === '"') state = "quoted";
    else if (state === "quoted" && character === '"') {
      if (file[at + 1] === '"') cell += file[++at];
      else state = "text";
    } else if (state !== "quoted" && (character === separator || character === "\n" || character === "\r")) {
      cells.push(cell);
      cell = "";
      state = "begin";
    } else {
      cell += character;
      if (state === "begin") state = "text";
    }
  }
  return [...cells, cell];
}

/** The signs of a formula, full-width ones included; spaces before them do not help. */
const isFormula = (cell: string) => /^[\s\u00a0]*[=+\-@＝＋－＠]/.test(cell);

interface Texts {
  title?: unknown;
  content?: unknown;
  description?: unknown;
  note?: unknown;
}
const textsOf = ({ title, content, description, note }: Texts) => ({
  ...{ title, content, description: description ?? "", note: note ?? "" },
});
const collection = { title: "Coleção;=1", description: 'Uma,-1\n"=2";"' };

describe.each([",", ";"] as const)("a file with %j", (separator) => {
  const file = (prompts: Parameters<typeof write>[1]) => write("csv", prompts, collection, separator);

  test.each([
    ["after a separator", "a;=1+1,=1+1\t=1+1"],
    ["after a line break", "a\n=1+1\r\n- item\n\n  +1"],
    ["after quotes", 'a;"=1+1",""=1+1;""""=1'],
    ["when quotes end a cell", 'a;",'],
    ["when a separator does", "a\t=1;"],
    ["with spaces and full-width signs", "a; =1, ＝1\n\u00a0＠x"],
  ])("has no cell that is a formula %s, wherever it is cut", async (_, text) => {
    const hostile = { title: text, content: text, description: text, note: text, author: "Ana" };
    const written = await file([prompt(hostile), prompt(hostile)]);
    for (const cut of SEPARATORS) expect(cellsOf(written, cut).filter(isFormula), cut).toEqual([]);
  });

  test("has none for any text, and gives each back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPrompt, { minLength: 1, maxLength: 4 }), async (prompts) => {
        const written = await file(prompts);
        for (const cut of SEPARATORS) expect(cellsOf(written, cut).filter(isFormula)).toEqual([]);
        const read = await readFile(written, "csv");
        expect(read.collection).toEqual(collection);
        expect(read.prompts.map(({ fields }) => textsOf(fields))).toEqual(prompts.map(textsOf));
      }),
      { numRuns: 100 },
    );
  });

  test("leaves lists and quotations of a prompt's text as they are", async () => {
    const content = 'Responda:\n- em tópicos; - curtos\n"entre aspas"\n= fim';
    const written = await file([prompt({ content })]);
    expect(written).toContain(`\r\n"${content.replaceAll('"', '""')}"${separator}`);
    expect((await taken(written))[0]?.fields?.content).toBe(content);
  });
});
