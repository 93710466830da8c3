/** The admin's work on tags: the list, renaming, merging, freeing names, and what readers see meanwhile and after. */
import { beforeEach, describe, expect, test } from "vitest";
import { messages } from "#admin/messages.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { tagMessages } from "#prompts/tag-messages.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { setUpTags } from "#tests/support/tags.ts";
import { createUser } from "#tests/support/users.ts";

const {
  site,
  asAdmin,
  asAna,
  publish,
  add,
  list,
  search,
  find,
  rename,
  merge,
  tagsOf,
  byTag,
  listed,
  suggested,
  moved,
  expectSound,
  holding,
} = setUpTags();
const { sql } = site;
beforeEach(() => site.ctx.responseCache.clear());

const newestEntry = async () => (await asAdmin("GET", "audit-log")).json().entries[0];

describe("GET /api/admin/tags", () => {
  test("lists the most used first, and finds parts of names, beginnings and other names", async () => {
    for (const tags of [["Aquarela", "Nanquim"], ["Aquarela"], ["Água-forte"]]) await add({ tags });
    expect((await search("aqua")).map(({ name, prompts_count }) => [name, prompts_count])).toEqual([
      ["Aquarela", 2],
    ]);
    for (const part of ["ARELA", "qua"])
      expect((await search(part)).map(({ name }) => name)).toEqual(["Aquarela"]);
    // Two letters are looked for where a name begins.
    expect(await search("qu")).toEqual([]);
    for (const typed of ["ág", "água forte", "aguaforte", "a-for"])
      expect(
        (await search(typed)).map(({ name }) => name),
        typed,
      ).toEqual(["Água-forte"]);
    expect(await search("%")).toEqual((await list()).tags);
    await rename("Nanquim", "Tinta da China");
    const [found] = await search("nanquins");
    expect(found).toMatchObject({ name: "Tinta da China", slug: "tinta-da-china", moving: 0 });
    expect(found?.aliases).toMatchObject([{ name: "Nanquim" }]);
    expect((await asAdmin("GET", `tags?search=${"a".repeat(201)}`)).statusCode).toBe(400);
  });

  test("gives 30 per page, the one that is spelled out first, and past the end none", async () => {
    await sql(`insert into tags (name, folded, slug, prompts_count)
      select 'Número ' || n, 'numero ' || n, 'numero-' || n, 0 from generate_series(1, 41) n`);
    const page = (n: number) => list(`search=numero&page=${n}`);
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.map(({ tags }) => tags.length)).toEqual([30, 11, 0]);
    expect(pages.map(({ totalCount, more }) => [totalCount, more])).toEqual(Array(3).fill([41, false]));
    expect((await search("Numeros 4"))[0]?.name).toBe("Número 4");
    await sql("delete from tags where name like 'Número %'");
  });
});

test("ten thousand tags are counted and reached", async () => {
  await sql(`insert into tags (name, folded, slug, prompts_count)
    select 'Número ' || n, 'numero ' || n, 'numero-' || n, 0 from generate_series(1, 10001) n`);
  const page = async (n: number) => {
    const { tags, totalCount, more } = await list(`search=numero&page=${n}`);
    return [tags.length, totalCount, more];
  };
  expect([await page(1), await page(334), await page(335)]).toEqual([
    [30, 10_000, true],
    [10, 10_000, true],
    [0, 10_000, true],
  ]);
  await sql("delete from tags where name = 'Número 1'");
  expect(await page(1)).toEqual([30, 10_000, false]);
  await sql("delete from tags where name like 'Número %'");
});

