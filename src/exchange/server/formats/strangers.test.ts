/** Files as other programs and people write them: skills, agents, blogs, lines of JSON, YAML, and many names for one field. */
import { describe, expect, test } from "vitest";
import { checkPrompt } from "#exchange/server/checked.ts";
import { atOnce, fails, taken } from "#tests/support/prompt-files.ts";
import { readFile, readSource } from "./formats.ts";

const TEXT = "Monte um plano de estudos de [matéria].";

/** Other programs' names for the fields; the first ones are the format's own. */
const NAMES = {
  title: ["title", "titulo", "Título", "TÍTULO", "Title", "name", "Nome", "act"],
  content: ["content", "Conteúdo", "prompt", "Prompt", "text", "Texto", "body", "template", "Instruções"],
  description: ["description", "descrição", "Descricao", "DESCRIPTION"],
  tool: ["tool", "ferramenta", "Ferramenta", "TOOL"],
  tags: ["tags", "Tag", "etiquetas", "Etiqueta", "keywords", "Palavras-chave", "palavras chave"],
  allow_remixes: ["allow_remixes", "Allow remixes", "allow-remixes", "permite remixes", "allowRemixes"],
  note: ["note", "Nota", "anotação"],
  author: [
    ...["author", "Autor", "autora", "Autor(a)", "authors", "contributor", "Contributors", "Colaboradora"],
    ...["criador", "creator", "created_by", "createdBy", "by", "Escrito por"],
  ],
};
const VALUES = {
  title: "Plano de estudos",
  content: TEXT,
  description: "Uma semana",
  tool: "Claude",
  tags: "estudo, rotina",
  allow_remixes: "false",
  note: "Para julho",
  author: "Alguém",
};
type Name = keyof typeof NAMES;
const FIELDS = Object.keys(NAMES) as Name[];

/** One prompt in each format, by the names that its fields are given. */
const WRITTEN = {
  json: (names: Record<Name, string>) =>
    JSON.stringify(Object.fromEntries(FIELDS.map((field) => [names[field], VALUES[field]]))),
  csv: (names: Record<Name, string>) =>
    [FIELDS.map((field) => names[field]), FIELDS.map((field) => `"${VALUES[field]}"`)]
      .map((row) => row.join(","))
      .join("\n"),
  yaml: (names: Record<Name, string>) =>
    FIELDS.map((field) => `${names[field]}: ${JSON.stringify(VALUES[field])}`).join("\n"),
  md: (names: Record<Name, string>) =>
    `---\n${FIELDS.filter((field) => field !== "content")
      .map((field) => `${names[field]}: ${VALUES[field]}`)
      .join("\n")}\n---\n${TEXT}\n`,
};

describe.each(Object.keys(WRITTEN) as (keyof typeof WRITTEN)[])("%s", (format) => {
  test.each(FIELDS.flatMap((field) => NAMES[field].map((name) => [field, name] as const)))(
    "reads %s by the name %s",
    async (field, name) => {
      const own = Object.fromEntries(FIELDS.map((one) => [one, one])) as Record<Name, string>;
      const text = WRITTEN[format]({ ...own, [field]: name });
      const [first] = await taken(text, format);
      expect(first).toMatchObject({
        reasons: [],
        author: "Alguém",
        tool: "Claude",
        tags: ["estudo", "rotina"],
      });
      expect(first?.fields).toEqual({
        title: "Plano de estudos",
        content: TEXT,
        description: "Uma semana",
        llm_type_id: 6,
        tags: ["estudo", "rotina"],
        allow_remixes: false,
        note: "Para julho",
      });
      expect([...(await readFile(text, format)).ignored]).toEqual([]);
    },
  );

  test("names what stays behind: unknown names, and second ones of a field", async () => {
    const text = {
      json: `[{"name":"Outro nome","title":"Um título","content":"${TEXT}","Cor":"azul"}]`,
      csv: `name,title,content,Cor\nOutro nome,Um título,${TEXT},azul`,
      yaml: `name: Outro nome\ntitle: Um título\ncontent: ${TEXT}\nCor: azul`,
      md: `---\nname: Outro nome\ntitle: Um título\nCor: azul\n---\n${TEXT}`,
    }[format];
    const file = await readFile(text, format);
    expect([file.prompts[0]?.fields.title, [...file.ignored]]).toEqual(["Um título", ["name", "Cor"]]);
  });
});

