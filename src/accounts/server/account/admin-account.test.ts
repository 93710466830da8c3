/** How the admin gets in. */
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { checkAdminPassword, createAdminLink, ensureAdminAccount } from "./admin-account.ts";

const email = "admin@prompteca.local";
let site: TestApp;
afterEach(() => site.close());

const signIn = (password: string) =>
  site.call("POST", "/auth/v1/token?grant_type=password", null, { email, password });
const follow = (link = "") => {
  const token_hash = new URL(link).searchParams.get("token_hash");
  return site.call("POST", "/auth/v1/verify", null, { token_hash, type: "recovery" });
};

test("the admin's account is created at the first start, and opens by the link that each start shows, once", async () => {
  site = await createTestApp();
  const first = await ensureAdminAccount(site.ctx);
  const second = await ensureAdminAccount(site.ctx);
  expect(second).toMatch(/^http:\/\/localhost:3000\/reset-password\?token_hash=[\w-]{43}&type=recovery$/);
  expect(second).toBe(first);
  const opened = (await follow(second)).json();
  expect(opened.user).toMatchObject({
    user_metadata: { username: "admin" },
    app_metadata: { role: "admin" },
  });
  expect((await follow(second)).statusCode).toBe(403);

  const changed = await site.call("PUT", "/auth/v1/user", opened.access_token, { password: PASSWORD });
  expect(changed.statusCode).toBe(200);
  expect((await signIn(PASSWORD)).statusCode).toBe(200);
  expect(await ensureAdminAccount(site.ctx)).toBeUndefined();
  expect((await follow(await createAdminLink(site.ctx))).statusCode).toBe(200);
});

test("ADMIN_PASSWORD is set while the admin has none, and the next free name is taken", async () => {
  site = await createTestApp({ ADMIN_PASSWORD: PASSWORD });
  await createUser(site.ctx, { username: "Ádmin" });
  expect(await ensureAdminAccount(site.ctx)).toBeUndefined();
  expect((await signIn(PASSWORD)).json().user.user_metadata.username).toBe("admin2");
  await site.ctx.pool.query("update users set password_hash = null where email = $1", [email]);
  expect(await ensureAdminAccount(site.ctx)).toBeUndefined();
  expect((await signIn(PASSWORD)).statusCode).toBe(200);
});

test("processes that start together create one account", async () => {
  site = await createTestApp();
  const links = await Promise.all([1, 2, 3, 4].map(() => ensureAdminAccount(site.ctx)));
  expect(links).not.toContain(undefined);
  const { rows } = await site.ctx.pool.query("select username from users");
  expect(rows).toEqual([{ username: "admin" }]);
  const answers = await Promise.all(links.map((link) => follow(link)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403]);
});

test("a weak ADMIN_PASSWORD is refused by name, and not repeated", async () => {
  site = await createTestApp({ ADMIN_PASSWORD: "admin123" });
  expect(() => checkAdminPassword(site.ctx.config)).toThrow(/ADMIN_PASSWORD: (?!.*admin123)/);
});
