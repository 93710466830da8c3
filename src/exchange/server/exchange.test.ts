/** Imports and exports, by the API. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FILE_FORMATS, type ImportView, type Preview } from "#exchange/contract.ts";
import { isCover } from "#media/server/covers.ts";
import type { PromptView } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let admin: TestUser;
beforeAll(async () => {
  site = await createTestApp();
  admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
});
afterAll(() => site.close());

let made = 0;
/** A prompt whose text no other resembles. */
function some(fields: object = {}) {
  made += 1;
  const words = Array.from({ length: 12 }, (_, at) => `palavra${made * 31 + at * 7}`);
  return { title: `Prompt ${made}`, content: `Escreva sobre ${words.join(" ")}.`, ...fields };
}
const json = (...prompts: object[]) => JSON.stringify(prompts);

const previewOf = async (who: TestUser, text: string, more: object = {}): Promise<Preview> => {
  const answer = await site.call("POST", "/api/imports/preview", who, { text, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const importing = (who: TestUser | null, text: string, more: object = {}, headers = {}) =>
  site.call("POST", "/api/imports", who, { text, chosen: [1], ...more }, headers);
async function imported(who: TestUser, text: string, more: object = {}): Promise<ImportView> {
  const answer = await importing(who, text, more);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const undo = (who: TestUser | null, id: number) => site.call("DELETE", `/api/imports/${id}`, who);
const promptOf = async (id: number): Promise<PromptView> =>
  (await site.call("GET", `/api/prompts/${id}`)).json();
const count = async (who: TestUser): Promise<number> =>
  (await site.call("GET", `/api/users/${who.id}/prompts`)).json().pagination.total;
const exported = async (who: TestUser | null, path: string) => {
  const answer = await site.call("GET", path, who);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
};

describe("exports", () => {
  test.each(FILE_FORMATS)(
    "an import of a file in %s on an empty site gives the same file again",
    async (format) => {
      const other = await createTestApp();
      const ana = await createUser(site.ctx);
      const bia = await createUser(other.ctx);
      const prompts = [
        some({ description: 'Com\numa descrição, e "aspas"', tags: ["Receitas", "e-mail"], llm_type_id: 6 }),
        some({
          title: "=HOJE()",
          content: "---\n```prompt\n'=1+1;\n```\n---\ne {{nome}}",
          allow_remixes: false,
        }),
        some({ title: "- é: #1", llm_type_id: 14 }),
      ];
      const ids = [];
      for (const prompt of prompts) ids.push((await publishPrompt(site, ana, prompt)).id);
      const made = await site.call("POST", "/api/collections", ana, {
        title: "Uma coleção",
        description: "De tudo\num pouco",
      });
      const { id } = made.json();
      for (const prompt of [...ids].reverse())
        await site.call("PUT", `/api/collections/${id}/items/${prompt}`, ana, {
          note: `Nota ${prompt}, "boa"`,
        });

      // Without what tells ids, dates and who it is.
      const bare = (text: string) =>
        text
          .replaceAll(/http:\/\/localhost:3000\/prompts\/\d+/g, "URL")
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "DATE")
          .replaceAll(ana.username, "WHO")
          .replaceAll(bia.username, "WHO");
      const own = await exported(ana, `/api/account/prompts/${format}`);
      const list = await exported(ana, `/api/collections/${id}/${format}`);
      for (const [text, more] of [
        [own, {}],
        [list, { make_collection: true }],
      ] as const) {
        const answer = await other.call("POST", "/api/imports", bia, {
          text,
          format,
          chosen: [1, 2, 3],
          ...more,
        });
        expect(answer.statusCode, answer.body).toBe(201);
        const { id: importId, collection }: ImportView = answer.json();
        const path = collection
          ? `/api/collections/${collection.id}/${format}`
          : `/api/account/prompts/${format}`;
        expect(bare((await other.call("GET", path, bia)).body)).toBe(bare(text));
        expect((await other.call("DELETE", `/api/imports/${importId}`, bia)).json()).toEqual({
          removed: 3,
          kept: 0,
        });
      }
      await other.close();
    },
  );

  test("JSON is what its schema says, and the schema has the limits of publication", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await publishPrompt(site, ana, some({ tags: ["Receitas"] }));
    const collection = (await site.call("POST", "/api/collections", ana, { title: "Uma coleção" })).json();
    await site.call("PUT", `/api/collections/${collection.id}/items/${id}`, ana, {});
    const schema = await site.call("GET", "/api/exchange-format.json");
    expect(schema.headers["content-type"]).toContain("application/schema+json");
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    const isValid = ajv.compile(schema.json());
    for (const path of ["/api/account/prompts/json", `/api/collections/${collection.id}/json`])
      expect(isValid(JSON.parse(await exported(ana, path))), JSON.stringify(isValid.errors)).toBe(true);

    // Whatever is too long for the schema is refused, and what is as long as it allows is not.
    const { properties } = schema.json().$defs.prompt;
    for (const field of ["title", "content", "description", "note"] as const) {
      const fits = some({
        [field]: "ab "
          .repeat(7000)
          .slice(0, properties[field].maxLength - 1)
          .trim(),
      });
      const long = some({ [field]: `${"ab".repeat(11_000)}`.slice(0, properties[field].maxLength + 1) });
      const { prompts } = await previewOf(ana, json(fits, long));
      expect(prompts.map(({ state }) => state)).toEqual(["ready", "refused"]);
    }
  });

  test("private collections are for their owners, public ones for everybody; hidden prompts for nobody", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const [shown, hidden] = [await publishPrompt(site, ana, some()), await publishPrompt(site, ana, some())];
    const { id } = (await site.call("POST", "/api/collections", ana, { title: "Uma coleção" })).json();
    for (const prompt of [shown, hidden])
      await site.call("PUT", `/api/collections/${id}/items/${prompt.id}`, ana, {});
    await site.ctx.pool.query("update prompts set hidden_at = now() where id = $1", [hidden.id]);
    for (const who of [null, bia])
      expect((await site.call("GET", `/api/collections/${id}/csv`, who)).statusCode).toBe(404);
    await site.call("PATCH", `/api/collections/${id}`, ana, { is_public: true });
    for (const who of [null, bia, ana]) {
      const text = await exported(who, `/api/collections/${id}/csv`);
      expect(text).toContain(shown.title);
      expect(text).not.toContain(hidden.title);
    }
    expect(await exported(ana, "/api/account/prompts/md")).not.toContain(hidden.title);
    expect((await site.call("GET", "/api/account/prompts/csv")).statusCode).toBe(401);
    expect((await site.call("GET", "/api/account/prompts/xls", ana)).statusCode).toBe(404);
    expect((await site.call("GET", `/api/collections/${id}/xls`)).statusCode).toBe(404);
  });
});

describe("previews", () => {
  test("tell what is refused and why, what is there already and what is alike", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const own = some();
    await publishPrompt(site, ana, own);
    const theirs = some();
    const published = await publishPrompt(site, bia, theirs);
    const text = json(
      own,
      { ...theirs, content: `${theirs.content} Obrigado.` },
      some({ title: "Que merda", tags: ["ok", "a/b"], tool: "Nenhuma" }),
      some({ content: "Um texto de merda, sem dúvida." }),
      ...Array.from({ length: 2 }, () => ({ title: "Duas vezes", content: "Escreva isto duas vezes." })),
      some({ author: bia.username, tool: "claude" }),
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

describe("imports", () => {
  test("publish as authors do, with a cover of the site's own, and a link preview that follows", async () => {
    const ana = await createUser(site.ctx);
    const text = json(some({ tags: ["Importadas"], tool: "Gemini", description: "O que faz" }), some());
    const { prompts } = await imported(ana, text, { chosen: [1, 2] });
    const first = await promptOf(prompts[0]?.id as number);
    expect(first).toMatchObject({
      tags: ["Importadas"],
      description: "O que faz",
      llm_type: { name: "Gemini" },
      user_id: ana.id,
      image: { alt: null },
    });
    expect(isCover(/media\/([0-9a-f]{32})-/.exec(first.thumbnail_url)?.[1] ?? "")).toBe(true);
    const picture = await site.call("GET", first.thumbnail_url);
    expect(picture.statusCode).toBe(200);
    // Credited to the site: many authors have this cover.
    expect(picture.body).toContain("<rdf:li>Prompteca</rdf:li>");
    await expect
      .poll(async () => (await site.call("GET", `/media/preview-${first.id}.jpg`)).statusCode, {
        timeout: 20_000,
      })
      .toBe(200);
    const found = await site.call("GET", "/api/prompts?tag=importadas");
    expect(found.json().data).toHaveLength(1);
  });

  test("are all or nothing", async () => {
    const ana = await createUser(site.ctx);
    const own = some();
    await publishPrompt(site, ana, own);
    const text = json(some(), some({ title: "x" }), own, some());
    for (const [chosen, status, code] of [
      [[1, 2], 422, "prompt_refused"],
      [[1, 3], 409, "already_published"],
      [[1, 5], 422, "not_in_file"],
      [[], 400, "validation_failed"],
      [[1.5], 400, "validation_failed"],
      [["1"], 400, "validation_failed"],
    ] as const) {
      const answer = await importing(ana, text, { chosen });
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code]);
    }
    const twice = await importing(
      ana,
      json(some({ title: "Um", content: "abcdefghijk" }), some({ title: "Um", content: "abcdefghijk" })),
      { chosen: [1, 2] },
    );
    expect(twice.statusCode).toBe(422);
    expect(await count(ana)).toBe(1);
    expect((await site.call("GET", "/api/imports", ana)).json()).toEqual([]);
  });

  test("one that is asked for twice happens once: with its key, and without it by its prompts", async () => {
    const ana = await createUser(site.ctx);
    const text = json(some(), some());
    const headers = { "idempotency-key": "uma-chave-de-importacao" };
    const both = await Promise.all([1, 2].map(() => importing(ana, text, { chosen: [1, 2] }, headers)));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(both[0]?.json()).toEqual(both[1]?.json());
    const other = json(some(), some());
    const race = await Promise.all([1, 2].map(() => importing(ana, other, { chosen: [1, 2] })));
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(await count(ana)).toBe(4);
  });

  test("three of them stand at the top of the newest, and their own dates stay", async () => {
    const ana = await createUser(site.ctx);
    const many = Array.from({ length: 7 }, () => some());
    const { prompts } = await imported(ana, json(...many), { chosen: many.map((_, at) => at + 1) });
    const newest: PromptView[] = (await site.call("GET", "/api/prompts?orderBy=newest&limit=5")).json().data;
    expect(newest.filter(({ user_id }) => user_id === ana.id)).toHaveLength(3);
    const shown = await Promise.all(prompts.map(({ id }) => promptOf(id)));
    expect(new Set(shown.map(({ created_at }) => created_at)).size).toBe(1);
  });

  test("a day has room for 200", async () => {
    const ana = await createUser(site.ctx);
    const before = "insert into imports (user_id, format, prompts_count) values ($1, 'csv', 199)";
    await site.ctx.pool.query(before, [ana.id]);
    const text = json(some(), some());
    expect((await previewOf(ana, text)).allowed).toBe(1);
    const more = await importing(ana, text, { chosen: [1, 2] });
    expect([more.statusCode, more.json().message]).toEqual([
      429,
      "Você pode importar até 200 prompts em 24 horas: agora, mais 1.",
    ]);
    const race = await Promise.all([1, 2].map((place) => importing(ana, text, { chosen: [place] })));
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429]);
  });

  test("a second import of a day finds the places at the top taken", async () => {
    const ana = await createUser(site.ctx);
    await imported(ana, json(some(), some(), some()), { chosen: [1, 2, 3] });
    const { prompts } = await imported(ana, json(some()));
    const { rows } = await site.ctx.pool.query(
      "select now() - created_at > interval '23 hours' as is_below from prompt_stats where prompt_id = $1",
      [prompts[0]?.id],
    );
    expect(rows).toEqual([{ is_below: true }]);
  });

  test("a blocked author imports nothing", async () => {
    const ana = await createUser(site.ctx);
    await site.ctx.pool.query("update users set is_blocked = true where id = $1", [ana.id]);
    expect((await importing(ana, json(some()))).statusCode).toBe(403);
  });

  test("removing one for its picture bars no cover", async () => {
    const ana = await createUser(site.ctx);
    const { prompts } = await imported(ana, json(some(), some({ title: "Outro" })), { chosen: [1, 2] });
    const { image_hash } = (
      await site.ctx.pool.query("select image_hash from prompts where id = $1", [prompts[0]?.id])
    ).rows[0];
    const { barPicture } = await import("#media/server/barred-pictures.service.ts");
    await site.ctx.db
      .transaction()
      .execute((trx) => barPicture(trx, prompts[0]?.id as number, { hash: image_hash, fingerprints: [] }));
    expect(
      (await site.ctx.pool.query("select from barred_pictures where hash = $1", [image_hash])).rowCount,
    ).toBe(0);
  });
});

describe("undoing", () => {
  test("removes what was not changed since, once, and the collection with it", async () => {
    const ana = await createUser(site.ctx);
    const text = JSON.stringify({
      format: "prompteca",
      version: 1,
      collection: { title: "Importada", description: null },
      prompts: [some({ note: "Boa" }), some(), some()],
    });
    const view = await imported(ana, text, { chosen: [1, 2, 3], make_collection: true });
    expect(view.collection).toMatchObject({ title: "Importada", changed: false });
    const [edited] = view.prompts;
    await site.call("PATCH", `/api/prompts/${edited?.id}`, ana, { description: "Mudou" });
    const [listed]: ImportView[] = (await site.call("GET", "/api/imports", ana)).json();
    expect(listed?.prompts.map(({ changed }) => changed)).toEqual([true, false, false]);

    const bia = await createUser(site.ctx);
    expect((await undo(bia, view.id)).statusCode).toBe(404);
    expect((await undo(ana, 10 ** 15)).statusCode).toBe(404);
    expect((await site.call("DELETE", "/api/imports/x", ana)).statusCode).toBe(404);
    expect((await undo(ana, view.id)).json()).toEqual({ removed: 2, kept: 1 });
    expect((await undo(ana, view.id)).json()).toEqual({ removed: 2, kept: 1 });
    expect(await count(ana)).toBe(1);
    expect((await site.call("GET", `/api/collections/${view.collection?.id}`, ana)).statusCode).toBe(404);
    expect((await site.call("GET", "/api/imports", ana)).json()).toEqual([]);
    // What was undone may come again.
    await imported(ana, text, { chosen: [2, 3] });
  });

  test("is too late after a day, and a job forgets what came together", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await imported(ana, json(some()));
    await site.ctx.pool.query("update imports set created_at = now() - interval '25 hours' where id = $1", [
      id,
    ]);
    expect((await undo(ana, id)).json()).toMatchObject({ code: "undo_too_late" });
    await site.ctx.pool.query("update imports set created_at = now() - interval '3 days' where id = $1", [
      id,
    ]);
    const { forgetImports } = await import("./undo.service.ts");
    await forgetImports(site.ctx);
    expect((await undo(ana, id)).statusCode).toBe(404);
    expect(await count(ana)).toBe(1);
  });

  test("while an edit is under way, the edited prompt stays or goes whole", async () => {
    const ana = await createUser(site.ctx);
    for (let round = 0; round < 3; round++) {
      const { id, prompts } = await imported(ana, json(some()));
      const path = `/api/prompts/${prompts[0]?.id}`;
      const [edit, gone] = await Promise.all([
        site.call("PATCH", path, ana, { description: "Mudou" }),
        undo(ana, id),
      ]);
      const { kept, removed } = gone.json();
      expect(kept + removed).toBe(1);
      expect(edit.statusCode).toBe(kept === 1 ? 200 : 404);
      expect((await site.call("GET", path)).statusCode).toBe(kept === 1 ? 200 : 404);
    }
  });

  test("a collection that was changed stays, and one with what is there already takes it in", async () => {
    const ana = await createUser(site.ctx);
    const own = some();
    const { id: ownId } = await publishPrompt(site, ana, own);
    const text = JSON.stringify({
      collection: { title: "Com as minhas" },
      prompts: [own, some({ note: "Nova" })],
    });
    const view = await imported(ana, text, { chosen: [2], make_collection: true });
    const path = `/api/collections/${view.collection?.id}`;
    const { items } = (await site.call("GET", path, ana)).json();
    expect(
      items.map(({ prompt, note }: { prompt: { id: number }; note: string }) => [prompt.id, note]),
    ).toEqual([
      [ownId, null],
      [view.prompts[0]?.id, "Nova"],
    ]);
    await site.call("PATCH", path, ana, { title: "Outro título" });
    expect((await undo(ana, view.id)).json()).toEqual({ removed: 1, kept: 0 });
    expect((await site.call("GET", path, ana)).json().items).toHaveLength(1);
  });
});

