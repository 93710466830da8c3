/** Collections as everybody meets them: owners, other people, visitors, the blocked, moderators. */
import { beforeAll, describe, expect, test } from "vitest";
import type { CollectionView } from "#collections/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { deleteForGood, publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const { call, sql } = site;
let ana: TestUser;
let beto: TestUser;
let admin: TestUser;
/** Prompts of Beto. */
let prompts: number[];

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
  admin = await createAdmin(site.ctx);
  prompts = [];
  for (const title of ["Primeiro", "Segundo", "Terceiro", "Quarto"])
    prompts.push((await publishPrompt(site, beto, { title })).id);
});

async function create(owner = ana, more: object = {}): Promise<CollectionView> {
  const answer = await call("POST", "/api/collections", owner, { title: "Receitas do dia", ...more });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

const put = (id: number, promptId: number, body?: object, who = ana) =>
  call("PUT", `/api/collections/${id}/items/${promptId}`, who, body);

/** @returns a collection of Ana's with all prompts in order */
async function createFilled(more: object = {}): Promise<CollectionView> {
  const { id } = await create(ana, more);
  for (const prompt of prompts) expect((await put(id, prompt)).statusCode).toBe(200);
  return read(id);
}

const read = async (id: number, who: TestUser | null = ana): Promise<CollectionView> =>
  (await call("GET", `/api/collections/${id}`, who)).json();
const orderOf = ({ items }: CollectionView) => items.map(({ prompt }) => prompt.id);

describe("one's own collections", () => {
  test("are private at first, and told whole", async () => {
    const made = await create(ana, { title: "  Receitas do dia ", description: "Para a semana." });
    expect(made).toMatchObject({
      path: `/colecoes/${made.id}-receitas-do-dia`,
      title: "Receitas do dia",
      description: "Para a semana.",
      is_public: false,
      items_count: 0,
      version: 1,
      user: { username: "Ana" },
      user_id: ana.id,
      items: [],
      unavailable: 0,
    });
    const signs = await create(ana, { title: "?!?" });
    expect(signs.path).toBe(`/colecoes/${signs.id}-colecao`);
  });

  test("are listed with the one used last first, and with whether they have a prompt", async () => {
    const owner = await createUser(site.ctx);
    const [first, second] = [await create(owner), await create(owner)];
    const list = async () => (await call("GET", `/api/collections?prompt=${prompts[0]}`, owner)).json();
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
    await put(first.id, prompts[0] ?? 0, undefined, owner);
    expect(await list()).toMatchObject([
      { id: first.id, contains: true, items_count: 1 },
      { id: second.id, contains: false, items_count: 0 },
    ]);
    expect((await call("GET", "/api/collections", owner)).json()[0]).not.toHaveProperty("contains");
    expect((await call("GET", "/api/collections?prompt=x", owner)).json()).toMatchObject({ field: "prompt" });
    expect((await call("GET", "/api/collections")).statusCode).toBe(401);
  });

  test.each([
    [{ title: "ab" }, "title", "Título deve ter pelo menos 3 caracteres"],
    [{ title: "  \u200b\u200b\u200b  " }, "title", "Título deve ter pelo menos 3 caracteres"],
    [{ title: "x".repeat(81) }, "title", "Título deve ter no máximo 80 caracteres"],
    [{ title: "Que merda" }, "title", "O título contém linguagem imprópria"],
    [
      { title: "Boa", description: "x".repeat(501) },
      "description",
      "Descrição deve ter no máximo 500 caracteres",
    ],
    [{ title: "Boa", description: "Que merda" }, "description", "A descrição contém linguagem imprópria"],
  ])("refuses %j at its field", async (body, field, message) => {
    const answer = await call("POST", "/api/collections", ana, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field, message });
    const { id } = await create();
    expect((await call("PATCH", `/api/collections/${id}`, ana, body)).json()).toMatchObject({
      field,
      message,
    });
  });

  test("change in what is told, and a change that saw an older version is told of", async () => {
    const { id, version } = await create(ana, { description: "Antes." });
    const path = `/api/collections/${id}`;
    const first = await call("PATCH", path, ana, { title: "Doces", version });
    expect(first.json()).toMatchObject({ title: "Doces", description: "Antes.", version: 2 });
    const second = await call("PATCH", path, ana, { title: "Salgados", version });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: "changed_elsewhere" });
    expect((await read(id)).title).toBe("Doces");
    expect((await call("PATCH", path, ana, { description: "" })).json().description).toBeNull();
    // Entries change without it, and so does nothing.
    await put(id, prompts[0] ?? 0);
    expect((await call("PATCH", path, ana, { version: 3 })).json().version).toBe(3);
    expect((await call("PATCH", path, ana, { is_public: true, version: 3 })).statusCode).toBe(200);
  });

  test("go with their entries when they are deleted; the prompts stay", async () => {
    const { id } = await createFilled({ is_public: true });
    const seen = async () => (await call("GET", `/api/collections/${id}`)).statusCode;
    expect(await seen()).toBe(200);
    expect((await call("DELETE", `/api/collections/${id}`, ana)).statusCode).toBe(204);
    // By visitors too, whose answers are kept.
    expect(await seen()).toBe(404);
    expect(await sql("select from collection_items where collection_id = $1", id)).toEqual([]);
    expect((await call("GET", `/api/prompts/${prompts[0]}`)).statusCode).toBe(200);
  });
});

