/** The list of public collections, its search, and those that have a prompt. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CollectionOfPrompt, CollectionView, PublicCollections } from "#collections/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const { call, sql } = site;
let ana: TestUser;
let beto: TestUser;
let caio: TestUser;
/** Ana's. */
let prompts: number[];

beforeAll(async () => {
  [ana, beto, caio] = await Promise.all([
    createUser(site.ctx, { username: "Ana" }),
    createUser(site.ctx, { username: "Beto" }),
    createUser(site.ctx, { username: "Caio" }),
  ]);
  prompts = [];
  for (const title of ["Primeiro", "Segundo", "Terceiro", "Quarto", "Quinto"])
    prompts.push((await publishPrompt(site, ana, { title })).id);
});
beforeEach(async () => {
  await sql("delete from collections where true");
  await sql("update prompts set hidden_at = null where hidden_at is not null");
  await sql("update users set is_blocked = false where is_blocked");
});

/** @param entries numbers of prompts, from 0 */
async function create(title: string, entries = [0], owner = beto, is_public = true): Promise<number> {
  const made = await call("POST", "/api/collections", owner, { title, is_public });
  const { id } = made.json<CollectionView>();
  for (const entry of entries)
    expect((await call("PUT", `/api/collections/${id}/items/${prompts[entry]}`, owner)).statusCode).toBe(200);
  return id;
}
const follow = async (id: number, who: TestUser) =>
  expect((await call("PUT", `/api/follows/collections/${id}`, who)).statusCode).toBe(204);