describe("new authors", () => {
  test("import no more than they may publish, and each prompt waits for its review", async () => {
    const strict = await createTestApp({ RATE_LIMITS: "on", REVIEW_NEW_ACCOUNTS: "on" });
    const nova = await createUser(strict.ctx);
    const prompts = Array.from({ length: 6 }, () => some());
    const text = json(...prompts);
    const shown: Preview = (await strict.call("POST", "/api/imports/preview", nova, { text })).json();
    expect(shown.allowed).toBe(5);
    expect(shown.allowed_why).toMatch(/5 prompts por hora/);
    const ask = (chosen: number[]) => strict.call("POST", "/api/imports", nova, { text, chosen });
    expect((await ask([1, 2, 3, 4, 5, 6])).statusCode).toBe(429);
    const view: ImportView = (await ask([1, 2, 3])).json();
    expect(view.prompts.map(({ in_review }) => in_review)).toEqual([true, true, true]);
    expect((await strict.call("GET", "/api/prompts")).json().pagination.total).toBe(0);
    expect((await ask([4, 5, 6])).statusCode).toBe(429);
    expect((await ask([4, 5])).statusCode).toBe(201);
    const { rows } = await strict.ctx.pool.query("select count(*)::int as n from prompts where in_review");
    expect(rows).toEqual([{ n: 5 }]);
    await strict.close();
  });
});
