/** A password must not be its owner's name or address, wherever one is chosen. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

describe("a password that is one's name or address", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp();
  });
  afterAll(() => site.close());
  const headers = { "x-supabase-api-version": "2024-01-01" };

  test("is refused when signing up", async () => {
    const email = "jurema.flores@exemplo.com.br";
    for (const [password, username] of [
      ["Jurema.Flores1", "Outro Nome"],
      ["outro_nome_2026", "Outro Nome"],
    ]) {
      const payload = { email, password, data: { username } };
      const answer = await site.app.inject({ method: "POST", url: "/auth/v1/signup", headers, payload });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: "weak_password", weak_password: { reasons: ["pwned"] } });
    }
  });

  test("is refused when the password changes, and when name and password change together", async () => {
    const { token } = await createUser(site.ctx, {
      username: "Iracema Lagoa",
      email: "ira.lagoa@exemplo.com.br",
    });
    const put = (payload: object) =>
      site.app.inject({
        method: "PUT",
        url: "/auth/v1/user",
        headers: { ...headers, authorization: `Bearer ${token}` },
        payload: { current_password: PASSWORD, ...payload },
      });
    for (const payload of [
      { password: "iracemalagoa7" },
      { password: "ira.lagoa" },
      { password: "Moema Serrana", data: { username: "Moema_Serrana" } },
    ]) {
      const answer = await put(payload);
      expect([answer.statusCode, answer.json().code]).toEqual([422, "weak_password"]);
    }
    expect((await put({ password: "Moema Serrana" })).statusCode).toBe(200);
  });

  test("is told when somebody signs in with it who has had it from before", async () => {
    const email = "beatriz.prado@exemplo.com.br";
    await createUser(site.ctx, { username: "Bia", email, password: "beatriz.prado1" });
    const answer = await site.app.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=password",
      headers,
      payload: { email, password: "beatriz.prado1" },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().weak_password.reasons).toEqual(["pwned"]);
  });
});
