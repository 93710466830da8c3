/** Versions over HTTP: what makes one, who sees it, what brings it back, and what is left of one that is erased. */
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { sweepPictures } from "#media/server/removal.jobs.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { PromptView } from "#prompts/contract.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { pictureOwners } from "#prompts/server/pictures.service.ts";
import type { PromptHistory } from "#prompts/versions.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const { call, sql } = site;
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  [ana, beto] = [await createUser(site.ctx, { username: "Ana" }), await createUser(site.ctx)];
});

const publish = async (fields = {}) =>
  publishPrompt(site, ana, { title: "Receita", content: "Escreva uma receita de bolo.", ...fields });
const edit = (id: number, changes: object, who = ana) => call("PATCH", `/api/prompts/${id}`, who, changes);
/** As if the ten minutes of the present version were over. */
const wait = (id: number) =>
  sql("update prompts set version_at = version_at - interval '11 minutes' where id = $1", id);
async function editLater(id: number, changes: object): Promise<PromptView> {
  await wait(id);
  const answer = await edit(id, changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
async function historyOf(id: number): Promise<PromptHistory["versions"]> {
  site.ctx.responseCache.clear();
  return (await call("GET", `/api/prompts/${id}/versions`)).json().versions;
}
const numbers = async (id: number) => (await historyOf(id)).map(({ number }) => number);
async function get(path: string) {
  site.ctx.responseCache.clear();
  return call("GET", path);
}
const version = async (id: number, number: number) =>
  (await get(`/api/prompts/${id}/versions/${number}`)).json();
const keyOf = (url: string) => url.replace("/media/", "");
/** Whether a picture's file is there once all removals have been tried. */
async function isKept(key: string): Promise<boolean> {
  const waiting =
    "select from pgboss.job where name = 'remove-pictures' and state in ('created', 'retry', 'active') and start_after <= now()";
  await expect.poll(async () => (await sql(waiting)).length, { timeout: 20_000 }).toBe(0);
  return site.ctx.storage.exists(key);
}
/** Of a prompt's link preview, without noise. */
const pixels = async (id: number) =>
  sharp((await get(`/media/preview-${id}.jpg`)).rawPayload)
    .resize(60)
    .raw()
    .toBuffer();
/** The mean, per channel. */
const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
const wasRefused = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
];

describe("an edit", () => {
  test("makes a version of text, tool or picture, with its note; the one before stays whole", async () => {
    const prompt = await publish({ description: "Para festas.", image_alt: "Um bolo" });
    const { id } = prompt;
    expect(prompt.version).toBe(1);
    const note = "Mais curto";
    const edited = (await edit(id, { content: "Um bolo, em três passos.", change_note: ` ${note} ` })).json();
    expect(edited.version).toBe(2);
    expect(await historyOf(id)).toMatchObject([
      { number: 2, is_current: true, note, changed: ["content"] },
      { number: 1, is_current: false, note: null, changed: [], created_at: prompt.created_at },
    ]);
    expect(await version(id, 1)).toMatchObject({
      prompt_id: id,
      user: { username: "Ana" },
      title: "Receita",
      content: "Escreva uma receita de bolo.",
      description: "Para festas.",
      llm_type: { id: 1, name: "ChatGPT" },
      image: prompt.image,
    });
    expect(await version(id, 2)).toMatchObject({ is_current: true, content: "Um bolo, em três passos." });
    expect((await editLater(id, { llm_type_id: 6, title: "Bolo" })).version).toBe(3);
    expect((await editLater(id, { thumbnail_url: await newPicture() })).version).toBe(4);
    expect((await editLater(id, { description: null })).version).toBe(5);
    expect((await historyOf(id)).map(({ changed, note }) => [changed, note])).toEqual([
      [["description"], null],
      [["image"], null],
      [["title", "llm_type"], null],
      [["content"], note],
      [[], null],
    ]);
  });

  test("that changes nothing, or how the picture is described, makes none", async () => {
    const { id, title } = await publish();
    expect((await edit(id, { title })).json().version).toBe(1);
    expect((await edit(id, { image_alt: "Um bolo", own_version: true })).json().version).toBe(1);
    expect(await numbers(id)).toEqual([1]);
  });

  test("belongs to a version that began within ten minutes, unless it asks for its own", async () => {
    const { id } = await publish();
    await edit(id, { title: "Um título", change_note: "Primeira" });
    const second = (await edit(id, { title: "Dois" })).json();
    expect(second.version, "of the same ten minutes").toBe(2);
    expect(await historyOf(id)).toMatchObject([
      { number: 2, title: "Dois", note: "Primeira" },
      { number: 1 },
    ]);
    expect((await edit(id, { title: "Três", own_version: true })).json().version).toBe(3);
    expect(await numbers(id)).toEqual([3, 2, 1]);
    expect(await version(id, 2)).toMatchObject({ title: "Dois", note: "Primeira" });
  });

  test("keeps a hundred versions: the oldest goes, and its picture with it", async () => {
    const { id, image } = await publish({ thumbnail_url: await newPicture() });
    await editLater(id, { thumbnail_url: await newPicture() });
    await sql(
      `do $$ begin for n in 3..101 loop
        update prompts set content = 'O texto da versão ' || n, version = version + 1 where id = ${id};
      end loop; end $$`,
    );
    const kept = await numbers(id);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 101, 2]);
    await sql("update images set created_at = now() - interval '2 hours'");
    await sweepPictures(site.ctx, pictureOwners);
    expect(await isKept(keyOf(image.url))).toBe(false);
  });

  test.each([
    [{ change_note: "a".repeat(141) }, "“O que mudou” deve ter no máximo 140 caracteres"],
    [{ change_note: "que merda" }, "“O que mudou” contém linguagem imprópria"],
  ])("refuses a note: %o", async (changes, message) => {
    const { id } = await publish();
    const answer = await edit(id, { title: "Outro título", ...changes });
    expect([answer.statusCode, answer.json().message, answer.json().field]).toEqual([
      400,
      message,
      "change_note",
    ]);
    expect(await numbers(id)).toEqual([1]);
  });
});