test.each([
  ["an object", '{"username":"alguem","id":3}', "alguem"],
  ["several", '["Ana","Bia"]', "Ana, Bia"],
  ["several objects", '[{"name":"Bia"},{"nome":"Caio"}]', "Bia, Caio"],
  ["a number", "7", "7"],
  ["an object without a name", '{"id":3}', "?"],
])("an author may be %s, and is never taken for nobody", async (_, author, shown) => {
  const [first] = await taken(`[{"title":"Um título","content":"${TEXT}","author":${author}}]`);
  expect(first?.author).toBe(shown);
});

test("numbers are texts, as in formats that do not tell them apart", async () => {
  const json = `[{"title":2026,"content":"${TEXT}","tags":[2026,"mar"]},{"title":1.5,"content":"${TEXT}","tags":77}]`;
  const yaml = `- title: 2026\n  content: "${TEXT}"\n  tags: [2026, mar]\n- title: 1.5\n  content: "${TEXT}"\n  tags: 77`;
  for (const text of [json, yaml])
    expect(await taken(text)).toMatchObject([
      { title: "2026", tags: ["2026", "mar"], reasons: [] },
      { title: "1.5", tags: ["77"], reasons: [] },
    ]);
});

test("the importer's own name is theirs in any case", async () => {
  const [first] = await taken(`act,prompt,contributor\nUm título,${TEXT},ANA`);
  expect(first?.author).toBeNull();
});