async function get<T>(path: string): Promise<T> {
  site.ctx.responseCache.clear();
  const answer = await call("GET", path);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const list = (query = "") => get<PublicCollections>(`/api/collections/public?${query}`);
const titles = async (query = "") => (await list(query)).data.map(({ title }) => title);
const ofPrompt = async (number: number) =>
  (await get<CollectionOfPrompt[]>(`/api/prompts/${prompts[number]}/collections`)).map(({ title }) => title);
const hide = (...numbers: number[]) =>
  sql(
    "update prompts set hidden_at = now() where id = any($1)",
    numbers.map((number) => prompts[number]),
  );

describe("the list", () => {
  test("tells title, owner, followers, prompts and the pictures of the first three", async () => {
    const id = await create("Receitas do dia", [0, 1, 2, 3]);
    await follow(id, ana);
    await follow(id, caio);
    const { data, pagination } = await list();
    expect(pagination).toEqual({ page: 1, limit: 20, pages: 1, total: 1, more: false });
    expect(data).toMatchObject([
      {
        id,
        path: `/colecoes/${id}-receitas-do-dia`,
        title: "Receitas do dia",
        description: null,
        items_count: 4,
        followers_count: 2,
        user: { username: "Beto" },
        user_id: beto.id,
      },
    ]);
    expect(data[0]?.images).toHaveLength(3);
    expect(data[0]?.images[0]?.url).toMatch(/^\/media\/[0-9a-f]{32}-\d+\.webp$/);
    expect(data[0]).not.toHaveProperty("is_public");
  });

  test("has the most followed first, among equals the newest; or the newest first", async () => {
    const first = await create("Uma");
    const second = await create("Outra");
    await create("Terceira");
    await follow(first, ana);
    await follow(first, caio);
    await follow(second, ana);
    expect(await titles()).toEqual(["Uma", "Outra", "Terceira"]);
    expect(await titles("orderBy=newest")).toEqual(["Terceira", "Outra", "Uma"]);
    await call("DELETE", `/api/follows/collections/${first}`, ana);
    await call("DELETE", `/api/follows/collections/${first}`, caio);
    expect(await titles()).toEqual(["Outra", "Terceira", "Uma"]);
  });

  test("is paged, with links to the other pages", async () => {
    for (const title of ["Uma", "Duas", "Três"]) await create(title);
    const answer = await call("GET", "/api/collections/public?limit=2&orderBy=newest");
    expect(answer.json()).toMatchObject({
      data: [{ title: "Três" }, { title: "Duas" }],
      pagination: {
        page: 1,
        limit: 2,
        pages: 2,
        total: 3,
        more: false,
        next: expect.stringMatching(/^\d+$/),
      },
    });
    const { next } = answer.json().pagination;
    expect(answer.headers.link).toContain(
      `</api/collections/public?page=2&limit=2&orderBy=newest&after=${next}>; rel="next"`,
    );
    expect(await titles("limit=2&orderBy=newest&page=2")).toEqual(["Uma"]);
    expect((await list("limit=2&page=9")).data).toEqual([]);
  });

  test("has no private or empty ones, none of hidden prompts alone and none of blocked people", async () => {
    await create("Pública", [0]);
    await create("Privada", [0], beto, false);
    await create("Vazia", []);
    await create("Escondida", [3, 4]);
    await create("De bloqueado", [0], caio);
    const withdrawn = await create("Retirada");
    await sql(
      "update collections set withdrawn_at = now(), withdrawn_reason = 'Spam.', is_public = false where id = $1",
      withdrawn,
    );
    await hide(3, 4);
    await sql("update users set is_blocked = true where id = $1", caio.id);
    expect(await titles()).toEqual(["Pública"]);
    expect(await titles("orderBy=newest")).toEqual(["Pública"]);
    for (const search of ["privada", "vazia", "escondida", "bloqueado", "retirada"])
      expect(await titles(`search=${search}`), search).toEqual([]);
    expect(await ofPrompt(0)).toEqual(["Pública"]);
  });

  test("shows and counts no hidden prompts", async () => {
    await create("Mista", [3, 1, 2]);
    await hide(3);
    const { data } = await list();
    expect(data[0]).toMatchObject({ items_count: 2 });
    expect(data[0]?.images).toHaveLength(2);
  });

  test.each([
    ["orderBy=liked", "orderBy"],
    ["page=0", "page"],
    ["limit=101", "limit"],
    [`search=${"a".repeat(201)}`, "search"],
  ])("refuses ?%s by its name", async (query, field) => {
    const refused = await call("GET", `/api/collections/public?${query}`);
    expect([refused.statusCode, refused.json().field]).toEqual([400, field]);
  });
});

describe("a search of titles", () => {
  test.each(["redacoes", "REDAÇÃO", "enem reda", "redação do enem"])("for %s finds", async (search) => {
    await create("Redações para o ENEM");
    await create("Receitas");
    expect(await titles(`search=${encodeURIComponent(search)}`)).toEqual(["Redações para o ENEM"]);
  });

  test("has the most followed first, and nothing for other words or for signs alone", async () => {
    const first = await create("Receitas de bolo");
    await create("Receitas salgadas");
    await follow(first, ana);
    expect(await titles("search=receita")).toEqual(["Receitas de bolo", "Receitas salgadas"]);
    expect(await titles("search=pinga")).toEqual([]);
    expect(await titles("search=%21%3F")).toEqual([]);
    expect(await titles("search=%20")).toHaveLength(2);
  });

  test("follows a new title", async () => {
    const id = await create("Receitas de bolo");
    await call("PATCH", `/api/collections/${id}`, beto, { title: "Viagens" });
    expect([await titles("search=receita"), await titles("search=viagem")]).toEqual([[], ["Viagens"]]);
  });
});

describe("followers", () => {
  const counted = async () =>
    (
      await sql(`select followers_count, (select count(*)::int from collection_follows where collection_id = id) as n
        from collections order by id`)
    ).map((row) => [Number(row.followers_count), row.n]);

  test("are counted as they come and go, whoever deletes them", async () => {
    const [one, two] = [await create("Uma"), await create("Duas", [0], caio)];
    const leaving = await createUser(site.ctx);
    await follow(one, leaving);
    await follow(two, leaving);
    await follow(one, caio);
    await follow(one, caio);
    expect(await counted()).toEqual([
      [2, 2],
      [1, 1],
    ]);
    await sql("delete from users where id = $1", leaving.id);
    expect(await counted()).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  test("who leave at once do not wait for each other", async () => {
    const ids = [];
    for (const title of ["Uma", "Duas", "Três"]) ids.push(await create(title));
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createUser(site.ctx)));
    for (const [index, who] of people.entries())
      for (const id of index % 2 ? ids : ids.toReversed()) await follow(id, who);
    await Promise.all(people.map(({ id }) => sql("delete from users where id = $1", id)));
    expect(await counted()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });
});

describe("a prompt's collections", () => {
  test("are the five most followed public ones", async () => {
    const ids = [];
    for (const title of ["A coleção", "B coleção", "C coleção", "D coleção", "E coleção", "F coleção"])
      ids.push(await create(title, [1]));
    await follow(ids[0] ?? 0, ana);
    expect(await ofPrompt(1)).toEqual(["A coleção", "F coleção", "E coleção", "D coleção", "C coleção"]);
    const [first] = await get<CollectionOfPrompt[]>(`/api/prompts/${prompts[1]}/collections`);
    expect(first).toEqual({
      id: ids[0],
      title: "A coleção",
      path: `/colecoes/${ids[0]}-a-colecao`,
      user: { username: "Beto" },
    });
  });

  test("are none of a hidden prompt, or of none", async () => {
    await create("Uma", [0, 4]);
    await hide(4);
    expect(await ofPrompt(4)).toEqual([]);
    expect(await get("/api/prompts/999999/collections")).toEqual([]);
    expect((await call("GET", "/api/prompts/x/collections")).statusCode).toBe(404);
  });
});
