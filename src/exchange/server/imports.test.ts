/** Imports: all or nothing, and by the rules of publication. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImportView, Preview } from "#exchange/contract.ts";
import { newAuthorLeft } from "#exchange/input-messages.ts";
import { isCover } from "#media/server/covers.ts";
import type { PromptView } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { fileOf, importCalls, somePrompt } from "#tests/support/imports.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { previewOf, importing, imported, promptOf, count } = importCalls(() => site);

/** How many wait for a row that another has locked. */
async function waiting(): Promise<number> {
  const { rows } = await site.ctx.pool.query(
    "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows[0].n;
}

describe("imports", () => {
  test("publish as authors do, with a cover of the site's own, and a link preview that follows", async () => {
    const ana = await createUser(site.ctx);
    const text = fileOf(
      somePrompt({ tags: ["Importadas"], tool: "Gemini", description: "O que faz" }),
      somePrompt(),
    );
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
      .poll(async () => (await site.call("GET", `/media/preview-${first.id}.jpg`)).statusCode)
      .toBe(200);
    const found = await site.call("GET", "/api/prompts?tag=importadas");
    expect(found.json().data).toHaveLength(1);
  });

  test("are found by their words, however many, when the answer comes", async () => {
    const ana = await createUser(site.ctx);
    const all = Array.from({ length: 41 }, () => somePrompt({ description: "Sobre a grumixama" }));
    const chosen = all.map((_, at) => at + 1);
    const { prompts } = await imported(ana, fileOf(...all), { chosen });
    const found = await site.ctx.pool.query(
      "select id from prompts where search @@ to_tsquery('simple', 'grumixama') order by id",
    );
    expect(found.rows).toEqual(prompts.map(({ id }) => ({ id })));
    const stale = await site.ctx.pool.query("select from stale_documents where user_id = $1", [ana.id]);
    expect(stale.rowCount).toBe(0);
  });

  test("are all or nothing", async () => {
    const ana = await createUser(site.ctx);
    const own = somePrompt();
    await publishPrompt(site, ana, own);
    const text = fileOf(somePrompt(), somePrompt({ title: "x" }), own, somePrompt());
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
      fileOf(
        somePrompt({ title: "Um", content: "abcdefghijk" }),
        somePrompt({ title: "Um", content: "abcdefghijk" }),
      ),
      { chosen: [1, 2] },
    );
    expect(twice.statusCode).toBe(422);
    expect(await count(ana)).toBe(1);
    expect((await site.call("GET", "/api/imports", ana)).json()).toEqual([]);
  });

  test("say which prompt keeps all from coming, and why", async () => {
    const ana = await createUser(site.ctx);
    const own = somePrompt();
    await publishPrompt(site, ana, own);
    const [twice, other] = [somePrompt(), somePrompt()];
    const text = [own, twice, twice, { title: "x", content: "Escreva." }, other]
      .map((prompt) => JSON.stringify(prompt))
      .join("\n");
    const because = (line: number, why: string) =>
      `Nada foi importado, por causa do prompt da linha ${line}: ${why}`;
    for (const [chosen, message] of [
      [[5, 1], because(1, "Você já publicou este prompt")],
      [[3, 2], because(3, "Repetido no arquivo")],
      [[4, 5], because(4, "Título deve ter pelo menos 3 caracteres")],
      [[6], "Um dos prompts escolhidos não está no arquivo"],
      [
        Array.from({ length: 203 }, (_, at) => at + 1),
        "Importe até 200 prompts de cada vez: tem 203, 3 a mais",
      ],
    ] as const) {
      const answer = await importing(ana, text, { chosen });
      expect(answer.json()).toMatchObject({ field: "chosen", message });
    }
    // Chosen twice, it comes once.
    expect((await imported(ana, text, { chosen: [5, 5] })).prompts).toHaveLength(1);
  });

  test.each([
    [undefined, 422, "no_collection", "O arquivo não é de uma coleção"],
    [{ title: "Oi" }, 422, "collection_refused", "Título deve ter pelo menos 3 caracteres"],
    [{ title: "Que merda" }, 422, "collection_refused", "O título contém linguagem imprópria"],
    [
      { title: "Receitas", description: "Que merda" },
      422,
      "collection_refused",
      "A descrição contém linguagem imprópria",
    ],
    [
      { title: "Re\0ceitas" },
      422,
      "collection_refused",
      "O texto tem caracteres que não podem ser guardados",
    ],
  ])(
    "with the collection %j bring nothing, and the preview says why",
    async (collection, status, code, message) => {
      const ana = await createUser(site.ctx);
      const text = JSON.stringify({ collection, prompts: [somePrompt()] });
      const answer = await importing(ana, text, { make_collection: true });
      expect([answer.statusCode, answer.json()]).toEqual([
        status,
        { code, message, field: "make_collection" },
      ]);
      expect(await count(ana)).toBe(0);
      const shown = (await previewOf(ana, text)).collection;
      expect(shown?.refused).toBe(collection && message);
      // Without it the prompts come.
      expect((await imported(ana, text)).collection).toBeNull();
    },
  );

  test("make no collection too many, and keep hidden prompts out of theirs", async () => {
    const ana = await createUser(site.ctx);
    const [shown, hidden, fresh] = [somePrompt(), somePrompt(), somePrompt({ note: "Nova" })];
    const ids = [];
    for (const prompt of [shown, hidden]) ids.push((await publishPrompt(site, ana, prompt)).id);
    await site.ctx.pool.query("update prompts set hidden_at = now() where id = $1", [ids[1]]);
    const text = JSON.stringify({ collection: { title: "Receitas" }, prompts: [shown, hidden, fresh] });
    expect((await previewOf(ana, text)).collection).toEqual({ title: "Receitas", refused: null });
    await site.ctx.pool.query(
      "insert into collections (user_id, title) select $1, 'Lista' from generate_series(1, 100)",
      [ana.id],
    );
    expect((await previewOf(ana, text)).collection?.refused).toBe(
      "Você já tem o máximo de coleções: a do arquivo não pode ser criada",
    );
    const asked = { chosen: [3], make_collection: true };
    const full = await importing(ana, text, asked);
    expect([full.statusCode, full.json().code]).toEqual([409, "too_many_collections"]);
    await site.ctx.pool.query("delete from collections where user_id = $1", [ana.id]);
    const { prompts, collection } = await imported(ana, text, asked);
    const entries = await site.ctx.pool.query(
      "select prompt_id::int, note from collection_items where collection_id = $1 order by position",
      [collection?.id],
    );
    expect(entries.rows).toEqual([
      { prompt_id: ids[0], note: null },
      { prompt_id: prompts[0]?.id, note: "Nova" },
    ]);
  });

  test("one that is asked for twice happens once: with its key, and without it by its prompts", async () => {
    const ana = await createUser(site.ctx);
    const text = fileOf(somePrompt(), somePrompt());
    const headers = { "idempotency-key": "uma-chave-de-importacao" };
    const both = await Promise.all([1, 2].map(() => importing(ana, text, { chosen: [1, 2] }, headers)));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(both[0]?.json()).toEqual(both[1]?.json());
    // Another file with that key is another import.
    const next = await importing(ana, fileOf(somePrompt()), { chosen: [1] }, headers);
    expect(next.json().id).not.toBe(both[0]?.json().id);
    const other = fileOf(somePrompt(), somePrompt());
    const race = await Promise.all([1, 2].map(() => importing(ana, other, { chosen: [1, 2] })));
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(await count(ana)).toBe(5);
  });

  test("three of them stand at the top of the newest, and their own dates stay", async () => {
    const ana = await createUser(site.ctx);
    const many = Array.from({ length: 7 }, () => somePrompt());
    const { prompts } = await imported(ana, fileOf(...many), { chosen: many.map((_, at) => at + 1) });
    const newest: PromptView[] = (await site.call("GET", "/api/prompts?orderBy=newest&limit=5")).json().data;
    expect(newest.filter(({ user_id }) => user_id === ana.id)).toHaveLength(3);
    const shown = await Promise.all(prompts.map(({ id }) => promptOf(id)));
    expect(new Set(shown.map(({ created_at }) => created_at)).size).toBe(1);
  });

  test.each([
    [0, /ao importar\. Tente de novo mais tarde\.$/],
    [5, /ao importar\. Agora restam 5\.$/],
  ])("a new author hears that %s more fit", (left, told) => {
    expect(newAuthorLeft(left)).toMatch(told);
  });

  test("what their author does besides goes on meanwhile, but a third one", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await publishPrompt(site, ana);
    const text = fileOf(somePrompt({ tags: ["Demoradas"] }), somePrompt(), somePrompt());
    await imported(ana, fileOf(somePrompt({ tags: ["Demoradas"] })), { chosen: [1] });
    const held = await site.ctx.pool.connect();
    try {
      // An import needs its tags once it has locked its author.
      await held.query("begin; select from tags where name = 'Demoradas' for update");
      const first = importing(ana, text, { chosen: [1] });
      await expect.poll(waiting).toBe(1);
      const second = importing(ana, text, { chosen: [2] });
      await expect.poll(waiting).toBe(2);
      expect((await importing(ana, text, { chosen: [3] })).json().code).toBe("over_capacity");
      expect((await site.call("POST", `/api/prompts/${id}/like`, ana)).statusCode).toBe(200);
      expect((await publishPrompt(site, ana, somePrompt())).user_id).toBe(ana.id);
      await held.query("commit");
      expect([(await first).statusCode, (await second).statusCode]).toEqual([201, 201]);
    } finally {
      held.release();
    }
    expect((await importing(ana, text, { chosen: [3] })).statusCode).toBe(201);
  });

  test("a day has room for 200", async () => {
    const ana = await createUser(site.ctx);
    const before = "insert into imports (user_id, format, prompts_count) values ($1, 'csv', 199)";
    await site.ctx.pool.query(before, [ana.id]);
    const text = fileOf(somePrompt(), somePrompt());
    expect((await previewOf(ana, text)).allowed).toBe(1);
    const more = await importing(ana, text, { chosen: [1, 2] });
    expect([more.statusCode, more.json().message]).toEqual([
      429,
      "Você pode importar até 200 prompts em 24 horas. Agora resta 1.",
    ]);
    const race = await Promise.all([1, 2].map((place) => importing(ana, text, { chosen: [place] })));
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429]);
  });

  test("a second import of a day finds the places at the top taken", async () => {
    const ana = await createUser(site.ctx);
    await imported(ana, fileOf(somePrompt(), somePrompt(), somePrompt()), { chosen: [1, 2, 3] });
    const { prompts } = await imported(ana, fileOf(somePrompt()));
    const { rows } = await site.ctx.pool.query(
      "select now() - created_at > interval '23 hours' as is_below from prompt_stats where prompt_id = $1",
      [prompts[0]?.id],
    );
    expect(rows).toEqual([{ is_below: true }]);
  });

  test("one that breaks off in the middle leaves nothing, and happens when it is asked for again", async () => {
    const ana = await createUser(site.ctx);
    const text = fileOf(somePrompt({ tags: ["Interrompida"] }), somePrompt());
    const headers = { "idempotency-key": "uma-chave-interrompida" };
    const { pool } = site.ctx;
    // Its last statement but one waits, until its connection is cut off.
    await pool.query(`
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
      create trigger waits before insert on imported_prompts for each statement execute function wait()`);
    const broken = importing(ana, text, { chosen: [1, 2] }, headers);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    await expect.poll(async () => (await pool.query(cut)).rowCount).toBe(1);
    expect((await broken).statusCode).toBeGreaterThanOrEqual(500);
    await pool.query("drop trigger waits on imported_prompts");
    expect(await count(ana)).toBe(0);
    expect((await pool.query("select from imports where user_id = $1", [ana.id])).rowCount).toBe(0);
    expect((await pool.query("select from tags where name = 'Interrompida'")).rowCount).toBe(0);
    const again = await importing(ana, text, { chosen: [1, 2] }, headers);
    expect(again.statusCode, again.body).toBe(201);
    expect(await count(ana)).toBe(2);
  });

  test("a blocked author imports nothing", async () => {
    const ana = await createUser(site.ctx);
    await site.ctx.pool.query("update users set is_blocked = true where id = $1", [ana.id]);
    expect((await importing(ana, fileOf(somePrompt()))).statusCode).toBe(403);
  });

  test("removing one for its picture bars no cover", async () => {
    const ana = await createUser(site.ctx);
    const { prompts } = await imported(ana, fileOf(somePrompt(), somePrompt({ title: "Outro" })), {
      chosen: [1, 2],
    });
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

describe("new authors", () => {
  test("import no more than they may publish, and each prompt waits for its review", async () => {
    const strict = await createTestApp({ RATE_LIMITS: "on", REVIEW_NEW_ACCOUNTS: "on" });
    const nova = await createUser(strict.ctx);
    const prompts = Array.from({ length: 6 }, () => somePrompt());
    const text = fileOf(...prompts);
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
