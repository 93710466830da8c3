/** A picture that was removed for its content does not come back, until the removal is undone. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { fillFingerprints } from "#media/server/barred-pictures.service.ts";
import { sharp } from "#media/server/codecs.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { dataUrl, newPicture } from "#tests/support/pictures.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx);
  beto = await createUser(site.ctx);
});

/** Small, because each upload is stored in several widths. */
async function drawing(name: string): Promise<Buffer> {
  const whole = await readFile(new URL(`../../../../seeds/pictures/${name}.webp`, import.meta.url));
  return sharp(whole).resize({ width: 480 }).webp().toBuffer();
}
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
  const copy = await sharp(picture).resize({ width: 160 }).flop().jpeg({ quality: 50 }).toBuffer();
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
  const removal = { ground: "copyright" } as const;
  for (const id of [first, second]) await report(site, beto, id, { category: "copyright" });
  expect((await decide(site, admin, first, "remove", removal)).statusCode).toBe(200);
  // The job that hides copies of its picture is done with the other one.
  await expect.poll(async () => (await site.call("GET", `/api/prompts/${second}`)).statusCode).not.toBe(200);
  expect((await decide(site, admin, second, "remove", removal)).statusCode).toBe(200);
  expect((await decide(site, admin, first, "restore")).statusCode).toBe(200);
  expect((await publish(picture)).json().code).toBe("image_barred");
  expect((await decide(site, admin, second, "restore")).statusCode).toBe(200);
  expect((await publish(picture)).statusCode).toBe(201);
});

