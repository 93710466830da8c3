/** What strangers' files cost: it grows as they do, is left where it cannot matter any more, and lets others have their turn. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { turnsOf as queuedFor } from "#platform/http/text-work.ts";
import { growthOf } from "#tests/support/growth.ts";
import { fails, taken } from "#tests/support/prompt-files.ts";
import { readFile } from "./formats.ts";
import { addPrompt, emptyFile } from "./raw-file.ts";

type Wait = (until: () => Promise<void>) => Promise<void>;

const TEXT = "Monte um plano de estudos de [matéria].";
const PROMPT = `{"title":"Um título","content":"${TEXT}"}`;
const times = (count: number, item: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => item(n));

afterEach(() => vi.restoreAllMocks());

/** How many names or texts are folded meanwhile: folding is most of what a name costs. */
async function foldsOf(work: () => Promise<unknown>): Promise<number> {
  const folds = vi.spyOn(String.prototype, "normalize");
  await work();
  const { length } = folds.mock.calls;
  folds.mockRestore();
  return length;
}

/** How many turns others have meanwhile. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await work();
  isOver = true;
  return turns;
}

test.each<[string, (length: number) => unknown]>([
  [
    "a tag with spaces in its middle",
    (length) => addPrompt(emptyFile(), 1, [["tags", [`a${" ".repeat(length)}b`]]]),
  ],
  [
    "a tag of quotes within a text",
    (length) => addPrompt(emptyFile(), 1, [["tags", `a${"'".repeat(length)}b`]]),
  ],
  ["JSON of many lists", (length) => fails(`{${times(length, (n) => `"k${n}":[{}]`).join()}}`)],
])("%s takes no more than its length asks for", async (_what, work) => {
  expect(await growthOf(work)).toBeLessThan(80);
});

test("lines of YAML are counted once, in whatever order its lists come", async () => {
  const lists = times(100, (n) => `${100 - n}:\n- title: a\n`);
  const text = `a: |\n${" b\n".repeat(3000)}${lists.join("")}`;
  const searches = vi.spyOn(String.prototype, "indexOf");
  const { length } = await taken(text, "yaml");
  expect([length, searches.mock.calls.length < 30_000]).toEqual([100, true]);
});

test.each([
  ["csv", 4_900_000],
  ["md", 399_990],
] as const)("as many empty lines as a file may have may stand before a text: %s", async (format, count) => {
  const lines = "\n".repeat(count);
  const text = format === "csv" ? `${lines}title,content\nUm título,${TEXT}` : `# Um título\n${lines}${TEXT}`;
  expect(await taken(text, format)).toMatchObject([{ title: "Um título", fields: { content: TEXT } }]);
});

test("a title that is far too long is not looked at", async () => {
  const replacements = vi.spyOn(String.prototype, "replace");
  const [first] = await taken(`[{"title":"${" ".repeat(1000)}","content":"${TEXT}"}]`);
  expect(first?.reasons[0]?.message).toBe("Título deve ter no máximo 120 caracteres");
  expect(replacements.mock.contexts.filter((text) => String(text).startsWith("  "))).toEqual([]);
});

describe("CSV", () => {
  const TOO_WIDE = "O CSV deve ter no máximo 50 colunas";
  const wide = ",cor".repeat(49);

  test.each([
    ["behind a line break in quotes", `title,content,"a\nb"${wide}\nUm título,Escreva um poema.\n`],
    ["behind a long name", `title,content,${"a".repeat(10_000)}${wide}\nUm título,Escreva um poema.\n`],
  ])("refuses columns %s, too", async (_where, text) => {
    expect(await fails(text, "csv")).toBe(TOO_WIDE);
  });

  test("reads each name of a column once, whatever the rows", async () => {
    const table = (rows: number, row: string) => `title,content${",cor".repeat(48)}\n${row.repeat(rows)}`;
    for (const row of ["a,b\n", `a,b${",c".repeat(48)}\n`])
      expect(await foldsOf(() => fails(table(200, row), "csv"))).toBeLessThan(300);
  });

  test("lets others have their turn among short rows", async () => {
    expect(await turnsOf(() => fails(`title,content\n${"a,b\n".repeat(4000)}`, "csv"))).toBeGreaterThan(100);
  });
});

describe("rows of another length than the first", () => {
  test("are parsed some at a time: the parser makes an error of each", async () => {
    const errors = vi.spyOn(Error, "captureStackTrace");
    let most = 0;
    let before = 0;
    let isOver = false;
    const next = () => {
      most = Math.max(most, errors.mock.calls.length - before);
      before = errors.mock.calls.length;
      if (!isOver) setImmediate(next);
    };
    setImmediate(next);
    await taken(`title,content\n${"\n".repeat(5000)}Um título,${TEXT}`, "csv");
    isOver = true;
    expect([before >= 4000, most < 1500]).toEqual([true, true]);
  });
});

describe("JSON", () => {
  test("lets others have their turn among lines without a prompt", async () => {
    for (const line of ["[]\n", "\n"])
      expect(
        await turnsOf(() => fails(`${PROMPT}\n${line.repeat(40_000)}${PROMPT}`, "json")),
      ).toBeGreaterThan(20);
  });

  test.each([
    ["an object", '{"name":{"toString":1}}', "?"],
    ["an object among texts", '[{"toString":1,"valueOf":2},"Bia"]', "?, Bia"],
    ["lists in lists", `{"name":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "?"],
    ["anything else", '[["Ana"],true,null,7,"Bia"]', "?, ?, ?, 7, Bia"],
  ])("only texts and numbers are names of authors, not %s", async (_what, author, shown) => {
    const [first] = await taken(`[{"title":"Um título","content":"${TEXT}","author":${author}}]`);
    expect(first?.author).toBe(shown);
  });
});

describe("Markdown", () => {
  test("is not taken apart when it has more lines than are worth their time", async () => {
    const splits = vi.spyOn(String.prototype, "split");
    expect(await fails(`# Um título\n${"---\na: b\n\n".repeat(160_000)}`, "md")).toBe(
      "O Markdown tem mais de 400.000 linhas, o máximo. Divida-o em partes.",
    );
    expect(splits.mock.calls.filter(([at]) => String(at) === "\n")).toEqual([]);
  });

  test("looks at the keys of a head as far as heads may go", async () => {
    const text = (keys: number) =>
      `---\ntitle: Um título\n---\n${TEXT}\n\n---\ntitle: Outro\n${times(keys, (n) => `k${n}:\n`).join("")}---\n${TEXT}\n`;
    expect(await foldsOf(() => taken(text(20_000), "md"))).toBeLessThan(3000);
    const [first, second] = await taken(text(20_000), "md");
    expect(first?.reasons).toEqual([]);
    expect(second?.reasons[0]?.message).toMatch(/longo demais/);
  });
});

test.each([
  ["md", `---\ntitle: Um título\n---\n${TEXT}\n`.repeat(200)],
  ["csv", `title,content\n${`Um título,${TEXT}\n`.repeat(200)}`],
  ["json", `[${Array(200).fill(PROMPT).join()}]`],
  ["json", `${PROMPT}\n`.repeat(2000)],
] as const)("others read their short text while a long file is read: %s", async (format, text) => {
  const ctx = {
    rateLimits: {
      timed: async <T>(_name: string, _caller: string, work: (wait: Wait) => T | Promise<T>) =>
        work((until) => until()),
    },
  };
  let isRead = false;
  const long = queuedFor(
    ctx,
    "ana",
  )(async () => {
    await readFile(text, format);
    isRead = true;
  });
  expect(await queuedFor(ctx, "beto")(() => isRead)).toBe(false);
  await long;
});
