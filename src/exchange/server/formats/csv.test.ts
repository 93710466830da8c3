/** Files in CSV: what people bring, and what is wrong with it. */
import { expect, test } from "vitest";
import { fails, prompt, taken, write } from "#tests/support/prompt-files.ts";
import { readFile } from "./formats.ts";

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

test.each([
  ["commas", "content,title,tags\r\n"],
  ["semicolons", "content;title;tags\r\n"],
  ["tabs", "content\ttitle\ttags\r\n"],
  ["what it tells Excel", "sep=;\r\ncontent;title;tags\r\n"],
  ["a mark and what it tells Excel", '\ufeff"sep=;"\r\ncontent;title;tags\r\n'],
])("reads a table by %s, with lines and columns that a spreadsheet left empty", async (_, head) => {
  const mark = head.includes(";") ? ";" : head.includes("\t") ? "\t" : ",";
  const rows = [
    ['"Escreva; um,\tpoema"', "Um título", '"a1,b2"'],
    ["Escreva outro poema", "Sem tags"],
    ["", "", ""],
    ["Escreva um terceiro", "Outro", "c3", ""],
  ];
  const text = head.replace(/tags/, `tags${mark}`) + rows.map((cells) => cells.join(mark)).join("\r\n");
  const all = await taken(text);
  const first = /sep=/.test(head) ? 3 : 2;
  expect(all.map(({ line, title, tags, reasons }) => [line - first, title, tags, reasons])).toEqual([
    [0, "Um título", ["a1", "b2"], []],
    [1, "Sem tags", [], []],
    [3, "Outro", ["c3"], []],
  ]);
  expect(all[0]?.fields?.content).toBe("Escreva; um,\tpoema");
  expect([...(await readFile(text, "csv")).ignored]).toEqual([]);
  expect(await fails(`${text}\r\n"a`)).toContain(`linha ${first + 4}:`);
});

test("no cell begins a formula", async () => {
  const text = await write("csv", [prompt({ title: "=1+1", content: "@SUM(1+9)*cmd", description: "'-2" })]);
  expect(text).toContain(`\r\n"'@SUM(1+9)*cmd","'=1+1","''-2",`);
  expect((await taken(text))[0]?.fields).toMatchObject({ title: "=1+1", description: "'-2" });
});

test("tells the line of an open quote, and of missing columns", async () => {
  expect(await fails('title,content\na,b\nc,"d')).toMatch(/linha 3: há aspas abertas/);
  expect(await fails('title,content\na,b"c"\n')).toMatch(/linha 2: há aspas no meio/);
  expect(await fails("titulo,texto\na,b")).toMatch(/title e content/);
  expect(await fails(`title,content\n${"a,b\n".repeat(1001)}`)).toMatch(/mais de 1.000/);
});
