import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PromptList, PromptView, TagList, TagView } from "#prompts/contract.ts";
import { inputMessages, profanityMessages } from "#prompts/input-messages.ts";
import { tagKey } from "#prompts/tag-names.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { deleteForGood, publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { deleteUnusedTags } from "./tags.service.ts";

const ORIGIN = "https://prompteca.example";
const site = setUpTestApp({ PUBLIC_URL: ORIGIN });
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  [ana, beto] = await Promise.all([
    createUser(site.ctx, { username: "Ana" }),
    createUser(site.ctx, { username: "Beto" }),
  ]);
});
beforeEach(() => site.ctx.responseCache.clear());

async function get<T>(path: string): Promise<T> {
  site.ctx.responseCache.clear();
  return (await site.call("GET", path)).json();
}
const publish = (fields: object, author = ana) => publishPrompt(site, author, fields);
const edit = (id: number, changes: object) => site.call("PATCH", `/api/prompts/${id}`, ana, changes);
const listed = async (query: string) =>
  (await get<PromptList>(`/api/prompts?limit=100&${query}`)).data.map(({ id }) => id);
const suggested = (search: string) => get<TagView[]>(`/api/tags?search=${encodeURIComponent(search)}`);
const countOf = async (name: string) =>
  (await get<PromptList>(`/api/prompts?tag=${encodeURIComponent(name)}`)).tag?.prompts_count ?? 0;

/** Compares the counts with the rows. */
async function expectTrueCounts() {
  const { rows } = await site.ctx.pool.query(`
    select name, prompts_count, (select count(*)::int from prompts where hidden_at is null and tags.id = any(tag_ids)) as counted
    from tags`);
  for (const row of rows) expect(row.prompts_count, row.name).toBe(row.counted);
}