describe("two edits that began from the same prompt", () => {
  const second = { content: "O texto da segunda janela." };
  test("the second is told by the version, and changes nothing", async () => {
    const { id } = await publish();
    expect((await edit(id, { title: "Primeira janela", version: 1 })).statusCode).toBe(200);
    const refused = await edit(id, { ...second, version: 1, thumbnail_url: await newPicture() });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: "version_conflict",
        field: "version",
        message:
          "O prompt foi alterado em outra janela depois que você o abriu. Nada do que você escreveu se perdeu.",
      },
    ]);
    expect((await get(`/api/prompts/${id}`)).json()).toMatchObject({ title: "Primeira janela", version: 2 });
    expect((await edit(id, { ...second, version: 2, own_version: true })).json().version).toBe(3);
    expect((await version(id, 2)).title).toBe("Primeira janela");
  });

  test("the second is told by the last edit, where both belong to one version", async () => {
    const { id } = await publish();
    const { version, edited_at } = (await edit(id, { title: "Antes" })).json();
    const began = { version, last_edit: edited_at };
    expect((await edit(id, { title: "Primeira janela", ...began })).json().version).toBe(version);
    expect(wasRefused(await edit(id, { ...second, ...began }))).toEqual([409, "version_conflict"]);
  });

  test("the second is told when both are sent at once", async () => {
    const { id } = await publish();
    const both = await Promise.all(
      ["A", "B"].map((letter) => edit(id, { content: `O texto da janela ${letter}`, version: 1 })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const saved = both.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await historyOf(id)).toHaveLength(2);
    expect((await version(id, 2)).content).toBe(saved.content);
  });
});

