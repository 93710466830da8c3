import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const limited = setUpTestApp({ RATE_LIMITS: "on" });
const { sql } = site;
let ana: TestUser;
let beto: TestUser;
let promptId: number;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
  promptId = (await publishPrompt(site, ana, { title: "Para curtir" })).id;
});
beforeEach(() => sql("delete from likes where true; delete from favorites where true"));

function call(
  method: "POST" | "DELETE",
  what: string,
  user: TestUser | null,
  payload?: object,
  id: unknown = promptId,
) {
  return site.call(method, `/api/prompts/${id}/${what}`, user, payload);
}

async function stored() {
  const rows = await sql(
    `select (select likes_count from prompt_stats where prompt_id = $1) as counted,
      (select count(*) from likes where prompt_id = $1) as rows`,
    promptId,
  );
  return rows[0] as { counted: number; rows: number };
}

describe.each(["like", "favorite"])("POST and DELETE /api/prompts/{id}/%s", (what) => {
  test("are refused to visitors", async () => {
    expect((await call("POST", what, null)).statusCode).toBe(401);
    expect((await call("DELETE", what, null)).statusCode).toBe(401);
  });

  test.each([999_999, "abc", "0"])("answer 404 for %s", async (id) => {
    expect((await call("POST", what, ana, undefined, id)).statusCode).toBe(404);
    expect((await call("DELETE", what, ana, undefined, id)).statusCode).toBe(404);
  });

  test.each([
    { liked: "sim", favorited: "sim" },
    { liked: 1, favorited: 1 },
  ])("refuse the body %o", async (body) => {
    const answer = await call("POST", what, ana, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toMatch(/liked|favorited/);
  });
});

describe("POST /api/prompts/{id}/like", () => {
  test("toggles with an empty body", async () => {
    expect((await call("POST", "like", ana)).json()).toEqual({ isLiked: true, likesCount: 1 });
    expect((await call("POST", "like", beto)).json()).toEqual({ isLiked: true, likesCount: 2 });
    expect((await call("POST", "like", ana)).json()).toEqual({ isLiked: false, likesCount: 1 });
    expect((await call("DELETE", "like", beto)).json()).toEqual({ likes_count: 0 });
  });

  test("sets what the body says, as often as it is said", async () => {
    for (const liked of [true, true, true, false, false, false]) {
      const answer = await call("POST", "like", ana, { liked });
      expect(answer.json()).toEqual({ isLiked: liked, likesCount: Number(liked) });
    }
  });

  test("50 likes at once by one person are one like", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call("POST", "like", ana, { liked: true })),
    );
    expect(answers.every((answer) => answer.statusCode === 200 && answer.json().isLiked)).toBe(true);
    expect(await stored()).toEqual({ counted: 1, rows: 1 });
  });

  test("shows to who liked at once, in every list", async () => {
    await call("POST", "like", ana, { liked: false });
    await call("POST", "like", beto, { liked: false });
    await site.call("GET", "/api/prompts");
    await call("POST", "like", ana, { liked: true });
    for (const url of ["/api/prompts", "/api/prompts/top", `/api/prompts/${promptId}`]) {
      const body = (await site.call("GET", url, ana)).json();
      const prompt = Array.isArray(body) ? body[0] : (body.data?.[0] ?? body);
      expect(prompt).toMatchObject({ id: promptId, is_liked: true, likes_count: 1 });
    }
    const others = await site.call("GET", `/api/prompts/${promptId}`, beto);
    expect(others.json()).toMatchObject({ is_liked: false, likes_count: 1 });
  });

  test("a user's likes go with the account, and the count follows", async () => {
    const passing = await createUser(site.ctx, { username: "De Passagem" });
    await call("POST", "like", passing, { liked: true });
    await sql("delete from users where id = $1", passing.id);
    const { counted, rows } = await stored();
    expect(counted).toBe(rows);
  });
});

describe("POST /api/prompts/{id}/favorite", () => {
  test("toggles, sets and removes", async () => {
    expect((await call("POST", "favorite", ana)).json()).toEqual({ isFavorited: true });
    expect((await call("POST", "favorite", ana)).json()).toEqual({ isFavorited: false });
    expect((await call("POST", "favorite", ana, { favorited: true })).json()).toEqual({ isFavorited: true });
    expect((await call("POST", "favorite", ana, { favorited: true })).json()).toEqual({ isFavorited: true });
    expect((await call("DELETE", "favorite", ana)).json()).toEqual({ isFavorited: false });
    expect((await call("DELETE", "favorite", ana)).statusCode).toBe(200);
  });
});

test("one account reacts 60 times in 10 seconds at most; others do not feel it", async () => {
  const hasty = await createUser(limited.ctx);
  const calm = await createUser(limited.ctx);
  const like = (user: TestUser, method: "POST" | "DELETE" = "POST") =>
    limited.call(method, "/api/prompts/1/like", user);
  // There is no such prompt: trying counts as well.
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await like(hasty)).statusCode));
  expect(new Set(statuses)).toEqual(new Set([404]));
  for (const method of ["POST", "DELETE"] as const) {
    const refused = await like(hasty, method);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.json()).toEqual({
      code: "over_request_rate_limit",
      message: "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente.",
    });
  }
  expect((await like(calm)).statusCode).toBe(404);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_001 });
  expect((await like(hasty)).statusCode).toBe(404);
});
