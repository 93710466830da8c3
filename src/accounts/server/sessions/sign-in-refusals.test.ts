/** How signing in is refused: nothing is told to who does not know the password. */
import { expect, test } from "vitest";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });

const WRONG = "errada-mesmo-1";
const invalid = [400, "invalid_credentials", "Invalid login credentials"];

/** Signs in. @returns the status, and the error's code and message */
async function refusalOf(email: string, password: string, remoteAddress = "203.0.113.20") {
  const answer = await site.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    remoteAddress,
    headers: { "x-supabase-api-version": "2024-01-01" },
    payload: { email, password },
  });
  const { code, message } = answer.json();
  return [answer.statusCode, code, message];
}

test("a blocked user is told so with the right password, and with no other", async () => {
  const { id, email } = await createUser(site.ctx);
  await site.ctx.pool.query("delete from sessions where user_id = $1", [id]);
  await site.ctx.pool.query("update users set is_blocked = true where id = $1", [id]);
  expect(await refusalOf(email, PASSWORD)).toEqual([400, "user_banned", "User is banned"]);
  expect(await refusalOf(email, WRONG)).toEqual(invalid);
  const { rows } = await site.ctx.pool.query("select from sessions where user_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("whoever has not confirmed their address is told so with the right password, and with no other", async () => {
  const email = "espera@exemplo.com.br";
  const payload = { email, password: PASSWORD, data: { username: "Quem Espera" } };
  const signedUp = await site.app.inject({ method: "POST", url: "/auth/v1/signup", payload });
  expect(signedUp.statusCode).toBe(200);
  expect(await refusalOf(email, PASSWORD)).toEqual([400, "email_not_confirmed", "Email not confirmed"]);
  expect(await refusalOf(email, WRONG)).toEqual(invalid);
  expect(await refusalOf("ninguem@exemplo.com.br", PASSWORD)).toEqual(invalid);
});

test("an address that signs in too often is refused for every account, another one is not", async () => {
  const { email } = await createUser(site.ctx);
  const busy = "203.0.113.21";
  for (let time = 0; time < RATE_LIMITS.signInPerAddress.points; time++) {
    await site.ctx.rateLimits.take("signInPerAddress", busy);
  }
  expect((await refusalOf(email, PASSWORD, busy))[0]).toBe(429);
  expect((await refusalOf(email, PASSWORD))[0]).toBe(200);
});
