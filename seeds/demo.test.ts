import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";
import { plantDemoData, removeDemoData } from "./demo.ts";
import { personas } from "./personas.ts";
import { prompts, readPicture } from "./prompts.ts";

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
  } finally {
    await empty.close();
  }
}, 120_000);
