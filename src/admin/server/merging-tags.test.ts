/** Merging tags over HTTP: what becomes of prompts, other names and readers' addresses, also while people publish. */
import { beforeEach, describe, expect, test } from "vitest";
import { messages } from "#admin/messages.ts";
import type { PromptList } from "#prompts/contract.ts";
import { tagMessages } from "#prompts/tag-messages.ts";
import { setUpTags } from "#tests/support/tags.ts";

const {
  site,
  asAdmin,
  asAna,
  publish,
  add,
  search,
  find,
  merge,
  get,
  tagsOf,
  byTag,
  listed,
  suggested,
  rowsWith,
  moved,
  expectSound,
  holding,
} = setUpTags();
const { sql } = site;
beforeEach(() => site.ctx.responseCache.clear());

const newestEntry = async () => (await asAdmin("GET", "audit-log")).json().entries[0];

describe("POST /api/admin/tags/{id}/merge", () => {
  test("readers see one tag at once, while a job moves the prompts, hidden ones too, each with the tag once", async () => {
    const one = await add({ title: "Somente um", tags: ["Bordado", "Linho"] });
    const both = await add({ title: "Ambos", tags: ["Rendas", "Seda", "Bordado"] });
    const other = await add({ title: "Outro", tags: ["Renda"] });
    const hidden = await add({ title: "Oculto", tags: ["Bordado"] });
    await sql("update prompts set hidden_at = now() where id = $1", hidden.id);
    const { id } = await find("Bordado");
    const release = await holding(one);
    const answer = await merge("Bordado", "Rendas");
    expect(answer.json()).toMatchObject({ name: "Rendas", aliases: [{ id, name: "Bordado" }] });
    // The job waits for the row.
    expect(await rowsWith(id)).toBeGreaterThan(0);
    for (const tag of ["bordado", "bordados", "renda"])
      expect(await listed(tag)).toEqual([one.id, both.id, other.id]);
    expect(await tagsOf(one)).toEqual(["Rendas", "Linho"]);
    expect(await tagsOf(both)).toEqual(["Rendas", "Seda"]);
    expect(await suggested("bordado")).toMatchObject([{ name: "Rendas" }]);
    expect((await search("bordado"))[0]).toMatchObject({ name: "Rendas", moving: expect.any(Number) });
    expect((await publish({ tags: ["bordados"] })).tags).toEqual(["Rendas"]);
    await release();

    await moved(id);
    expect(await find("Rendas")).toMatchObject({ prompts_count: 4, moving: 0 });
    expect((await sql("select tag_ids from prompts where id = $1", both.id))[0]?.tag_ids).toHaveLength(2);
    await sql("update prompts set hidden_at = null where id = $1", hidden.id);
    expect(await tagsOf(hidden)).toEqual(["Rendas"]);
    expect((await byTag("bordado")).tag).toMatchObject({ name: "Rendas", prompts_count: 5 });
    expect((await get<PromptList>("/api/prompts?search=ambos")).data).toHaveLength(1);
    await expectSound();
    expect(await newestEntry()).toMatchObject({
      action: "tag_merged",
      target_label: "Bordado",
      new_label: "Rendas",
      prompts_removed: 2,
    });
  });

  test("a merged tag is suggested and counted by its prompts, also while the other one has none of its own", async () => {
    const own = await add({ tags: ["Kirigami"] });
    for (let n = 0; n < 2; n++) await add({ tags: ["Kusudama"] });
    await asAna("DELETE", `/${own.id}`);
    const prompt = await add({ tags: ["Kusudama"] });
    const release = await holding(prompt);
    await merge("Kusudama", "Kirigami");
    expect(await suggested("kirig")).toEqual([{ name: "Kirigami", slug: "kirigami", prompts_count: 3 }]);
    expect((await suggested("")).map(({ name }) => name)).toContain("Kirigami");
    await release();
    await expect.poll(async () => (await find("Kirigami")).moving).toBe(0);
    expect(await suggested("kirig")).toEqual([{ name: "Kirigami", slug: "kirigami", prompts_count: 3 }]);
  });

  test("other names of a merged tag lead to the new one in one step, and to no circle", async () => {
    for (const tags of [["Alfa um"], ["Alfa dois"], ["Alfa cinco"]]) await add({ tags });
    const [one, two] = [await find("Alfa um"), await find("Alfa dois")];
    await merge("Alfa um", "Alfa dois");
    await merge("Alfa dois", "Alfa cinco");
    const back = await asAdmin("POST", `tags/${(await find("Alfa cinco")).id}/merge`, {
      into: one.id,
    });
    expect([back.statusCode, back.json()]).toEqual([
      409,
      { code: "tag_merged", message: tagMessages.targetMerged("Alfa um"), field: "into" },
    ]);
    await Promise.all([moved(one.id), moved(two.id)]);
    expect((await find("Alfa cinco")).aliases.map(({ name }) => name)).toEqual(["Alfa um", "Alfa dois"]);
    expect(await listed("alfa-um")).toHaveLength(3);
    await expectSound();
  });

  test.each([
    ["itself", 400, tagMessages.sameTag],
    ["none", 404, tagMessages.notFound],
    ["x", 400, messages.intoNeeded],
    [2 ** 40, 400, messages.intoNeeded],
  ])("into %s is refused", async (into, status, message) => {
    await add({ tags: ["Solitária"] });
    const { id } = await find("Solitária");
    const given = into === "itself" ? id : into === "none" ? 999_999 : into;
    const answer = await asAdmin("POST", `tags/${id}/merge`, { into: given });
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });

  test("a merged tag cannot be merged or renamed again", async () => {
    for (const tags of [["Gema"], ["Joia"]]) await add({ tags });
    const [gem, jewel] = [await find("Gema"), await find("Joia")];
    await merge("Gema", "Joia");
    for (const answer of [
      await asAdmin("POST", `tags/${gem.id}/merge`, { into: jewel.id }),
      await asAdmin("PATCH", `tags/${gem.id}`, { name: "Pedra" }),
    ])
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { code: "tag_not_found", message: tagMessages.notFound },
      ]);
  });
});