describe("entries", () => {
  test("go to the end, keep their note, and move to any place", async () => {
    const { id } = await createFilled();
    const [a = 0, b = 0, c = 0, d = 0] = prompts;
    expect(orderOf(await read(id))).toEqual([a, b, c, d]);
    expect((await put(id, d, { position: 1 })).json()).toEqual({ position: 1, note: null, items_count: 4 });
    expect(orderOf(await read(id))).toEqual([d, a, b, c]);
    await put(id, d, { position: 3, note: " Com calma. " });
    expect(orderOf(await read(id))).toEqual([a, b, d, c]);
    expect((await put(id, a, { position: 200 })).json().position).toBe(4);
    const [, second] = (await read(id)).items;
    expect(second).toMatchObject({ prompt: { id: d }, note: "Com calma." });
    // Again, and with nothing: nothing changes.
    expect((await put(id, d)).json()).toEqual({ position: 2, note: "Com calma.", items_count: 4 });
    expect((await put(id, d, { note: "" })).json().note).toBeNull();
  });

  test("come with their note, and to any place at once", async () => {
    const { id } = await create();
    const [a = 0, b = 0, c = 0] = prompts;
    const added = [await put(id, a, { note: "Boa." }), await put(id, b), await put(id, c, { position: 2 })];
    expect(added.map((answer) => answer.json())).toEqual([
      { position: 1, note: "Boa.", items_count: 1 },
      { position: 2, note: null, items_count: 2 },
      { position: 2, note: null, items_count: 3 },
    ]);
    const { items } = await read(id);
    expect(items.map(({ prompt, note }) => [prompt.id, note])).toEqual([
      [a, "Boa."],
      [c, null],
      [b, null],
    ]);
  });

  test("leave, and leaving twice is no error", async () => {
    const { id } = await createFilled();
    for (const _ of [1, 2])
      expect((await call("DELETE", `/api/collections/${id}/items/${prompts[1]}`, ana)).statusCode).toBe(204);
    expect((await read(id)).items_count).toBe(3);
  });

  test.each([
    [{ note: "x".repeat(281) }, "note"],
    [{ note: "Que merda" }, "note"],
    [{ position: 0 }, "position"],
    [{ position: 201 }, "position"],
    [{ position: 1.5 }, "position"],
  ])("refuse %j at its field", async (body, field) => {
    const { id } = await create();
    const answer = await put(id, prompts[0] ?? 0, body);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
    expect((await read(id)).items).toEqual([]);
  });

  test("are prompts that exist", async () => {
    const { id } = await create();
    for (const wrong of ["999999", "x", "0"]) {
      const answer = await call("PUT", `/api/collections/${id}/items/${wrong}`, ana);
      expect([answer.statusCode, answer.json().code]).toEqual([404, "prompt_not_found"]);
    }
  });

  test("vanish with a hidden prompt for everybody, and are back at their place", async () => {
    const { id } = await createFilled({ is_public: true });
    const [a = 0, b = 0, c = 0, d = 0] = prompts;
    await sql("update prompts set hidden_at = now() where id = $1", b);
    expect(await read(id)).toMatchObject({ items_count: 3, unavailable: 1 });
    const seen = await read(id, null);
    expect([orderOf(seen), seen.unavailable]).toEqual([[a, c, d], undefined]);
    // The hidden entry has no place: the second visible one is behind it.
    expect((await put(id, d, { position: 2 })).json()).toMatchObject({ position: 2, items_count: 3 });
    expect(orderOf(await read(id))).toEqual([a, d, c]);
    expect((await put(id, b)).statusCode).toBe(404);
    await sql("update prompts set hidden_at = null where id = $1", b);
    expect(orderOf(await read(id))).toEqual([a, b, d, c]);
  });

  test("go with a deleted prompt", async () => {
    const { id } = await create();
    const gone = await publishPrompt(site, beto, { title: "De passagem" });
    await put(id, gone.id);
    await deleteForGood(site, beto, gone.id);
    expect(await read(id)).toMatchObject({ items: [], unavailable: 0 });
  });
});

