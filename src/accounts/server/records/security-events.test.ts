/** Security events: each refusal and each decision is one line, with keyed hashes and codes, and no personal data. */
import type { InjectOptions } from "fastify";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { createAuthenticator, makePasskey, passkeyLogin } from "#tests/support/authenticator.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const FROM = "203.0.113.77";
const ANA = "ana.eventos@exemplo.com.br";
const WRONG = "errada-mesmo-1";
const LOGIN = "/auth/v1/token?grant_type=password";
const USER = "/auth/v1/user";

const site = setUpAccountsSite({ RATE_LIMITS: "on", LOG_LEVEL: "warn" });
let ana: TestUser;
let admin: TestUser;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  ana = await createUser(site.ctx, { email: ANA });
  admin = await createUser(site.ctx, { username: "Chefia", email: site.ctx.config.adminEmail });
});
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(site.ctx.log, "warn").mockImplementation((line: unknown) => {
    if (typeof line === "object" && line !== null && "event" in line) lines.push({ ...line });
  });
});

const KEY = expect.stringMatching(/^[\w-]{16}$/);
const as = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
const call = (options: InjectOptions) => site.app.inject({ remoteAddress: FROM, ...options });
const logIn = (email: string, password: string, from = FROM) => site.logIn(email, { password, from });

/** The one line that was written, without the keys, which are checked here. */
function onlyLine() {
  expect(lines).toHaveLength(1);
  const { reqId, address, account, ...rest } = lines[0] as Record<string, unknown>;
  expect(reqId).toMatch(/^[\da-f-]{36}$/);
  expect(address).toEqual(KEY);
  if (account !== undefined) expect(account).toEqual(KEY);
  const text = JSON.stringify(lines[0]);
  for (const secret of [FROM, ana.email, admin.email, PASSWORD, WRONG, ana.token, ana.id]) {
    expect(text).not.toContain(secret);
  }
  return { ...rest, hasAccount: account !== undefined };
}