describe("publishing and editing", () => {
  test("tags are stored in order, each once, in the spelling that came first", async () => {
    const first = await publish({ tags: [" #Redação ", "ENEM", "redações"] });
    expect(first.tags).toEqual(["Redação", "ENEM"]);
    const second = await publish({ tags: ["enem", "REDACOES"] }, beto);
    expect(second.tags).toEqual(["ENEM", "Redação"]);
    expect((await get<PromptView>(`/api/prompts/${second.id}`)).tags).toEqual(["ENEM", "Redação"]);
    expect(await listed("tag=reda%C3%A7%C3%B5es")).toEqual(expect.arrayContaining([first.id, second.id]));
  });

  test("an edit replaces them, leaves them alone or takes them away", async () => {
    const { id } = await publish({ tags: ["Xilogravura", "Cordel"] });
    expect((await edit(id, { title: "Outro título" })).json().tags).toEqual(["Xilogravura", "Cordel"]);
    expect((await edit(id, { tags: ["cordéis", "Sertão"] })).json().tags).toEqual(["Cordel", "Sertão"]);
    expect(await listed("tag=xilogravura")).toEqual([]);
    expect(await listed("tag=sertao")).toEqual([id]);
    const before = (await get<PromptView>(`/api/prompts/${id}`)).edited_at;
    expect((await edit(id, { tags: ["CORDEL", "sertao"] })).json().edited_at).toBe(before);
    expect((await edit(id, { tags: [] })).json().tags).toEqual([]);
    await expectTrueCounts();
  });

  test("a form sends them as a text with commas", async () => {
    const { id } = await publish({ tags: ["Nanquim"] });
    const boundary = "limite";
    const answer = await site.app.inject({
      method: "PATCH",
      url: `/api/prompts/${id}`,
      headers: {
        authorization: `Bearer ${ana.token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="tags"\r\n\r\nNanquim, Bico de pena,\r\n--${boundary}--\r\n`,
    });
    expect(answer.json().tags).toEqual(["Nanquim", "Bico de pena"]);
  });

  test.each([
    [["a"], inputMessages.tagTooShort],
    [["a".repeat(31)], inputMessages.tagTooLong],
    [["C++"], inputMessages.tagInvalid],
    [["um, dois"], inputMessages.tagInvalid],
    [["<b>oi</b>"], inputMessages.tagInvalid],
    [["aa", "bb", "cc", "dd", "ee", "ff"], inputMessages.tagsTooMany],
    [["pinto", "putaria"], profanityMessages.tags],
    ["Redação", inputMessages.tagsNeeded],
    [[5], inputMessages.tagsNeeded],
  ])("refuses %j, and nothing changes", async (tags, message) => {
    const { id } = await publish({ tags: ["Intacta"] });
    const answer = await edit(id, { tags });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(answer.json().field).toMatch(/^tags(\.\d)?$/);
    expect((await get<PromptView>(`/api/prompts/${id}`)).tags).toEqual(["Intacta"]);
  });
});

describe("lists by tag", () => {
  test("combine with the tool, a search and every order", async () => {
    const one = await publish({ title: "Lagoa azul", tags: ["Lagos"], llm_type_id: 3 });
    const two = await publish({ title: "Lagoa verde", tags: ["lago"], llm_type_id: 4 });
    const other = await publish({ title: "Lagoa azul sem tag", llm_type_id: 3 });
    await site.call("POST", `/api/prompts/${one.id}/like`, beto);
    for (const order of ["relevance", "top"]) {
      expect(await listed(`tag=lago&orderBy=${order}`)).toEqual([one.id, two.id]);
    }
    expect(await listed("tag=lago&orderBy=newest")).toEqual([two.id, one.id]);
    expect(await listed("tag=lago&llmTypeId=4")).toEqual([two.id]);
    expect(await listed("tag=lago&search=azul")).toEqual([one.id]);
    expect(await listed("tag=lago&search=azul&llmTypeId=4")).toEqual([]);
    expect(await listed("tag=lago&search=lagoa&spelling=correct&llmTypeId=3")).toEqual([one.id]);
    expect(await listed("search=lagoa&llmTypeId=3")).toContain(other.id);
    await site.ctx.pool.query("update prompt_stats set last_worked_at = now() where prompt_id = $1", [
      two.id,
    ]);
    expect(await listed("tag=lago&works=today")).toEqual([two.id]);
    expect(await listed("tag=lago&works=today&search=azul")).toEqual([]);
    expect(await listed("tag=lago&works=today&llmTypeId=4&search=verde")).toEqual([two.id]);
    await site.ctx.pool.query(
      "update prompt_stats set last_worked_at = now() - id * interval '1 hour' from unnest($1::bigint[]) with ordinality given (prompt, id) where prompt_id = prompt",
      [[two.id, one.id, other.id]],
    );
    // With this tool one prompt has the tag, and one works today without it.
    for (const order of ["top", "newest", "views", "works"])
      expect(await listed(`tag=lago&works=today&llmTypeId=3&orderBy=${order}`)).toEqual([one.id]);
    expect(await listed("works=today&llmTypeId=3")).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(await listed("tag=lago&works=today&orderBy=works")).toEqual([two.id, one.id]);
    const combined = await get<PromptList>("/api/prompts?tag=lago&works=today&llmTypeId=4&limit=1");
    expect(combined).toMatchObject({
      tag: { name: "Lagos" },
      pagination: { total: 1, pages: 1, more: false },
    });
    const { tag, pagination } = await get<PromptList>("/api/prompts?tag=LAGOS&limit=1");
    expect(tag).toEqual({ name: "Lagos", slug: "lagos", prompts_count: 2 });
    expect(pagination).toMatchObject({ total: 2, pages: 2, more: false });
  });

  test("a tag that nobody uses has none, and an endless one is refused", async () => {
    expect(await get("/api/prompts?tag=nunca-vista")).toMatchObject({ data: [], tag: null });
    expect((await site.call("GET", `/api/prompts?tag=${"a".repeat(31)}`)).json()).toMatchObject({
      message: inputMessages.tagTooLong,
      field: "tag",
    });
  });

  test("a search for a tag's word finds its prompts, one for its mark does not", async () => {
    const { id } = await publish({ tags: ["Palimpsesto"] });
    const { rows } = await site.ctx.pool.query("select tag_ids[1] as tag from prompts where id = $1", [id]);
    expect(await listed("search=palimpsestos")).toEqual([id]);
    expect(await listed(`search=~${rows[0].tag}`)).not.toContain(id);
  });
});

describe("counts and suggestions", () => {
  test("the most used tag comes first, by its beginning or spelled out", async () => {
    await publish({ tags: ["Zebrado"] });
    await publish({ tags: ["Zebra", "Zebu"] });
    await publish({ tags: ["zebras"] });
    expect((await suggested("zeb")).map(({ name }) => name)).toEqual(["Zebra", "Zebrado", "Zebu"]);
    expect(await suggested("ZEBRAS")).toEqual([{ name: "Zebra", slug: "zebra", prompts_count: 2 }]);
    expect(await suggested("zz")).toEqual([]);
    const mostUsed = await suggested("");
    expect(mostUsed.length).toBeGreaterThan(1);
    // A letter alone says too little.
    expect(await suggested("z")).toEqual(mostUsed);
    expect((await site.call("GET", `/api/tags?search=${"a".repeat(31)}`)).statusCode).toBe(400);
  });

  test("are suggested with hyphens or without", async () => {
    await publish({ tags: ["Xis-burguer", "xistudo"] });
    for (const typed of ["xisburg", "xis-burg", "xis burg", "xis\u00adburg"])
      expect(
        (await suggested(typed)).map(({ name }) => name),
        typed,
      ).toEqual(["Xis-burguer"]);
    expect((await suggested("xi-s")).map(({ name }) => name)).toEqual(["Xis-burguer", "xistudo"]);
  });

  test("hidden and deleted prompts leave counts, lists and suggestions; shown ones are back", async () => {
    const { id } = await publish({ tags: ["Efêmera"] });
    const set = (at: string) =>
      site.ctx.pool.query(`update prompts set hidden_at = ${at} where id = $1`, [id]);
    expect(await countOf("Efêmera")).toBe(1);
    await set("now()");
    expect([await countOf("Efêmera"), await suggested("efe"), await listed("tag=efemera")]).toEqual([
      0,
      [],
      [],
    ]);
    await set("null");
    expect([await countOf("Efêmera"), await listed("tag=efemera")]).toEqual([1, [id]]);
    await site.call("DELETE", `/api/prompts/${id}`, ana);
    expect([await countOf("Efêmera"), await suggested("efe")]).toEqual([0, []]);
    await expectTrueCounts();
  });

  test("an author who goes takes the counts along", async () => {
    const caio = await createUser(site.ctx, { username: "Caio" });
    await publish({ tags: ["Despedida", "Redação"] }, caio);
    await site.ctx.pool.query("delete from users where id = $1", [caio.id]);
    expect(await countOf("Despedida")).toBe(0);
    await expectTrueCounts();
  });
});

test("tags that no prompt has are deleted after a day; those of hidden prompts are not", async () => {
  const [gone, hidden, kept] = [
    await publish({ tags: ["Sobra"] }),
    await publish({ tags: ["Escondida"] }),
    await publish({ tags: ["Mantida"] }),
  ];
  await deleteForGood(site, ana, gone.id);
  await site.ctx.pool.query("update prompts set hidden_at = now() where id = $1", [hidden.id]);
  const names = ["Sobra", "Escondida", "Mantida"];
  const left = async () => {
    await deleteUnusedTags(site.ctx);
    const found = "select name from tags where name = any($1) order by id";
    return (await site.ctx.pool.query(found, [names])).rows.map(({ name }) => name);
  };
  expect(await left()).toEqual(["Sobra", "Escondida", "Mantida"]);
  await site.ctx.pool.query("update tags set created_at = now() - interval '2 days' where name = any($1)", [
    names,
  ]);
  expect(await left()).toEqual(["Escondida", "Mantida"]);
  const { tags } = await publish({ tags: ["sobras"] });
  expect([tags, await listed("tag=mantida")]).toEqual([["sobras"], [kept.id]]);
});

test("tags that cannot go keep none from going, and a thousand unused ones hide none from a search", async () => {
  const made = (name: string, count: number) =>
    site.ctx.pool.query(
      `insert into tags (name, folded, slug, created_at)
        select $1 || n, $1 || n, $1 || n, now() - interval '2 days' from generate_series(1, $2::int) n returning id`,
      [name, count],
    );
  const { id } = await publish({ content: "Um texto que nenhum outro prompt tem.", tags: ["Oculto"] });
  const { rows: held } = await made("cafezinho", 1100);
  // Five are the most of a prompt.
  await site.ctx.pool.query(
    `insert into prompts (user_id, llm_type_id, title, content, image_hash, tag_ids)
      select user_id, llm_type_id, title, content, image_hash, ($2::int[])[n * 5 + 1 : n * 5 + 5]
      from prompts, generate_series(0, 219) n where id = $1`,
    [id, held.map((row) => row.id)],
  );
  await site.ctx.pool.query(
    "update prompts set hidden_at = now() where content = (select content from prompts where id = $1)",
    [id],
  );
  await made("sobrou", 1);
  const shown = await publish({ tags: ["Cafezinho novo"] });
  const { data } = await get<TagList>("/api/tags/all?search=cafezinho");
  expect(data.map(({ name }) => name)).toEqual(["Cafezinho novo"]);
  await deleteUnusedTags(site.ctx);
  const found = "select count(*)::int as n, bool_or(name like 'sobrou%') as is_left from tags";
  expect((await site.ctx.pool.query(`${found} where slug ~ 'cafezinho\\d|sobrou'`)).rows).toEqual([
    { n: 1100, is_left: false },
  ]);
  await deleteForGood(site, ana, shown.id);
});

describe("at the same moment", () => {
  test("several prompts with the same new tags, in any order and spelling, make each once", async () => {
    const spellings = [
      ["Maré alta", "Corrente"],
      ["correntes", "maré-alta"],
      ["MARÉS ALTAS", "CORRENTES"],
    ];
    const authors = await Promise.all(
      [...spellings, ...spellings].map((tags) => createUser(site.ctx).then((author) => ({ author, tags }))),
    );
    const prompts = await Promise.all(authors.map(({ author, tags }) => publish({ tags }, author)));
    const { rows } = await site.ctx.pool.query("select folded from tags where folded = any($1)", [
      ["Maré alta", "Corrente"].map(tagKey),
    ]);
    expect(rows).toHaveLength(2);
    expect(await listed("tag=mare-alta")).toHaveLength(prompts.length);
    await expectTrueCounts();
  });

  test("edits that exchange tags do not wait for each other for ever", async () => {
    const prompts: PromptView[] = [];
    for (let index = 0; index < 4; index++)
      prompts.push(await publish({ tags: index % 2 ? ["Ida", "Volta"] : ["Vinda", "Volta"] }));
    const answers = await Promise.all(
      prompts.map(({ id }, index) => edit(id, { tags: index % 2 ? ["Volta", "Vinda"] : ["Volta", "Ida"] })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await expectTrueCounts();
  });
});

describe("related prompts", () => {
  test("those that share most tags come first, then the tool's", async () => {
    const prompt = await publish({ title: "Semente", tags: ["Horta", "Quintal", "Adubo"], llm_type_id: 9 });
    const ofTool = await publish({ title: "Só a ferramenta", llm_type_id: 9 });
    const one = await publish({ title: "Uma tag", tags: ["horta"], llm_type_id: 2 });
    const sameTool = await publish({ title: "Uma tag e a ferramenta", tags: ["adubos"], llm_type_id: 9 });
    const two = await publish({ title: "Duas tags", tags: ["hortas", "Quintal"], llm_type_id: 2 });
    const related = await get<PromptView[]>(`/api/prompts/${prompt.id}/related`);
    expect(related.map(({ id }) => id)).toEqual([two.id, sameTool.id, one.id, ofTool.id]);
    expect((await get<PromptView[]>(`/api/prompts/${ofTool.id}/related`)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([prompt.id, sameTool.id]),
    );
  });

  test.each([
    ["999999", 404],
    ["x", 404],
  ])("of %s there are none", async (id, status) => {
    expect((await site.call("GET", `/api/prompts/${id}/related`)).statusCode).toBe(status);
  });
});

test("a feed of a tag has its newest prompts, with their tags as categories", async () => {
  await publish({ title: "Girassol", tags: ["Flor do campo"] });
  const { statusCode, body } = await site.call("GET", "/feeds/tags/flor-do-campo.xml");
  expect(statusCode).toBe(200);
  expect(body).toContain("<title>Prompteca: novos prompts com a tag Flor do campo</title>");
  expect(body).toContain(`href="${ORIGIN}/tags/flor-do-campo"`);
  expect(body).toContain('<category label="Flor do campo"');
  expect((await site.call("GET", "/feeds/tags/nunca-vista.xml")).statusCode).toBe(404);
});

test("the sitemap has tags with three prompts or more", async () => {
  for (let n = 0; n < 3; n++) await publish({ tags: ["Três vezes"] });
  await publish({ tags: ["Uma vez"] });
  expect((await site.call("GET", "/sitemap.xml")).body).toContain("/sitemaps/tags.xml");
  const { body } = await site.call("GET", "/sitemaps/tags.xml");
  expect(body).toContain(`<loc>${ORIGIN}/tags/tres-vezes</loc>`);
  expect(body).not.toContain("uma-vez");
});

describe("the list of all tags", () => {
  const list = (query = "") => get<TagList>(`/api/tags/all?${query}`);
  const named = async (query: string) => (await list(query)).data.map(({ name }) => name);

  test("tells how many prompts each has, the most used first, with pictures", async () => {
    for (const tags of [["Listada"], ["Listada", "Listagem"], ["Listada", "Listagem"], ["Listada"]])
      await publish({ tags });
    const { data, pagination } = await list("search=list");
    expect(data).toMatchObject([
      { name: "Listada", slug: "listada", prompts_count: 4 },
      { name: "Listagem", slug: "listagem", prompts_count: 2 },
    ]);
    expect(data.map(({ images }) => images.length)).toEqual([3, 2]);
    expect(data[0]?.images[0]?.url).toMatch(/^\/media\//);
    expect(pagination).toEqual({ page: 1, limit: 20, pages: 1, total: 2, more: false });
    expect(await named("search=list&limit=1&page=2")).toEqual(["Listagem"]);
    const all = await list("limit=100");
    expect(all.data.map(({ prompts_count }) => prompts_count)).toEqual(
      all.data.map(({ prompts_count }) => prompts_count).sort((a, b) => b - a),
    );
    expect(all.data.map(({ name }) => name)).toContain("Listagem");
  });

  test("is searched by parts of names, without accents, and by other names", async () => {
    await publish({ tags: ["Papelaria criativa"] });
    await site.ctx.pool.query(
      `insert into tags (name, folded, slug, merged_into)
        select 'Recortes', 'recorte', 'recortes', id from tags where slug = 'papelaria-criativa'`,
    );
    for (const search of ["papel", "CRIATIVA", "laria cri", "pa", "recorte"])
      expect(await named(`search=${encodeURIComponent(search)}`), search).toContain("Papelaria criativa");
    expect(await named("search=nenhuma+assim")).toEqual([]);
    expect(await named("search=p")).toEqual([]);
    expect(await named("search=%25")).toEqual([]);
  });

  test("leaves out what no public prompt has, and leads to what was merged", async () => {
    const { id } = await publish({ tags: ["Sumida"] });
    await site.ctx.pool.query("update prompts set hidden_at = now() where id = $1", [id]);
    expect(await named("search=sumida")).toEqual([]);
    expect(await named("limit=100")).not.toContain("Sumida");
    const refused = await site.call("GET", `/api/tags/all?search=${"a".repeat(31)}`);
    expect([refused.statusCode, refused.json().field]).toEqual([400, "search"]);
  });
});