describe("Markdown", () => {
  const textOf = async (text: string) => (await taken(text, "md")).map(({ fields }) => fields?.content);

  test.each([
    ["```text\nexemplo de saída\n```", "text"],
    ["```prompt\nexemplo de saída\n```", "prompt"],
    ["````text\nexemplo\n```\nde saída\n````", "a longer one"],
  ])("a fence counts only when it is all: %j", async (fence) => {
    const head = "---\ntitle: Cerca no texto\n---\n";
    const inner = fence.split("\n").slice(1, -1).join("\n");
    expect(await textOf(`${head}\n\n${fence}\n\n`)).toEqual([inner]);
    for (const [before, after] of [
      ["Use este formato:\n\n", ""],
      ["", "\n\nE depois explique."],
      ["Leia.\n\n", "\n\nE depois explique."],
      ["Leia.\n", `\n${fence}`],
    ]) {
      expect(await textOf(`${head}${before}${fence}${after}\n`)).toEqual([`${before}${fence}${after}`]);
      // Also with another prompt behind it.
      expect(
        await textOf(`${head}${before}${fence}${after}\n\n${head}\`\`\`prompt\nO outro texto.\n\`\`\`\n`),
      ).toEqual([`${before}${fence}${after}`, "O outro texto."]);
    }
  });

  test("several heads are several prompts, whatever stands between their keys", async () => {
    const file =
      "---\ntitle: Um prompt\n---\nPrimeiro texto.\n\n---\nTítulo: Outro prompt\ntags:\n- a1\n# nota\n---\nSegundo texto.\n\n+++\ntitle = 'Terceiro'\n+++\n\nTerceiro texto.\n";
    const all = await taken(file);
    expect(all.map(({ title, line, fields }) => [title, line, fields?.content])).toEqual([
      ["Um prompt", 1, "Primeiro texto."],
      ["Outro prompt", 6, "Segundo texto."],
      ["Terceiro", 14, "Terceiro texto."],
    ]);
  });

  test.each([
    ["rules", "Antes.\n\n---\n\nDepois.\n\n---\n\nNo fim."],
    ["data between rules", "Dados:\n\n---\nNome: [nome]\nIdade: [idade]\n---\n\nEscreva uma carta."],
    ["a head within a fence", "Responda assim:\n\n```yaml\n\n---\ntitle: Um exemplo\n---\n```\n\nSó isso."],
    [
      "a head within a fence of tildes",
      "Responda assim:\n\n~~~~\n\n---\ntitle: Um exemplo\n---\n~~~\n~~~~\nSó isso.",
    ],
    ["a head right below a line", "Responda assim:\n---\ntitle: Um exemplo\n---\nSó isso."],
    ["a head that does not end", "Responda assim:\n\n---\ntitle: Um exemplo\n\nSó isso."],
  ])("%s in a text are a part of it", async (_, text) => {
    expect(await textOf(`---\ntitle: Um título\n---\n${text}\n`)).toEqual([text]);
  });

  test("skills and agents are prompts, though their descriptions are no YAML", async () => {
    const agent =
      "---\nname: revisor-de-textos\ndescription: Use quando: houver texto para revisar. Exemplo: um e-mail\ntools: Read, Grep\nmodel: sonnet\nmetadata:\n  version: 1\n---\n\nVocê revisa textos.\n\n## Como\n\nLeia duas vezes.\n";
    const file = await readFile(agent);
    expect([...file.ignored]).toEqual(["tools", "model", "metadata"]);
    expect((await taken(agent))[0]?.fields).toMatchObject({
      title: "revisor-de-textos",
      description: "Use quando: houver texto para revisar. Exemplo: um e-mail",
      content: "Você revisa textos.\n\n## Como\n\nLeia duas vezes.",
    });
  });

  test.each([
    ["spaces", "tags: estudo   rotina", ["estudo", "rotina"]],
    ["commas", "tags: plano de estudo, rotina", ["plano de estudo", "rotina"]],
    ["semicolons", "tags: plano de estudo; rotina", ["plano de estudo", "rotina"]],
    ["hashes", 'tags: "#estudo #rotina"', ["estudo", "rotina"]],
    ["a list", "tags: [plano de estudo, rotina]", ["plano de estudo", "rotina"]],
  ])("tags are separated by %s", async (_, line, tags) => {
    expect((await taken(`---\ntitle: Um título\n${line}\n---\n${TEXT}`))[0]).toMatchObject({
      tags,
      reasons: [],
    });
  });

  test("a heading is the title of a text without a head; without one, it says what is missing", async () => {
    const text = `# Plano de estudos\r\n\r\nMonte um plano "simples".\r\n\r\n## Como\r\n\r\nDevagar.\r\n`;
    expect((await taken(text))[0]?.fields).toMatchObject({
      title: "Plano de estudos",
      content: 'Monte um plano "simples".\n\n## Como\n\nDevagar.',
    });
    const spaced = await readFile("#  Um título\n\n \t\n\n  Escreva:\n\n\n# Fim", "md");
    expect(spaced.prompts[0]?.fields).toEqual({ title: "Um título", content: "  Escreva:\n\n\n# Fim" });
    expect((await readFile("# Só o título", "md")).prompts[0]?.fields).toEqual({
      title: "Só o título",
      content: "",
    });
    const [headless] = await taken("Monte um plano de estudos.\n", "md");
    expect(headless?.fields).toBeNull();
    expect(headless?.reasons[0]?.message).toMatch(/^Parece Markdown sem cabeçalho/);
    expect([
      ...(await readFile(`Os meus prompts\n\n---\ntitle: Um título\n---\n${TEXT}`, "md")).ignored,
    ]).toEqual(["texto antes do primeiro cabeçalho"]);
    expect(await fails("nada disto")).toMatch(/^Não reconhecemos o formato/);
  });

  test("a text in the head counts when there is none below, and is named when there is", async () => {
    expect(await textOf(`---\ntitle: Um título\nprompt: ${TEXT}\n---\n`)).toEqual([TEXT]);
    const both = await readFile(`---\ntitle: Um título\nprompt: Outro texto\n---\n${TEXT}\n`);
    expect([both.prompts[0]?.fields.content, [...both.ignored]]).toEqual([
      TEXT,
      ["texto no cabeçalho, porque há outro abaixo dele"],
    ]);
  });

  test("a head in TOML is read, and one that is none is told", async () => {
    const toml = `+++\ntitle = "Um título"\ndescription = """\nDuas\nlinhas"""\ntags = ["a1", "b2"]\ndraft = false\n[params]\ncor = 1\n+++\n${TEXT}\n`;
    expect((await taken(toml))[0]).toMatchObject({ title: "Um título", tags: ["a1", "b2"], reasons: [] });
    expect((await taken(toml))[0]?.fields?.description).toBe("Duas\nlinhas");
    expect([...(await readFile(toml)).ignored]).toEqual(["draft", "params"]);
    for (const head of ["title = ", `a = ${"[".repeat(2000)}${"]".repeat(2000)}`, "title: Um título"])
      expect((await taken(`+++\n${head}\n+++\n${TEXT}`))[0]?.reasons[0]?.message).toMatch(/cabeçalho/);
  });
});

