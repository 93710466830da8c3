/** The service as bare HTTP: formats of errors, headers, paths out of scope, and every kind of bad input. */
import { beforeAll, describe, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx);
});

const VERSION = { "x-supabase-api-version": "2024-01-01" };

type Method = "GET" | "POST" | "PUT" | "DELETE";

const call = (method: Method, path: string, payload?: unknown, headers: Record<string, string> = VERSION) =>
  site.call(method, `/auth/v1${path}`, null, payload, headers);
const bearer = (token: string) => ({ ...VERSION, authorization: `Bearer ${token}` });
const CHALLENGE = "x".repeat(43);
const pkce = (code_challenge: string, code_challenge_method: string) => ({
  email: "a@b.com.br",
  code_challenge,
  code_challenge_method,
});
const wrongPassword = () => ({ email: ana.email, password: "errada-mesmo" });

describe("errors", () => {
  test("carry a string code, and echo the version, for clients that name it", async () => {
    const answer = await call("POST", "/token?grant_type=password", wrongPassword());
    expect(answer.statusCode).toBe(400);
    expect(answer.headers).toMatchObject({
      ...VERSION,
      "x-sb-error-code": "invalid_credentials",
      "cache-control": "no-store",
    });
    expect(answer.json()).toEqual({
      code: "invalid_credentials",
      error_code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  });

  test.each<Record<string, string>>([
    {},
    { "x-supabase-api-version": "2023-01-01" },
    { "x-supabase-api-version": "ontem" },
  ])("carry the status as code for older clients: %o", async (headers) => {
    const answer = await call("POST", "/token?grant_type=password", wrongPassword(), headers);
    expect(answer.headers).not.toHaveProperty("x-supabase-api-version");
    expect(answer.json()).toEqual({
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    });
  });

  test.each([
    ["GET", "/nada", 404, "not_found"],
    ["POST", "/health", 405, "method_not_allowed"],
    ["DELETE", "/user", 405, "method_not_allowed"],
    ["POST", "/otp", 422, "otp_disabled"],
    ["POST", "/magiclink", 422, "otp_disabled"],
    ["POST", "/sso", 404, "saml_provider_disabled"],
    ["POST", "/factors", 422, "mfa_totp_enroll_not_enabled"],
    ["POST", "/factors/1/challenge", 422, "mfa_totp_enroll_not_enabled"],
    ["POST", "/passkeys/registration/options", 404, "passkeys_disabled"],
    ["GET", "/reauthenticate", 422, "reauthentication_disabled"],
    ["GET", "/authorize?provider=google", 400, "oauth_provider_not_supported"],
    ["GET", "/admin/users", 403, "not_admin"],
    ["POST", "/invite", 403, "not_admin"],
    ["POST", "/signup", 422, "anonymous_provider_disabled", { data: {} }],
    ["POST", "/signup", 400, "validation_failed", { email: "a@b.com.br" }],
    ["POST", "/signup", 400, "validation_failed", { email: "a@b.com.br", password: PASSWORD, data: ["a"] }],
    ["POST", "/signup", 400, "phone_provider_disabled", { phone: "+5511999999999", password: PASSWORD }],
    ["POST", "/token?grant_type=id_token", 400, "invalid_credentials", {}],
    ["POST", "/token", 400, "invalid_credentials", {}],
    ["POST", "/token?grant_type=pkce", 400, "validation_failed", {}],
    ["POST", "/token?grant_type=pkce", 404, "flow_state_not_found", { auth_code: "a", code_verifier: "b" }],
    ["POST", "/recover", 400, "validation_failed", { email: " " }],
    ["POST", "/recover", 400, "validation_failed", { email: `${"a".repeat(250)}@b.com.br` }],
    ["POST", "/recover", 400, "validation_failed", { email: "a@b" }],
    ["POST", "/recover", 400, "validation_failed", { email: "a@b.com.br", code_challenge: CHALLENGE }],
    ["POST", "/recover", 400, "validation_failed", pkce("<i>", "s256")],
    ["POST", "/recover", 400, "validation_failed", pkce(CHALLENGE, "md5")],
    ["POST", "/resend", 400, "phone_provider_disabled", { type: "sms", phone: "+5511999999999" }],
    ["POST", "/resend", 400, "validation_failed", { email: "a@b.com.br", type: "x" }],
    ["POST", "/verify", 400, "validation_failed", { token_hash: "x" }],
    ["POST", "/verify", 400, "validation_failed", { type: "email" }],
    ["POST", "/verify", 400, "validation_failed", { type: "x", token_hash: "x" }],
    ["POST", "/verify", 400, "validation_failed", { type: "email", token_hash: "x", email: "a@b.com.br" }],
    ["POST", "/verify", 403, "otp_expired", { type: "email", email: "a@b.com.br", token: "123456" }],
  ] as const)("%s %s answers %i %s", async (method, path, status, code, payload?: object) => {
    const answer = await call(method, path, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });
});

test("GET /auth/v1/.well-known/jwks.json shows public keys only, cached for ten minutes", async () => {
  const answer = await call("GET", "/.well-known/jwks.json");
  expect(answer.headers["cache-control"]).toBe("public, max-age=600");
  const [key, ...others] = answer.json().keys;
  expect(others).toEqual([]);
  expect(Object.keys(key).sort()).toEqual(["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]);
  expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", key_ops: ["verify"] });
});

test("GET /auth/v1/health and /settings answer anybody", async () => {
  expect((await call("GET", "/health")).json()).toMatchObject({ name: "Prompteca" });
  expect((await call("GET", "/settings")).json()).toMatchObject({
    external: { email: true },
    disable_signup: false,
  });
});

describe("GET and PUT /auth/v1/user", () => {
  test.each(["GET", "PUT"] as const)("%s refuses a call without a valid token", async (method) => {
    const payload = method === "PUT" ? {} : undefined;
    const anonymous = await call(method, "/user", payload);
    expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, "no_authorization"]);
    const [, claims] = ana.token.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const forged = `${ana.token.slice(0, -8)}AAAAAAAA`;
    for (const token of ["nada", "a.b.c", forged, `${header}.${claims}.`, `${"x".repeat(3000)}.y.z`]) {
      const answer = await call(method, "/user", payload, bearer(token));
      expect([answer.statusCode, answer.json().code]).toEqual([403, "bad_jwt"]);
    }
  });

  test("answers the bare user, times that are not set left out", async () => {
    const { id, email, username } = ana;
    const user = (await call("GET", "/user", undefined, bearer(ana.token))).json();
    expect(user).toMatchObject({
      id,
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { username, sub: id, email_verified: true, phone_verified: false },
      identities: [{ provider: "email", user_id: id, id, email }],
      is_anonymous: false,
    });
    expect(Object.values(user)).not.toContain(null);
    expect(JSON.stringify(user)).not.toMatch(/password|argon2/);
  });

  test("lets nobody make themselves something else", async () => {
    const refusals: [object, number, string][] = [
      [{ app_metadata: { role: "admin" } }, 403, "not_admin"],
      [{ email: "outro@exemplo.com.br" }, 422, "email_change_disabled"],
      [{ phone: "+5511999999999" }, 422, "phone_provider_disabled"],
      [{ data: { username: null } }, 422, "username_invalid"],
      [{ data: { grande: "x".repeat(3000) } }, 400, "validation_failed"],
      [{ password: "" }, 422, "weak_password"],
      [{ password: "a".repeat(201) }, 400, "validation_failed"],
    ];
    for (const [payload, status, code] of refusals) {
      const answer = await call("PUT", "/user", payload, bearer(ana.token));
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
    const { user_metadata: stored } = (await call("GET", "/user", undefined, bearer(ana.token))).json();
    expect(stored).not.toHaveProperty("grande");
  });
});

describe("GET /auth/v1/verify", () => {
  async function follow(query: Record<string, string>, headers: Record<string, string> = {}) {
    const answer = await call("GET", `/verify?${new URLSearchParams(query)}`, undefined, headers);
    const location = new URL(String(answer.headers.location));
    return {
      answer,
      page: location.href.split("#")[0],
      fragment: new URLSearchParams(location.hash.slice(1)),
    };
  }

  test("leads to our own page, which asks, and spends nothing however often it is opened", async () => {
    const { publicUrl } = site.ctx.config;
    const asking = await createUser(site.ctx);
    await call("POST", "/recover", { email: asking.email });
    const token = await site.mailedToken(asking.email);
    const redirect_to = `${publicUrl}/verify-email?de=email#parte`;
    for (const type of ["recovery", "magiclink", "email"]) {
      const { answer } = await follow({ token, type, redirect_to });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers).toMatchObject({
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        location: `${publicUrl}/reset-password?token_hash=${token}&type=recovery`,
      });
    }
    const wrongKind = await follow({ token, type: "signup", redirect_to });
    expect(wrongKind.page).toBe(`${publicUrl}/verify-email?de=email`);
    expect(wrongKind.fragment.get("error_code")).toBe("otp_expired");
    expect((await site.verify(token, "recovery")).statusCode).toBe(200);
    expect((await follow({ token, type: "recovery" })).fragment.get("error_code")).toBe("otp_expired");
  });

  test("is for who opens it: as a picture of another page it uses up nobody's limit", async () => {
    const left = () => site.ctx.rateLimits.left("mailedLinkPerAddress", "127.0.0.1");
    const before = await left();
    for (const headers of [
      { "sec-fetch-dest": "image" },
      { "sec-fetch-dest": "document", "sec-purpose": "prefetch" },
    ] as Record<string, string>[]) {
      const answer = await call("GET", "/verify?token=x&type=signup", undefined, headers);
      expect([answer.statusCode, answer.json().error_code]).toEqual([403, "not_a_navigation"]);
    }
    expect(await left()).toBe(before);
  });

  test("leads a sign-up's link to the page that confirms it", async () => {
    const email = "aberta@exemplo.com.br";
    await site.signUp(email, "Link Aberto");
    const token = await site.mailedToken(email);
    const { answer } = await follow({ token, type: "signup" });
    expect(answer.headers.location).toBe(
      `${site.ctx.config.publicUrl}/verify-email?token_hash=${token}&type=email`,
    );
    expect((await site.logIn(email)).json().error_code).toBe("email_not_confirmed");
  });

  test.each([
    "https://mal.exemplo/",
    "//mal.exemplo",
    "javascript:alert(1)",
    "http://localhost:3000@mal.exemplo/",
    "http://maria:senha@localhost:3000/",
    "http:\\\\mal.exemplo",
    "nada",
  ])("never leads to %s", async (redirect_to) => {
    const { page, fragment } = await follow(
      { token: "falso", type: "email", redirect_to },
      { referer: redirect_to },
    );
    expect(page).toBe(`${site.ctx.config.publicUrl}/`);
    expect(fragment.get("error_code")).toBe("otp_expired");
    expect(fragment.get("error")).toBe("access_denied");
  });

  test("answers 400 without type or token", async () => {
    expect((await call("GET", "/verify?token=a")).statusCode).toBe(400);
    expect((await call("GET", "/verify?type=email")).statusCode).toBe(400);
  });
});

describe("a request body", () => {
  test.each<[kind: string, payload: string, status: number, code: string, type?: string]>([
    ["cut off", "{", 400, "bad_json"],
    ["null", "null", 400, "validation_failed"],
    ["a list", "[]", 400, "validation_failed"],
    ["a prototype", '{"__proto__":{"email":"a@b.com.br"}}', 400, "bad_json"],
    ["deeply nested", `{"data":${'{"a":'.repeat(1900)}1${"}".repeat(1900)}}`, 400, "validation_failed"],
    ["above 1 MiB", `{"email":"${"x".repeat(1024 * 1024)}"}`, 413, "request_entity_too_large"],
    ["a form", "email=a", 400, "bad_json", "application/x-www-form-urlencoded"],
  ])("that is %s is refused", async (_, payload, status, code, type = "application/json") => {
    const headers = { ...VERSION, "content-type": type };
    const answer = await site.app.inject({ method: "POST", url: "/auth/v1/signup", headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });
});
