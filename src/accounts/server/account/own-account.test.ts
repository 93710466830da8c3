/** Changes of one's own account: refusals in the protocol's words, and a change elsewhere comes first. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";
import { readAccount } from "./own-account.service.ts";

const NEW = "cupuaçu-maduro-8";
const GONE = "User from sub claim in JWT does not exist";
const site = setUpTestApp();

const change = (user: TestUser, changes: object) => site.call("PUT", "/auth/v1/user", user, changes);
/** Changes an account while another transaction does something to it. */
async function changeDuring(query: string, user: TestUser, changes: object) {
  const held = await lockRows(site.ctx.pool, query, user.id);
  const answer = change(user, changes);
  await untilWaiting(site.ctx.pool);
  await held.release();
  return (await answer).json();
}

describe("a new password is refused", () => {
  const missing = "Current password required when setting new password.";
  const same = "New password should be different from the old password.";
  test.each([
    [400, "current_password_required", missing, "current_password", { password: NEW }],
    [
      400,
      "current_password_invalid",
      "Current password is incorrect",
      "current_password",
      { password: NEW, current_password: "errada-mesmo-1" },
    ],
    [422, "same_password", same, "password", { password: PASSWORD, current_password: PASSWORD }],
  ])("with %i %s, its message and its field", async (code, error_code, msg, field, changes) => {
    const answer = await change(await createUser(site.ctx), changes);
    expect(answer.json()).toEqual({ code, error_code, msg, field });
  });

  test("when another one was set meanwhile, which stays", async () => {
    const ana = await createUser(site.ctx);
    const query = "update users set password_hash = 'another' where id = $1";
    const answer = await changeDuring(query, ana, { password: NEW, current_password: PASSWORD });
    expect(answer).toMatchObject({ code: 400, error_code: "current_password_invalid" });
    const [stored] = await site.sql("select password_hash from users where id = $1", ana.id);
    expect(stored).toEqual({ password_hash: "another" });
  });
});

test("a present password that is sent is checked, whatever is changed", async () => {
  const ana = await createUser(site.ctx);
  const wrong = await change(ana, { data: { nota: "x" }, current_password: "errada-mesmo-1" });
  expect(wrong.json()).toMatchObject({ code: 400, error_code: "current_password_invalid" });
  expect((await change(ana, { data: { nota: "x" }, current_password: PASSWORD })).statusCode).toBe(200);
});

test("a session that ends while it sets a password by a mailed link sets none", async () => {
  const ana = await createUser(site.ctx);
  await site.sql("update sessions set auth_method = 'otp' where user_id = $1", ana.id);
  // From elsewhere, while the new password is hashed.
  const held = await lockRows(site.ctx.pool, "select from users where id = $1 for update", ana.id);
  const answer = change(ana, { password: NEW });
  await untilWaiting(site.ctx.pool);
  await held.client.query("delete from sessions where user_id = $1", [ana.id]);
  await held.release();
  expect((await answer).statusCode).toBe(401);
  expect((await site.logIn(ana.email)).statusCode).toBe(200);
});

describe("a user who is gone", () => {
  const refusal = { code: 403, error_code: "user_not_found", msg: GONE };

  test.each([
    ["password", { password: NEW, current_password: PASSWORD }],
    ["data", { data: { tema: "azul" } }],
  ])("meanwhile changes no %s", async (_, changes) => {
    const ana = await createUser(site.ctx);
    expect(await changeDuring("delete from users where id = $1", ana, changes)).toEqual(refusal);
  });

  test("has no account to read", async () => {
    const { code: status, error_code: code, msg: message } = refusal;
    await expect(readAccount(site.ctx, randomUUID())).rejects.toMatchObject({ status, code, message });
  });
});

describe("cached answers", () => {
  test("show a new name at once", async () => {
    const ana = await createUser(site.ctx);
    const shown = async () => (await site.call("GET", `/api/users/${ana.id}`)).json().username;
    expect(await shown()).toBe(ana.username);
    await change(ana, { data: { username: "Ana Renomeada" } });
    expect(await shown()).toBe("Ana Renomeada");
  });

  test("stay when nothing changes that they show", async () => {
    const ana = await createUser(site.ctx);
    await publishPrompt(site, ana);
    await site.call("GET", "/api/prompts");
    const { kept } = site.ctx.responseCache.counts();
    expect(kept).toBeGreaterThan(0);
    await change(ana, { data: { tema: "azul" } });
    expect(site.ctx.responseCache.counts().kept).toBe(kept);
  });
});
