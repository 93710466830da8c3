/** Files as people choose them: several at once, a zip, files without text, and too much of anything. */
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { FilesRefused, formatNamed, gatherFiles } from "./gathered-files.ts";

const bytesOf = (text: string, encoding: BufferEncoding = "utf8") =>
  new Uint8Array(Buffer.from(text, encoding));

async function zip(entries: Record<string, string | Buffer>): Promise<Uint8Array> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(entries)) file.addBuffer(Buffer.from(content), name);
  file.end();
  const parts: Buffer[] = [];
  for await (const part of file.outputStream) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
}

const refusal = (given: { name: string; bytes: Uint8Array }[]) =>
  gatherFiles(given).then(
    () => "taken",
    (error: Error) => (error instanceof FilesRefused ? error.message : `failed: ${error}`),
  );

test.each([
  ["a.json", "json"],
  ["a.JSONL", "json"],
  ["a.ndjson", "json"],
  ["a.csv", "csv"],
  ["a.tsv", "csv"],
  ["pasta.x/SKILL.md", "md"],
  ["a.prompt.md", "md"],
  ["a.markdown", "md"],
  ["regras.mdc", "md"],
  ["a.prompt", "md"],
  ["a.prompty", "md"],
  ["a.yml", "yaml"],
  ["a.yaml", "yaml"],
  ["a.txt", undefined],
  ["constructor", undefined],
  ["a.constructor", undefined],
])("%s is read as %s", (name, format) => {
  expect(formatNamed(name)).toBe(format);
});

test("several files are texts, each by its encoding; what is no text is named", async () => {
  const gathered = await gatherFiles([
    { name: "um.md", bytes: bytesOf("\ufeffTítulo") },
    { name: "dois.csv", bytes: bytesOf("título;conteúdo", "latin1") },
    { name: "planilha.xlsx", bytes: bytesOf("PK\0\0") },
    { name: "vazio.md", bytes: bytesOf(" \n") },
  ]);
  expect(gathered).toEqual({
    files: [
      { name: "um.md", text: "Título" },
      { name: "dois.csv", text: "título;conteúdo" },
    ],
    left: ["planilha.xlsx", "vazio.md"],
    guessed: true,
  });
});

