import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { untilWaiting } from "#tests/support/database.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { removeUser } from "./removal.service.ts";

let site: TestApp;
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  site = await createTestApp();
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
});
afterAll(() => site.close());

const call: TestApp["call"] = (...all) => site.call(...all);

function publish(person: TestUser, picture: string) {
  return call("POST", "/api/prompts", person, {
    title: "Um prompt",
    content: "Escreva um poema sobre o mar.",
    llm_type_id: 1,
    thumbnail_url: picture,
  });
}

async function count(table: string, where = "true"): Promise<number> {
  const { rows } = await site.ctx.pool.query(`select count(*)::int as n from ${table} where ${where}`);
  return rows[0].n;
}

const remove = (id: string) => inTransaction(site.ctx.db, (trx) => removeUser(trx, site.ctx.jobs, id));
/** The files of pictures, wherever in the folder they lie. */
const files = async () =>
  (await readdir(join(site.ctx.config.dataDir, "media"), { recursive: true })).filter((name) =>
    name.includes("."),
  );

test("takes a person away with everything they own, and nothing of others", async () => {
  const [shared, own] = [await pictureDataUrl("#114477"), await pictureDataUrl("#aa5511")];
  const kept = (await publish(beto, shared)).json();
  const before = await files();
  const gone = [(await publish(ana, shared)).json(), (await publish(ana, own)).json()];
  await call("POST", `/api/prompts/${kept.id}/like`, ana);
  await call("POST", `/api/prompts/${gone[0].id}/like`, beto);
  await call("POST", `/api/prompts/${gone[1].id}/favorite`, beto);

  expect(await remove(ana.id)).toEqual({
    username: "Ana",
    email: ana.email,
    is_demo: false,
    prompts: 2,
  });

  expect(await count("users", `id = '${ana.id}'`)).toBe(0);
  expect(await count("sessions", `user_id = '${ana.id}'`)).toBe(0);
  expect(await count("username_claims", "username_key = 'ana'")).toBe(0);
  expect([await count("likes"), await count("favorites"), await count("prompts")]).toEqual([0, 0, 1]);
  expect((await call("GET", `/api/prompts/${kept.id}`, beto)).json()).toMatchObject({ likes_count: 0 });
  expect(await count("llm_types", "prompts_count = 1")).toBe(1);
  await expect.poll(files).toEqual(before);
  expect((await call("GET", "/auth/v1/user", ana)).statusCode).toBe(403);
  expect(await remove(ana.id)).toBeUndefined();
});

test("a publication or a like at the same moment finds no account, and leaves nothing", async () => {
  const carla = await createUser(site.ctx, { username: "Carla" });
  const picture = await pictureDataUrl("#22aa66");
  const { id } = (await publish(beto, picture)).json();
  const before = { files: await files(), prompts: await count("prompts"), likes: await count("likes") };

  const [publication, like] = await inTransaction(site.ctx.db, async (trx) => {
    await removeUser(trx, site.ctx.jobs, carla.id);
    // Both pass authentication, then wait for this transaction.
    const calls = [publish(carla, picture), call("POST", `/api/prompts/${id}/like`, carla)];
    await untilWaiting(site.ctx.pool, 2);
    // Not awaited here: they end when this transaction does.
    return calls.map((answer) => ({ answer }));
  });

  expect((await publication?.answer)?.statusCode).toBe(401);
  expect((await like?.answer)?.statusCode).toBe(401);
  const left = async () => ({
    files: await files(),
    prompts: await count("prompts"),
    likes: await count("likes"),
  });
  await expect.poll(left).toEqual(before);
});
