/** One's own sessions: seen and ended by their owner alone, and an ended one is refused at its next call. */
import { describe, expect, test } from "vitest";
import type { SessionView } from "#accounts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { makePasskey, passkeyLogin } from "#tests/support/authenticator.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";
const path = "/api/account/sessions";

const site = setUpTestApp();

/** Opens another session. @returns its access token */
const logIn = async ({ email }: TestUser): Promise<string> =>
  (await site.logIn(email, { userAgent: CHROME })).json().access_token;
const list = (token?: string) => site.call("GET", path, token);
const end = (url: string, token?: string, password?: string) =>
  site.call("DELETE", url, token, password === undefined ? undefined : { password });
/** Makes every session of a user older than the hour in which no password is required. */
const age = ({ id }: TestUser) =>
  site.sql("update sessions set created_at = now() - interval '61 minutes' where user_id = $1", id);
const sessionsOf = async (token: string): Promise<SessionView[]> => (await list(token)).json().sessions;
/** Path of a token's own session. */
const pathOf = async (token: string) => {
  const session = (await sessionsOf(token)).find(({ current }) => current);
  return `${path}/${session?.id}`;
};
const inUpperCase = (url: string) => url.replace(/[^/]+$/, (id) => id.toUpperCase());
const isOpen = async (token: string) => (await list(token)).statusCode === 200;

describe("GET /api/account/sessions", () => {
  test("shows users where they are logged in, here first, and nothing secret", async () => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    const answer = await list(ana.token);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(answer.json().sessions).toEqual([
      {
        id: expect.any(String),
        current: true,
        device: "Aparelho desconhecido",
        ip: "127.0.0.1",
        method: "password",
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ current: false, device: "Chrome no Windows" }),
    ]);
    expect((await sessionsOf(other))[0]).toMatchObject({ current: true, device: "Chrome no Windows" });
  });

  test("requires a login", async () => {
    const answer = await list();
    const refusal = { message: "Faça login para continuar.", code: "unauthorized" };
    expect([answer.statusCode, answer.json()]).toEqual([401, refusal]);
    expect((await list("nonsense")).statusCode).toBe(401);
  });

  test("lists a hundred of them at most, the calling one always", async () => {
    const many = await createUser(site.ctx);
    await site.sql(
      `insert into sessions (user_id, refresh_key, auth_method, refreshed_at)
        select $1, '\\x00', 'password', now() + interval '1 minute' from generate_series(1, 120)`,
      many.id,
    );
    const sessions = await sessionsOf(many.token);
    expect(sessions).toHaveLength(100);
    expect(sessions[0]?.current).toBe(true);
    expect(sessions[1]?.ip).toBeNull();
    expect((await end(path, many.token)).json()).toEqual({ ended: 120 });
  });
});

describe("DELETE /api/account/sessions/{id}", () => {
  test("ends that session: access and refresh are refused at once, the calling one goes on", async () => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    const url = await pathOf(other);
    expect((await end(inUpperCase(url), ana.token)).statusCode).toBe(204);

    expect(await isOpen(other)).toBe(false);
    expect((await site.call("GET", "/auth/v1/user", other)).json().error_code).toBe("session_not_found");
    expect(await sessionsOf(ana.token)).toHaveLength(1);
    const again = await end(url, ana.token);
    expect([again.statusCode, again.json().message]).toEqual([404, "Esta sessão já foi encerrada."]);
  });

  test("of the calling one logs out", async () => {
    const { token, refreshToken: refresh_token } = await createUser(site.ctx);
    expect((await end(await pathOf(token), token)).statusCode).toBe(204);
    expect(await isOpen(token)).toBe(false);
    const refresh = await site.post("/auth/v1/token?grant_type=refresh_token", { refresh_token });
    expect(refresh.json().error_code).toBe("refresh_token_not_found");
  });

  test("knows nothing of other users' sessions, nor of malformed ids", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const url = await pathOf(ana.token);
    for (const foreign of [url, `${path}/nada`, `${path}/%2500`, `${path}/1'%20or%20'1'%3D'1`]) {
      expect((await end(foreign, beto.token)).statusCode, foreign).toBe(404);
    }
    expect((await end(url)).statusCode).toBe(401);
    expect(await pathOf(ana.token)).toBe(url);
  });
});

describe("DELETE /api/account/sessions", () => {
  test("ends all others and nobody else's", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const others = [await logIn(ana), await logIn(ana)];
    expect((await end(path)).statusCode).toBe(401);
    expect((await end(path, ana.token)).json()).toEqual({ ended: 2 });
    const open = await Promise.all([...others, ana.token, beto.token].map(isOpen));
    expect(open).toEqual([false, false, true, true]);
    expect((await end(path, ana.token)).json()).toEqual({ ended: 0 });
  });

  test("by two sessions that end each other at once leaves at most one, and nothing fails", async () => {
    const ana = await createUser(site.ctx);
    const tokens = [ana.token, await logIn(ana)];
    const answers = await Promise.all(tokens.map((token) => end(path, token)));
    for (const { statusCode } of answers) expect([200, 401]).toContain(statusCode);
    const open = await Promise.all(tokens.map(isOpen));
    expect(open.filter(Boolean).length).toBeLessThanOrEqual(1);
  });
});

