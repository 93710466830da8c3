/** Exports: files that other programs read, and that imports take. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { FILE_FORMATS, type ImportView } from "#exchange/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { lockRows } from "#tests/support/database.ts";
import { fileOf, importCalls, somePrompt } from "#tests/support/imports.ts";
import { createKey } from "#tests/support/keys.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { previewOf, imported } = importCalls(() => site);
const exported = async (who: TestUser | null, path: string) => {
  const answer = await site.call("GET", path, who);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
};

test("an address has four files under way", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana, somePrompt());
  const list = (await site.call("POST", "/api/collections", ana, { title: "Lista", is_public: true })).json();
  await site.ctx.pool.query(
    "insert into collection_items (collection_id, prompt_id, position) values ($1, $2, 1)",
    [list.id, id],
  );
  const ask = (remoteAddress: string) =>
    site.app.inject({ url: `/api/collections/${list.id}/json`, remoteAddress });
  const { client, release } = await lockRows(site.ctx.pool, "select $1::text", "");
  onTestFinished(release);
  await client.query("lock table prompts in access exclusive mode");
  const asked = Array.from({ length: 5 }, () => ask("198.51.100.7"));
  // Only a refusal needs nothing of the table.
  const refused = await Promise.race(asked);
  const other = ask("198.51.100.8");
  await release();
  expect([refused.statusCode, refused.json().code]).toEqual([503, "over_capacity"]);
  const statuses = (await Promise.all([...asked, other])).map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 503]);
  expect((await ask("198.51.100.7")).statusCode).toBe(200);
});

describe("exports", () => {
  test.each(FILE_FORMATS)(
    "an import of a file in %s on an empty site gives the same file again",
    async (format) => {
      const other = await createTestApp();
      const ana = await createUser(site.ctx);
      const bia = await createUser(other.ctx);
      const prompts = [
        somePrompt({
          description: 'Com\numa descrição, e "aspas"',
          tags: ["Receitas", "e-mail"],
          llm_type_id: 6,
        }),
        somePrompt({
          title: "=HOJE()",
          content: "---\n```prompt\n'=1+1;\n```\n---\ne {{nome}}",
          allow_remixes: false,
        }),
        somePrompt({ title: "- é: #1", llm_type_id: 14 }),
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

  test("have all prompts, however many, in their order", async () => {
    const ana = await createUser(site.ctx);
    const { id: first } = await publishPrompt(site, ana, { title: "Número 1" });
    await site.ctx.pool.query(
      `insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select user_id, llm_type_id, 'Número ' || n, content || n, image_hash, search
        from prompts, generate_series(2, 60) n where id = $1 order by n`,
      [first],
    );
    const { id } = (
      await site.call("POST", "/api/collections", ana, { title: "De trás para a frente" })
    ).json();
    await site.ctx.pool.query(
      `insert into collection_items (collection_id, prompt_id, position)
        select $1, id, row_number() over (order by id desc) from prompts where user_id = $2`,
      [id, ana.id],
    );
    const titles = async (path: string) =>
      JSON.parse(await exported(ana, path)).prompts.map(({ title }: { title: string }) => title);
    const all = Array.from({ length: 60 }, (_, at) => `Número ${at + 1}`);
    expect(await titles("/api/account/prompts/json")).toEqual(all);
    expect(await titles(`/api/collections/${id}/json`)).toEqual(all.toReversed());
  });

  test("CSV is separated by semicolons for Excel in Brazil, and comes in again", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const own = somePrompt({ description: "Lista:\n- um, dois;\n- três" });
    await publishPrompt(site, ana, own);
    const text = await exported(ana, "/api/account/prompts/csv?separator=semicolon");
    expect(text.split("\r\n")[1]).toContain(`"${own.content}";"${own.title}";`);
    const { prompts } = await imported(bia, text);
    const there = await site.call("GET", `/api/prompts/${prompts[0]?.id}`);
    expect(there.json()).toMatchObject(own);
    const wrong = await site.call("GET", "/api/account/prompts/csv?separator=x", ana);
    expect([wrong.statusCode, wrong.json().field]).toEqual([400, "separator"]);
  });

  test("a program that has the file already gets no second one, and a changed one again", async () => {
    const ana = await createUser(site.ctx);
    const { key } = await createKey(site, ana, ["read", "publish"]);
    const { id } = await publishPrompt(site, ana);
    const made = await site.call("POST", "/api/collections", ana, { title: "Lista", is_public: true });
    const list = made.json().id;
    await site.call("PUT", `/api/collections/${list}/items/${id}`, ana, {});
    let changes = 0;
    for (const format of FILE_FORMATS)
      for (const [path, who] of [
        [`/api/v1/account/prompts/${format}`, key],
        [`/api/v1/collections/${list}/${format}`, key],
        [`/api/v1/collections/${list}/${format}`, null],
      ] as const) {
        const first = await site.call("GET", path, who);
        const etag = String(first.headers.etag);
        expect([path, first.statusCode, etag]).toEqual([path, 200, expect.stringMatching(/^"[\w-]{22}"$/)]);
        const again = await site.call("GET", path, who, undefined, { "if-none-match": etag });
        expect([path, again.statusCode, again.body, again.headers.etag]).toEqual([path, 304, "", etag]);
        await site.call("PATCH", `/api/prompts/${id}`, ana, { title: `Título ${++changes}` });
        const changed = await site.call("GET", path, who, undefined, { "if-none-match": etag });
        expect([path, changed.statusCode, changed.headers.etag === etag]).toEqual([path, 200, false]);
      }
    // In a session nothing is kept, and so nothing read twice.
    expect((await site.call("GET", "/api/account/prompts/csv", ana)).headers.etag).toBeUndefined();
  });

  test("JSON is what its schema says, and the schema has the limits of publication", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await publishPrompt(site, ana, somePrompt({ tags: ["Receitas"] }));
    const collection = (await site.call("POST", "/api/collections", ana, { title: "Uma coleção" })).json();
    await site.call("PUT", `/api/collections/${collection.id}/items/${id}`, ana, {});
    const schema = await site.call("GET", "/api/exchange-format.json");
    expect(schema.headers["content-type"]).toContain("application/schema+json");
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    const isValid = ajv.compile(schema.json());
    for (const path of ["/api/account/prompts/json", `/api/collections/${collection.id}/json`])
      expect(isValid(JSON.parse(await exported(ana, path))), JSON.stringify(isValid.errors)).toBe(true);

    // Longer values than the schema allows are refused, and the longest allowed ones are not.
    const { properties } = schema.json().$defs.prompt;
    for (const field of ["title", "content", "description", "note"] as const) {
      const fits = somePrompt({
        [field]: "ab "
          .repeat(7000)
          .slice(0, properties[field].maxLength - 1)
          .trim(),
      });
      const long = somePrompt({
        [field]: `${"ab".repeat(11_000)}`.slice(0, properties[field].maxLength + 1),
      });
      const { prompts } = await previewOf(ana, fileOf(fits, long));
      expect(prompts.map(({ state }) => state)).toEqual(["ready", "refused"]);
    }
  });

  test("private collections are for their owners, public ones for everybody; hidden prompts for nobody", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const [shown, hidden] = [
      await publishPrompt(site, ana, somePrompt()),
      await publishPrompt(site, ana, somePrompt()),
    ];
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
