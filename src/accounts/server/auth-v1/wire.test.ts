/** The service as bare HTTP: formats of errors, headers, what is out of scope, and every kind of bad input. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

let site: AccountsSite;
let person: TestUser;

beforeAll(async () => {
  site = await startAccountsSite();
  person = await createUser(site.ctx, { username: "Pessoa do Fio" });
});
afterAll(() => site.close());

const VERSION = { "x-supabase-api-version": "2024-01-01" };

type Method = "GET" | "POST" | "PUT" | "DELETE";

function call(method: Method, path: string, payload?: unknown, headers: Record<string, string> = VERSION) {
  return site.app.inject({
    method,
    url: `/auth/v1${path}`,
    headers: { ...(payload !== undefined && { "content-type": "application/json" }), ...headers },
    ...(payload !== undefined && {
      payload: typeof payload === "string" ? payload : JSON.stringify(payload),
    }),
  });
}
const signedIn = () => ({ ...VERSION, authorization: `Bearer ${person.token}` });
const wrongPassword = () => ({ email: person.email, password: "errada-mesmo" });

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

  test("list what makes a password weak", async () => {
    const payload = { email: "fio@exemplo.com.br", password: "1234", data: { username: "Fio" } };
    const answer = await call("POST", "/signup", payload);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: "weak_password",
      weak_password: { reasons: ["length", "characters"] },
    });
  });

  test("answer 404 as JSON where there is nothing", async () => {
    for (const [method, path] of [
      ["GET", "/nada"],
      ["POST", "/health"],
      ["DELETE", "/user"],
    ] as const) {
      const answer = await call(method, path);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: "not_found" });
    }
  });
});

describe("what is out of scope", () => {
  test.each([
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
    ["POST", "/signup", 400, "phone_provider_disabled", { phone: "+5511999999999", password: PASSWORD }],
    ["POST", "/token?grant_type=id_token", 400, "invalid_credentials", {}],
    ["POST", "/token", 400, "invalid_credentials", {}],
    ["POST", "/token?grant_type=pkce", 400, "validation_failed", {}],
    ["POST", "/token?grant_type=pkce", 404, "flow_state_not_found", { auth_code: "a", code_verifier: "b" }],
    ["POST", "/resend", 400, "phone_provider_disabled", { type: "sms", phone: "+5511999999999" }],
    ["POST", "/verify", 403, "otp_expired", { type: "email", email: "a@b.com.br", token: "123456" }],
  ] as const)("%s %s answers %i %s", async (method, path, status, code, payload?: object) => {
    const answer = await call(method, path, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });
});

describe("GET /auth/v1/.well-known/jwks.json", () => {
  test("shows public keys only, and may be kept for ten minutes", async () => {
    const answer = await call("GET", "/.well-known/jwks.json");
    expect(answer.headers["cache-control"]).toBe("public, max-age=600");
    const [key, ...others] = answer.json().keys;
    expect(others).toEqual([]);
    expect(Object.keys(key).sort()).toEqual(["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]);
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", key_ops: ["verify"] });
  });
});

describe("GET /auth/v1/health and /settings", () => {
  test("answer anybody", async () => {
    expect((await call("GET", "/health")).json()).toMatchObject({ name: "Prompteca" });
    expect((await call("GET", "/settings")).json()).toMatchObject({
      external: { email: true },
      disable_signup: false,
    });
  });
});

describe("GET and PUT /auth/v1/user", () => {
  test.each(["GET", "PUT"] as const)("%s refuses who has no valid token", async (method) => {
    const payload = method === "PUT" ? {} : undefined;
    expect((await call(method, "/user", payload)).json()).toMatchObject({ code: "no_authorization" });
    expect((await call(method, "/user", payload)).statusCode).toBe(401);
    const forged = `${person.token.slice(0, -8)}AAAAAAAA`;
    for (const token of ["nada", "a.b.c", forged, `${"x".repeat(3000)}.y.z`]) {
      const answer = await call(method, "/user", payload, { ...VERSION, authorization: `Bearer ${token}` });
      expect([answer.statusCode, answer.json().code]).toEqual([403, "bad_jwt"]);
    }
  });

  test("refuses a token signed by nobody", async () => {
    const [, claims] = person.token.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const answer = await call("GET", "/user", undefined, {
      ...VERSION,
      authorization: `Bearer ${header}.${claims}.`,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "bad_jwt"]);
  });

  test("tells a person who was deleted from a session that has ended", async () => {
    const gone = await createUser(site.ctx);
    const headers = { ...VERSION, authorization: `Bearer ${gone.token}` };
    await site.ctx.pool.query("delete from sessions where user_id = $1", [gone.id]);
    expect((await call("GET", "/user", undefined, headers)).json().code).toBe("session_not_found");
    await site.ctx.pool.query("delete from users where id = $1", [gone.id]);
    expect((await call("GET", "/user", undefined, headers)).json().code).toBe("user_not_found");
  });

  test("answers the bare user, times that are not set left out", async () => {
    const user = (await call("GET", "/user", undefined, signedIn())).json();
    expect(user).toMatchObject({
      id: person.id,
      aud: "authenticated",
      role: "authenticated",
      email: person.email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: {
        username: "Pessoa do Fio",
        sub: person.id,
        email_verified: true,
        phone_verified: false,
      },
      identities: [{ provider: "email", user_id: person.id, id: person.id, email: person.email }],
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
      [{ data: { username: "x" } }, 422, "username_invalid"],
      [{ data: { username: null } }, 422, "username_invalid"],
      [{ data: { username: "puta que pariu" } }, 422, "username_profane"],
      [{ data: { grande: "x".repeat(3000) } }, 400, "validation_failed"],
      [{ password: "" }, 422, "weak_password"],
      [{ password: "a".repeat(201) }, 400, "validation_failed"],
    ];
    for (const [payload, status, code] of refusals) {
      const answer = await call("PUT", "/user", payload, signedIn());
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
    const { user_metadata: kept } = (await call("GET", "/user", undefined, signedIn())).json();
    expect(kept).not.toHaveProperty("grande");
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
    const spent = await call("POST", "/verify", { token_hash: token, type: "recovery" });
    expect(spent.statusCode).toBe(200);
    expect((await follow({ token, type: "recovery" })).fragment.get("error_code")).toBe("otp_expired");
  });

  test("leads a sign-up's link to the page that confirms it", async () => {
    const email = "aberta@exemplo.com.br";
    await call("POST", "/signup", { email, password: PASSWORD, data: { username: "Link Aberto" } });
    const token = await site.mailedToken(email);
    const { answer } = await follow({ token, type: "signup" });
    expect(answer.headers.location).toBe(
      `${site.ctx.config.publicUrl}/verify-email?token_hash=${token}&type=email`,
    );
    const early = await call("POST", "/token?grant_type=password", { email, password: PASSWORD });
    expect(early.json().code).toBe("email_not_confirmed");
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

describe("bad input", () => {
  const values: [string, unknown][] = [
    ["a number", 7],
    ["a list", ["a"]],
    ["an object", { $ne: null }],
    ["true", true],
    ["empty", ""],
    ["blank", "   "],
    ["a NUL byte", "a\0b@exemplo.com.br"],
    ["a lone surrogate", "a\ud800b"],
    ["too long", `${"x".repeat(70_000)}@exemplo.com.br`],
    ["HTML", "<i>"],
    ["SQL", "';--"],
  ];
  const OPTIONAL = new Set(["code_challenge", "code_challenge_method"]);
  const fields: [Method, string, string[]][] = [
    ["POST", "/signup", ["email", "password", "data", "code_challenge"]],
    ["POST", "/token?grant_type=password", ["email", "password"]],
    ["POST", "/token?grant_type=refresh_token", ["refresh_token"]],
    ["POST", "/token?grant_type=pkce", ["auth_code", "code_verifier"]],
    ["POST", "/recover", ["email", "code_challenge_method"]],
    ["POST", "/resend", ["email", "type"]],
    ["POST", "/verify", ["type", "token_hash", "token"]],
    ["PUT", "/user", ["password", "current_password", "email", "phone", "app_metadata"]],
  ];
  const valid: Record<string, object> = {
    "/signup": { email: "ruim@exemplo.com.br", password: PASSWORD, data: { username: "Ruim" } },
    "/token?grant_type=password": { email: "ruim@exemplo.com.br", password: PASSWORD },
    "/recover": { email: "ruim@exemplo.com.br" },
    "/resend": { email: "ruim@exemplo.com.br", type: "signup" },
    "/verify": { type: "email" },
    "/user": { password: "uma-nova-e-boa-7" },
  };

  describe.each(fields)("%s %s", (method, path, names) => {
    test.each(names)("in %s is a 4xx of the wire's format, and nothing is stored", async (name) => {
      for (const [kind, value] of values) {
        const answer = await call(method, path, { ...valid[path], [name]: value }, signedIn());
        // An empty text is nothing at all where nothing is required.
        if (answer.statusCode === 200 && !String(value).trim() && OPTIONAL.has(name)) continue;
        expect([kind, answer.statusCode]).toEqual([
          kind,
          expect.toSatisfy((status: number) => status >= 400 && status < 500),
        ]);
        expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      }
      const { rows } = await site.ctx.pool.query(
        "select email from signups where email !~ '^[a-z0-9]+@exemplo.com.br$'",
      );
      expect(rows).toEqual([]);
    });
  });

  test.each([
    ["{", 400, "bad_json"],
    ["null", 400, "validation_failed"],
    ["[]", 400, "validation_failed"],
    ['{"__proto__":{"email":"a@b.com.br"}}', 400, "bad_json"],
  ])("a body such as %j answers %i %s", async (payload, status, code) => {
    const answer = await call("POST", "/signup", payload);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test("nested beyond reason is refused", async () => {
    const depth = 40_000;
    const answer = await call("POST", "/signup", `{"data":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "validation_failed"]);
  });

  test("of more than 1 MiB is refused", async () => {
    const answer = await call("POST", "/signup", { email: "x".repeat(1024 * 1024) });
    expect([answer.statusCode, answer.json().code]).toEqual([413, "request_entity_too_large"]);
  });

  test("of another type than JSON is refused", async () => {
    const answer = await call("POST", "/signup", "email=a", {
      ...VERSION,
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "bad_json"]);
  });
});