describe("restoring a version", () => {
  test("makes it a new one, with its picture, tool and link preview; the newest is unchanged by it", async () => {
    const prompt = await publish({ thumbnail_url: await newPicture() });
    const { id, image } = prompt;
    const drawn = await pixels(id);
    await editLater(id, { title: "Outro", llm_type_id: 6, thumbnail_url: await newPicture() });
    expect(difference(await pixels(id), drawn)).toBeGreaterThan(5);
    const answer = await call("POST", `/api/prompts/${id}/versions/1/restore`, ana);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ title: "Receita", llm_type_id: 1, image, version: 3 });
    expect(await historyOf(id)).toMatchObject([
      { number: 3, note: "Versão 1 trazida de volta", changed: ["title", "llm_type", "image"] },
      { number: 2 },
      { number: 1 },
    ]);
    expect(difference(await pixels(id), drawn)).toBeLessThan(2);
    expect((await call("POST", `/api/prompts/${id}/versions/3/restore`, ana)).json().version).toBe(3);
    expect(await numbers(id)).toEqual([3, 2, 1]);
  });

  test("that is as the prompt is now makes none, and leaves what its author has noted", async () => {
    const { id, title } = await publish({ image_alt: "Um bolo" });
    await edit(id, { title: "Outro", image_alt: "Uma torta" });
    await edit(id, { title, own_version: true, change_note: "Como era" });
    const restored = await call("POST", `/api/prompts/${id}/versions/1/restore`, ana);
    expect(restored.json()).toMatchObject({ version: 3, image: { alt: "Um bolo" } });
    expect(await historyOf(id)).toMatchObject([
      { number: 3, note: "Como era" },
      { number: 2 },
      { number: 1 },
    ]);
  });

  test("refuses a picture that is barred meanwhile", async () => {
    const { id, image } = await publish({ thumbnail_url: await newPicture() });
    await editLater(id, { thumbnail_url: await newPicture() });
    await sql(
      "insert into barred_pictures (hash, prompt_id) values ($1, $2)",
      keyOf(image.url).slice(0, 32),
      id,
    );
    expect((await get(image.url)).statusCode).toBe(404);
    const answer = await call("POST", `/api/prompts/${id}/versions/1/restore`, ana);
    expect(wasRefused(answer)).toEqual([422, "image_barred"]);
  });

  test("while it is edited or erased: one comes after the other, and no picture is lost", async () => {
    const { id, image } = await publish({ thumbnail_url: await newPicture() });
    await editLater(id, { thumbnail_url: await newPicture() });
    const [restored, erased, edited] = await Promise.all([
      call("POST", `/api/prompts/${id}/versions/1/restore`, ana),
      call("DELETE", `/api/prompts/${id}/versions/1`, ana),
      edit(id, { content: "Um texto de agora mesmo." }),
    ]);
    expect([200, 404]).toContain(restored?.statusCode);
    expect([erased?.statusCode, edited?.statusCode]).toEqual([204, 200]);
    expect(await isKept(keyOf(image.url))).toBe(
      (await historyOf(id)).some(({ note }) => note === "Versão 1 trazida de volta"),
    );
    const now: PromptView = (await get(`/api/prompts/${id}`)).json();
    expect((await get(now.image.url)).statusCode).toBe(200);
  });
});

describe("erasing a version", () => {
  test("takes it away for good, and its picture where nothing else has it", async () => {
    const [own, shared] = [await newPicture(), await newPicture()];
    const { id, image } = await publish({ thumbnail_url: own });
    const other = await publish({ thumbnail_url: shared });
    await editLater(id, { thumbnail_url: shared });
    await editLater(id, { thumbnail_url: await newPicture() });
    expect((await get(image.url)).statusCode, "of an old version").toBe(200);
    for (const number of [1, 2]) {
      const path = `/api/prompts/${id}/versions/${number}`;
      expect((await call("GET", path)).statusCode).toBe(200);
      expect((await call("DELETE", path, ana)).statusCode).toBe(204);
      expect((await call("GET", path)).statusCode, "at once").toBe(404);
    }
    expect(await numbers(id)).toEqual([3]);
    for (const path of ["versions/1", "versions/1/diff", "versions/3/diff?with=1"])
      expect(wasRefused(await get(`/api/prompts/${id}/${path}`))).toEqual([404, "version_not_found"]);
    expect((await get(image.url)).statusCode).toBe(404);
    expect(await isKept(keyOf(image.url))).toBe(false);
    expect((await get(other.image.url)).statusCode).toBe(200);
    const again = await call("DELETE", `/api/prompts/${id}/versions/1`, ana);
    expect(wasRefused(again)).toEqual([404, "version_not_found"]);
    const newest = await call("DELETE", `/api/prompts/${id}/versions/3`, ana);
    expect(wasRefused(newest)).toEqual([409, "version_current"]);
  });

  test("waits for an edit, which makes it an old one", async () => {
    const { id } = await publish();
    const editing = await lockRows(
      site.ctx.pool,
      "update prompts set content = content || '!', version = version + 1 where id = $1",
      id,
    );
    const erasing = call("DELETE", `/api/prompts/${id}/versions/1`, ana);
    await untilWaiting(site.ctx.direct);
    await editing.release();
    expect((await erasing).statusCode).toBe(204);
    expect(await numbers(id)).toEqual([2]);
  });

  test("and deleting the prompt take all pictures along", async () => {
    const { id, image } = await publish({ thumbnail_url: await newPicture() });
    const second = await editLater(id, { thumbnail_url: await newPicture() });
    expect((await call("DELETE", `/api/prompts/${id}`, ana)).statusCode).toBe(204);
    for (const { url } of [image, second.image]) expect(await isKept(keyOf(url))).toBe(false);
    expect(await sql("select from prompt_versions where prompt_id = $1", id)).toEqual([]);
    expect(wasRefused(await get(`/api/prompts/${id}/versions`))).toEqual([404, "prompt_not_found"]);
  });
});

