/** Refusals as programs get them, in both forms, from every call. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROBLEM_TYPE } from "#platform/http/problem.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { documentedCalls, pathWith } from "#tests/support/api-calls.ts";
import { createTestApp } from "#tests/support/app.ts";
import { giveBack, takeAway } from "#tests/support/database.ts";
import { createKey } from "#tests/support/keys.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });
const problem = { accept: PROBLEM_TYPE };
const id = "00000000-0000-4000-8000-000000000000";

/** Expects a refusal to be the same in both forms, and to say that the form depends on `Accept`. */
function expectBothForms(what: string, [own, asProblem]: Awaited<ReturnType<typeof site.call>>[]) {
  if (!own || !asProblem) throw new Error("both forms are compared");
  const { message, code, field, errors } = own.json();
  expect.soft(own.headers["content-type"], what).toBe("application/json; charset=utf-8");
  expect.soft(asProblem.headers["content-type"], what).toBe("application/problem+json; charset=utf-8");
  expect.soft(own.json(), what).toEqual({
    message: expect.any(String),
    code,
    ...(field && { field }),
    ...(errors && { errors }),
  });
  expect.soft(asProblem.json(), what).toEqual({
    type: `${site.ctx.config.publicUrl}/programas#erro-${code}`,
    title: expect.any(String),
    status: own.statusCode,
    detail: message,
    instance: `urn:uuid:${asProblem.headers["x-request-id"]}`,
    code,
    ...(field && { field }),
    ...(errors && { errors }),
  });
  for (const { headers } of [own, asProblem]) expect.soft(headers.vary, what).toMatch(/\baccept\b/);
}

test("each documented call that refuses does so in both forms", async () => {
  let refused = 0;
  for (const call of await documentedCalls(site.app)) {
    const url = pathWith(call, { userId: id });
    const answers = [];
    for (const headers of [undefined, problem])
      answers.push(await site.call(call.method, url, null, undefined, headers));
    if ((answers[0]?.statusCode ?? 0) < 400) continue;
    refused++;
    expectBothForms(`${call.method} ${url}`, answers);
  }
  expect(refused).toBeGreaterThan(80);
});

test("several wrong fields are told at once, each with what is wrong first", async () => {
  const ana = await createUser(site.ctx);
  const empty = { title: "a", content: "", llm_type_id: 99, thumbnail_url: "" };
  const answers = [];
  for (const headers of [undefined, problem])
    answers.push(await site.call("POST", "/api/v1/prompts", ana, empty, headers));
  expectBothForms("four fields", answers);
  const errors = [
    { field: "title", message: "Título deve ter pelo menos 3 caracteres" },
    { field: "content", message: "Prompt deve ter pelo menos 10 caracteres" },
    { field: "llm_type_id", message: "Selecione o tipo de LLM" },
    { field: "thumbnail_url", message: "Por favor, faça upload de uma imagem para o seu prompt" },
  ];
  const [{ field, message }] = errors as [{ field: string; message: string }];
  expect(answers[0]?.json()).toEqual({ code: "validation_failed", field, message, errors });

  const profane = { ...empty, title: "uma puta ideia", content: "isto é do caralho mesmo", llm_type_id: 6 };
  const told = await site.call("POST", "/api/v1/prompts", ana, {
    ...profane,
    thumbnail_url: "data:image/png;base64,AAAA",
  });
  expect(told.json()).toEqual({
    code: "profanity",
    field: "title",
    message: "O título contém linguagem imprópria",
    errors: [
      { field: "title", message: "O título contém linguagem imprópria" },
      { field: "content", message: "O prompt contém linguagem imprópria" },
    ],
  });

  const one = await site.call("POST", "/api/v1/prompts", ana, {
    ...profane,
    content: "Um texto que serve.",
    thumbnail_url: "data:image/png;base64,AAAA",
  });
  expect(one.json()).toEqual({
    code: "profanity",
    field: "title",
    message: "O título contém linguagem imprópria",
  });
});

