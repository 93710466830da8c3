/** Files in CSV, as people have them, with their faults. */
import { expect, test, vi } from "vitest";
import { fails, prompt, taken, write } from "#tests/support/prompt-files.ts";
import { readFile } from "./formats.ts";

test("reads the best-known open collection of prompts, of before and of today", async () => {
  const before = '"act","prompt"\n"Linux Terminal","I want you to act as ""a"" terminal."\n';
  const today =
    'act,prompt,for_devs,type,contributor\nLinux Terminal,"I want you to act as a terminal.\n\nMy first command is pwd",TRUE,TEXT,f\n';
  expect((await taken(before))[0]).toMatchObject({ line: 2, title: "Linux Terminal", tool: "ChatGPT" });
  const file = await readFile(today, "csv");
  expect([...file.ignored]).toEqual(["for_devs", "type"]);
  expect((await taken(today))[0]).toMatchObject({
    author: "f",
    fields: { content: "I want you to act as a terminal.\n\nMy first command is pwd" },
  });
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
  ["commas, below lines without anything", "\r\n \r\ncontent,title,tags\r\n"],
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
  const first = head.split("\r\n").length;
  expect(all.map(({ line, title, tags, reasons }) => [line - first, title, tags, reasons])).toEqual([
    [0, "Um título", ["a1", "b2"], []],
    [1, "Sem tags", [], []],
    [3, "Outro", ["c3"], []],
  ]);
  expect(all[0]?.fields?.content).toBe("Escreva; um,\tpoema");
  expect([...(await readFile(text, "csv")).ignored]).toEqual([]);
  expect(await fails(`${text}\r\n"a`)).toContain(`linha ${first + 4}:`);
});

test("what tells Excel the separator counts more than the marks in the first line", async () => {
  const table = 'title;content;"cor, forma, peso, idade"\r\nUm título;Escreva um poema;azul';
  expect(await taken(`sep=;\r\n${table}`)).toMatchObject([{ title: "Um título", reasons: [] }]);
  expect(await fails(table)).toMatch(/title e content/);
});

test("no cell begins a formula", async () => {
  const text = await write("csv", [prompt({ title: "=1+1", content: "@SUM(1+9)*cmd", description: "'-2" })]);
  expect(text).toContain(`\r\n"'@SUM(1+9)*cmd","'=1+1","''-2",`);
  expect((await taken(text))[0]?.fields).toMatchObject({ title: "=1+1", description: "'-2" });
});

test("tells the line of an open quote, and of missing columns", async () => {
  expect(await fails('title,content\na,b\nc,"d')).toMatch(/linha 3: há aspas abertas/);
  expect(await fails('title,content\na,b"c"\n')).toMatch(/linha 2: há aspas no meio/);
  expect(await fails('title,content\na,"b"c\n')).toMatch(/linha 2: há aspas no meio/);
  expect(await fails("titulo,assunto\na,b")).toMatch(/title e content/);
  expect(await fails("", "csv")).toMatch(/title e content/);
  expect(await fails(`title,content\n${"a,b\n".repeat(5002)}`)).toBe(
    "O arquivo tem 5.002 prompts, 2 a mais que o máximo de 5.000. Divida-o em partes.",
  );
  // The line of names is one of them.
  expect(await fails(`title,content\n${"a,b\n".repeat(9999)}`)).toMatch(/^O arquivo tem 9.999 prompts/);
  expect(await fails(`title,content\n${"a,b\n".repeat(10_000)}`)).toMatch(/mais de 10.000 linhas/);
});

test("names columns without a name by their number, and takes fifty", async () => {
  const { ignored } = await readFile("title,content,, \nUm título,Escreva.,a,b", "csv");
  expect([...ignored]).toEqual(["coluna 3", "coluna 4"]);
  const wide = (columns: number) =>
    `title,content${",cor".repeat(columns - 2)}\nUm título,Escreva um poema.\n`;
  expect(await fails(wide(51))).toBe("O CSV deve ter no máximo 50 colunas");
  expect(await taken(wide(50))).toMatchObject([{ title: "Um título", reasons: [] }]);
});

test("a text keeps its own apostrophes", async () => {
  const content = "Some:\n'a;'=1,'-2\n'+3";
  expect((await taken(await write("csv", [prompt({ content })])))[0]?.fields?.content).toBe(content);
});

test("a table that is longer than a piece of reading has each row once", async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => `Título ${n},Escreva o número ${n} por extenso.`);
  const titles = (await readFile(`title,content\n${rows.join("\n")}`, "csv")).prompts.map(
    ({ fields }) => fields.title,
  );
  expect(titles).toEqual(rows.map((_, n) => `Título ${n}`));
});

test.each([
  ["commas", `title,content\nUm,Dois\nTrês${",".repeat(6000)}\n`, 3],
  ["semicolons, below many lines", `title;content\n${"a;b\n".repeat(800)}${";".repeat(6000)}`, 802],
  [
    "tabs, between line breaks in quotes",
    `\n\ntitle\tcontent\n${`${"\t".repeat(500)}"a\n\r\n"`.repeat(20)}`,
    4,
  ],
  ["what ends no record there", `title,content\n${`${",".repeat(500)}\r`.repeat(20)}`, 2],
  ["what ends no record of Windows", `title,content\r\n${`${",".repeat(500)}\n`.repeat(20)}`, 2],
])("a record of far too many cells is refused before it is parsed: %s", async (_, text, line) => {
  const copied = vi.spyOn(JSON, "stringify");
  expect(await fails(text, "csv")).toBe(
    `O CSV não pode ser lido a partir da linha ${line}: ela tem células demais`,
  );
  expect(copied).not.toHaveBeenCalled();
});

test("many separators are none of that in texts, and in many lines", async () => {
  const rows = Array.from(
    { length: 900 },
    (_, n) => `Título ${n},"Escreva ""isto"", ${", ".repeat(60)}e pronto."`,
  );
  const list = `Uma lista,"Leia: ${",".repeat(6000)}\n${",".repeat(6000)}"`;
  for (const end of ["\n", "\r\n"])
    expect(await taken(["title,content", list, ...rows].join(end))).toHaveLength(901);
});