describe("one line tells of", () => {
  const wrong = { email: ANA, password: WRONG };
  const unknown = { ...wrong, email: "ninguem@exemplo.com.br" };
  const token = { type: "email", token_hash: "x".repeat(43) };
  const change = (current_password: string) => ({ password: "pitomba-nova-9", current_password });
  // Only posted calls come without a session.
  test.each([
    ["a wrong password at login", "POST", LOGIN, wrong, "sign_in_failed", "invalid_credentials"],
    ["an unknown address at login", "POST", LOGIN, unknown, "sign_in_failed", "invalid_credentials"],
    ["a call without a login", "POST", "/api/prompts", {}, "access_refused", "unauthorized"],
    ["an unknown mailed token", "POST", "/auth/v1/verify", token, "access_refused", "otp_expired"],
    ["another user at the admin's", "GET", "/api/admin/users", undefined, "access_refused", "forbidden"],
    ["a wrong password for leaving", "DELETE", "/api/account", wrong, "password_refused", "password_invalid"],
    [
      "a wrong password for a new one",
      "PUT",
      USER,
      change(WRONG),
      "password_refused",
      "current_password_invalid",
    ],
    ["a new password", "PUT", USER, change(PASSWORD), "password_changed", undefined],
  ] as const)("%s", async (_, method, url, payload, event, code) => {
    const isSignedIn = method !== "POST";
    await call({ method, url, ...(payload && { payload }), ...(isSignedIn && { headers: as(ana) }) });
    const hasAccount = isSignedIn || url === LOGIN;
    expect(onlyLine()).toEqual({
      event,
      ...(code && { code }),
      method,
      route: url.split("?")[0],
      hasAccount,
    });
  });

  test("a wrong password where a sign-up is confirmed", async () => {
    const email = "cadastro.eventos@exemplo.com.br";
    await site.signUp(email, "Cadastro de Eventos", { from: FROM });
    const payload = { token_hash: await site.mailedToken(email), password: WRONG };
    await site.post("/api/auth/confirm-email", payload, { from: FROM });
    expect(onlyLine()).toMatchObject({ event: "sign_in_failed", code: "signup_password_wrong" });
  });

  test("a key that is made, used where none will do, and revoked; never the key", async () => {
    const payload = { name: "Editor", scopes: ["read"], expires_in_days: 30 };
    const made = await call({ method: "POST", url: "/api/account/keys", payload, headers: as(ana) });
    const { id, key } = made.json();
    expect(onlyLine()).toMatchObject({ event: "key_created", route: "/api/account/keys", hasAccount: true });
    await call({ method: "GET", url: "/api/account/keys", headers: as({ ...ana, token: key }) });
    await call({ method: "DELETE", url: `/api/account/keys/${id}`, headers: as(ana) });
    expect(lines.map(({ event, code }) => [event, code])).toEqual([
      ["key_created", undefined],
      ["access_refused", "key_scope"],
      ["key_revoked", undefined],
    ]);
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  test("a limit that is reached, by its name", async () => {
    const from = "203.0.113.78";
    for (let use = 0; use < RATE_LIMITS.checkUserPerAddress.points; use++) {
      await site.ctx.rateLimits.take("checkUserPerAddress", from);
    }
    const route = "/api/auth/check-user-exists";
    await site.post(route, { username: "Curiosa", email: "x@exemplo.com.br" }, { from });
    expect(onlyLine()).toMatchObject({
      event: "limit_reached",
      code: "over_request_rate_limit",
      limit: "checkUserPerAddress",
      route,
    });
  });

  test("what the admin decides, with the key of the user's own events; not of what changes nothing", async () => {
    const bia = await createUser(site.ctx);
    const user = `/api/admin/users/${bia.id}`;
    const block = () =>
      call({ method: "PATCH", url: `${user}/toggle-block`, headers: as(admin), payload: { blocked: true } });
    await block();
    expect(onlyLine()).toEqual({
      event: "admin_action",
      action: "user_blocked",
      target: KEY,
      method: "PATCH",
      route: "/api/admin/users/:id/toggle-block",
      hasAccount: true,
    });
    const target = lines[0]?.target;
    lines.length = 0;
    await block();
    expect(lines).toEqual([]);
    await logIn(bia.email, PASSWORD);
    expect(onlyLine()).toMatchObject({ event: "sign_in_failed", code: "user_banned" });
    expect(lines[0]?.account).toBe(target);
    lines.length = 0;
    await call({ method: "DELETE", url: user, headers: as(admin) });
    expect(onlyLine()).toMatchObject({ event: "admin_action", action: "user_removed", target });
  });
});

test("whom the admin names, dismisses and has lose the keys, once; asked in vain, nothing", async () => {
  const rui = await createUser(site.ctx);
  await makePasskey(site, rui);
  const url = `/api/admin/moderators/${rui.id}`;
  await logIn(rui.email, WRONG);
  const target = lines.at(-1)?.account;
  expect(target).toEqual(KEY);
  await call({ method: "POST", url: `${url}/passkey-reset`, headers: as(admin) });
  for (const [method, path] of [
    ["PUT", url],
    ["POST", `${url}/passkey-reset`],
    ["DELETE", url],
  ] as const)
    for (const { statusCode } of [
      await call({ method, url: path, headers: as(admin) }),
      await call({ method, url: path, headers: as(admin) }),
    ])
      expect(statusCode).toBe(204);
  expect(
    lines.filter(({ event }) => event === "admin_action").map((line) => [line.action, line.target]),
  ).toEqual([
    ["moderator_named", target],
    ["passkeys_reset", target],
    ["moderator_dismissed", target],
  ]);
});

test("a passkey that is refused, by the account that it is of", async () => {
  const rui = await createUser(site.ctx);
  const device = await makePasskey(site, rui);
  await passkeyLogin(site, device, { counter: 5 });
  await logIn(rui.email, WRONG);
  const { account } = lines.at(-1) ?? {};
  lines.length = 0;
  await passkeyLogin(site, device, { verified: false });
  await passkeyLogin(site, device, { counter: 5 });
  await passkeyLogin(site, createAuthenticator());
  expect(lines.map((line) => [line.event, line.code, line.account])).toEqual([
    ["sign_in_failed", "passkey_refused", account],
    ["passkey_copied", "passkey_copied", account],
    ["sign_in_failed", "passkey_refused", undefined],
  ]);
});

test("the same address and the same account have the same key, others another", async () => {
  await logIn(ana.email.toUpperCase(), WRONG, "2001:db8:1:2::1");
  await logIn(ana.email, WRONG, "2001:db8:1:2:ffff::2");
  await logIn("outra@exemplo.com.br", WRONG, "2001:db8:1:3::1");
  const [one, two, three] = lines;
  expect([one?.address, one?.account]).toEqual([two?.address, two?.account]);
  expect(one?.address).not.toBe(three?.address);
  expect(one?.account).not.toBe(three?.account);
});

test("success, invalid input and a missing page are no events", async () => {
  await call({ url: "/api/prompts", method: "GET" });
  await call({ url: "/api/nada", method: "GET" });
  await site.post("/auth/v1/token?grant_type=nada", {});
  await site.post("/auth/v1/signup", { email: "x", password: PASSWORD });
  expect(lines).toEqual([]);
});
