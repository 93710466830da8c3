/** Old versions over HTTP: bringing one back, erasing one, and who may. */
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import type { PromptView } from "#prompts/contract.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { deleteForGood } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { setUpVersions } from "#tests/support/versions.ts";

const {
  site,
  call,
  sql,
  people,
  publish,
  edit,
  editLater,
  historyOf,
  numbers,
  get,
  keyOf,
  isKept,
  pixels,
  difference,
  wasRefused,
} = setUpVersions();
let ana: TestUser;
let beto: TestUser;
beforeAll(() => {
  [ana, beto] = people;
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
      { number: 3, note: "Versão 1 restaurada", changed: ["title", "llm_type", "image"] },
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

  test("from before titles were one line has them on one", async () => {
    const { id } = await publish({ image_alt: "Um bolo" });
    await edit(id, { title: "Outro", own_version: true });
    const old = ["Receita\r\nde bolo", "Um bolo\u2028de fubá"];
    await sql("update prompt_versions set title = $2, image_alt = $3 where prompt_id = $1", id, ...old);
    const restored = await call("POST", `/api/prompts/${id}/versions/1/restore`, ana);
    expect(restored.statusCode, restored.body).toBe(200);
    expect(await sql("select title, image_alt from prompts where id = $1", id)).toEqual([
      { title: "Receita de bolo", image_alt: "Um bolo de fubá" },
    ]);
  });

  test("whose picture is gone leaves the present one", async () => {
    const { id } = await publish({ thumbnail_url: await newPicture() });
    const { image } = await editLater(id, { title: "Outro", thumbnail_url: await newPicture() });
    await sql("update prompt_versions set image_hash = null where prompt_id = $1", id);
    const answer = await call("POST", `/api/prompts/${id}/versions/1/restore`, ana);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ title: "Receita", version: 3, image });
    expect((await historyOf(id))[0]).toMatchObject({ changed: ["title"] });
  });

  test("with a word that is refused by now is refused", async () => {
    const { id } = await publish();
    await edit(id, { title: "Outro", own_version: true });
    await sql("update prompt_versions set title = 'Receita de merda' where prompt_id = $1", id);
    const answer = await call("POST", `/api/prompts/${id}/versions/1/restore`, ana);
    expect(wasRefused(answer)).toEqual([400, "profanity"]);
    expect(await numbers(id)).toEqual([2, 1]);
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
      (await historyOf(id)).some(({ note }) => note === "Versão 1 restaurada"),
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
    await deleteForGood(site, ana, id);
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
