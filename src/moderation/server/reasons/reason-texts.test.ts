/** Texts with which reasons begin: moderators read them, the admin alone changes them. */
import { beforeAll, expect, test } from "vitest";
import { type ReasonText, reasonTextRequest } from "#moderation/cases-contract.ts";
import { CATEGORY_KEYS } from "#moderation/contract.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { codeOf, createModerator } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
const PATH = "/api/admin/reason-texts";
let admin: TestUser;
let marta: TestUser;
let beto: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  marta = await createModerator(site, admin);
  beto = await createUser(site.ctx, { username: "Beto" });
});

const list = async (who = marta): Promise<ReasonText[]> => (await call("GET", PATH, who)).json().texts;
const TEXT = { category: "spam", title: "Vende curso", text: "Só vende um curso.\n\nNada mais." };

test("a new site has texts for every category but the last, and for all cases, which come first", async () => {
  const texts = await list();
  expect(texts).toHaveLength(11);
  expect(texts.map(({ category }) => category).slice(0, 3)).toEqual([null, null, "child"]);
  const categories = new Set(texts.map(({ category }) => category));
  expect(CATEGORY_KEYS.filter((key) => !categories.has(key))).toEqual(["other"]);
  for (const { id: _, ...text } of texts) expect(reasonTextRequest.safeParse(text).data).toEqual(text);
});

test("the admin adds, changes and removes one, and moderators read what it is then", async () => {
  const made = await call("POST", PATH, admin, TEXT);
  expect([made.statusCode, made.json()]).toEqual([201, { id: expect.any(Number), ...TEXT }]);
  const { id } = made.json();
  const changed = { category: null, title: "Vende cursos", text: "Só vende." };
  const answer = await call("PUT", `${PATH}/${id}`, admin, changed);
  expect([answer.statusCode, answer.json()]).toEqual([200, { id, ...changed }]);
  expect(await list()).toContainEqual({ id, ...changed });
  expect((await call("DELETE", `${PATH}/${id}`, admin)).statusCode).toBe(204);
  expect((await call("DELETE", `${PATH}/${id}`, admin)).statusCode).toBe(204);
  expect(codeOf(await call("PUT", `${PATH}/${id}`, admin, changed))).toEqual([404, "reason_text_not_found"]);
  expect((await list()).map((text) => text.id)).not.toContain(id);
});

test("nobody else changes them, and members do not read them", async () => {
  const [{ id = 0 } = {}] = await list();
  for (const who of [marta, beto]) {
    expect((await call("POST", PATH, who, TEXT)).statusCode).toBe(403);
    expect((await call("PUT", `${PATH}/${id}`, who, TEXT)).statusCode).toBe(403);
    expect((await call("DELETE", `${PATH}/${id}`, who)).statusCode).toBe(403);
  }
  expect((await call("GET", PATH, beto)).statusCode).toBe(403);
  expect((await call("GET", PATH)).statusCode).toBe(401);
});

test("what does not fit is refused, field by field", async () => {
  for (const [wrong, field] of [
    [{ title: " " }, "title"],
    [{ title: "a".repeat(61) }, "title"],
    [{ text: "" }, "text"],
    [{ text: "a".repeat(1001) }, "text"],
    [{ category: "x" }, "category"],
  ] as const) {
    const answer = await call("POST", PATH, admin, { ...TEXT, ...wrong });
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  }
  for (const id of ["x", "0", "1e3"])
    expect((await call("DELETE", `${PATH}/${id}`, admin)).statusCode).toBe(404);
});

test("there are a hundred at most", async () => {
  await sql(
    "insert into reason_texts (title, text) select 'Outro', 'Outro.' from generate_series($1::int, 99)",
    (await list()).length,
  );
  expect(codeOf(await call("POST", PATH, admin, TEXT))).toEqual([409, "reason_texts_full"]);
  expect(await list()).toHaveLength(100);
});