describe("in both forms", () => {
  type Case = [string, method: "GET" | "POST", url: string, payload: string | undefined, status: number];
  test.each<Case>([
    ["an address that nobody mounted", "GET", "/api/v1/nada", undefined, 404],
    ["one that cannot be decoded", "GET", "/api/v1/prompts/%E0%A4%A", undefined, 400],
    ["a parameter that is wrong", "GET", "/api/v1/prompts?limit=muitos", undefined, 400],
    ["a body that is no JSON", "POST", "/api/v1/prompts/similar", "{", 400],
    ["a body that is too large", "POST", "/api/v1/prompts/similar", `"${"x".repeat(300_000)}"`, 413],
    ["bytes that cannot be stored", "GET", "/api/v1/prompts?search=%00", undefined, 400],
  ])("%s", async (what, method, url, payload, status) => {
    const ana = await createUser(site.ctx);
    const answers = [];
    for (const accept of [undefined, problem]) {
      const headers = {
        authorization: `Bearer ${ana.token}`,
        ...accept,
        ...(payload && { "content-type": "application/json" }),
      };
      answers.push(await site.app.inject({ method, url, headers, ...(payload && { payload }) }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status]);
    expectBothForms(what, answers);
  });

  test("too many searches", async () => {
    const search = (headers = {}) =>
      site.app.inject({
        url: "/api/v1/prompts?search=palavra",
        remoteAddress: "192.0.2.7",
        headers,
      });
    for (let use = 0; use < 120; use++) await site.ctx.rateLimits.take("searchPerAddress", "192.0.2.7");
    const answers = [await search(), await search(problem)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    expectBothForms("too many searches", answers);
  });
});

test("a database that is away, with a session, a key and without", async () => {
  const own = await createTestApp();
  const ana = await createUser(own.ctx);
  const { key } = await createKey(own, ana);
  const [{ name }] = (await own.ctx.pool.query("select current_database() as name")).rows;
  await takeAway(name);
  for (const [url, who] of [
    ["/api/v1/prompts?page=2", null],
    ["/api/v1/collections", ana],
    ["/api/v1/users/me/favorites", key],
  ] as const) {
    const answers = [];
    for (const headers of [undefined, problem]) {
      answers.push(await own.call("GET", url, who, undefined, headers));
    }
    for (const { statusCode, headers } of answers) {
      expect([url, statusCode, headers["retry-after"]]).toEqual([url, 503, "5"]);
    }
    expectBothForms(url, answers);
    expect(answers[0]?.json().code).toBe("unavailable");
  }
  await giveBack(name);
  await expect
    .poll(async () => (await own.call("GET", "/api/v1/users/me/favorites", key)).statusCode)
    .toBe(200);
  await own.close();
});

test("good answers do not depend on Accept, and do not say so", async () => {
  const answers = [];
  for (const headers of [undefined, problem]) {
    answers.push(await site.call("GET", "/api/v1/prompts", null, undefined, headers));
  }
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, answers[0]?.body],
    [200, answers[0]?.body],
  ]);
  expect(answers.map(({ headers }) => headers.vary)).not.toContainEqual(
    expect.stringMatching(/\baccept\b(?!-)/),
  );
});

describe("of malformed HTTP", () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await site.app.listen({ port: 0, host: "127.0.0.1" })).port);
  });
  afterAll(() => site.app.server.closeAllConnections());

  test.each([
    ["application/problem+json", { status: 400, code: "bad_request", detail: "Requisição inválida." }],
    ["application/json", { message: "Requisição inválida.", code: "bad_request" }],
  ])("is refused as %s", async (accept, expected) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.write(`GET /api/v1/with spaces HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head).toContain(`content-type: ${accept}; charset=utf-8`);
    expect(head).toMatch(/\r\nvary: accept\r\n/);
    expect(JSON.parse(body)).toMatchObject(expected);
  });
});