test("a password that is sent is checked in a young session, too", async () => {
  const ana = await createUser(site.ctx);
  const other = await logIn(ana);
  for (const url of [path, await pathOf(other), await pathOf(ana.token)]) {
    const answer = await end(url, ana.token, "errada-mesmo-1");
    expect([answer.statusCode, answer.json().code]).toEqual([422, "password_invalid"]);
  }
  const making = await site.call("POST", "/api/account/keys", ana.token, {
    name: "Leitor",
    scopes: ["read"],
    expires_in_days: 90,
    password: "errada-mesmo-1",
  });
  expect([making.statusCode, making.json().code]).toEqual([422, "password_invalid"]);
  expect(await isOpen(other)).toBe(true);
});

describe("with a login that is more than an hour old", () => {
  test.each(["one other session", "all others"])("ending %s requires the password", async (which) => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    const url = which === "all others" ? path : await pathOf(other);
    await age(ana);
    for (const [password, code, message] of [
      [undefined, "password_required", "Confirme sua senha para encerrar outra sessão."],
      ["", "password_required", "Confirme sua senha para encerrar outra sessão."],
      ["errada-mesmo-1", "password_invalid", "A senha está incorreta."],
    ] as const) {
      const answer = await end(url, ana.token, password);
      expect([answer.statusCode, answer.json()]).toEqual([422, { code, message, field: "password" }]);
    }
    expect(await isOpen(other)).toBe(true);
    expect((await end(url, ana.token, ana.password)).statusCode).toBeLessThan(300);
    expect(await isOpen(other)).toBe(false);
  });

  test("ending the calling one does not", async () => {
    const ana = await createUser(site.ctx);
    const url = await pathOf(ana.token);
    await age(ana);
    expect((await end(inUpperCase(url), ana.token)).statusCode).toBe(204);
  });

  test("the sign-in service's own call ends all or this one, never just the others", async () => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    await age(ana);
    const refused = await site.call("POST", "/auth/v1/logout?scope=others", ana.token);
    expect([refused.statusCode, refused.json().error_code]).toEqual([400, "reauthentication_needed"]);
    expect(await isOpen(other)).toBe(true);
    expect((await site.call("POST", "/auth/v1/logout?scope=global", ana.token)).statusCode).toBe(204);
    expect(await isOpen(other)).toBe(false);
  });

  test("strangers are still refused before their input is validated", async () => {
    expect((await site.call("DELETE", path, null, { password: { length: 3 } })).statusCode).toBe(401);
  });
});

describe("staff with a passkey", () => {
  const setUp = async (isModerator: boolean) => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    if (isModerator) await site.sql("insert into moderators (user_id) values ($1)", ana.id);
    const high: string = (await passkeyLogin(site, device)).json().access_token;
    return { ana, high, low: await logIn(ana) };
  };
  const logout = (scope: string, token: string) => site.call("POST", `/auth/v1/logout?scope=${scope}`, token);

  test("end no other session in one that a password opened, but that one itself", async () => {
    const { ana, high, low } = await setUp(true);
    for (const url of [path, await pathOf(high), await pathOf(low)]) {
      const answer = await end(url, ana.token, ana.password);
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        {
          code: "passkey_required",
          message: "Para encerrar outras sessões, entre com a sua chave de acesso.",
        },
      ]);
    }
    expect((await logout("others", ana.token)).json().error_code).toBe("reauthentication_needed");
    expect(await Promise.all([ana.token, high, low].map(isOpen))).toEqual([true, true, true]);
    expect((await end(await pathOf(low), low)).statusCode).toBe(204);
    expect((await logout("global", ana.token)).statusCode).toBe(204);
    expect(await Promise.all([ana.token, high].map(isOpen))).toEqual([false, true]);
  });

  test("end all others in one that the passkey opened", async () => {
    const { ana, high, low } = await setUp(true);
    expect((await end(await pathOf(low), high)).statusCode).toBe(204);
    expect((await end(path, high)).json()).toEqual({ ended: 1 });
    expect(await Promise.all([ana.token, high].map(isOpen))).toEqual([false, true]);
    expect((await logout("global", high)).statusCode).toBe(204);
    expect(await isOpen(high)).toBe(false);
  });

  test("are not members: theirs end from any session", async () => {
    const { ana, high, low } = await setUp(false);
    expect((await end(await pathOf(high), low)).statusCode).toBe(204);
    expect((await end(path, low)).json()).toEqual({ ended: 1 });
    expect(await Promise.all([ana.token, high, low].map(isOpen))).toEqual([false, false, true]);
  });
});
