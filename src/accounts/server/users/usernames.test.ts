/** Whose name may be what, wherever one is set. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

describe("where a name is set", () => {
  let site: TestApp;
  let ana: TestUser;
  let admin: TestUser;
  beforeAll(async () => {
    site = await createTestApp();
    ana = await createUser(site.ctx);
    admin = await createUser(site.ctx, { username: "admin", email: site.ctx.config.adminEmail });
  });
  afterAll(() => site.close());

  const signUp = (username: string) =>
    site.app.inject({
      method: "POST",
      url: "/auth/v1/signup",
      payload: { email: "nova@exemplo.com.br", password: PASSWORD, data: { username } },
    });
  const rename = ({ token }: TestUser, username: string) =>
    site.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${token}`, "x-supabase-api-version": "2024-01-01" },
      payload: { data: { username } },
    });

  test.each([
    [
      "Adm1nistrador",
      "username_reserved",
      "Este nome parece falar pela equipe da Prompteca e é reservado. Escolha outro.",
    ],
    [
      "ana.gmail.com",
      "username_address",
      "O nome de usuário não pode conter um endereço de email ou de site",
    ],
  ])("%s is refused to whoever signs up or renames themselves", async (name, code, message) => {
    const signedUp = await signUp(name);
    expect([signedUp.statusCode, signedUp.json().error_code]).toEqual([422, code]);
    const renamed = await rename(ana, name);
    expect(renamed.statusCode).toBe(422);
    expect(renamed.json()).toMatchObject({ code, message, field: "username" });
    const { rows } = await site.ctx.pool.query("select username from users where id = $1", [ana.id]);
    expect(rows).toEqual([{ username: ana.username }]);
  });

  test("the admin may speak for the site, and whoever has such a name from before keeps it", async () => {
    expect((await rename(admin, "Equipe Prompteca")).statusCode).toBe(200);
    expect((await rename(admin, "prompteca.com")).json().code).toBe("username_address");
    const old = await createUser(site.ctx, { username: "Suporte Antigo" });
    expect((await rename(old, "Suporte Antigo")).statusCode).toBe(200);
    expect((await rename(old, "Suporte Novo")).json().code).toBe("username_reserved");
  });
});
