/** Imports are undone, for a day. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ImportView } from "#exchange/contract.ts";
import { countImportedToday } from "#exchange/server/imports.queries.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { fileOf, importCalls, somePrompt } from "#tests/support/imports.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { importing, imported, undo, count } = importCalls(() => site);

test("many imports are listed with as few queries as one", async () => {
  const ana = await createUser(site.ctx);
  const query = vi.spyOn(site.ctx.pool, "connect");
  const queriesFor = async (imports: number) => {
    const before = query.mock.calls.length;
    const listed: ImportView[] = (await site.call("GET", "/api/imports", ana)).json();
    expect(listed.map(({ prompts, collection }) => [prompts.length, collection?.title])).toEqual(
      Array(imports).fill([1, "Importada"]),
    );
    return query.mock.calls.length - before;
  };
  const importOne = () =>
    imported(
      ana,
      JSON.stringify({
        ...{ format: "prompteca", version: 1, prompts: [somePrompt()] },
        collection: { title: "Importada", description: null },
      }),
      { chosen: [1], make_collection: true },
    );
  await importOne();
  await queriesFor(1);
  const one = await queriesFor(1);
  await importOne();
  await importOne();
  expect(await queriesFor(3)).toBe(one);
});

describe("undoing", () => {
  test("removes what was not changed since, once, and the collection with it", async () => {
    const ana = await createUser(site.ctx);
    const text = JSON.stringify({
      format: "prompteca",
      version: 1,
      collection: { title: "Importada", description: null },
      prompts: [somePrompt({ note: "Boa" }), somePrompt(), somePrompt()],
    });
    const view = await imported(ana, text, { chosen: [1, 2, 3], make_collection: true });
    expect(view.collection).toMatchObject({ title: "Importada", changed: false });
    const [edited] = view.prompts;
    await site.call("PATCH", `/api/prompts/${edited?.id}`, ana, { description: "Mudou" });
    const clears = vi.spyOn(site.ctx.responseCache, "clear");
    const [listed]: ImportView[] = (await site.call("GET", "/api/imports", ana)).json();
    expect(listed?.prompts.map(({ changed }) => changed)).toEqual([true, false, false]);

    const bia = await createUser(site.ctx);
    expect((await undo(bia, view.id)).statusCode).toBe(404);
    expect((await undo(ana, 10 ** 15)).statusCode).toBe(404);
    expect((await site.call("DELETE", "/api/imports/x", ana)).statusCode).toBe(404);
    expect((await undo(ana, view.id)).json()).toEqual({ removed: 2, kept: 1 });
    expect(clears).toHaveBeenCalled();
    clears.mockClear();
    expect((await undo(ana, view.id)).json()).toEqual({ removed: 2, kept: 1 });
    // Asked again, it empties nobody's cache.
    expect(clears).not.toHaveBeenCalled();
    // Publications count for the day, even after they are undone.
    expect(await countImportedToday(site.ctx.db, ana.id)).toBe(3);
    expect(await count(ana)).toBe(1);
    expect((await site.call("GET", `/api/collections/${view.collection?.id}`, ana)).statusCode).toBe(404);
    expect((await site.call("GET", "/api/imports", ana)).json()).toEqual([]);
    // Undone prompts may be imported again.
    await imported(ana, text, { chosen: [2, 3] });
  });

  test("makes no room for more than 200 a day", async () => {
    const ana = await createUser(site.ctx);
    const before = "insert into imports (user_id, format, prompts_count) values ($1, 'csv', 198)";
    await site.ctx.pool.query(before, [ana.id]);
    const text = fileOf(somePrompt(), somePrompt());
    for (const place of [1, 2]) await undo(ana, (await imported(ana, text, { chosen: [place] })).id);
    const more = await importing(ana, text, { chosen: [1] });
    expect([more.statusCode, more.json().message]).toEqual([
      429,
      "Você já importou 200 prompts nas últimas 24 horas, o máximo. Tente de novo amanhã.",
    ]);
    expect(await count(ana)).toBe(0);
  });

  test("is not undone itself by a late retry: that one hears of it, and another key imports again", async () => {
    const ana = await createUser(site.ctx);
    const text = fileOf(somePrompt());
    const ask = (key: string) => importing(ana, text, {}, { "idempotency-key": key });
    const { id } = (await ask("uma-chave-que-se-repete")).json();
    expect((await ask("uma-chave-que-se-repete")).json().id).toBe(id);
    await undo(ana, id);
    const late = await ask("uma-chave-que-se-repete");
    expect([late.statusCode, late.json().code]).toEqual([409, "import_undone"]);
    expect(await count(ana)).toBe(0);
    expect((await ask("outra-chave-qualquer")).statusCode).toBe(201);
    expect(await count(ana)).toBe(1);
  });

  test("is too late after a day, and a job forgets what came together", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await imported(ana, fileOf(somePrompt()));
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
      const { id, prompts } = await imported(ana, fileOf(somePrompt()));
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
    const own = somePrompt();
    const { id: ownId } = await publishPrompt(site, ana, own);
    const text = JSON.stringify({
      collection: { title: "Com as minhas" },
      prompts: [own, somePrompt({ note: "Nova" })],
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