describe("PATCH /api/admin/tags/{id}", () => {
  test("another spelling changes what is shown, and nothing else", async () => {
    const prompt = await add({ tags: ["charge politica"] });
    const answer = await rename("charge politica", " #Charges Políticas ");
    expect(answer.json()).toMatchObject({
      name: "Charges Políticas",
      slug: "charges-politicas",
      aliases: [],
    });
    expect(await tagsOf(prompt)).toEqual(["Charges Políticas"]);
    expect(await listed("charge-politica")).toEqual([prompt.id]);
    expect(await newestEntry()).toMatchObject({
      action: "tag_renamed",
      target_label: "charge politica",
      new_label: "Charges Políticas",
      admin_username: "Administradora",
    });
  });

  test("the same name again is no change, and not logged", async () => {
    await add({ tags: ["Sem mudança"] });
    const before = await newestEntry();
    expect((await rename("Sem mudança", "Sem mudança")).statusCode).toBe(200);
    expect(await newestEntry()).toEqual(before);
  });

  test("under another name, the one of before leads to it: lists, feeds, what is typed and suggested", async () => {
    const prompt = await add({ tags: ["Retratinho", "Luz"] });
    const { aliases } = (await rename("Retratinho", "Retrato")).json();
    expect(aliases).toMatchObject([{ name: "Retratinho" }]);
    expect(await tagsOf(prompt)).toEqual(["Retrato", "Luz"]);
    expect((await byTag("retratinho")).tag).toMatchObject({
      name: "Retrato",
      slug: "retrato",
      prompts_count: 1,
    });
    expect((await site.call("GET", "/feeds/tags/retratinho.xml")).body).toContain("com a tag Retrato<");
    expect(await suggested("retratinhos")).toMatchObject([{ name: "Retrato" }]);
    expect((await publish({ tags: ["retratinhos", "retratos"] })).tags).toEqual(["Retrato"]);
    await expectSound();
  });

  test("a tag gets its name of before back, as often as one likes", async () => {
    const prompt = await add({ tags: ["Vai"] });
    for (const [from, to] of [
      ["Vai", "Volta e meia"],
      ["Volta e meia", "Vai"],
      ["Vai", "Volta e meia"],
    ] as const) {
      const answer = await rename(from, to);
      expect(answer.json()).toMatchObject({ name: to, aliases: [{ name: from }] });
      expect(await tagsOf(prompt)).toEqual([to]);
      expect(await listed(from)).toEqual([prompt.id]);
    }
    await expectSound();
  });

  test.each([
    ["Gravura", "another tag's name"],
    ["gravuras", "another spelling of it"],
    ["Estampa", "a name that leads to another tag"],
  ])("%s, %s, is refused and says which", async (name) => {
    await add({ tags: ["Gravura", "Ponta seca"] });
    if ((await search("estampa")).length === 0) {
      await add({ tags: ["Estampa"] });
      await merge("Estampa", "Gravura");
    }
    const answer = await rename("Ponta seca", name);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: "tag_exists", message: tagMessages.exists("Gravura"), field: "name" },
    ]);
    expect((await find("Ponta seca")).prompts_count).toBeGreaterThan(0);
  });

  test.each([
    [{ name: "putaria" }, 400, messages.nameProfane],
    [{ name: "C++" }, 400, inputMessages.tagInvalid],
    [{ name: "x" }, 400, inputMessages.tagTooShort],
    [{ name: "a".repeat(31) }, 400, inputMessages.tagTooLong],
    [{ name: 5 }, 400, messages.nameNeeded],
    [{}, 400, messages.nameNeeded],
  ])("refuses %j", async (body, status, message) => {
    await add({ tags: ["Firme"] });
    const answer = await asAdmin("PATCH", `tags/${(await find("Firme")).id}`, body);
    expect([answer.statusCode, answer.json().message, answer.json().field]).toEqual([
      status,
      message,
      "name",
    ]);
  });

  test("two publications and a rename to the same new name make one tag", async () => {
    await add({ tags: ["Mosaico velho"] });
    const { id } = await find("Mosaico velho");
    const [renamed, ...published] = await Promise.all([
      asAdmin("PATCH", `tags/${id}`, { name: "Azulejo" }),
      publish({ tags: ["azulejos"] }),
      publish({ tags: ["Azulejo", "Mosaico velho"] }),
    ]);
    expect([200, 409]).toContain(renamed.statusCode);
    expect(await listed("azulejo")).toEqual(expect.arrayContaining(published.map((one) => one.id)));
    await expectSound();
  });
});

