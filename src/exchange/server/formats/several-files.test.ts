/** Which format a text is in, and several files read as one. */
import { describe, expect, test } from "vitest";
import { atOnce } from "#tests/support/prompt-files.ts";
import { guessFormat, readFile, readSource } from "./formats.ts";

test.each([
  ['{"title":"a"}', "json"],
  ['\ufeff\n\n  [ {"title":"a"}]', "json"],
  ["[", "json"],
  ["[]", "json"],
  ["[[{}]]", "json"],
  ['["a"]', "json"],
  ["[matéria] é o tema", undefined],
  ["Escreva [ {nome} ]", undefined],
  ["---", "md"],
  ["+++  \ntitle = 1", "md"],
  ["--- title", undefined],
  ["Um título ---", undefined],
  ["# Um título", "md"],
  ["###### Um título", "md"],
  ["####### Um título", undefined],
  ["#título", undefined],
  ["Leia o # e responda", undefined],
  ["title,content", "csv"],
  ['"Título";"Conteúdo"', "csv"],
  ["title", undefined],
  ["cor,forma", undefined],
  ["sep=;", "csv"],
  ["não é sep=;", undefined],
  ["title: a", "yaml"],
  ["title:", "yaml"],
  ["prompts:", "yaml"],
  ["-   'title': a", "yaml"],
  ['"title": a', "yaml"],
  ["cor: azul", undefined],
  ["o title: a", undefined],
  ["title:a", undefined],
  ["", undefined],
])("%j begins %s", (text, format) => {
  expect(guessFormat(text)).toBe(format);
});

test("what cannot be read is refused at its field", async () => {
  await expect(readFile("nada disto")).rejects.toMatchObject({
    ...{ status: 422, code: "file_unreadable", field: "text" },
  });
});

describe("several files", () => {
  const read = async (...files: [name: string, text: string][]) =>
    readSource({ files: files.map(([name, text]) => ({ name, text })) }, atOnce);
  const lines = (count: number) => '{"title":"Um título","content":"Escreva."}\n'.repeat(count);

  test("come one after the other, with their names, what stays behind, and the first collection", async () => {
    const file = await read(
      ["um.csv", "title,content,cor\nPrimeiro,Escreva um poema.,azul"],
      ["quebrado.json", "[{"],
      ["dois.json", '{"collection":"Receitas","prompts":[{"title":"Segundo","content":"a"}],"autora":1}'],
      ["três.md", "---\nformat: prompteca\ncollection: Outra\n---\n---\ntitle: Terceiro\n---\nEscreva."],
    );
    expect(file.prompts.map((one) => [one.file, one.line, one.fields.title, one.problem])).toEqual([
      ["um.csv", 2, "Primeiro", undefined],
      ["quebrado.json", 1, "quebrado.json", "O arquivo não é JSON válido: veja a linha 1"],
      ["dois.json", 1, "Segundo", undefined],
      ["três.md", 5, "Terceiro", undefined],
    ]);
    expect([file.format, [...file.ignored], file.collection]).toEqual([
      "csv",
      ["cor", "autora"],
      { title: "Receitas", description: null },
    ]);
  });

  test("are in the format of the first, even if that cannot be read", async () => {
    expect((await read(["a.csv", ""], ["b.json", lines(1)])).format).toBe("md");
    expect((await read(["b.json", lines(1)], ["a.csv", ""])).format).toBe("json");
  });

  test("have a turn each", async () => {
    let turns = 0;
    const files = ["a.md", "b.md", "c.md"].map((name) => ({ name, text: "# Um título\nEscreva." }));
    await readSource({ files }, (piece) => {
      turns++;
      return atOnce(piece);
    });
    expect(turns).toBe(3);
  });

  test("are bounded together", async () => {
    const half = "a".repeat(2_500_001);
    await expect(read(["a.md", half], ["b.md", half])).rejects.toThrow(
      "O arquivo tem 5.000.002 caracteres, 2 a mais que o máximo de 5.000.000.",
    );
    const comment = `# ${"a".repeat(300_000)}\n`;
    await expect(read(["a.yaml", comment], ["b.yml", comment])).rejects.toThrow(
      /^O YAML tem 600.006 caracteres/,
    );
    // Also those whose names do not tell.
    await expect(read(["a.yaml", comment], ["b.json", `title: a\n${comment}`])).rejects.toThrow(
      /^O YAML tem 600.015 caracteres/,
    );
    const table = `title,content\n${"\n".repeat(6000)}`;
    await expect(read(["a.csv", table], ["b.csv", table])).rejects.toThrow(
      /^O CSV tem mais de 10.000 linhas/,
    );
    const lines200k = `# Um título\n${"a\n".repeat(200_000)}`;
    await expect(read(["a.md", lines200k], ["b.md", lines200k])).rejects.toThrow(
      /^O Markdown tem mais de 400.000 linhas/,
    );
    // Files in other formats do not count for it.
    const other = await read(["a.yaml", comment], ["b.md", `---\ntitle: a\n---\n${"b".repeat(300_000)}`]);
    expect(other.prompts).toHaveLength(2);
    await expect(read(["a.json", lines(3000)], ["b.json", lines(2001)])).rejects.toThrow(
      /mais de 5.000 prompts/,
    );
    expect((await read(["a.json", lines(3000)], ["b.json", lines(2000)])).prompts).toHaveLength(5000);
  });

  test("of one, only a prompt alone is named by its file, and only if it has no title", async () => {
    const titles = async (name: string, text: string) =>
      (await read([name, text])).prompts.map(({ fields, problem }) => [fields.title, problem]);
    expect(await titles("plano__de  estudos.v2.md", "Monte um plano.")).toEqual([
      ["Plano de estudos", undefined],
    ]);
    expect(await titles("a.md", "---\ntitle: Um título\n---\nTexto.")).toEqual([["Um título", undefined]]);
    expect(await titles("a.md", "---\ncor: azul\n---\n")).toEqual([["A", "Falta o texto do prompt"]]);
    expect(await titles("a.json", '[{"content":"a"},{"content":"b"}]')).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(await titles("pasta/system.md", "---\ntitle: Um título\n---\nTexto.")).toEqual([
      ["Um título", undefined],
    ]);
    await expect(read(["a.json", "[{"])).rejects.toThrow("O arquivo não é JSON válido");
  });
});
