/** How mailed links are refused: to blocked users, once they are void, and when they are tried too often. */
import { expect, test } from "vitest";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });

const post = (url: string, payload: object, remoteAddress = "203.0.113.30") =>
  site.app.inject({
    method: "POST",
    url,
    remoteAddress,
    headers: { "x-supabase-api-version": "2024-01-01" },
    payload,
  });
const verify = (token_hash: string, from?: string) =>
  post("/auth/v1/verify", { token_hash, type: "recovery" }, from);
/** Uses up what a limit allows for this key. */
async function useUp(limit: keyof typeof RATE_LIMITS, key: string): Promise<void> {
  for (let time = 0; time < RATE_LIMITS[limit].points; time++) await site.ctx.rateLimits.take(limit, key);
}
async function tokenFor(column: "user_id" | "signup_id", id: string): Promise<string> {
  const { rows } = await site.ctx.pool.query(`select id from one_time_tokens where ${column} = $1`, [id]);
  return tokenOf(site.ctx, rows[0].id);
}

test("a blocked user's link for a new password opens no session, and a void one says what it is", async () => {
  const { id, email } = await createUser(site.ctx);
  await post("/auth/v1/recover", { email });
  const token = await tokenFor("user_id", id);
  await site.ctx.pool.query("update users set is_blocked = true where id = $1", [id]);
  const refused = await verify(token);
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    expect.objectContaining({ code: "user_banned", message: "User is banned" }),
  ]);
  const unknown = await verify("nenhum");
  expect([unknown.statusCode, unknown.json()]).toEqual([
    403,
    expect.objectContaining({ code: "otp_expired", message: "Email link is invalid or has expired" }),
  ]);
});

test.each([
  ["verifyPerAddress", "/auth/v1/verify", { token_hash: "nenhum", type: "recovery" }, 403],
  ["verifyPerAddress", "/api/auth/confirm-email", { token_hash: "nenhum" }, 403],
  ["mailedLinkPerAddress", "/api/auth/mailed-link", { token_hash: "nenhum" }, 200],
] as const)("%s limits %s: another address is not concerned", async (limit, url, payload, usual) => {
  const busy = `198.51.100.${url.length}`;
  await useUp(limit, busy);
  expect((await post(url, payload, busy)).statusCode).toBe(429);
  expect((await post(url, payload)).statusCode).toBe(usual);
});

test("a sign-up's password is guessed so many times at most, from however many addresses", async () => {
  const payload = { email: "chutes@exemplo.com.br", password: PASSWORD, data: { username: "Muitos Chutes" } };
  const { id } = (await post("/auth/v1/signup", payload)).json();
  const token_hash = await tokenFor("signup_id", id);
  const confirm = (password: string, from: string) =>
    post("/api/auth/confirm-email", { token_hash, password }, from);
  expect((await confirm("nao-e-esta-99", "203.0.113.31")).json().code).toBe("signup_password_wrong");
  await useUp("confirmPerSignup", id);
  expect((await confirm(PASSWORD, "203.0.113.32")).statusCode).toBe(429);
});