test("keeping a prompt for another reason, before anybody has judged its picture, does not serve that again", async () => {
  const picture = await drawing("samba-do-relogio");
  const { id } = (await publish(picture, ana)).json();
  await report(site, beto, id, { category: "spam" });
  const { image } = (await caseOf(site, id)).snapshot;
  // Another prompt's removal, whose job has not hidden this one yet.
  await site.sql("insert into barred_pictures (prompt_id, hash) values (0, $1)", image.image_hash);
  expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);
  const bars = "delete from barred_pictures where hash = $1 returning served";
  expect(await site.sql(bars, image.image_hash)).toEqual([{ served: false }]);
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

const statusOf = async (url: string) => (await site.call("GET", url)).statusCode;
const imageOf = async (id: number) =>
  (await site.call("GET", `/api/prompts/${id}`)).json().image.url as string;

test("a barred picture is served no more, and other prompts with it are hidden with a case until one is kept", async () => {
  const picture = await newPicture();
  const [mine, theirs, withAuthor] = [
    await publish(picture, ana),
    await publish(picture),
    await publish(picture),
  ].map((one) => one.json().id);
  const url = await imageOf(mine);
  await site.sql("update prompts set hidden_at = now(), hidden_with_author = true where id = $1", withAuthor);
  const files = [url, `/media/preview-${theirs}.jpg`];
  expect(await Promise.all(files.map(statusOf))).toEqual([200, 200]);
  await report(site, beto, mine, { category: "intimate" });
  expect((await decide(site, admin, mine, "remove", { ground: "explicit" })).statusCode).toBe(200);
  expect(await Promise.all(files.map(statusOf))).toEqual([404, 404]);

  for (const id of [theirs, withAuthor]) {
    await expect.poll(() => caseOf(site, id)).toMatchObject({ state: "open", category: "intimate" });
    await expect.poll(() => statusOf(`/api/prompts/${id}`)).toBe(410);
  }
  const [own] = await site.sql("select hidden_with_author from prompts where id = $1", withAuthor);
  expect(own?.hidden_with_author).toBe(false);
  const notices = JSON.stringify((await site.call("GET", "/api/notices", beto)).json());
  expect(notices).toContain("Outro prompt com exatamente esta imagem foi removido");

  expect((await decide(site, admin, theirs, "keep")).statusCode).toBe(200);
  expect(await Promise.all([`/api/prompts/${theirs}`, ...files].map(statusOf))).toEqual([200, 200, 200]);
  expect((await publish(picture)).json().code).toBe("image_barred");

  // Removed once more elsewhere, it is looked at once more.
  expect((await decide(site, admin, withAuthor, "remove", { ground: "explicit" })).statusCode).toBe(200);
  expect(await statusOf(url)).toBe(404);
  await expect.poll(() => statusOf(`/api/prompts/${theirs}`)).toBe(410);
});

test("a copy that is public already is shown to a moderator, stays until that decides, and is asked about once", async () => {
  const picture = await drawing("voo-sobre-dunas");
  const bytes = await sharp(picture).resize({ width: 500 }).flop().jpeg({ quality: 50 }).toBuffer();
  const [mine, copy, other] = [
    await publish(picture, ana),
    await publish(bytes),
    await publish(await drawing("tucano-de-papel")),
  ].map((one) => one.json().id);
  // As of a row that was made without the picture at hand.
  await site.sql(
    "update images set fingerprint = null where hash in (select image_hash from prompts where id = any($1))",
    [mine, copy, other],
  );
  await fillFingerprints(site.ctx);
  await report(site, beto, mine, { category: "intimate" });
  expect((await decide(site, admin, mine, "remove", { ground: "explicit" })).statusCode).toBe(200);
  const { id: caseId } = await caseOf(site, mine);
  await expect.poll(() => caseOf(site, copy)).toMatchObject({ state: "open", category: "intimate" });
  expect(await statusOf(`/api/prompts/${copy}`)).toBe(200);
  const found = await site.call("GET", `/api/admin/cases/${(await caseOf(site, copy)).id}`, admin);
  expect(found.json()).toMatchObject({ alike_case: caseId, hidden: false, reports: 0, decisions: [] });
  const mails = () =>
    site.mails.received.filter(({ to }) => to.includes(admin.email)).map(({ subject }) => subject);
  await expect.poll(mails).toContain("Imagem parecida com uma removida na Prompteca");
  expect(await caseOf(site, other)).toBeUndefined();
  expect((await decide(site, admin, copy, "keep")).statusCode).toBe(200);
  expect(await caseOf(site, copy)).toMatchObject({ state: "decided", alike_case_id: null });

  // Barred once more, the copy that a person has kept is not asked about again; one that was changed since is.
  const barAgain = async () => {
    expect((await decide(site, admin, mine, "restore")).statusCode).toBe(200);
    expect((await decide(site, admin, mine, "remove", { ground: "copyright" })).statusCode).toBe(200);
    const running = "select from pgboss.job where name = 'hide-barred' and state < 'completed'";
    await expect.poll(() => site.sql(running)).toEqual([]);
  };
  await barAgain();
  expect((await caseOf(site, copy)).state).toBe("decided");
  await site.call("PATCH", `/api/prompts/${copy}`, beto, { title: "Outro título" });
  await barAgain();
  expect(await caseOf(site, copy)).toMatchObject({ state: "open", alike_case_id: caseId });
});

test("a prompt that gets another picture while it waits to be hidden stays", async () => {
  const picture = await newPicture();
  const published = [await publish(picture, ana), await publish(picture), await publish(await newPicture())];
  const [mine, theirs, other] = published.map((one) => one.json().id);
  await report(site, beto, mine, { category: "copyright" });
  const lock = await lockRows(site.ctx.pool, "select from prompts where id = $1 for update", theirs);
  expect((await decide(site, admin, mine, "remove", { ground: "copyright" })).statusCode).toBe(200);
  await untilWaiting(site.ctx.pool);
  await lock.client.query(
    "update prompts set image_hash = (select image_hash from prompts where id = $2) where id = $1",
    [theirs, other],
  );
  await lock.release();
  await expect
    .poll(
      async () =>
        (
          await site.sql(
            "select count(*)::int n from pgboss.job where name = 'hide-barred' and state < 'completed'",
          )
        )[0]?.n,
    )
    .toBe(0);
  expect(await statusOf(`/api/prompts/${theirs}`)).toBe(200);
});

test("removes with the prompt the picture that it has then, not the one from before", async () => {
  const [before, after] = [await newPicture(), await newPicture()];
  const { id } = (await publish(before, ana)).json();
  const { id: other } = (await publish(after, ana)).json();
  const lock = await lockRows(
    site.ctx.pool,
    `update prompts set image_hash = (select image_hash from prompts where id = ${other}) where id = $1`,
    id,
  );
  const removing = site.call("DELETE", `/api/admin/prompts/${id}`, admin, { ground: "copyright" });
  await untilWaiting(site.ctx.pool);
  await lock.release();
  expect((await removing).statusCode).toBe(200);
  expect([(await publish(before)).statusCode, (await publish(after)).statusCode]).toEqual([201, 422]);
});
