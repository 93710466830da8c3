/** Security events: each thing that is refused or decided is one line, with keys and codes, and nothing else of anybody. */
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const FROM = "203.0.113.77";
const WRONG = "errada-mesmo-1";

let site: AccountsSite;
let ana: TestUser;
let admin: TestUser;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  site = await startAccountsSite({ RATE_LIMITS: "on", LOG_LEVEL: "warn" });
  vi.spyOn(site.ctx.log, "warn").mockImplementation((line: unknown) => {
    if (typeof line === "object" && line !== null && "event" in line) lines.push({ ...line });
  });
  ana = await createUser(site.ctx, { email: "ana.eventos@exemplo.com.br" });
  admin = await createUser(site.ctx, { username: "Chefia", email: site.ctx.config.adminEmail });
});
afterAll(() => site.close());
beforeEach(() => {
  lines.length = 0;
});

const KEY = expect.stringMatching(/^[\w-]{16}$/);
const as = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
const call = (options: InjectOptions) => site.app.inject({ remoteAddress: FROM, ...options });
const logIn = (email: string, password: string, remoteAddress = FROM) =>
  call({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    payload: { email, password },
    remoteAddress,
  });

/** The one line that was written, without the keys, which are looked at apart. */
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
  test.each([
    ["a wrong password", () => ana.email, WRONG],
    ["an address without an account", () => "ninguem@exemplo.com.br", WRONG],
  ])("%s at login", async (_, email, password) => {
    await logIn(email(), password);
    expect(onlyLine()).toEqual({
      event: "sign_in_failed",
      code: "invalid_credentials",
      method: "POST",
      route: "/auth/v1/token",
      hasAccount: true,
    });
  });

  test.each<[string, () => InjectOptions, object]>([
    [
      "a call without a login",
      () => ({ method: "POST", url: "/api/prompts" }),
      { event: "access_refused", code: "unauthorized", route: "/api/prompts", hasAccount: false },
    ],
    [
      "somebody else at the admin's",
      () => ({ url: "/api/admin/users", headers: as(ana), method: "GET" }),
      {
        event: "access_refused",
        code: "forbidden",
        method: "GET",
        route: "/api/admin/users",
        hasAccount: true,
      },
    ],
    [
      "a mailed token that is none",
      () => ({
        method: "POST",
        url: "/auth/v1/verify",
        payload: { type: "email", token_hash: "x".repeat(43) },
      }),
      { event: "access_refused", code: "otp_expired", route: "/auth/v1/verify", hasAccount: false },
    ],
    [
      "a wrong present password",
      () => ({
        method: "PUT",
        url: "/auth/v1/user",
        headers: as(ana),
        payload: { password: "pitomba-nova-9", current_password: WRONG },
      }),
      {
        event: "password_refused",
        code: "current_password_invalid",
        method: "PUT",
        route: "/auth/v1/user",
        hasAccount: true,
      },
    ],
    [
      "a wrong password for leaving",
      () => ({ method: "DELETE", url: "/api/account", headers: as(ana), payload: { password: WRONG } }),
      {
        event: "password_refused",
        code: "password_invalid",
        method: "DELETE",
        route: "/api/account",
        hasAccount: true,
      },
    ],
    [
      "a new password",
      () => ({
        method: "PUT",
        url: "/auth/v1/user",
        headers: as(ana),
        payload: { password: "pitomba-nova-9", current_password: PASSWORD },
      }),
      { event: "password_changed", method: "PUT", route: "/auth/v1/user", hasAccount: true },
    ],
  ])("%s", async (_, options, event) => {
    await call(options());
    expect(onlyLine()).toEqual({ method: "POST", ...event });
  });

  test("a wrong password where a sign-up is confirmed", async () => {
    const email = "cadastro.eventos@exemplo.com.br";
    const payload = { email, password: PASSWORD, data: { username: "Cadastro de Eventos" } };
    await call({ method: "POST", url: "/auth/v1/signup", payload });
    const token_hash = await site.mailedToken(email);
    await call({
      method: "POST",
      url: "/api/auth/confirm-email",
      payload: { token_hash, password: WRONG },
    });
    expect(onlyLine()).toMatchObject({ event: "sign_in_failed", code: "signup_password_wrong" });
  });

  test("a limit that is reached, by its name", async () => {
    const from = "203.0.113.78";
    for (let use = 0; use < RATE_LIMITS.checkUserPerAddress.points; use++) {
      await site.ctx.rateLimits.take("checkUserPerAddress", from);
    }
    const payload = { username: "Curiosa", email: "x@exemplo.com.br" };
    const url = "/api/auth/check-user-exists";
    expect((await call({ method: "POST", url, payload, remoteAddress: from })).statusCode).toBe(429);
    expect(onlyLine()).toMatchObject({
      event: "limit_reached",
      code: "over_request_rate_limit",
      limit: "checkUserPerAddress",
      route: url,
    });
  });

  test("what the admin decides, whom it concerns by the key of their own events; not of what changes nothing", async () => {
    const bia = await createUser(site.ctx);
    const block = (blocked: boolean) =>
      call({
        method: "PATCH",
        url: `/api/admin/users/${bia.id}/toggle-block`,
        headers: as(admin),
        payload: { blocked },
      });
    await block(true);
    const route = "/api/admin/users/:id/toggle-block";
    expect(onlyLine()).toEqual({
      event: "admin_action",
      action: "user_blocked",
      target: KEY,
      method: "PATCH",
      route,
      hasAccount: true,
    });
    const target = lines[0]?.target;
    lines.length = 0;
    await block(true);
    expect(lines).toEqual([]);
    await logIn(bia.email, PASSWORD);
    expect(onlyLine()).toMatchObject({ event: "sign_in_failed", code: "user_banned" });
    expect(lines[0]?.account).toBe(target);
    lines.length = 0;
    await call({ method: "DELETE", url: `/api/admin/users/${bia.id}`, headers: as(admin) });
    expect(onlyLine()).toMatchObject({ event: "admin_action", action: "user_deleted", target });
  });
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

test("what succeeds, is mistyped or is not there is no event", async () => {
  await call({ url: "/api/prompts", method: "GET" });
  await call({ url: "/api/nada", method: "GET" });
  await call({ method: "POST", url: "/auth/v1/token?grant_type=nada", payload: {} });
  await call({ method: "POST", url: "/auth/v1/signup", payload: { email: "x", password: PASSWORD } });
  expect(lines).toEqual([]);
});