describe("DELETE /api/admin/tags/{id}/aliases/{alias}", () => {
  const free = (id: number, alias: number) => asAdmin("DELETE", `tags/${id}/aliases/${alias}`);

  test("frees a name: who writes it makes a tag of its own", async () => {
    await add({ tags: ["Engano"] });
    const { id, aliases } = (await rename("Engano", "Certeza")).json();
    const alias = aliases[0].id;
    expect((await free(id, alias)).json()).toMatchObject({ name: "Certeza", aliases: [] });
    expect((await byTag("engano")).tag).toBeNull();
    expect(await newestEntry()).toMatchObject({
      action: "tag_alias_deleted",
      target_label: "Engano",
      new_label: "Certeza",
    });
    expect((await publish({ tags: ["engano"] })).tags).toEqual(["engano"]);
    expect((await free(id, alias)).statusCode).toBe(404);
  });

  test("not while a prompt has the merged tag, even a hidden one; not a tag itself", async () => {
    const shown = await add({ tags: ["Pétala"] });
    await add({ tags: ["Flores"] });
    const [petal, flower] = [await find("Pétala"), await find("Flores")];
    expect((await free(flower.id, petal.id)).statusCode).toBe(404);
    const release = await holding(shown);
    await merge("Pétala", "Flores");
    expect((await free(flower.id, petal.id)).json()).toMatchObject({ code: "tag_moving" });
    await release();
    await moved(petal.id);
    // A name without a job that would move the prompt.
    const [, florada] = (await rename("Flores", "Florada")).json().aliases;
    const hide = "update prompts set hidden_at = now(), tag_ids = array[$2::integer] where id = $1";
    await sql(hide, shown.id, florada.id);
    expect((await free(flower.id, florada.id)).statusCode).toBe(409);
    await sql("update prompts set tag_ids = array[$2::integer] where id = $1", shown.id, flower.id);
    expect((await free(flower.id, florada.id)).statusCode).toBe(200);
  });
});

test("a version of before that comes back keeps the tags of today", async () => {
  const prompt = await add({ title: "Primeiro título", tags: ["Antiga"] });
  const change = { title: "Segundo título", own_version: true };
  await asAna("PATCH", `/${prompt.id}`, change);
  await add({ tags: ["Moderna"] });
  const { id } = await find("Antiga");
  await merge("Antiga", "Moderna");
  await moved(id);
  const restored = await asAna("POST", `/${prompt.id}/versions/1/restore`);
  expect(restored.json()).toMatchObject({ title: "Primeiro título", tags: ["Moderna"] });
  await expectSound();
});

test("tags of an author whose prompts are taken away are neither counted nor suggested, until they are back", async () => {
  const caio = await createUser(site.ctx, { username: "Caio" });
  const { id } = await publishPrompt(site, caio, { tags: ["Bloqueada"] });
  const block = (blocked: boolean, remove_content = false) =>
    asAdmin("PATCH", `users/${caio.id}/toggle-block`, { blocked, remove_content });
  const counted = async () => [(await byTag("bloqueada")).tag?.prompts_count ?? 0, await listed("bloqueada")];
  // Prompts of a blocked author stay, unless they are removed.
  await block(true);
  expect(await counted()).toEqual([1, [id]]);
  await block(false);
  await block(true, true);
  expect(await counted()).toEqual([0, []]);
  expect(await suggested("bloq")).toEqual([]);
  expect((await find("Bloqueada")).prompts_count).toBe(0);
  await block(false);
  expect(await counted()).toEqual([1, [id]]);
  await expectSound();
});