/** Imports files with names. */
async function named(...files: [name: string, text: string][]) {
  const { prompts } = await readSource({ files: files.map(([name, text]) => ({ name, text })) }, atOnce);
  const asked = { defaultTool: 1, viewerName: "Ana" };
  return prompts.map((raw, at) => {
    const { fields, reasons } = checkPrompt(raw, at + 1, asked);
    return fields ? [fields.title, fields.content] : reasons.map(({ message }) => message);
  });
}

describe("files of other programs", () => {
  test.each([
    [
      "a rule of Cursor",
      "react.mdc",
      `---\ndescription: \nglobs: *.ts,*.tsx\nalwaysApply: true\n---\n${TEXT}`,
      "React",
    ],
    ["a rule with a list", "react.mdc", `---\nglobs: ["**/*.tsx"]\n---\n\n${TEXT}\n`, "React"],
    [
      "a prompt of Copilot",
      "rever-codigo.prompt.md",
      `---\nmode: 'agent'\ntools: ['a', 'b']\n---\n${TEXT}`,
      "Rever codigo",
    ],
    [
      "instructions of Copilot",
      "typescript.instructions.md",
      `---\napplyTo: "**/*.ts"\n---\n${TEXT}`,
      "Typescript",
    ],
    [
      "a command of Claude",
      "commit.md",
      `---\nallowed-tools: Bash(git add:*), Bash(git status:*)\nargument-hint: [message]\n---\n${TEXT}`,
      "Commit",
    ],
    [
      "an agent of Claude",
      "a.md",
      `---\nname: revisor\ndescription: Use when: a change is done. Examples: @a, 50% off\ntools: Read, Grep\n---\n\n${TEXT}`,
      "revisor",
    ],
    [
      "dotprompt",
      "saudar.prompt",
      `---\nmodel: x/y\ninput:\n  schema:\n    text: string\n---\n${TEXT}`,
      "Saudar",
    ],
    ["prompty", "basico.prompty", `---\nname: Prompt básico\nsample:\n  a: b\n---\n${TEXT}`, "Prompt básico"],
    [
      "a template of LangChain",
      "piada.json",
      JSON.stringify({ _type: "prompt", input_variables: ["a"], template: TEXT }),
      "Piada",
    ],
    ["such a template in YAML", "piada.yaml", `_type: prompt\ntemplate: |\n  ${TEXT}\n`, "Piada"],
    ["an empty head", "meu-texto.md", `---\n---\n${TEXT}`, "Meu texto"],
    [
      "JSON in a file of another name",
      "prompts.csv",
      JSON.stringify([{ title: "Um título", content: TEXT }]),
      "Um título",
    ],
    [
      "YAML in a file of another name",
      "prompts.json",
      `- title: Um título\n  content: ${TEXT}\n`,
      "Um título",
    ],
    ["a table in a file of another name", "prompts.json", `title;content\nUm título;${TEXT}\n`, "Um título"],
  ])("%s", async (_, name, text, title) => {
    expect(await named([name, text])).toEqual([[title, TEXT]]);
  });

  test("a pattern is named by its folder, and its headings are text", async () => {
    const pattern = `# IDENTITY and PURPOSE\n\n${TEXT}\n\n# STEPS\n\n- Leia.\n`;
    expect(
      await named(
        ["patterns/improve_writing/system.md", pattern],
        ["system.md", pattern],
        ["a/b.md", pattern],
      ),
    ).toEqual([
      ["Improve writing", pattern.trim()],
      ["IDENTITY and PURPOSE", pattern.slice(pattern.indexOf(TEXT)).trim()],
      ["IDENTITY and PURPOSE", pattern.slice(pattern.indexOf(TEXT)).trim()],
    ]);
  });

  test.each([
    ["'#ia #escrita criativa'", ["ia", "escrita criativa"]],
    ['ia, "#escrita"', ["ia", "escrita"]],
    ["'ia, , escrita,'", ["ia", "escrita"]],
    ["'#ia  \"'", ["ia"]],
    ["['#ia', ' escrita ']", ["ia", "escrita"]],
  ])("tags as notes have them: %s", async (tags, read) => {
    const text = `title: Um título\ncontent: ${TEXT}\ntags: ${tags}`;
    expect((await taken(text, "yaml"))[0]?.fields?.tags).toEqual(read);
  });
});

