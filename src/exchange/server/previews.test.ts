/** What a preview of an import tells. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { fileOf, importCalls, somePrompt } from "#tests/support/imports.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let admin: TestUser;
beforeAll(async () => {
  site = await createTestApp();
  admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
});
afterAll(() => site.close());

const { previewOf, undo, count } = importCalls(() => site);

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

  test("look at 200 prompts from one on", async () => {
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
    ["a long text", { text: "a".repeat(1_000_001) }, 400, "text"],
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