describe("other people", () => {
  test("see what is public, and nothing of what is private", async () => {
    const { id, path } = await createFilled();
    for (const [who, wanted] of [
      [null, id],
      [beto, id],
      [admin, id],
      [null, "x"],
    ] as const)
      expect((await call("GET", `/api/collections/${wanted}`, who)).json().code).toBe("collection_not_found");
    expect((await call("GET", `/feeds/collections/${id}.xml`)).statusCode).toBe(404);
    await call("PATCH", `/api/collections/${id}`, ana, { is_public: true });
    for (const who of [null, beto]) {
      const answer = await call("GET", `/api/collections/${id}`, who);
      expect(answer.json()).toMatchObject({ path, items_count: 4 });
      expect(answer.json()).not.toHaveProperty("unavailable");
      expect(answer.headers["cache-control"]).toBe("public, max-age=0, s-maxage=1, must-revalidate");
    }
    expect((await call("GET", `/api/collections/${id}`, ana)).headers["cache-control"]).toBe(
      "private, no-store",
    );
    await call("PATCH", `/api/collections/${id}`, ana, { is_public: false });
    expect((await call("GET", `/api/collections/${id}`)).statusCode).toBe(404);
  });

  test.each([
    [false, 404, "collection_not_found"],
    [true, 403, "forbidden"],
  ])("change nothing (public: %s)", async (is_public, status, code) => {
    const { id } = await createFilled({ is_public });
    const path = `/api/collections/${id}`;
    const answers = [
      await call("PATCH", path, beto, { title: "De Beto" }),
      await call("DELETE", path, beto),
      await put(id, prompts[0] ?? 0, { position: 4 }, beto),
      await call("DELETE", `${path}/items/${prompts[0]}`, beto),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array(4).fill([status, code]),
    );
    const strangers = [
      await call("POST", "/api/collections", null, { title: "De ninguém" }),
      await call("PATCH", path, null, { title: "De ninguém" }),
      await call("DELETE", path),
      await call("PUT", `${path}/items/${prompts[0]}`),
      await call("DELETE", `${path}/items/${prompts[0]}`),
    ];
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
    expect(await read(id)).toMatchObject({ title: "Receitas do dia", items_count: 4 });
  });

  test("get 500,000 characters of texts whole where they ask for what a page has, and their beginnings after them", async () => {
    const { id } = await create(ana, { is_public: true });
    // A character of two units would be cut in half.
    await sql(
      `with more as (
        insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select user_id, llm_type_id, title, case n when 27 then 'curto' else 'x' || repeat('😀', 9999) end, image_hash, search
        from prompts, generate_series(1, 27) n where id = $2 order by n returning id
      )
      insert into collection_items (collection_id, prompt_id, position)
      select $1, id, row_number() over (order by id) from more`,
      id,
      prompts[0],
    );
    const lengths = async (query: string, who: TestUser | null) => {
      const { items } = (await call("GET", `/api/collections/${id}${query}`, who)).json() as CollectionView;
      return items.map(({ prompt, is_cut }) => [prompt.content.length, is_cut ?? false]);
    };
    const whole = [...Array(26).fill([19_999, false]), [5, false]];
    const limited = [...Array(25).fill([19_999, false]), [1002, true], [5, false]];
    for (const who of [null, ana]) {
      expect(await lengths("", who)).toEqual(whole);
      expect(await lengths("?texts=limited", who)).toEqual(limited);
      expect(await lengths("", who)).toEqual(whole);
    }
    const { items } = (await call("GET", `/api/collections/${id}?texts=limited`)).json() as CollectionView;
    expect(items.every(({ prompt }) => prompt.content.isWellFormed())).toBe(true);
    expect((await call("GET", `/api/collections/${id}?texts=all`)).json()).toMatchObject({
      field: "texts",
      message: "Os textos (texts) só podem ser limited",
    });
  });

  test("find a person's public collections, those with something in them", async () => {
    const owner = await createUser(site.ctx);
    const [empty, filled, hidden] = [
      await create(owner, { is_public: true }),
      await create(owner, { is_public: true, title: "Cheia" }),
      await create(owner, { title: "Só minha" }),
    ];
    for (const { id } of [filled, hidden]) await put(id, prompts[0] ?? 0, undefined, owner);
    const list = (await call("GET", `/api/users/${owner.id}/collections`)).json();
    expect(list).toMatchObject([{ id: filled.id, title: "Cheia", items_count: 1, is_public: true }]);
    expect(list).toHaveLength(1);
    expect(empty.items_count).toBe(0);
    const nobody = "00000000-0000-4000-8000-000000000000";
    for (const id of [nobody, "x"])
      expect((await call("GET", `/api/users/${id}/collections`)).json().code).toBe("user_not_found");
  });

  test("see no collections of the blocked, who change nothing, until the block ends; none of a removed account", async () => {
    const owner = await createUser(site.ctx);
    const { id } = await create(owner, { is_public: true });
    await put(id, prompts[0] ?? 0, undefined, owner);
    await sql("update users set is_blocked = true where id = $1", owner.id);
    expect((await call("PATCH", `/api/collections/${id}`, owner, { title: "Ainda eu" })).json().code).toBe(
      "user_banned",
    );
    expect((await call("GET", `/api/collections/${id}`)).statusCode).toBe(404);
    expect((await call("GET", `/api/users/${owner.id}/collections`)).json()).toEqual([]);
    const inSitemap = async () => {
      site.ctx.responseCache.clear();
      return (await call("GET", "/sitemaps/collections-1.xml")).body.includes(`/colecoes/${id}-`);
    };
    expect(await inSitemap()).toBe(false);
    await sql("update users set is_blocked = false where id = $1", owner.id);
    expect(await inSitemap()).toBe(true);
    await sql("update prompts set hidden_at = now() where id = $1", prompts[0]);
    expect(await inSitemap(), "with hidden prompts alone").toBe(false);
    await sql("update prompts set hidden_at = null where id = $1", prompts[0]);
    site.ctx.responseCache.clear();
    expect((await call("GET", `/api/collections/${id}`)).statusCode).toBe(200);
    expect((await call("GET", `/api/users/${owner.id}/collections`)).json()).toMatchObject([{ id }]);
    await sql("update users set is_blocked = true where id = $1", owner.id);
    await sql("update users set removed_at = now(), blocked_before_removal = true where id = $1", owner.id);
    site.ctx.responseCache.clear();
    expect((await call("GET", `/api/collections/${id}`)).statusCode).toBe(404);
    expect((await call("GET", `/api/users/${owner.id}/collections`)).statusCode).toBe(410);
  });

  test("follow a public one by its feed: what was added last, with its note, stands first", async () => {
    const { id, title } = await createFilled({ is_public: true });
    const [first = 0, , , last = 0] = prompts;
    await put(id, last, { position: 1, note: "A melhor <de todas>." });
    await sql(
      "update collection_items set added_at = added_at - prompt_id % 2 * interval '1 day' where collection_id = $1",
      id,
    );
    await sql(
      "update collection_items set added_at = now() + interval '1 day' where collection_id = $1 and prompt_id = $2",
      id,
      first,
    );
    site.ctx.responseCache.clear();
    const { body, headers } = await call("GET", `/feeds/collections/${id}.xml`);
    expect(headers["content-type"]).toContain("application/atom+xml");
    expect(body).toContain(`<title>Prompteca: ${title}</title>`);
    const entries = [...body.matchAll(/<entry>.*?\/prompts\/(\d+)<\/id>/gs)].map(([, found]) =>
      Number(found),
    );
    expect(entries[0]).toBe(first);
    expect(entries).toHaveLength(4);
    expect(body).toContain("A melhor &lt;de todas&gt;.");
  });

  test("follow at most the thirty latest additions", async () => {
    const { id } = await create(ana, { is_public: true });
    await sql(
      `with more as (
        insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select user_id, llm_type_id, title, content || n, image_hash, search
        from prompts, generate_series(1, 31) n where id = $2 returning id
      )
      insert into collection_items (collection_id, prompt_id, position, added_at)
      select $1, id, row_number() over (), now() + id * interval '1 second' from more`,
      id,
      prompts[0],
    );
    const { body } = await call("GET", `/feeds/collections/${id}.xml`);
    expect(body.split("<entry>")).toHaveLength(31);
    const [{ oldest }] = (await sql(
      "select min(prompt_id)::int as oldest from collection_items where collection_id = $1",
      id,
    )) as [{ oldest: number }];
    expect(body).not.toContain(`/prompts/${oldest}<`);
    expect(body).toContain(`/prompts/${oldest + 1}<`);
    expect(body).toContain(`/feeds/collections/${id}.xml"`);
  });

  test("find them in the sitemap, in parts by ranges of ids", async () => {
    await sql(
      `insert into collections (id, user_id, title, is_public, updated_at) overriding system value
        select id, $1, 'No mapa', true, '2026-03-04T05:06:07Z' from unnest(array[10000, 10001, 20000]) id`,
      ana.id,
    );
    await sql(
      "insert into collection_items (collection_id, prompt_id, position) select id, $1, 1 from collections where title = 'No mapa'",
      prompts[0],
    );
    const { body } = await call("GET", "/sitemap.xml");
    for (const part of [1, 2]) expect(body).toContain(`/sitemaps/collections-${part}.xml<`);
    const parts = await Promise.all(
      [1, 2].map(async (part) => (await call("GET", `/sitemaps/collections-${part}.xml`)).body),
    );
    const placed = [10_000, 10_001, 20_000].map((id) =>
      parts.map((part) => part.includes(`/colecoes/${id}-no-mapa</loc><lastmod>2026-03-04T05:06:07.000Z<`)),
    );
    expect(placed).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });
});
