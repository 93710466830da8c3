import { beforeAll, describe, expect, test } from "vitest";
import { setBlocked } from "#accounts/server/account/accounts.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
const { call } = site;
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana Maria" });
  beto = await createUser(site.ctx, { username: "Beto" });
});

const get = (url: string, user?: TestUser) => call("GET", url, user);

describe("GET /api/users/{id}", () => {
  test("answers everybody the same: name, date, number of prompts, and nothing private", async () => {
    const answers = await Promise.all(
      [undefined, beto, ana].map((user) => get(`/api/users/${ana.id}`, user)),
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
    const { id } = await publishPrompt(site, ana);
    expect(await count()).toBe(1);
    await call("DELETE", `/api/prompts/${id}`, ana);
    expect(await count()).toBe(0);
  });

  test("keeps a blocked user's profile and prompts public", async () => {
    await publishPrompt(site, beto);
    await inTransaction(site.ctx.db, (trx) => setBlocked(trx, beto.id, true));
    site.ctx.responseCache.clear();
    const profile = await get(`/api/users/${beto.id}`);
    expect([profile.statusCode, profile.json().prompts_count]).toEqual([200, 1]);
    expect(profile.body).not.toContain("block");
    expect((await get(`/api/users/${beto.id}/prompts`)).json().data).toHaveLength(1);
  });

  test("accepts an id in capitals", async () => {
    expect((await get(`/api/users/${ana.id.toUpperCase()}`)).json().id).toBe(ana.id);
  });

  test.each(["nobody", "0", "00000000-0000-4000-8000-000000000000"])(
    "answers 404 for nobody's id %s",
    async (id) => {
      const answer = await get(`/api/users/${id}`);
      expect([answer.statusCode, answer.json().message]).toEqual([404, "Pessoa não encontrada"]);
    },
  );
});
