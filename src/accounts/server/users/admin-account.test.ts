/** How the admin gets in. */
import { afterEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { checkAdminPassword, createAdminLink, ensureAdminAccount } from "./admin-account.ts";

const EMAIL = "admin@prompteca.local";
let site: TestApp;
afterEach(() => site.close());

function post(path: string, payload: object) {
  return site.app.inject({ method: "POST", url: `/auth/v1${path}`, payload });
}
const signIn = (password: string) => post("/token?grant_type=password", { email: EMAIL, password });
const follow = (link: string | undefined) =>
  post("/verify", { token_hash: new URL(link ?? "").searchParams.get("token_hash"), type: "recovery" });

describe("the admin's account", () => {
  test("is made at the first start, and opens by the link that each start shows, once", async () => {
    site = await createTestApp();
    const first = await ensureAdminAccount(site.ctx);
    const second = await ensureAdminAccount(site.ctx);
    expect(second).toMatch(/^http:\/\/localhost:3000\/reset-password\?token_hash=[\w-]{43}&type=recovery$/);
    expect(second).toBe(first);
    const opened = await follow(second);
    expect(opened.json().user).toMatchObject({
      user_metadata: { username: "admin" },
      app_metadata: { role: "admin" },
    });
    expect((await follow(second)).statusCode).toBe(403);

    const changed = await site.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${opened.json().access_token}` },
      payload: { password: PASSWORD },
    });
    expect(changed.statusCode).toBe(200);
    expect((await signIn(PASSWORD)).statusCode).toBe(200);
    expect(await ensureAdminAccount(site.ctx)).toBeUndefined();
    expect((await follow(await createAdminLink(site.ctx))).statusCode).toBe(200);
  });

  test("takes ADMIN_PASSWORD while it has none, and the next free name", async () => {
    site = await createTestApp({ ADMIN_PASSWORD: PASSWORD });
    await createUser(site.ctx, { username: "Ádmin" });
    expect(await ensureAdminAccount(site.ctx)).toBeUndefined();
    const { user } = (await signIn(PASSWORD)).json();
    expect(user.user_metadata.username).toBe("admin2");
    await site.ctx.pool.query("update users set password_hash = null where email = $1", [EMAIL]);
    expect(await ensureAdminAccount(site.ctx)).toBeUndefined();
    expect((await signIn(PASSWORD)).statusCode).toBe(200);
  });

  test("is made once when two processes start together", async () => {
    site = await createTestApp();
    const links = await Promise.all([1, 2, 3, 4].map(() => ensureAdminAccount(site.ctx)));
    expect(links).not.toContain(undefined);
    const { rows } = await site.ctx.pool.query("select username from users");
    expect(rows).toEqual([{ username: "admin" }]);
    const answers = await Promise.all(links.map(follow));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403]);
  });

  test("refuses a weak ADMIN_PASSWORD by name, and does not repeat it", async () => {
    site = await createTestApp({ ADMIN_PASSWORD: "admin123" });
    expect(() => checkAdminPassword(site.ctx.config)).toThrow(/ADMIN_PASSWORD: (?!.*admin123)/);
  });
});