describe("who may", () => {
  test("everybody reads; the author alone restores and erases, unless blocked", async () => {
    const { id } = await publish();
    await editLater(id, { title: "Outro" });
    const acts = (who?: TestUser) =>
      Promise.all([
        call("POST", `/api/prompts/${id}/versions/1/restore`, who),
        call("DELETE", `/api/prompts/${id}/versions/1`, who),
      ]);
    for (const answer of await acts()) expect(answer.statusCode).toBe(401);
    for (const answer of await acts(beto)) expect(wasRefused(answer)).toEqual([403, "forbidden"]);
    const carla = await createUser(site.ctx);
    await sql("update prompts set user_id = $1 where id = $2", carla.id, id);
    await sql("update users set is_blocked = true where id = $1", carla.id);
    for (const answer of await acts(carla)) expect(wasRefused(answer)).toEqual([403, "user_banned"]);
    expect(await numbers(id)).toEqual([2, 1]);
  });

  test("nobody sees versions of a hidden prompt, nor their pictures, nor changes them", async () => {
    const { id, image } = await publish({ thumbnail_url: await newPicture() });
    await editLater(id, { thumbnail_url: await newPicture() });
    const paths = ["versions", "versions/1", "versions/2", "versions/1/diff"].map(
      (path) => `/api/prompts/${id}/${path}`,
    );
    const statuses = async () =>
      Promise.all([...paths, image.url].map(async (path) => (await get(path)).statusCode));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id));
    expect(await statuses()).toEqual([410, 410, 410, 410, 404]);
    for (const answer of [
      await call("POST", `/api/prompts/${id}/versions/1/restore`, ana),
      await call("DELETE", `/api/prompts/${id}/versions/1`, ana),
    ])
      expect(wasRefused(answer)).toEqual([410, "prompt_removed"]);
    await inTransaction(site.ctx.db, (trx) => showPrompt(trx, id, { withAuthor: false }));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  });

  let any: number;
  beforeAll(async () => {
    any = (await publish()).id;
  });
  test.each(["0", "x", "99", "4294967296"])("there is no version %s", async (number) => {
    for (const path of [number, `${number}/diff`, `${number}/diff?with=1`])
      expect(wasRefused(await get(`/api/prompts/${any}/versions/${path}`))).toEqual([
        404,
        "version_not_found",
      ]);
  });
  test.each(["0", "x", "1.5", "4294967296"])("with=%s is refused in words", async (other) => {
    const answer = await get(`/api/prompts/${any}/versions/1/diff?with=${other}`);
    expect([answer.statusCode, answer.json().field]).toEqual([400, "with"]);
  });
});

test("the difference names words that came and went, and both versions", async () => {
  const { id } = await publish({ content: "Escreva uma receita de bolo.\nSeja breve." });
  await editLater(id, {
    content: "Escreva duas receitas de bolo.\nSeja breve.",
    description: "Para festas.",
  });
  expect((await get(`/api/prompts/${id}/versions/1/diff?with=2`)).json()).toMatchObject({
    from: { number: 1 },
    to: { number: 2, is_current: true },
    title: { whole: false, stretches: [{ text: "Receita" }] },
    content: {
      whole: false,
      stretches: [
        { text: "Escreva " },
        { text: "uma", change: "removed" },
        { text: "duas", change: "added" },
        { text: " " },
        { text: "receita", change: "removed" },
        { text: "receitas", change: "added" },
        { text: " de bolo.\nSeja breve." },
      ],
    },
    description: { stretches: [{ text: "Para festas.", change: "added" }] },
  });
});
