/** A picture that was removed for what it shows does not come back, and does once the removal is undone. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { sharp } from "#media/server/codecs.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { dataUrl, newPicture } from "#tests/support/pictures.ts";
import { decide, report } from "#tests/support/reports.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  admin = await createUser(site.ctx, { username: "Administradora", email: site.ctx.config.adminEmail });
  ana = await createUser(site.ctx);
  beto = await createUser(site.ctx);
});

const drawing = (name: string) => readFile(new URL(`../../../seeds/pictures/${name}.webp`, import.meta.url));
const publish = (picture: Buffer | string, author = beto) =>
  site.call("POST", "/api/prompts", author, {
    title: "Um prompt",
    content: "Escreva um poema sobre o mar.",
    llm_type_id: 1,
    thumbnail_url: typeof picture === "string" ? picture : dataUrl(picture),
  });
/** Removes a prompt of Ana's with a picture. */
async function remove(picture: Buffer, category: "intimate" | "copyright" | "spam"): Promise<number> {
  const published = await publish(picture, ana);
  expect(published.statusCode, published.body).toBe(201);
  const { id } = published.json();
  await report(site, beto, id, { category });
  expect((await decide(site, admin, id, "remove", { ground: "explicit" })).statusCode).toBe(200);
  return id;
}

test("neither the picture nor a copy is published or put into a prompt, by anybody; others are", async () => {
  const picture = await drawing("banca-de-feira");
  await remove(picture, "copyright");
  const copy = await sharp(picture).resize({ width: 500 }).flop().jpeg({ quality: 50 }).toBuffer();
  for (const bytes of [picture, copy]) {
    const answer = await publish(bytes);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        code: "image_barred",
        field: "thumbnail_url",
        message: "A moderação removeu esta imagem, e ela não pode ser publicada de novo. Escolha outra.",
      },
    ]);
  }
  const other = await publish(await drawing("bicicleta-e-azulejo"));
  expect(other.statusCode).toBe(201);
  const url = `/api/prompts/${other.json().id}`;
  const edited = await site.call("PATCH", url, beto, { thumbnail_url: dataUrl(copy) });
  expect([edited.statusCode, edited.json().code]).toEqual([422, "image_barred"]);
});

test("a restored prompt's picture may be used again", async () => {
  const picture = await drawing("cafe-coado");
  const id = await remove(picture, "intimate");
  expect((await publish(picture)).statusCode).toBe(422);
  expect((await decide(site, admin, id, "restore")).statusCode).toBe(200);
  expect((await publish(picture)).statusCode).toBe(201);
});

test("restoring one prompt leaves another's bar of the same picture", async () => {
  const picture = await drawing("capivara-sem-pressa");
  const [first, second] = [await publish(picture, ana), await publish(picture, ana)].map(
    (one) => one.json().id,
  );
  for (const id of [first, second]) {
    await report(site, beto, id, { category: "copyright" });
    expect((await decide(site, admin, id, "remove", { ground: "copyright" })).statusCode).toBe(200);
  }
  expect((await decide(site, admin, first, "restore")).statusCode).toBe(200);
  expect((await publish(picture)).json().code).toBe("image_barred");
  expect((await decide(site, admin, second, "restore")).statusCode).toBe(200);
  expect((await publish(picture)).statusCode).toBe(201);
});

test("a bar of which the prompt is not known is lifted by its picture", async () => {
  const picture = await drawing("samba-do-relogio");
  const id = await remove(picture, "copyright");
  await site.sql("update barred_pictures set prompt_id = null where prompt_id = $1", id);
  expect((await decide(site, admin, id, "restore")).statusCode).toBe(200);
  expect((await publish(picture)).statusCode).toBe(201);
});

test("a picture that is barred while it is uploaded, or put into a prompt, is not published", async () => {
  const picture = await newPicture();
  const other = (await publish(await newPicture())).json().id;
  for (const upload of [
    () => publish(picture),
    () => site.call("PATCH", `/api/prompts/${other}`, beto, { thumbnail_url: picture }),
  ]) {
    const published = (await publish(picture, ana)).json().id;
    await report(site, beto, published, { category: "copyright" });
    // Checked, and stopped where it stores the picture.
    const lock = await lockRows(
      site.ctx.pool,
      "select from images where hash = (select image_hash from prompts where id = $1) for update",
      published,
    );
    const uploading = upload();
    await untilWaiting(site.ctx.pool);
    expect((await decide(site, admin, published, "remove", { ground: "copyright" })).statusCode).toBe(200);
    await lock.release();
    expect((await uploading).json().code).toBe("image_barred");
    await decide(site, admin, published, "restore");
  }
});

test("uploads and a removal at the same moment: none is left public without a bar, and none deadlocks", async () => {
  const picture = await newPicture();
  const published = (await publish(picture, ana)).json().id;
  await report(site, beto, published, { category: "copyright" });
  const [removed, ...uploads] = await Promise.all([
    decide(site, admin, published, "remove", { ground: "copyright" }),
    ...Array.from({ length: 3 }, () => publish(picture)),
  ]);
  expect(removed.statusCode).toBe(200);
  for (const { statusCode } of uploads) expect([201, 422]).toContain(statusCode);
  expect((await publish(picture)).statusCode).toBe(422);
});

test("a removal for another reason says nothing about the picture", async () => {
  const picture = await drawing("a-cidade-acende");
  await remove(picture, "spam");
  expect((await publish(picture)).statusCode).toBe(201);
});

test("a picture of one colour is barred itself, not all of that kind", async () => {
  const flat = (background: string) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .webp()
      .toBuffer();
  await remove(await flat("#aa3366"), "copyright");
  expect((await publish(await flat("#aa3366"))).statusCode).toBe(422);
  expect((await publish(await flat("#3366aa"))).statusCode).toBe(201);
});
