/** The admin's calls: who may make them, the lists, the refusals. */
import { beforeAll, describe, expect, test } from "vitest";
import { versioned } from "#platform/http/api-version.ts";
import type { PromptView } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const { call, sql } = site;
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
let first: PromptView;
let second: PromptView;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx, { username: "Ana Conceição", email: "ana_100@exemplo.com.br" });
  beto = await createUser(site.ctx, { username: "Beto", email: "beto@outro.example" });
  first = await publishPrompt(site, ana, { title: "Receita de pão de queijo" });
  const content = "Revise este trecho e diga o que pode ser mais simples.";
  second = await publishPrompt(site, beto, { title: "Código limpo", content });
  for (const { id } of [first, second]) await call("POST", `/api/prompts/${id}/like`, beto);
});

const NOBODY = "00000000-0000-4000-8000-000000000000";
const CALLS: [Method, string, number, object?][] = [
  ["GET", "/api/admin/prompts", 200],
  ["DELETE", "/api/admin/prompts/999999", 404],
  ["GET", "/api/admin/users", 200],
  ["PATCH", `/api/admin/users/${NOBODY}/toggle-block`, 404, { blocked: true }],
  ["DELETE", `/api/admin/users/${NOBODY}`, 404],
  ["GET", "/api/admin/tags", 200],
  ["PATCH", "/api/admin/tags/999999", 404, { name: "Outro nome" }],
  ["POST", "/api/admin/tags/999999/merge", 404, { into: 999998 }],
  ["DELETE", "/api/admin/tags/999999/aliases/999998", 404],
  ["GET", "/api/admin/health", 200],
  ["POST", "/api/admin/failed-mails/retry", 200],
];

describe.each(CALLS)("%s %s", (method, url, status, payload) => {
  test("is for the admin alone: 401 without a session, 403 for other users, and never cached", async () => {
    const anonymous = await call(method, url, undefined, payload);
    expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, "unauthorized"]);
    // Refused before the input is looked at.
    const member = await call(method, `${url}?page=x`, ana, { blocked: "talvez", reason: 1 });
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

  test("is in the OpenAPI document", async () => {
    const document = (await site.app.inject("/api/openapi.json")).json();
    const path = url.replace(/999999|00000000-[0-9-]+/, "{id}").replace("999998", "{alias}");
    expect(document.paths[versioned(path)][method.toLowerCase()]).toMatchObject({
      security: [{ bearer: [] }],
    });
  });
});

describe("GET /api/admin/prompts", () => {
  test("shows all of a prompt and its author's address, newest first", async () => {
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
      removal: null,
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

  test("a search for a number, with or without #, finds the prompt of that id", async () => {
    for (const search of [first.id, `%23${first.id}`]) {
      const found = (await call("GET", `/api/admin/prompts?search=${search}`, admin)).json();
      expect(found).toMatchObject({ prompts: [{ id: first.id }], totalCount: 1 });
    }
  });

  test("gives 30 per page, and past the end none with the true total", async () => {
    await sql(
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
    await sql("delete from prompts where title like 'Cópia %'");
  });
});

describe("GET /api/admin/users", () => {
  test("shows all users, newest first, with what removing each would remove", async () => {
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
      is_removed: false,
      removal: null,
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
    ["concei\u00adcao\u200b", ["Ana Conceição"]],
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

  test("finds a user by the whole id too", async () => {
    const { users } = (await call("GET", `/api/admin/users?search=${beto.id.toUpperCase()}`, admin)).json();
    expect(users).toMatchObject([{ id: beto.id }]);
  });

  test("searches by the index where there are many", async () => {
    await sql(
      `insert into users (email, username) select 'muita' || n || '@exemplo.com.br', 'Muita ' || n from generate_series(1, 3000) n`,
    );
    await sql("analyze users");
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
    await sql("delete from users where email like 'muita%'");
  });
});

describe("invalid input", () => {
  const PAGE = "A página deve ser um número inteiro de 1 a 1.000.000";

  test.each([
    ["prompts?page=0", "page", PAGE],
    ["users?page=1.5", "page", PAGE],
    ["users?page=1000001", "page", PAGE],
    ["audit-log?page=abc", "page", PAGE],
    [`prompts?search=${"a".repeat(201)}`, "search", "A busca deve ter no máximo 200 caracteres"],
    ["users?search=a&search=b", "search", "Informe a busca uma só vez, como texto"],
    ["users?search=%00", "search", expect.not.stringMatching(/invalid|expected/i)],
  ])("%s is a 400 that names the field", async (path, field, message) => {
    const answer = await call("GET", `/api/admin/${path}`, admin);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: "validation_failed", field, message });
  });

  test("pages and searches are accepted up to their limits", async () => {
    const url = `/api/admin/users?page=1000000&search=%20${"a".repeat(200)}%20`;
    expect((await call("GET", url, admin)).json()).toEqual({ users: [], totalCount: 0 });
  });

  test.each([
    [{}, "blocked", "Informe em blocked se o usuário fica bloqueado: true ou false"],
    [{ blocked: "sim" }, "blocked", "Informe em blocked se o usuário fica bloqueado: true ou false"],
    [{ blocked: true, reason: "x".repeat(501) }, "reason", "O motivo deve ter no máximo 500 caracteres"],
    [{ blocked: true, reason: 7 }, "reason", "O motivo deve ser um texto"],
    [
      { blocked: true, reason: `a${"\u0301".repeat(11)}` },
      "reason",
      "O texto empilha acentos ou sinais demais em uma mesma letra",
    ],
    [
      { blocked: false, remove_content: true },
      "remove_content",
      "Só é possível remover tudo ao bloquear a conta",
    ],
    [{ blocked: true, remove_content: "tudo" }, "remove_content", "remove_content deve ser true ou false"],
  ])("to block, %j is a 400 and changes nothing", async (payload, field, message) => {
    const answer = await call("PATCH", `/api/admin/users/${beto.id}/toggle-block`, admin, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: "validation_failed", field, message });
    expect((await call("GET", "/auth/v1/user", beto)).statusCode).toBe(200);
  });

  test("a missing body is a 400", async () => {
    const answer = await call("PATCH", `/api/admin/users/${beto.id}/toggle-block`, admin);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "validation_failed"]);
  });

  test.each(["abc", "0", "-1", "1e3", "99999999999999999999"])(
    "%s is no id of a prompt or user: 404",
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