describe("JSON", () => {
  const prompts = [
    { title: "Um título", content: TEXT },
    { title: "Outro", content: TEXT },
  ];
  const [one, other] = prompts.map((prompt) => JSON.stringify(prompt));

  test.each([
    ["one prompt", `\n\n${one}`, [3]],
    ["a line for each", `${one}\r\n\r\n${other}\r\n`, [1, 3]],
    ["a list under another key", `{"total":2,\n"data":[\n${one},\n${other}]}`, [3, 4]],
    ["lists within a list", `[[${one}],\n[[${other}]]]`, [1, 2]],
    ["lists within a list under a key", `{"prompts":[[${one}],\n[${other}]]}`, [1, 2]],
    ["lists under several keys", `{"Estudo":[${one}],\n"Casa":[${other}]}`, [1, 2]],
  ])("may be %s", async (_, text, lines) => {
    const all = await taken(text);
    expect(all.map(({ line }) => line)).toEqual(lines);
    expect(all.map(({ fields }) => fields?.title)).toEqual(["Um título", "Outro"].slice(0, lines.length));
  });

  test("what stands beside the list is named, and a broken line by its number", async () => {
    expect([...(await readFile(`{"total":2,"data":[${one}],"next":null}`)).ignored]).toEqual([
      "total",
      "next",
    ]);
    expect(await fails(`${one}\n{"title":`)).toBe("O arquivo não é JSON válido: veja a linha 2");
    expect(await fails(`[${"5,".repeat(5000)}5]`, "json")).toMatch(
      /^O arquivo tem 5.001 prompts, 1 a mais que o máximo de 5.000/,
    );
    expect(await fails(`${one}\n`.repeat(5002))).toMatch(/^O arquivo tem mais de 5.000 prompts/);
  });
});

test("names that stay behind are cut, and listed to a hundred", async () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`nome ${n}`, n]));
  const { ignored } = await readFile(
    JSON.stringify([{ title: "a", content: "b", ["x".repeat(99)]: 1, ...many }]),
  );
  expect([ignored.size, [...ignored][0], [...ignored].at(-1)]).toEqual([101, "x".repeat(60), "…"]);
});

