/** A password must not be its owner's name or address, wherever one is chosen. */
import { expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const site = setUpTestApp();

test("one's own name or address is refused when signing up", async () => {
  const email = "jurema.flores@exemplo.com.br";
  for (const password of ["Jurema.Flores1", "outro_nome_2026"]) {
    const answer = await site.signUp(email, "Outro Nome", { password });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      error_code: "weak_password",
      weak_password: { reasons: ["pwned"] },
    });
  }
});

test("one's own name or address is refused when the password changes, also together with the name", async () => {
  const { token } = await createUser(site.ctx, {
    username: "Iracema Lagoa",
    email: "ira.lagoa@exemplo.com.br",
  });
  const put = (changes: object) =>
    site.call("PUT", "/auth/v1/user", token, { current_password: PASSWORD, ...changes });
  for (const changes of [
    { password: "iracemalagoa7" },
    { password: "ira.lagoa" },
    { password: "Moema Serrana", data: { username: "Moema_Serrana" } },
  ]) {
    const answer = await put(changes);
    expect([answer.statusCode, answer.json().error_code]).toEqual([422, "weak_password"]);
  }
  expect((await put({ password: "Moema Serrana" })).statusCode).toBe(200);
});

test("a login with such a password from before succeeds, and says so", async () => {
  const [email, password] = ["beatriz.prado@exemplo.com.br", "beatriz.prado1"];
  await createUser(site.ctx, { email, password });
  const answer = await site.logIn(email, { password });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().weak_password.reasons).toEqual(["pwned"]);
});
