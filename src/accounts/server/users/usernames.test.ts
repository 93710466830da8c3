/** The rules of `username-rules.test.ts` hold wherever a name is set. */
import { beforeAll, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx);
});

const rename = ({ token }: TestUser, username: string) =>
  site.call("PUT", "/auth/v1/user", token, { data: { username } });

test("a name is refused when signing up and when renaming", async () => {
  const name = "Adm1nistrador";
  for (const answer of [await site.signUp("nova@exemplo.com.br", name), await rename(ana, name)]) {
    expect(answer.statusCode).toBe(422);
    const msg = "Este nome é reservado: parece ser da equipe da Prompteca. Escolha outro.";
    expect(answer.json()).toMatchObject({ error_code: "username_reserved", msg, field: "username" });
  }
  const { username } = ana;
  expect(await site.sql("select username from users where id = $1", ana.id)).toEqual([{ username }]);
});

test("the admin may speak for the site, and users keep such a name from before", async () => {
  const admin = await createAdmin(site.ctx);
  expect((await rename(admin, "Equipe Prompteca")).statusCode).toBe(200);
  expect((await rename(admin, "prompteca.com")).json().error_code).toBe("username_address");
  const old = await createUser(site.ctx, { username: "Suporte Antigo" });
  expect((await rename(old, "Suporte Antigo")).statusCode).toBe(200);
  expect((await rename(old, "Suporte Novo")).json().error_code).toBe("username_reserved");
});