describe("a file's own fields", () => {
  const prompts = [{ title: "Um título", content: TEXT }];
  const collectionOf = async (fields: object) =>
    (await readFile(JSON.stringify({ ...fields, prompts }))).collection;

  test("may name a collection by its title alone", async () => {
    expect(await collectionOf({ collection: "Receitas" })).toEqual({ title: "Receitas", description: null });
    expect(await collectionOf({ collection: 5 })).toBeNull();
  });

  test("are no names that stay behind, and another format's version is no matter", async () => {
    const file = await readFile(JSON.stringify({ $schema: "x", format: "outro", version: 9, prompts }));
    expect([file.prompts.length, [...file.ignored]]).toEqual([1, []]);
  });

  test("of a later version of ours are refused, in Markdown too", async () => {
    const md = (format: string) =>
      `---\nformat: ${format}\nversion: 2\n---\n---\ntitle: Um título\n---\n${TEXT}`;
    expect(await fails(md("prompteca"))).toBe(
      "O arquivo é de uma versão do formato que ainda não conhecemos",
    );
    expect(await taken(md("outro"))).toMatchObject([{ title: "Um título", reasons: [] }]);
  });
});

test("what is in a list and no prompt is told by itself", async () => {
  const text = `{"data":[5,null,"a",${JSON.stringify({ title: "Um título", content: TEXT })}]}`;
  const told = (await taken(text)).map(({ title, reasons }) => reasons[0]?.message ?? title);
  const wrong = "O prompt deve ser um objeto com title e content";
  expect(told).toEqual([wrong, wrong, wrong, "Um título"]);
  const [untold] = await taken('{"title":"Um título"}');
  expect(untold).toMatchObject({ title: "Um título", reasons: [{ field: "content" }] });
});

describe("YAML", () => {
  test("may have empty documents, and 500,000 characters", async () => {
    const text = `---\n---\n""\n---\ntitle: Um título\ncontent: ${TEXT}\n---\n`;
    expect((await taken(text, "yaml")).map(({ line, title }) => [line, title])).toEqual([[5, "Um título"]]);
    const long = (length: number) => `title: Um título\ncontent: ${TEXT}\n# `.padEnd(length, "a");
    expect(await taken(long(500_000), "yaml")).toHaveLength(1);
    expect(await fails(long(500_001), "yaml")).toBe(
      "O YAML tem 500.001 caracteres, 1 a mais que o máximo de 500.000. Divida-o em partes.",
    );
  });

  test.each([
    [
      "a list",
      `- title: Um título\n  content: |\n    Escreva:\n      um poema\n- title: Outro\n  content: ${TEXT}\n`,
      [1, 5],
    ],
    [
      "a list under a key",
      `versao: 1\nprompts:\n  - title: Um título\n    content: |\n      Escreva:\n        um poema\n  - title: Outro\n    content: ${TEXT}\n`,
      [3, 7],
    ],
    [
      "a document for each",
      `---\ntitle: Um título\ncontent: |\n  Escreva:\n    um poema\n---\ntitle: Outro\ncontent: ${TEXT}\n`,
      [2, 7],
    ],
  ])("may be %s", async (_, text, lines) => {
    for (const written of [text, text.replaceAll("\n", "\r\n"), `\ufeff${text}`]) {
      const all = await taken(written, "yaml");
      expect(all.map(({ line, fields }) => [line, fields?.content])).toEqual([
        [lines[0], "Escreva:\n  um poema"],
        [lines[1], TEXT],
      ]);
    }
  });

  test("tells lines also of lists whose keys are numbers, which come first", async () => {
    const text = `b:\n- title: Um título\n  content: ${TEXT}\n1:\n- title: Outro\n  content: ${TEXT}\n`;
    expect((await taken(text, "yaml")).map(({ line, title }) => [line, title])).toEqual([
      [5, "Outro"],
      [2, "Um título"],
    ]);
  });

  test.each([
    ["an alias", "a: &a [1]\nprompts: *a"],
    ["what is nested", `prompts: ${"[".repeat(2000)}${"]".repeat(2000)}`],
    ["thousands of members", `prompts:\n${"- a\n".repeat(20_000)}`],
    ["a text alone", "só um texto"],
    ["a fault", "title: [\ncontent: x"],
  ])("refuses %s in words", async (_, text) => {
    expect(await fails(text, "yaml")).toMatch(/^O YAML /);
  });
});
