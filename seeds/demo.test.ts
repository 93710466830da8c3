import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";
import { hidden } from "./community.ts";
import { plantDemoData, removeDemoData } from "./demo.ts";
import { personas } from "./personas.ts";
import { prompts, readPicture } from "./prompts.ts";

/** What planting fills; tags that no prompt has go within a day. */
const TABLES = [
  ...["users", "prompts", "prompt_versions", "remixes", "results", "likes", "favorites"],
  ...["collections", "collection_items", "user_follows", "collection_follows", "tag_follows"],
  ...["moderation_cases", "decisions", "statements_of_reasons", "audit_log"],
];

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test("nothing is planted where there is a user, and demo users leave with all they made", async () => {
  const real = await createUser(site.ctx, { username: "Pessoa Real" });
  await plantDemoData(site.ctx);
  expect((await site.ctx.pool.query("select count(*) as n from users")).rows[0].n).toBe(1);

  const demo = await createUser(site.ctx, { username: "Pessoa Demo" });
  const staying = await publishPrompt(site, real);
  const removed = await publishPrompt(site, demo, { thumbnail_url: await pictureDataUrl("#445566") });
  await site.call("POST", `/api/prompts/${staying.id}/like`, demo);
  await site.ctx.pool.query("update users set is_demo = true where id = $1", [demo.id]);

  expect(await removeDemoData(site.ctx)).toBe(1);
  site.ctx.responseCache.clear();
  expect((await site.app.inject(`/api/prompts/${removed.id}`)).statusCode).toBe(404);
  await expect.poll(async () => (await site.app.inject(removed.thumbnail_url)).statusCode).toBe(404);
  expect((await site.app.inject(staying.thumbnail_url)).statusCode).toBe(200);
  const left = (await site.app.inject("/api/prompts")).json();
  expect(left.pagination.total).toBe(1);
  expect(left.data[0]).toMatchObject({ id: staying.id, likes_count: 0 });
  await createUser(site.ctx, { username: "Pessoa Demo" });
  expect(await removeDemoData(site.ctx)).toBe(0);
});

test("an empty site gets all demo users and prompts, with pictures in every width", async () => {
  const empty = await createTestApp();
  try {
    await plantDemoData(empty.ctx);
    await plantDemoData(empty.ctx);
    const { rows } = await empty.ctx.pool.query("select count(*)::int as n from users where is_demo");
    expect(rows).toEqual([{ n: personas.length }]);
    const { pagination } = (await empty.app.inject("/api/prompts?limit=1")).json();
    expect(pagination.total).toBe(prompts.length);

    const oldest = prompts.reduce((first, prompt) => (prompt.daysAgo > first.daysAgo ? prompt : first));
    const { title, content, author, likes } = oldest;
    const shown = (await empty.app.inject("/api/prompts/1")).json();
    expect(shown).toMatchObject({ title, content, user: { username: author }, likes_count: likes });
    const served: string[][] = shown.image.srcset.split(", ").map((entry: string) => entry.split(" "));
    expect(served.length).toBeGreaterThan(3);
    for (const [path = "", width] of served) {
      const answer = await empty.app.inject(path);
      expect(answer.statusCode, path).toBe(200);
      expect(`${(await sharp(answer.rawPayload).metadata()).width}w`).toBe(width);
    }
    const widest = await empty.app.inject(served.at(-1)?.[0] ?? "");
    const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();
    expect((await pixels(widest.rawPayload)).equals(await pixels(await readPicture(oldest)))).toBe(true);
    expect((await empty.app.inject("/media/preview-1.jpg")).statusCode).toBe(200);

    const get = async (path: string) => (await empty.app.inject(path)).json();
    const idOf = async (key: string): Promise<number> => {
      const planted = prompts.find((prompt) => prompt.key === key);
      const { rows: found } = await empty.ctx.pool.query("select id from prompts where title = $1", [
        planted?.title,
      ]);
      return found[0].id;
    };
    expect((await get("/api/prompts?tag=redacao")).pagination.total).toBe(3);
    expect((await get("/api/prompts?works=today")).pagination.total).toBeGreaterThanOrEqual(8);

    const coupons = await idOf("cupons-viram-planilha");
    expect(await get(`/api/prompts/${coupons}`)).toMatchObject({
      content: prompts.find(({ key }) => key === "cupons-viram-planilha")?.content,
      ...{ version: 3, answered_count: 4, worked_count: 3, tags: ["MEI", "planilha", "pequeno negócio"] },
    });
    const { versions } = await get(`/api/prompts/${coupons}/versions`);
    expect(versions.map(({ note }: { note: string | null }) => note)).toEqual([
      "Não inventa mais valor borrado e avisa do limite do MEI",
      "Separa o que é da casa do que é do ateliê",
      null,
    ]);
    const said = await get(`/api/prompts/${coupons}/results`);
    expect(said.models.map(({ model }: { model: string }) => model)).toContain("Gemini 2.5 Pro");
    expect(said.notes.data[0]).toMatchObject({ outcome: "failed", user: { username: "Nivaldo da Serra" } });

    const remix = await get(`/api/prompts/${await idOf("preco-da-roca")}`);
    expect(remix.remixed_from).toMatchObject({
      direct: { id: await idOf("banca-de-feira"), user: { username: "Dona Lúcia" } },
      note: "Tirei a parte de abrir a banca. Eu já vendo, só queria acertar o preço.",
    });

    const owner = (await get(`/api/prompts/${await idOf("plano-de-aula")}`)).user_id;
    const [listed] = await get(`/api/users/${owner}/collections`);
    const { items } = await get(`/api/collections/${listed.id}`);
    expect(items.map(({ note }: { note: string | null }) => note)).toEqual([
      "Comece por este. Leva uns dez minutos para preencher.",
      null,
      "A nota dele costuma ficar perto da minha.",
      null,
    ]);
    const followed = await empty.ctx.pool.query(
      `select (select count(*)::int from user_follows) as people, (select count(*)::int from collection_follows) as lists,
        (select count(*)::int from tag_follows) as tags`,
    );
    expect(followed.rows).toEqual([{ people: 22, lists: 12, tags: 5 }]);

    const log = await get("/api/moderation/log");
    expect(log.entries).toEqual([
      expect.objectContaining({
        action: "hide",
        ground: "spam",
        label: hidden.prompt.title,
        by: "moderation",
      }),
    ]);
    const decided = Date.parse(log.entries[0].created_at);
    expect(Math.round((Date.now() - decided) / 86_400_000)).toBe(Math.round(hidden.daysAgo));
    const { rows: unseen } = await empty.ctx.pool.query("select id from prompts where hidden_at is not null");
    expect((await empty.app.inject(`/api/prompts/${unseen[0].id}`)).statusCode).toBe(410);

    expect(await removeDemoData(empty.ctx)).toBe(personas.length);
    empty.ctx.responseCache.clear();
    expect((await get("/api/prompts")).pagination.total).toBe(0);
    expect(await get("/api/tags")).toEqual([]);
    expect((await get("/api/moderation/log")).entries).toEqual([]);
    for (const table of TABLES) {
      const { rows: left } = await empty.ctx.pool.query(`select count(*)::int as n from ${table}`);
      expect(left, table).toEqual([{ n: 0 }]);
    }
  } finally {
    await empty.close();
  }
});
