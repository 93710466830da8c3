/** The admin's calls: who may make them, what the lists say, what is refused. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PromptView } from "#prompts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
let first: PromptView;
let second: PromptView;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

const call: TestApp["call"] = (...all) => site.call(...all);

async function publish(person: TestUser, title: string, content = "Escreva um poema sobre o mar.") {
  const body = { title, content, llm_type_id: 1, thumbnail_url: await pictureDataUrl() };
  return (await call("POST", "/api/prompts", person, body)).json();
}

beforeAll(async () => {
  site = await createTestApp();
  admin = await createUser(site.ctx, { username: "Administradora", email: site.ctx.config.adminEmail });
  ana = await createUser(site.ctx, { username: "Ana Conceição", email: "ana_100@exemplo.com.br" });
  beto = await createUser(site.ctx, { username: "Beto", email: "beto@outro.example" });
  first = await publish(ana, "Receita de pão de queijo");
  second = await publish(beto, "Código limpo", "Revise este trecho e diga o que pode ser mais simples.");
  for (const { id } of [first, second]) await call("POST", `/api/prompts/${id}/like`, beto);
});
afterAll(() => site.close());

const NOBODY = "00000000-0000-4000-8000-000000000000";
const CALLS: [Method, string, number, object?][] = [
  ["GET", "/api/admin/prompts", 200],
  ["DELETE", "/api/admin/prompts/999999", 404],
  ["GET", "/api/admin/users", 200],
  ["PATCH", `/api/admin/users/${NOBODY}/toggle-block`, 404, { blocked: true }],
  ["DELETE", `/api/admin/users/${NOBODY}`, 404],
  ["GET", "/api/admin/audit-log", 200],
];

describe.each(CALLS)("%s %s", (method, url, status, payload) => {
  test("is for the admin alone: 401 without a session, 403 for anybody else, and nobody keeps its answers", async () => {
    const anonymous = await call(method, url, undefined, payload);
    expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, "unauthorized"]);
    const member = await call(method, url, ana, payload);
    expect([member.statusCode, member.json()]).toEqual([
      403,
      { code: "forbidden", message: "Só a administração do site pode fazer isso." },
    ]);
    const allowed = await call(method, url, admin, payload);
    expect(allowed.statusCode).toBe(status);
    for (const answer of [anonymous, member, allowed]) {
      expect(answer.headers["cache-control"]).toBe("private, no-store");
    }
  });

  test("is not the admin's any more once the account has another address", async () => {
    const former = await createUser(site.ctx, { email: `antes${Math.random()}@exemplo.com.br` });
    const rename = (from: string, to: string) =>
      site.ctx.pool.query("update users set email = $2 where email = $1", [from, to]);
    await rename(admin.email, "guardado@exemplo.com.br");
    await rename(former.email, admin.email);
    expect((await call(method, url, former, payload)).statusCode).toBe(status);
    expect((await call(method, url, admin, payload)).statusCode).toBe(403);
    await rename(admin.email, former.email);
    await rename("guardado@exemplo.com.br", admin.email);
    expect((await call(method, url, former, payload)).statusCode).toBe(403);
  });

  test("refuses the wrong person before looking at what they sent", async () => {
    const separator = url.includes("?") ? "&" : "?";
    const answer = await call(method, `${url}${separator}page=x`, ana, { blocked: "talvez", reason: 1 });
    expect(answer.statusCode).toBe(403);
  });

  test("is in the OpenAPI document", async () => {
    const document = (await site.app.inject("/api/openapi.json")).json();
    const path = url.replace(/999999|00000000-[0-9-]+/, "{id}");
    expect(document.paths[path][method.toLowerCase()]).toMatchObject({ security: [{ bearer: [] }] });
  });
});

describe("GET /api/admin/prompts", () => {
  test("shows everything of a prompt and its author's address, the newest first", async () => {
    const { prompts, totalCount, more } = (await call("GET", "/api/admin/prompts", admin)).json();
    expect([totalCount, more]).toEqual([2, false]);
    expect(prompts.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
    expect(prompts[1]).toEqual({
      id: first.id,
      title: "Receita de pão de queijo",
      content: "Escreva um poema sobre o mar.",
      description: null,
      image: first.image,
      views: 0,
      likes_count: 1,
      created_at: first.created_at,
      user: { id: ana.id, username: "Ana Conceição", email: ana.email, is_notified: true },
    });
  });

  test.each([
    ["codigos", ["Código limpo"]],
    ["RECEITAS", ["Receita de pão de queijo"]],
    ["conceicao", ["Receita de pão de queijo"]],
    ["trecho simples", ["Código limpo"]],
    ["inexistente", []],
    ["%", []],
  ])("a search for %j finds %j", async (search, titles) => {
    const url = `/api/admin/prompts?search=${encodeURIComponent(search)}`;
    const { prompts, totalCount } = (await call("GET", url, admin)).json();
    expect(prompts.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(totalCount).toBe(titles.length);
  });

  test.each(["", "%23"])(
    "a search for a number finds the prompt of that id, with %j before it",
    async (sign) => {
      const { prompts } = (await call("GET", "/api/admin/prompts?search=receita", admin)).json();
      const found = (await call("GET", `/api/admin/prompts?search=${sign}${prompts[0].id}`, admin)).json();
      expect(found).toMatchObject({ prompts: [{ id: prompts[0].id }], totalCount: 1 });
    },
  );

  test("gives 30 a page, and past the end none with the true total", async () => {
    await site.ctx.pool.query(
      `insert into prompts (user_id, llm_type_id, title, content, image_hash, search, created_at)
        select user_id, llm_type_id, 'Cópia ' || n, content, image_hash, search, created_at - make_interval(days => n)
        from prompts, generate_series(1, 31) n where title = 'Código limpo'`,
    );
    const page = async (number: number) =>
      (await call("GET", `/api/admin/prompts?page=${number}`, admin)).json();
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.map(({ prompts }) => prompts.length)).toEqual([30, 3, 0]);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([33, 33, 33]);
    const ids = pages.flatMap(({ prompts }) => prompts.map(({ id }: { id: number }) => id));
    expect(new Set(ids).size).toBe(33);
    const found = (await call("GET", "/api/admin/prompts?search=c%C3%B3pia&page=2", admin)).json();
    expect([found.prompts.length, found.totalCount]).toEqual([1, 31]);
    await site.ctx.pool.query("delete from prompts where title like 'Cópia %'");
  });
});

describe("GET /api/admin/users", () => {
  test("shows who has an account, the newest first, with what would go with each", async () => {
    const { users, totalCount } = (await call("GET", "/api/admin/users", admin)).json();
    expect(totalCount).toBe(users.length);
    const dates = users.map(({ created_at }: { created_at: string }) => created_at);
    expect(dates).toEqual([...dates].sort().reverse());
    const found = (who: TestUser) => users.find(({ id }: { id: string }) => id === who.id);
    expect(found(beto)).toEqual({
      id: beto.id,
      username: "Beto",
      email: "beto@outro.example",
      created_at: expect.any(String),
      is_blocked: false,
      is_admin: false,
      is_notified: true,
      prompts_count: 1,
      likes_count: 2,
      favorites_count: 0,
    });
    expect(found(admin)).toMatchObject({ is_admin: true, is_notified: false });
  });

  test.each([
    ["conceicao", ["Ana Conceição"]],
    ["CONCEIÇÃO", ["Ana Conceição"]],
    ["na Conc", ["Ana Conceição"]],
    ["outro.example", ["Beto"]],
    ["a_1", ["Ana Conceição"]],
    ["_", ["Ana Conceição"]],
    ["%", []],
    ["\\", []],
    ["ninguém", []],
  ])("a search for %j finds %j by any part of name or address", async (search, names) => {
    const url = `/api/admin/users?search=${encodeURIComponent(search)}`;
    const { users, totalCount } = (await call("GET", url, admin)).json();
    expect(users.map(({ username }: { username: string }) => username)).toEqual(names);
    expect(totalCount).toBe(names.length);
  });

  test("finds a person by the whole id too", async () => {
    const { users } = (await call("GET", `/api/admin/users?search=${beto.id.toUpperCase()}`, admin)).json();
    expect(users).toMatchObject([{ id: beto.id }]);
  });

  test("searches by the index where there are many", async () => {
    await site.ctx.pool.query(
      `insert into users (email, username) select 'muita' || n || '@exemplo.com.br', 'Muita ' || n from generate_series(1, 3000) n`,
    );
    await site.ctx.pool.query("analyze users");
    const client = await site.ctx.pool.connect();
    await client.query("begin; set local enable_seqscan = off");
    const { rows } = await client.query(
      "explain select from users where (fold(username) || ' ' || email) like '%' || fold('Muita 2719') || '%' or id = null",
    );
    await client.query("rollback");
    client.release();
    expect(JSON.stringify(rows)).toContain("users_search");
    const { users, totalCount } = (await call("GET", "/api/admin/users?search=muita&page=2", admin)).json();
    expect([users.length, totalCount]).toEqual([30, 3000]);
    await site.ctx.pool.query("delete from users where email like 'muita%'");
  });
});

describe("what is sent wrongly", () => {
  test.each([
    ["/api/admin/prompts?page=0", "page"],
    ["/api/admin/users?page=1.5", "page"],
    ["/api/admin/audit-log?page=abc", "page"],
    [`/api/admin/prompts?search=${"a".repeat(201)}`, "search"],
    [`/api/admin/users?search=${"a".repeat(201)}`, "search"],
    ["/api/admin/users?search=a&search=b", "search"],
    ["/api/admin/users?search=%00", "search"],
  ])("%s is a 400 in Portuguese that names the field", async (url, field) => {
    const answer = await call("GET", url, admin);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
    expect(answer.json().message).not.toMatch(/invalid|expected/i);
  });

  test.each([
    [{}, "blocked"],
    [{ blocked: "sim" }, "blocked"],
    [{ blocked: true, reason: "x".repeat(501) }, "reason"],
    [{ blocked: true, reason: 7 }, "reason"],
    [{ blocked: false, remove_content: true }, "remove_content"],
    [{ blocked: true, remove_content: "tudo" }, "remove_content"],
  ])("to block, %j is a 400 and changes nothing", async (payload, field) => {
    const answer = await call("PATCH", `/api/admin/users/${beto.id}/toggle-block`, admin, payload);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
    expect(answer.json().message).not.toMatch(/invalid|expected/i);
    expect((await call("GET", "/auth/v1/user", beto)).statusCode).toBe(200);
  });

  test("no body at all, where one is needed, is a 400", async () => {
    const answer = await call("PATCH", `/api/admin/users/${beto.id}/toggle-block`, admin);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "validation_failed"]);
  });

  test.each(["abc", "0", "-1", "1e3", "99999999999999999999"])(
    "%s names no prompt and nobody: 404",
    async (id) => {
      for (const url of [`/api/admin/prompts/${id}`, `/api/admin/users/${id}`]) {
        const answer = await call("DELETE", url, admin);
        expect([answer.statusCode, answer.json().message]).toEqual([
          404,
          url.includes("prompts") ? "Prompt não encontrado" : "Usuário não encontrado",
        ]);
      }
      const url = `/api/admin/users/${id}/toggle-block`;
      expect((await call("PATCH", url, admin, { blocked: true })).statusCode).toBe(404);
    },
  );
});
