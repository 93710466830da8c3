/** What authors delete is gone for everybody at once, can be brought back for ten minutes, and then goes for good. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";
import { deleteDue } from "./deletion.service.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let [ana, beto, admin]: [TestUser, TestUser, TestUser] = [] as never;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
  admin = await createUser(site.ctx, { username: "Admin", email: site.ctx.config.adminEmail });
});
afterEach(() => sql("delete from prompts where true"));

const publish = async (fields = {}) =>
  publishPrompt(site, ana, { title: "Uma jangada", thumbnail_url: await newPicture(), ...fields });
const remove = (id: number, who: TestUser | null = ana) => call("DELETE", `/api/prompts/${id}`, who);
const restore = (id: number, who: TestUser | null = ana) => call("POST", `/api/prompts/${id}/restore`, who);
const deleted = async (who = ana) => (await call("GET", "/api/prompts/deleted", who)).json();
const statusOf = async (url: string, who: TestUser | null = null) => (await call("GET", url, who)).statusCode;
/** As if it had been deleted so many minutes earlier. */
const age = (id: number, minutes: number) =>
  sql("update prompts set deleted_at = deleted_at - make_interval(mins => $2) where id = $1", id, minutes);

describe("a prompt that its author has deleted", () => {
  test("is gone for everybody at once, and comes back with all that it had", async () => {
    const { id, thumbnail_url } = await publish({ tags: ["Mar"] });
    const [{ id: collection }] = [
      (await call("POST", "/api/collections", beto, { title: "Barcos", is_public: true })).json(),
    ];
    await call("PUT", `/api/collections/${collection}/items/${id}`, beto, { note: "Para a aula." });
    for (const act of ["like", "favorite"]) await call("POST", `/api/prompts/${id}/${act}`, beto);
    const pages = [
      `/api/prompts/${id}`,
      `/api/prompts/${id}/versions`,
      "/api/prompts?search=jangada",
      "/api/prompts?tag=mar",
      `/api/users/${ana.id}/prompts`,
      `/api/collections/${collection}`,
    ];
    const seen = () => Promise.all(pages.map(async (url) => (await call("GET", url, beto)).json()));
    const before = await seen();

    expect((await remove(id)).statusCode).toBe(204);
    for (const who of [null, ana, beto, admin])
      expect(
        await Promise.all(
          [`/api/prompts/${id}`, `/api/prompts/${id}/versions`].map((url) => statusOf(url, who)),
        ),
      ).toEqual([404, 404]);
    expect(JSON.stringify((await seen()).slice(2))).not.toContain("Uma jangada");
    expect(await statusOf(thumbnail_url)).toBe(404);
    const writes: [string, string, object?][] = [
      ["POST", `/api/prompts/${id}/like`],
      ["PATCH", `/api/prompts/${id}`, { title: "Outro" }],
      ["DELETE", `/api/prompts/${id}`],
      ["DELETE", `/api/prompts/${id}/versions/1`],
    ];
    for (const [method, url, body] of writes)
      expect([url, (await call(method as "POST", url, ana, body)).statusCode]).toEqual([url, 404]);

    const [{ undo_until, ...listed }] = await deleted();
    expect(listed).toEqual({ id, title: "Uma jangada" });
    const minutes = (Date.parse(undo_until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);

    const back = await restore(id);
    expect([back.statusCode, back.json().title]).toEqual([200, "Uma jangada"]);
    expect(await seen()).toEqual(before);
    expect(await statusOf(thumbnail_url)).toBe(200);
    expect(await deleted()).toEqual([]);
  });

  test("goes for good after ten minutes, not before", async () => {
    const { id, thumbnail_url } = await publish();
    await call("POST", `/api/prompts/${id}/like`, beto);
    await remove(id);
    await age(id, 9);
    await deleteDue(site.ctx);
    expect(await sql("select from likes where prompt_id = $1", id)).toHaveLength(1);
    await age(id, 1);
    await deleteDue(site.ctx);
    expect(await sql("select from prompts where id = $1", id)).toEqual([]);
    expect(await sql("select from likes where prompt_id = $1", id)).toEqual([]);
    const file = thumbnail_url.replace("/media/", "");
    await expect.poll(() => site.ctx.storage.exists(file)).toBe(false);
    expect((await restore(id)).statusCode).toBe(404);
  });

  test("and again is gone ten minutes from the last time", async () => {
    const { id } = await publish();
    await remove(id);
    await age(id, 9);
    await restore(id);
    await remove(id);
    await age(id, 9);
    await deleteDue(site.ctx);
    expect((await restore(id)).statusCode).toBe(200);
  });

  test("is brought back by its author alone, once, and not when it was never deleted", async () => {
    const { id } = await publish();
    expect((await restore(id)).statusCode).toBe(404);
    await remove(id);
    expect((await restore(id, null)).statusCode).toBe(401);
    expect([(await restore(id, beto)).statusCode, await deleted(beto)]).toEqual([404, []]);
    expect((await restore(id, admin)).statusCode).toBe(404);
    const both = await Promise.all([restore(id), restore(id)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  test("published again under the same key is another prompt", async () => {
    const body = { title: "Duas vezes", content: "Escreva um conto.", llm_type_id: 1 };
    const send = async () =>
      call(
        "POST",
        "/api/prompts",
        ana,
        { ...body, thumbnail_url: picture },
        { "idempotency-key": "uma-so-vez-000001" },
      );
    const picture = await newPicture();
    const first = (await send()).json().id;
    await remove(first);
    const again = await send();
    expect(again.statusCode).toBe(201);
    expect(again.json().id).not.toBe(first);
    expect((await restore(first)).statusCode).toBe(200);
  });

  test("is in no copy of one's own data", async () => {
    const { id } = await publish();
    const copied = async () => {
      const copy = await unzip((await call("GET", "/api/account/export", ana)).rawPayload);
      return JSON.parse(String(copy.get("prompts.json"))).map((prompt: { id: number }) => prompt.id);
    };
    expect(await copied()).toEqual([id]);
    await remove(id);
    expect(await copied()).toEqual([]);
  });
});

describe("moderation", () => {
  test("decides nothing about it meanwhile, and everything once it is back", async () => {
    const { id } = await publish();
    await report(site, beto, id, { category: "spam" });
    const caseNow = async () =>
      (await call("GET", `/api/admin/cases/${(await caseOf(site, id)).id}`, admin)).json();
    expect((await caseNow()).current).toMatchObject({ title: "Uma jangada" });
    await remove(id);
    expect((await caseNow()).current).toBeNull();
    const refused = await decide(site, admin, id, "hide");
    expect([refused.statusCode, refused.json().code]).toEqual([409, "target_gone"]);
    await restore(id);
    expect((await decide(site, admin, id, "hide")).statusCode).toBe(200);
    expect(await statusOf(`/api/prompts/${id}`)).toBe(410);
  });

  test("alone brings back what it has hidden: deleted by its author that goes for good", async () => {
    const { id } = await publish();
    await report(site, beto, id, { category: "spam" });
    await decide(site, admin, id, "hide");
    expect((await remove(id)).statusCode).toBe(204);
    expect(await sql("select from prompts where id = $1", id)).toEqual([]);
    expect((await restore(id)).statusCode).toBe(404);
  });

  test("that blocks the author keeps it away, also when both come at once", async () => {
    const eva = await createUser(site.ctx, { username: "Eva" });
    const { id } = await publishPrompt(site, eva, { title: "Da Eva", thumbnail_url: await newPicture() });
    await remove(id, eva);
    const held = await lockRows(site.ctx.pool, "select from users where id = $1 for update", eva.id);
    const blocking = call("PATCH", `/api/admin/users/${eva.id}/toggle-block`, admin, {
      blocked: true,
      remove_content: true,
      ground: "spam",
      reason: "",
    });
    await untilWaiting(site.ctx.pool);
    const restoring = restore(id, eva);
    await untilWaiting(site.ctx.pool, 2);
    await held.release();
    expect((await blocking).statusCode).toBe(200);
    expect((await restoring).statusCode).toBe(403);
    expect(await statusOf(`/api/prompts/${id}`)).toBe(404);
  });

  test("bars a picture also for what would come back with it", async () => {
    const picture = await newPicture();
    const first = await publish({ thumbnail_url: picture });
    const second = await publish({ thumbnail_url: picture, title: "O mesmo mar" });
    await remove(second.id);
    await report(site, beto, first.id, { category: "child" });
    await decide(site, admin, first.id, "remove", { ground: "child" });
    const refused = await restore(second.id);
    expect([refused.statusCode, refused.json().code]).toEqual([422, "image_barred"]);
    expect(await deleted()).toHaveLength(1);
  });
});

test("deleted, brought back and deleted for good at the same moment it is there or not, and counts stay true", async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await publish();
    await remove(id);
    await age(id, 10);
    await Promise.all([
      restore(id),
      deleteDue(site.ctx),
      remove(id),
      call("POST", `/api/prompts/${id}/like`, beto),
    ]);
    const [drift] = await sql(
      "select sum(prompts_count)::int - (select count(*) from prompts where hidden_at is null)::int as n from llm_types",
    );
    expect(drift?.n).toBe(0);
    const [row] = await sql(
      "select hidden_at is null as shown, deleted_at is null as kept from prompts where id = $1",
      id,
    );
    if (row) expect(row.shown).toBe(row.kept);
  }
});
