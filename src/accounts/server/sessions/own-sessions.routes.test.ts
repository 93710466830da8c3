/** One's own sessions: seen and ended by their owner alone, and an ended one is refused at its next call. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionView } from "#accounts/contract.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";
const path = "/api/account/sessions";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const call: TestApp["call"] = (...all) => site.call(...all);
async function logIn({ email, password }: TestUser, userAgent = CHROME): Promise<string> {
  const answer = await site.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    headers: { "user-agent": userAgent },
    payload: { email, password },
  });
  return answer.json().access_token;
}
/** Ends sessions with a password, or none. */
const end = (url: string, token: string, password?: string) =>
  site.app.inject({
    method: "DELETE",
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(password !== undefined && { payload: { password } }),
  });
/** Makes every session of a person older than the hour in which no password is asked for. */
const age = ({ id }: TestUser) =>
  site.ctx.pool.query("update sessions set created_at = now() - interval '61 minutes' where user_id = $1", [
    id,
  ]);
const sessionsOf = async (token: string): Promise<SessionView[]> =>
  (await call("GET", path, token)).json().sessions;
const currentOf = async (token: string) =>
  (await sessionsOf(token)).find(({ current }) => current) as SessionView;

describe("GET /api/account/sessions", () => {
  test("shows a person where they are logged in, here first, and nothing secret", async () => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    const answer = await call("GET", path, ana.token);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const { sessions } = answer.json();
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        current: true,
        device: "Dispositivo desconhecido",
        ip: "127.0.0.1",
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ current: false, device: "Chrome no Windows" }),
    ]);
    expect((await sessionsOf(other))[0]).toMatchObject({ current: true, device: "Chrome no Windows" });
  });

  test("is for whoever is logged in", async () => {
    const answer = await call("GET", path);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ message: "Faça login para continuar.", code: "unauthorized" });
    expect((await call("GET", path, "nonsense")).statusCode).toBe(401);
  });

  test("lists a hundred of them at most, the present one always", async () => {
    const many = await createUser(site.ctx);
    await site.ctx.pool.query(
      `insert into sessions (user_id, refresh_key, auth_method, refreshed_at)
        select $1, '\\x00', 'password', now() + interval '1 minute' from generate_series(1, 120)`,
      [many.id],
    );
    const sessions = await sessionsOf(many.token);
    expect(sessions).toHaveLength(100);
    expect(sessions[0]?.current).toBe(true);
    expect(sessions[1]?.ip).toBeNull();
    expect((await call("DELETE", path, many.token)).json()).toEqual({ ended: 120 });
  });
});

describe("DELETE /api/account/sessions/{id}", () => {
  test("ends that session: access and refresh are refused at once, the one that asked goes on", async () => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    const { id } = await currentOf(other);
    expect((await call("DELETE", `${path}/${id.toUpperCase()}`, ana.token)).statusCode).toBe(204);

    expect((await call("GET", path, other)).statusCode).toBe(401);
    expect((await call("GET", "/auth/v1/user", other)).json().error_code).toBe("session_not_found");
    expect(await sessionsOf(ana.token)).toHaveLength(1);
    const again = await call("DELETE", `${path}/${id}`, ana.token);
    expect([again.statusCode, again.json().message]).toEqual([404, "Esta sessão já foi encerrada."]);
  });

  test("ending the present one is logging out", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await currentOf(ana.token);
    expect((await call("DELETE", `${path}/${id}`, ana.token)).statusCode).toBe(204);
    expect((await call("GET", path, ana.token)).statusCode).toBe(401);
    const refresh = await site.app.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=refresh_token",
      payload: { refresh_token: ana.refreshToken },
    });
    expect(refresh.json().error_code).toBe("refresh_token_not_found");
  });

  test("knows nothing of other people's sessions, nor of what is no id", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const { id } = await currentOf(ana.token);
    for (const foreign of [id, "nada", "%00", "1' or '1'='1"]) {
      const answer = await call("DELETE", `${path}/${encodeURIComponent(foreign)}`, beto.token);
      expect([answer.statusCode, foreign]).toEqual([404, foreign]);
    }
    expect((await call("DELETE", `${path}/${id}`)).statusCode).toBe(401);
    expect((await sessionsOf(ana.token)).map((session) => session.id)).toEqual([id]);
  });
});

describe("DELETE /api/account/sessions", () => {
  test("ends all others and nobody else's", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const others = [await logIn(ana), await logIn(ana)];
    expect((await call("DELETE", path)).statusCode).toBe(401);
    expect((await call("DELETE", path, ana.token)).json()).toEqual({ ended: 2 });
    for (const token of others) expect((await call("GET", path, token)).statusCode).toBe(401);
    expect((await call("GET", path, ana.token)).statusCode).toBe(200);
    expect((await call("GET", path, beto.token)).statusCode).toBe(200);
    expect((await call("DELETE", path, ana.token)).json()).toEqual({ ended: 0 });
  });

  test("two sessions that end each other at the same moment leave at most one, and nothing fails", async () => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    const answers = await Promise.all([call("DELETE", path, ana.token), call("DELETE", path, other)]);
    for (const { statusCode } of answers) expect([200, 401]).toContain(statusCode);
    const alive = await Promise.all([call("GET", path, ana.token), call("GET", path, other)]);
    expect(alive.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
  });
});

describe("with a login that is more than an hour old", () => {
  test.each(["one other session", "all others"])("ending %s asks for the password", async (which) => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    const url = which === "all others" ? path : `${path}/${(await currentOf(other)).id}`;
    await age(ana);
    for (const [password, code, message] of [
      [undefined, "password_required", "Confirme sua senha para encerrar outra sessão."],
      ["", "password_required", "Confirme sua senha para encerrar outra sessão."],
      ["errada-mesmo-1", "password_invalid", "A senha está incorreta."],
    ] as const) {
      const answer = await end(url, ana.token, password);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual({ code, message, field: "password" });
    }
    expect((await call("GET", path, other)).statusCode).toBe(200);
    expect((await end(url, ana.token, ana.password)).statusCode).toBeLessThan(300);
    expect((await call("GET", path, other)).statusCode).toBe(401);
  });

  test("ending the present one does not", async () => {
    const ana = await createUser(site.ctx);
    const { id } = await currentOf(ana.token);
    await age(ana);
    expect((await call("DELETE", `${path}/${id.toUpperCase()}`, ana.token)).statusCode).toBe(204);
  });

  test("the sign-in service's own call ends all or this one, never just the others", async () => {
    const ana = await createUser(site.ctx);
    const other = await logIn(ana);
    await age(ana);
    const logOut = (scope: string) =>
      site.app.inject({
        method: "POST",
        url: `/auth/v1/logout?scope=${scope}`,
        headers: { authorization: `Bearer ${ana.token}`, "x-supabase-api-version": "2024-01-01" },
      });
    const refused = await logOut("others");
    expect([refused.statusCode, refused.json().code]).toEqual([400, "reauthentication_needed"]);
    expect((await call("GET", path, other)).statusCode).toBe(200);
    expect((await logOut("global")).statusCode).toBe(204);
    expect((await call("GET", path, other)).statusCode).toBe(401);
  });

  test("is still refused to strangers before what they send is looked at", async () => {
    const payload = { password: { length: 3 } };
    const answer = await site.app.inject({ method: "DELETE", url: path, payload });
    expect(answer.statusCode).toBe(401);
  });
});