describe("a zip", () => {
  test("has texts in any folder; pictures and zips within are named, what systems add is not", async () => {
    const { files, left, guessed } = await gatherFiles([
      {
        name: "Prompts.ZIP",
        bytes: await zip({
          "notas/um.md": "# Um",
          "dois.csv": Buffer.from("título", "latin1"),
          "capa.png": "PNG",
          "outro.zip": Buffer.from(await zip({ "três.md": "# Três" })),
          "__MACOSX/notas/._um.md": "x\0",
          "notas/.DS_Store": "x\0",
        }),
      },
      { name: "quatro.txt", bytes: bytesOf("# Quatro") },
    ]);
    expect(files).toEqual([
      { name: "notas/um.md", text: "# Um" },
      { name: "dois.csv", text: "título" },
      { name: "quatro.txt", text: "# Quatro" },
    ]);
    expect([left, guessed]).toEqual([["capa.png", "outro.zip"], true]);
  });

  test("has the folders of programs, and names that lead elsewhere are names", async () => {
    const names = [
      ".claude/agents/a.md",
      ".cursor/rules/b.mdc",
      ".github/prompts/c.prompt.md",
      "d/SKILL.md",
      "e..md",
      `${"f".repeat(400)}.md`,
    ];
    const { files, left } = await gatherFiles([
      { name: "a.zip", bytes: await zip(Object.fromEntries(names.map((name) => [name, `# ${name}`]))) },
    ]);
    expect(files.map(({ name }) => name)).toEqual([...names.slice(0, -1), `${"f".repeat(297)}.md`]);
    expect(left).toEqual([]);
    // No program that writes zips does this, but a stranger may.
    const bytes = Buffer.from(await zip({ "aa/aa/aa.md": "# Um", "bb.md": "# Dois", "cc.md": "# Três" }))
      .toString("latin1")
      .replaceAll("aa/aa/", "../../")
      .replaceAll("cc.md", "bb.md");
    const odd = await gatherFiles([{ name: "a.zip", bytes: bytesOf(bytes, "latin1") }]);
    expect(odd.files.map(({ name }) => name)).toEqual(["../../aa.md", "bb.md"]);
    expect(odd.left).toEqual(["bb.md"]);
  });

  test("has names that are shown as what they are, chosen files too", async () => {
    const hidden = [..."oi"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    const names: Record<string, string> = {
      "um\u202efdp.md": "um⟨invisível⟩fdp.md",
      "dois\u001b[31m.md": "dois[31m.md",
      "três\r\nlinhas.md": "três linhas.md",
      "quatro\u2066.md": "quatro.md",
      [`cinco${hidden}.md`]: "cinco⟨invisível: oi⟩.md",
      "seis\u200b\u200c\u200b.md": "seis⟨3 caracteres invisíveis⟩.md",
      "família 👨\u200d👩.md": "família 👨\u200d👩.md",
    };
    const bytes = await zip(
      Object.fromEntries(
        Object.keys(names).flatMap((name) => [
          [name, "# Um"],
          [`${name}.png`, "PNG"],
        ]),
      ),
    );
    const texts = Object.keys(names).map((name) => ({ name, bytes: bytesOf("# Um") }));
    const shown = Object.values(names);
    const gathered = await gatherFiles([{ name: "a.zip", bytes }, ...texts]);
    expect(gathered.files.map(({ name }) => name)).toEqual([...shown, ...shown]);
    expect(gathered.left).toEqual(shown.map((name) => `${name}.png`));
    const { files, left } = await gatherFiles([
      { name: "\u0001", bytes: bytesOf("# Um") },
      { name: `\u202e${"a".repeat(400)}`, bytes: bytesOf("") },
    ]);
    expect([files.map(({ name }) => name), left]).toEqual([["?"], ["a".repeat(300)]]);
    expect(await refusal([{ name: "a\u202e.zip", bytes: bytesOf("PK") }])).toMatch(
      /^Não deu para abrir “a⟨invisível⟩\.zip”/,
    );
  });

  test("that wants a password is refused in words, whatever its entries would read as", async () => {
    const bytes = Buffer.from(await zip({ "a.md": "# Um texto", "b.md": "# Outro" }));
    const second = bytes.lastIndexOf("PK\u0001\u0002", undefined, "latin1");
    bytes[second + 8] = (bytes[second + 8] ?? 0) | 1;
    expect(await refusal([{ name: "a.zip", bytes: new Uint8Array(bytes) }])).toBe(
      "Não deu para abrir “a.zip”. Ele pode estar incompleto ou ter senha: faça o zip de novo, sem senha.",
    );
  });

  test("that unpacks to too much is refused before it is unpacked, by how much", async () => {
    const bomb = await zip({ "a.md": "a".repeat(6_000_000), "b.md": "b".repeat(6_000_000) });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await refusal([{ name: "a.zip", bytes: bomb }])).toBe(
      "O arquivo tem 12 MB, e o máximo são 10 MB. Divida-o em partes.",
    );
    // By what its directory says: unpacked it would be short.
    const told = await zip({ "a.md": "# Um texto" });
    const directory = Buffer.from(told).indexOf("PK\u0001\u0002", 0, "latin1");
    new DataView(told.buffer, told.byteOffset).setUint32(directory + 24, 60_000_000, true);
    expect(await refusal([{ name: "a.zip", bytes: told }])).toMatch(/^O arquivo tem 60 MB/);
    const long = await zip({ "a.md": "a".repeat(5_000_002) });
    expect(await refusal([{ name: "a.zip", bytes: long }])).toBe(
      "O arquivo tem 5.000.002 caracteres, 2 a mais que o máximo de 5.000.000. Divida-o em partes.",
    );
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}.md`, "x"]));
    expect(await refusal([{ name: "a.zip", bytes: await zip(many) }])).toBe(
      "São 2.001 arquivos ou mais, e o máximo são 2.000. Importe-os em partes.",
    );
  });

  test("that says less than it unpacks to is cut there", async () => {
    const bytes = await zip({ "a.md": "a".repeat(1000) });
    // The size in the directory at the end, in four bytes.
    const directory = Buffer.from(bytes).indexOf("PK\u0001\u0002", 0, "latin1");
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 10, true);
    const told = await gatherFiles([{ name: "a.zip", bytes }]).catch((error: Error) => error.message);
    expect(typeof told === "string" ? told : told.files[0]?.text.length).toSatisfy(
      (one: string | number) => one === 10 || /Não deu para abrir/.test(String(one)),
    );
  });

  test.each([
    ["is cut off", (bytes: Uint8Array) => bytes.slice(0, 40)],
    ["is something else", () => bytesOf("isto não é um zip")],
    ["is empty", () => new Uint8Array()],
  ])("that %s is refused in words", async (_, broken) => {
    const bytes = broken(await zip({ "a.md": "# Um texto" }));
    expect(await refusal([{ name: "a.zip", bytes }])).toMatch(/^Não deu para abrir “a.zip”/);
  });

  test("without any text says so", async () => {
    const bytes = await zip({ "capa.png": "PNG" });
    expect(await refusal([{ name: "a.zip", bytes }])).toMatch(/^O arquivo não é um texto/);
  });
});
