/** Previews of imports. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { collectionCsv, fileOf, importCalls, somePrompt } from "#tests/support/imports.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let admin: TestUser;
beforeAll(async () => {
  site = await createTestApp();
  admin = await createAdmin(site.ctx);
});
afterAll(() => site.close());

const { previewOf, imported, promptOf, undo, count } = importCalls(() => site);

describe("previews", () => {
  test("tell what is refused and why, what is there already and what is alike", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const own = somePrompt();
    await publishPrompt(site, ana, own);
    const theirs = somePrompt();
    const published = await publishPrompt(site, bia, theirs);
    const text = fileOf(
      own,
      { ...theirs, content: `${theirs.content} Obrigado.` },
      somePrompt({ title: "Que merda", tags: ["ok", "a/b"], tool: "Nenhuma" }),
      somePrompt({ content: "Um texto de merda, sem dúvida." }),
      ...Array.from({ length: 2 }, () => ({ title: "Duas vezes", content: "Escreva isto duas vezes." })),
      somePrompt({ author: bia.username, tool: "claude" }),
    );
    const { prompts, total, format, allowed } = await previewOf(ana, text);
    expect({ total, format, allowed }).toEqual({ total: 7, format: "json", allowed: 200 });
    expect(prompts.map(({ state }) => state)).toEqual([
      ...["own", "ready", "refused", "refused", "ready", "repeated", "ready"],
    ]);
    expect(prompts[1]?.alike).toEqual([{ id: published.id, title: theirs.title, author: bia.username }]);
    expect(prompts[2]?.reasons.map(({ field }) => field)).toEqual(["tool", "tags"]);
    expect(prompts[3]?.reasons).toEqual([
      { field: "content", message: "O prompt contém linguagem imprópria" },
    ]);
    expect(prompts[6]).toMatchObject({ author: bia.username, tool: "Claude" });
    expect(await count(ana)).toBe(1);
  });

  test("take the best-known collection whole, and whose prompts they are", async () => {
    const ana = await createUser(site.ctx);
    const text = collectionCsv(1282);
    expect(text.length).toBeGreaterThan(2_700_000);
    const { prompts, total, allowed, ignored } = await previewOf(ana, text);
    expect([total, prompts.length, allowed, ignored]).toEqual([1282, 1282, 200, ["for_devs", "type"]]);
    expect(new Set(prompts.map(({ state }) => state))).toEqual(new Set(["ready"]));
    expect(prompts.every(({ author }) => /^alguem[0-6]@site.example$/.test(author ?? ""))).toBe(true);
    const { prompts: made } = await imported(ana, text, { chosen: [1282], credit_authors: true });
    const prompt = await promptOf(made[0]?.id as number);
    // A name, and never somebody's address.
    expect([prompt.title, prompt.description]).toEqual(["Role 1282", "Escrito por alguem0."]);
  });

  test("read several files one after the other, and name those that cannot be read", async () => {
    const ana = await createUser(site.ctx);
    const files = [
      { name: "notas/plano-de-estudos.md", text: "Monte um plano de estudos de [matéria]." },
      { name: "lista.csv", text: "título;conteúdo\nPrimeiro;Escreva um poema.\nSegundo;Escreva uma carta." },
      { name: "quebrado.json", text: "[{" },
      { name: "SKILL.md", text: "---\nname: revisor\ncor: azul\n---\nRevise o texto: [texto]" },
      { name: "um.yaml", text: "titulo: Três\ntexto: Escreva um e-mail." },
    ];
    const { prompts, ignored, total } = await previewOf(ana, undefined, { files });
    expect(prompts.map(({ file, line, title, state }) => [file, line, title, state])).toEqual([
      ["notas/plano-de-estudos.md", 1, "Plano de estudos", "ready"],
      ["lista.csv", 2, "Primeiro", "ready"],
      ["lista.csv", 3, "Segundo", "ready"],
      ["quebrado.json", 1, "quebrado.json", "refused"],
      ["SKILL.md", 1, "revisor", "ready"],
      ["um.yaml", 1, "Três", "ready"],
    ]);
    expect(prompts[3]?.reasons[0]?.message).toMatch(/^O arquivo não é JSON válido/);
    expect([total, ignored]).toEqual([6, ["cor"]]);
    const { prompts: made } = await imported(ana, undefined, { files, chosen: [1, 6] });
    expect(made.map(({ title }) => title)).toEqual(["Plano de estudos", "Três"]);
  });

  test("say by how much a text is too long, and a list", async () => {
    const ana = await createUser(site.ctx);
    const long = {
      title: "x".repeat(123),
      content: "y".repeat(20_500),
      tags: ["a1", "a2", "a3", "a4", "a5", "a6", "a7"],
    };
    const { prompts } = await previewOf(ana, fileOf(long));
    expect(prompts[0]?.reasons.map(({ message }) => message)).toEqual([
      "Título deve ter no máximo 120 caracteres: tem 123, 3 a mais",
      "Prompt deve ter no máximo 20.000 caracteres: tem 20.500, 500 a mais",
      "Escolha até 5 tags: tem 7, 2 a mais",
    ]);
    const answer = await site.call("POST", "/api/imports/preview", ana, { text: "a".repeat(5_000_003) });
    expect(answer.json().message).toBe(
      "O arquivo tem 5.000.003 caracteres, 3 a mais que o máximo de 5.000.000. Divida-o em partes.",
    );
  });

  test("tell a title that is missing from one that is too short, and names as what they are", async () => {
    const ana = await createUser(site.ctx);
    const content = "Escreva uma carta a um amigo distante.";
    const titles = [undefined, null, "", "  ", "\u3164\u2800", "Oi", 7];
    const text = JSON.stringify(titles.map((title) => ({ title, content, "cor\u202e\u001b[1m": "azul" })));
    const { prompts, ignored } = await previewOf(ana, text);
    const missing =
      "Falta o título do prompt. Dê-o em “title” ou “título”; num Markdown sem cabeçalho, numa primeira linha “# Meu prompt”.";
    const short = "Título deve ter pelo menos 3 caracteres";
    expect(prompts.map(({ reasons }) => reasons)).toEqual(
      [...Array(5).fill(missing), short, short].map((message) => [{ field: "title", message }]),
    );
    expect(ignored).toEqual(["cor⟨invisível⟩[1m"]);
    const csv = await previewOf(ana, `title,content\n,${content}`);
    expect(csv.prompts[0]?.reasons).toEqual([{ field: "title", message: missing }]);
  });

  test("look at prompts from one on", async () => {
    const ana = await createUser(site.ctx);
    const text = `title,content\n${Array.from({ length: 230 }, (_, at) => `Título ${at + 1},Escreva a linha ${at + 1}.`).join("\n")}`;
    const { prompts, total } = await previewOf(ana, text, { from: 201 });
    expect({ total, places: prompts.map(({ place }) => place) }).toEqual({
      total: 230,
      places: Array.from({ length: 30 }, (_, at) => at + 201),
    });
    expect(prompts[0]).toMatchObject({ title: "Título 201", line: 202 });
  });

  test.each([
    ["no text", { text: "" }, 400, "text"],
    ["neither text nor files", {}, 400, "text"],
    ["both", { text: "[]", files: [{ name: "a.md", text: "# A" }] }, 400, "text"],
    ["no files", { files: [] }, 400, "files"],
    ["a file without a name", { files: [{ name: "", text: "# A" }] }, 400, "files.0.name"],
    ["a long text", { text: "a".repeat(5_000_001) }, 400, "text"],
    ["another format", { text: "[]", format: "xml" }, 400, "format"],
    ["another tool", { text: "[]", llm_type_id: 99 }, 400, "llm_type_id"],
    ["a place before the first", { text: "[]", from: 0 }, 400, "from"],
    ["what is no file", { text: "nada" }, 422, "text"],
  ])("are refused for %s, with its field", async (_, body, status, field) => {
    const answer = await site.call("POST", "/api/imports/preview", admin, body);
    expect([answer.statusCode, answer.json().field]).toEqual([status, field]);
  });

  test("are for who is signed in", async () => {
    for (const path of ["/api/imports/preview", "/api/imports"])
      expect((await site.call("POST", path, null, { text: "[]", chosen: [1] })).statusCode).toBe(401);
    expect((await site.call("GET", "/api/imports")).statusCode).toBe(401);
    expect((await undo(null, 1)).statusCode).toBe(401);
  });
});
