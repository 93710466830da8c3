/** Two windows, or many, at one person's collections: limits hold, and nothing is lost. */
import { beforeAll, expect, test } from "vitest";
import { MOST_COLLECTIONS, MOST_ITEMS } from "#collections/limits.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const { call, sql } = site;
let ana: TestUser;
/** More than a collection takes. */
let prompts: number[];

beforeAll(async () => {
  ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana);
  await sql(
    `insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
      select user_id, llm_type_id, title, content || number, image_hash, search
      from prompts, generate_series(1, ${MOST_ITEMS + 9}) number where id = $1`,
    id,
  );
  prompts = (await sql("select id from prompts order by id")).map((row) => row.id);
});

async function create(owner = ana): Promise<number> {
  return (await call("POST", "/api/collections", owner, { title: "Receitas" })).json().id;
}
const fill = (id: number, count: number) =>
  sql(
    `insert into collection_items (collection_id, prompt_id, position)
      select $1, prompt_id, place from unnest($2::bigint[]) with ordinality as a (prompt_id, place)`,
    id,
    prompts.slice(0, count),
  );
const put = (id: number, promptId = 0, body?: object) =>
  call("PUT", `/api/collections/${id}/items/${promptId}`, ana, body);
const orderOf = async (id: number): Promise<number[]> =>
  (await call("GET", `/api/collections/${id}`, ana))
    .json()
    .items.map((item: { prompt: { id: number } }) => item.prompt.id);
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

test("of several that would be the last collection, one is", async () => {
  const owner = await createUser(site.ctx);
  await sql(
    `insert into collections (user_id, title) select $1, 'Lista' from generate_series(1, ${MOST_COLLECTIONS - 1})`,
    owner.id,
  );
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => call("POST", "/api/collections", owner, { title: "A última" })),
  );
  expect(statuses(answers)).toEqual([201, 409, 409, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("too_many_collections");
});

test("of several that would be the last entry, one is; those inside can still move", async () => {
  const id = await create();
  await fill(id, MOST_ITEMS - 1);
  const answers = await Promise.all(prompts.slice(-4).map((prompt) => put(id, prompt)));
  expect(statuses(answers)).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("collection_full");
  expect((await put(id, prompts[0], { position: MOST_ITEMS })).json()).toMatchObject({
    position: MOST_ITEMS,
  });
});

test("entries added at once are all there", async () => {
  const id = await create();
  const added = prompts.slice(0, 8);
  expect(statuses(await Promise.all(added.map((prompt) => put(id, prompt, { position: 1 }))))).toEqual(
    added.map(() => 200),
  );
  expect((await orderOf(id)).sort((a, b) => a - b)).toEqual(added);
  const places = await sql("select position from collection_items where collection_id = $1 order by 1", id);
  expect(places.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("two windows move different entries: both moves hold, and no entry is lost", async () => {
  const id = await create();
  await fill(id, 6);
  const [a, b, c, d, e, f] = prompts;
  await Promise.all([put(id, a, { position: 6 }), put(id, f, { position: 1 })]);
  const order = await orderOf(id);
  expect([order[0], order[5]]).toEqual([f, a]);
  expect(order.slice(1, 5)).toEqual([b, c, d, e]);
});

test("one window moves an entry that the other takes out: it is out", async () => {
  const id = await create();
  await fill(id, 3);
  const [a = 0, b = 0, c = 0] = prompts;
  const move = () =>
    site.app.inject({
      method: "PUT",
      url: `/api/collections/${id}/items/${a}`,
      headers: { authorization: `Bearer ${ana.token}`, "if-match": "*" },
      payload: { position: 3 },
    });
  await Promise.all([move(), call("DELETE", `/api/collections/${id}/items/${a}`, ana)]);
  expect(await orderOf(id)).toEqual([b, c]);
  const late = await move();
  expect([late.statusCode, late.json().code]).toEqual([412, "not_in_collection"]);
  expect(await orderOf(id)).toEqual([b, c]);
});

test("of two changes that saw the same version, one holds and the other is told", async () => {
  const id = await create();
  const path = `/api/collections/${id}`;
  const answers = await Promise.all(
    ["Doces", "Salgados"].map((title) => call("PATCH", path, ana, { title, version: 1 })),
  );
  expect(statuses(answers)).toEqual([200, 409]);
  const kept = answers.find(({ statusCode }) => statusCode === 200)?.json().title;
  expect((await call("GET", path, ana)).json()).toMatchObject({ title: kept, version: 2 });
});

test("a prompt that is deleted while it is saved is in no collection", async () => {
  const id = await create();
  const gone = await publishPrompt(site, ana, { title: "De passagem" });
  const [saved] = await Promise.all([put(id, gone.id), call("DELETE", `/api/prompts/${gone.id}`, ana)]);
  expect([200, 404]).toContain(saved.statusCode);
  expect(await orderOf(id)).toEqual([]);
});

test("a collection that is deleted while an entry is added is gone", async () => {
  const id = await create();
  const [saved] = await Promise.all([put(id, prompts[0]), call("DELETE", `/api/collections/${id}`, ana)]);
  expect([200, 404]).toContain(saved.statusCode);
  expect((await call("GET", `/api/collections/${id}`, ana)).statusCode).toBe(404);
});
