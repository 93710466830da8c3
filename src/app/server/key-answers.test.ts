/** Answers to writes by a key hold nothing that the key's scopes do not open. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeyScope } from "#accounts/key-messages.ts";
import type { PromptView } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createKey } from "#tests/support/keys.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

/** Writes that keys open, by route; reads are closed to keys without their scope (keys.test.ts). */
const open = new Map<string, KeyScope>();
let site: TestApp;
let ana: TestUser;
let beto: TestUser;
let own: PromptView;
let other: PromptView;
let collection: number;

beforeAll(async () => {
  site = await noteRoutes(
    () => createTestApp(),
    ({ method, url, config }) => {
      const scope = config?.keyScope;
      for (const verb of [method].flat())
        if (!["GET", "HEAD", "OPTIONS"].includes(verb) && scope && scope !== "public" && scope !== "read")
          open.set(`${verb} ${url}`, scope);
    },
  );
  ana = await createUser(site.ctx);
  await site.ctx.pool.query("update users set created_at = now() - interval '30 days' where id = $1", [
    ana.id,
  ]);
  beto = await createUser(site.ctx);
  own = await publishPrompt(site, ana);
  await site.call("PATCH", `/api/prompts/${own.id}`, ana, {
    content: "Outro texto, bem diferente.",
    own_version: true,
  });
  other = await publishPrompt(site, beto);
});
afterAll(() => site.close());

/** Text that only the account may read. */
const SECRET = "Segredo";

/** As it is before each write. */
async function prepare(): Promise<void> {
  const { rows } = await site.ctx.pool.query(
    `with made as (insert into collections (user_id, title, description) values ($1, $2, $2) returning id),
      items as (
        insert into collection_items (collection_id, prompt_id, note, position)
        select made.id, prompts.id, $2, prompts.id from made, prompts where prompts.id = any($3)
      ),
      saved as (
        insert into favorites (user_id, prompt_id) select $1, id from prompts where id = any($3) on conflict do nothing
      ),
      liked as (insert into likes (user_id, prompt_id) select $1, id from prompts where id = any($3) on conflict do nothing),
      said as (
        insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
        select id, version, $1, 'segredo', $2, 'worked', $2 from prompts where id = $4 on conflict do nothing
      )
    select id from made`,
    [ana.id, SECRET, [own.id, other.id], other.id],
  );
  collection = rows[0].id;
}

const text = JSON.stringify([{ title: "Vindo de um arquivo", content: "Escreva com calma e sem pressa." }]);
/** Calls that change as little as may be: what they answer is not what they wrote. */
const CALLS: Record<string, () => [url: string, body?: object]> = {
  "POST /api/prompts/:id/like": () => [`/api/prompts/${other.id}/like`, { liked: true }],
  "DELETE /api/prompts/:id/like": () => [`/api/prompts/${other.id}/like`],
  "POST /api/prompts/:id/favorite": () => [`/api/prompts/${own.id}/favorite`, { favorited: false }],
  "DELETE /api/prompts/:id/favorite": () => [`/api/prompts/${own.id}/favorite`],
  "PUT /api/prompts/:id/result": () => [
    `/api/prompts/${other.id}/result`,
    { model: "Outro", outcome: "failed" },
  ],
  "DELETE /api/prompts/:id/result": () => [`/api/prompts/${other.id}/result?model=Nenhum`],
  "PUT /api/follows/users/:id": () => [`/api/follows/users/${beto.id}`],
  "DELETE /api/follows/users/:id": () => [`/api/follows/users/${beto.id}`],
  "PUT /api/follows/collections/:id": () => ["/api/follows/collections/999999"],
  "DELETE /api/follows/collections/:id": () => ["/api/follows/collections/999999"],
  "PUT /api/follows/tags/:id": () => ["/api/follows/tags/nenhuma"],
  "DELETE /api/follows/tags/:id": () => ["/api/follows/tags/nenhuma"],
  "POST /api/collections": () => ["/api/collections", { title: "Nova" }],
  "PATCH /api/collections/:id": () => [`/api/collections/${collection}`, {}],
  "DELETE /api/collections/:id": () => [`/api/collections/${collection}`],
  "PUT /api/collections/:id/items/:promptId": () => [`/api/collections/${collection}/items/${own.id}`, {}],
  "DELETE /api/collections/:id/items/:promptId": () => [`/api/collections/${collection}/items/${own.id}`],
  "POST /api/prompts": () => ["/api/prompts", { ...NEW }],
  "POST /api/prompts/similar": () => ["/api/prompts/similar", { content: other.content }],
  "PATCH /api/prompts/:id": () => [`/api/prompts/${own.id}`, {}],
  "POST /api/prompts/:id/versions/:number/restore": () => [`/api/prompts/${own.id}/versions/1/restore`],
  "DELETE /api/prompts/:id/versions/:number": () => [`/api/prompts/${own.id}/versions/1`],
  "DELETE /api/prompts/:id": () => [`/api/prompts/${own.id}`],
  "POST /api/prompts/:id/restore": () => [`/api/prompts/${own.id}/restore`],
  "POST /api/imports/preview": () => ["/api/imports/preview", { text }],
  "POST /api/imports": () => ["/api/imports", { text, chosen: [1] }],
  "DELETE /api/imports/:id": () => ["/api/imports/999999"],
};
const ONCE = [
  "DELETE /api/prompts/:id",
  "POST /api/prompts/:id/restore",
  "DELETE /api/prompts/:id/versions/:number",
  "POST /api/prompts/:id/versions/:number/restore",
  "POST /api/prompts",
  "POST /api/imports",
];
let NEW: object;
beforeAll(async () => {
  NEW = {
    title: "Um título novo",
    content: "Escreva uma carta a um amigo distante.",
    llm_type_id: 1,
    thumbnail_url: await pictureDataUrl("#224466"),
  };
});

const called = async (name: string, key: string) => {
  const [url, body] = (CALLS[name] as () => [string, object?])();
  const answer = await site.call(name.split(" ")[0] as "POST", url, key, body);
  expect([name, answer.statusCode < 300 || answer.statusCode === 404, answer.body]).toEqual([
    name,
    true,
    answer.body,
  ]);
  return answer;
};

test("every write that a key opens is tried here", () => {
  expect(Object.keys(CALLS).sort()).toEqual([...open.keys()].sort());
});

test("a key with the scope of a write alone is told nothing of the account's own; one that reads is", async () => {
  const told: string[] = [];
  const scopes = ["publish", "react"] as const;
  const alone = new Map<KeyScope, string>();
  for (const scope of scopes) alone.set(scope, (await createKey(site, ana, [scope])).key);
  const { key: reader } = await createKey(site, ana, ["read", ...scopes]);
  for (const name of Object.keys(CALLS)) {
    await prepare();
    const { body } = await called(name, alone.get(open.get(name) as KeyScope) ?? "");
    expect([name, body.includes(SECRET)]).toEqual([name, false]);
    expect([name, /"(is_favorited|is_liked)":true|"mine"/.test(body)]).toEqual([name, false]);
    // Once is enough of what goes or comes anew.
    if (ONCE.includes(name)) continue;
    await prepare();
    if (/Segredo|"is_favorited":true|"mine"/.test((await called(name, reader)).body)) told.push(name);
  }
  expect(told.sort()).toEqual([
    "DELETE /api/prompts/:id/result",
    "PATCH /api/collections/:id",
    "PATCH /api/prompts/:id",
    "PUT /api/collections/:id/items/:promptId",
    "PUT /api/prompts/:id/result",
  ]);
});
