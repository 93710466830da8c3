/** Which names are refused, wherever one is set. */
import { beforeAll, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx);
});

const rename = ({ token }: TestUser, username: string) =>
  site.call("PUT", "/auth/v1/user", token, { data: { username } });

test.each([
  [
    "Adm1nistrador",
    "username_reserved",
    "Este nome parece falar pela equipe da Prompteca e é reservado. Escolha outro.",
  ],
  ["ana.gmail.com", "username_address", "O nome de usuário não pode conter um endereço de email ou de site"],
  ["  ab  ", "username_invalid", "O nome de usuário deve ter pelo menos 3 caracteres"],
  ["puta_123", "username_profane", "O nome de usuário contém linguagem imprópria"],
])("%s is refused when signing up and when renaming", async (name, error_code, msg) => {
  for (const answer of [await site.signUp("nova@exemplo.com.br", name), await rename(ana, name)]) {
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ error_code, msg, field: "username" });
  }
  const { username } = ana;
  expect(await site.sql("select username from users where id = $1", ana.id)).toEqual([{ username }]);
});

test("the admin may speak for the site, and users keep such a name from before", async () => {
  const admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
  expect((await rename(admin, "Equipe Prompteca")).statusCode).toBe(200);
  expect((await rename(admin, "prompteca.com")).json().error_code).toBe("username_address");
  const old = await createUser(site.ctx, { username: "Suporte Antigo" });
  expect((await rename(old, "Suporte Antigo")).statusCode).toBe(200);
  expect((await rename(old, "Suporte Novo")).json().error_code).toBe("username_reserved");
});
