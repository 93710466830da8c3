import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setBlocked } from "#accounts/server/users/users.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  site = await createTestApp();
  ana = await createUser(site.ctx, { username: "Ana Maria" });
  beto = await createUser(site.ctx, { username: "Beto" });
});
afterAll(() => site.close());

const headersOf = (person?: TestUser) => (person ? { authorization: `Bearer ${person.token}` } : {});
const get = (url: string, person?: TestUser) =>
  site.app.inject({ method: "GET", url, headers: headersOf(person) });

async function publish(person: TestUser): Promise<number> {
  const answer = await site.app.inject({
    method: "POST",
    url: "/api/prompts",
    headers: headersOf(person),
    payload: {
      title: "Um prompt",
      content: "Escreva um poema sobre o mar.",
      llm_type_id: 1,
      thumbnail_url: await pictureDataUrl(),
    },
  });
  return answer.json().id;
}

describe("GET /api/users/{id}", () => {
  test("tells everybody the same: name, since when, how many prompts, and nothing private", async () => {
    const answers = await Promise.all(
      [undefined, beto, ana].map((person) => get(`/api/users/${ana.id}`, person)),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        id: ana.id,
        username: "Ana Maria",
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        prompts_count: 0,
      });
      expect(answer.body).not.toContain("@");
    }
  });

  test("counts what is published and removed at once", async () => {
    const count = async () => (await get(`/api/users/${ana.id}`)).json().prompts_count;
    const id = await publish(ana);
    expect(await count()).toBe(1);
    await site.app.inject({ method: "DELETE", url: `/api/prompts/${id}`, headers: headersOf(ana) });
    expect(await count()).toBe(0);
  });

  test("a blocked person's page and prompts stay public", async () => {
    await publish(beto);
    await inTransaction(site.ctx.db, (trx) => setBlocked(trx, beto.id, true));
    site.ctx.responseCache.clear();
    const person = await get(`/api/users/${beto.id}`);
    expect([person.statusCode, person.json().prompts_count]).toEqual([200, 1]);
    expect(person.body).not.toContain("block");
    expect((await get(`/api/users/${beto.id}/prompts`)).json().data).toHaveLength(1);
  });

  test("reads an id in capitals as the same", async () => {
    expect((await get(`/api/users/${ana.id.toUpperCase()}`)).json().id).toBe(ana.id);
  });

  test.each(["nobody", "0", "00000000-0000-4000-8000-000000000000"])(
    "answers 404 for nobody's id %s",
    async (id) => {
      const answer = await get(`/api/users/${id}`);
      expect([answer.statusCode, answer.json().message]).toEqual([404, "Usuário não encontrado"]);
    },
  );
});
