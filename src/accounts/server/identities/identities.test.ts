/** Signing in by a real issuer: first sign-in, existing accounts, linking, unlinking; the unmodified client among them. */
import { createHash, randomBytes } from "node:crypto";
import { AuthClient } from "@supabase/auth-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { IdentityList } from "#accounts/identity-contract.ts";
import { openNotice } from "#accounts/server/mails/mail-jobs.ts";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { accountKey } from "#accounts/server/records/security-events.ts";
import { keepsAWayIn } from "#accounts/server/users/ways-in.ts";
import { inTransaction } from "#platform/database/db.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { createMemoryStorage, type MemoryStorage, setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { startIssuer, type TestIssuer } from "#tests/support/issuer.ts";
import { createKey } from "#tests/support/keys.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const SITE = "http://localhost:3000";
const ADMIN = "admin@exemplo.com.br";
const issuer: TestIssuer = await startIssuer();
afterAll(() => issuer.close());
const site = setUpTestApp({ ...issuer.env, ADMIN_EMAIL: ADMIN, RATE_LIMITS: "on" });
beforeAll(async () => void (await createUser(site.ctx, { username: "admin", email: ADMIN })));

let made = 0;
/** A person whom the issuer signs in from now on. */
function person(more: Partial<NonNullable<TestIssuer["person"]>> = {}) {
  made += 1;
  issuer.person = {
    sub: `s-${made}`,
    email: `dona${made}@exemplo.com.br`,
    email_verified: true,
    name: `Dona Flor ${made}`,
    ...more,
  };
  return issuer.person as { sub: string; email: string; name: string };
}
beforeEach(async () => {
  await site.ctx.rateLimits.forget("issuerPerAddress", "127.0.0.1");
  issuer.tamper = issuer.instead = undefined;
});

interface Browser {
  code_verifier: string;
  code_challenge: string;
}
function openBrowser(): Browser {
  const code_verifier = randomBytes(32).toString("base64url");
  return {
    code_verifier,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
  };
}

async function redirectOf(path: string): Promise<URL> {
  const answer = await site.call("GET", path);
  expect(answer.statusCode, answer.body).toBeLessThan(400);
  return new URL(answer.headers.location as string);
}
const authorize = ({ code_challenge }: Browser, more: Record<string, string> = {}) =>
  `/auth/v1/authorize?${new URLSearchParams({
    provider: "oidc",
    redirect_to: `${SITE}/entrar-com`,
    code_challenge,
    code_challenge_method: "s256",
    ...more,
  })}`;
/** Goes to the issuer and back. @returns the site's page */
async function goThrough(browser: Browser, more?: Record<string, string>): Promise<URL> {
  const back = await issuer.signIn((await redirectOf(authorize(browser, more))).href);
  return redirectOf(back.slice(new URL(back).origin.length));
}
/** What the browser has once it is back. */
async function proofOf(browser = openBrowser()) {
  const page = await goThrough(browser);
  const code = page.searchParams.get("code");
  expect(code, page.href).toBeTruthy();
  return { code: code as string, code_verifier: browser.code_verifier };
}
type Proof = Awaited<ReturnType<typeof proofOf>>;
const exchange = ({ code, code_verifier }: Proof) =>
  site.post("/auth/v1/token?grant_type=pkce", { auth_code: code, code_verifier });
const signUp = (proof: Proof, username: string) =>
  site.post("/api/auth/issuer/sign-up", { ...proof, username, terms: true });
/** A new account by the issuer. */
async function newMember(username = `Flor ${made}`) {
  const answer = await signUp(await proofOf(), username);
  expect(answer.json()).toMatchObject({ access_token: expect.any(String) });
  return answer.json() as { access_token: string; refresh_token: string };
}
const identitiesOf = async (token: string) =>
  (await site.call("GET", "/api/account/identities", token)).json() as IdentityList;
/** Whose session an answer opens. */
const enteredId = async (answer: { json(): { access_token: string } }) =>
  (await site.call("GET", "/auth/v1/user", answer.json().access_token)).json().id;
/** The one issuer that an account has linked. */
const linkedTo = async (token: string) => (await identitiesOf(token)).identities[0]?.id ?? "none";
/** Makes all sessions of a user older than an hour. */
const ageSessions = (email: string) =>
  site.sql(
    "update sessions set created_at = now() - interval '2 hours' where user_id = (select id from users where email = $1)",
    email,
  );

/** The notices to an address that wait in the queue. */
async function noticesTo(email: string) {
  const rows = await site.sql(
    "select data from pgboss.job where name = 'mail' and data ? 'noticeId' order by created_on",
  );
  return rows
    .map(({ data }) => openNotice(site.ctx, data))
    .filter((one) => one.email === email)
    .map(({ notice }) => notice);
}

describe("the first sign-in", () => {
  test("makes nothing until a username is chosen and the terms are accepted", async () => {
    const { email, name } = person();
    const proof = await proofOf();
    const early = await exchange(proof);
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({ error_code: "signup_incomplete" });
    expect(await site.sql("select from users where email = $1", email)).toEqual([]);
    const described = await site.post("/api/auth/issuer/answer", proof);
    expect(described.json()).toEqual({ kind: "new", issuer: "Jabuti ID", email, username: name });

    const without = { ...proof, username: "Dona Flor" };
    expect((await site.post("/api/auth/issuer/sign-up", without)).json()).toMatchObject({ field: "terms" });
    const entered = await signUp(proof, "Dona Flor Sim");
    const user = (await site.call("GET", "/auth/v1/user", entered.json().access_token)).json();
    expect(user).toMatchObject({
      email,
      app_metadata: { provider: "oidc", providers: ["oidc"] },
      user_metadata: { username: "Dona Flor Sim", email_verified: true },
      identities: [{ provider: "oidc", email }],
    });
    expect(await identitiesOf(entered.json().access_token)).toMatchObject({
      has_password: false,
      identities: [{ provider: "oidc", name: "Jabuti ID", email }],
    });
    expect((await signUp(proof, "Outra Flor")).json().code).toBe("flow_state_not_found");

    const again = await exchange(await proofOf());
    expect(again.json().user).toMatchObject({ id: user.id, email });
    expect(await site.sql("select auth_method from sessions where user_id = $1", user.id)).toEqual([
      { auth_method: "oauth" },
      { auth_method: "oauth" },
    ]);
  });

  test("follows the rules for usernames, and the flow goes on after a refusal", async () => {
    person({ name: "admin" });
    const { username: owned } = await createUser(site.ctx);
    const proof = await proofOf();
    expect((await site.post("/api/auth/issuer/answer", proof)).json()).toMatchObject({ username: null });
    for (const [name, message] of [
      [owned, "Este nome de usuário já está em uso. Por favor, escolha outro."],
      ["Prompteca", "Este nome é reservado: parece ser da equipe da Prompteca. Escolha outro."],
      ["ab", "O nome de usuário deve ter pelo menos 3 caracteres"],
    ] as const)
      expect((await signUp(proof, name)).json(), name).toMatchObject({ field: "username", message });
    expect((await signUp(proof, "Flor Livre")).statusCode).toBe(200);
  });

  test("leaves whoever signed up by the address before without anything", async () => {
    const { email } = person();
    await site.signUp(email, "Usurpador");
    expect(await site.sql("select from signups where email = $1", email)).toHaveLength(1);
    await newMember("Dona Verdadeira");
    expect(await site.sql("select from signups where email = $1", email)).toEqual([]);
    expect((await site.logIn(email)).json().error_code).toBe("invalid_credentials");
    // The name that it held is free.
    expect(await site.sql("select from username_claims where username_key = fold('Usurpador')")).toEqual([]);
    // The other order: the sign-up form finds an account, as for any other.
    const later = await site.signUp(email, "Outro");
    expect(later.json().identities).toEqual([]);
  });

  test.each([{ email_verified: false }, { email: undefined }, { email: "não-é-ascii@exemplo.com.br" }])(
    "opens the account that it has opened before, with %j",
    async (now) => {
      const named = person();
      const { access_token } = await newMember();
      const { id } = (await site.call("GET", "/auth/v1/user", access_token)).json();
      issuer.person = { ...named, ...now } as never;
      expect((await exchange(await proofOf())).json().user.id).toBe(id);
      // Of a stranger it is still refused.
      issuer.person = { ...named, ...now, sub: `${named.sub} x` } as never;
      const page = await goThrough(openBrowser());
      expect(page.searchParams.get("error_code")).toBe("issuer_email_unverified");
    },
  );

  test("makes no account of an address that only the account was known by, once that is gone", async () => {
    const named = person();
    const { access_token } = await newMember();
    issuer.person = { ...named, email_verified: false } as never;
    const proof = await proofOf();
    await site.sql("delete from users where email = $1", named.email);
    expect((await exchange(proof)).json().error_code).toBe("signup_incomplete");
    expect((await signUp(proof, "Flor De Novo")).json().code).toBe("issuer_email_unverified");
    expect((await site.post("/api/auth/issuer/answer", proof)).json().code).toBe("issuer_email_unverified");
    expect((await site.call("GET", "/auth/v1/user", access_token)).statusCode).toBe(403);
    expect(await site.sql("select from users where email in ($1, '')", named.email)).toEqual([]);
  });

  test.each([false, "true", undefined])("is refused with email_verified=%j", async (email_verified) => {
    person({ email_verified });
    const page = await goThrough(openBrowser());
    expect(page.pathname).toBe("/entrar-com");
    expect(page.searchParams.get("error_code")).toBe("issuer_email_unverified");
    expect(page.searchParams.get("code")).toBeNull();
  });

  test("is refused for a barred address", async () => {
    const { email } = person();
    await site.sql(
      "insert into barred_addresses values ($1, now() + interval '1 day')",
      site.ctx.secrets.mac("barred address", email),
    );
    const proof = await proofOf();
    expect((await site.post("/api/auth/issuer/answer", proof)).json().kind).toBe("existing");
    expect((await signUp(proof, "Barrada")).json().code).toBe("account_exists");
    const linked = await site.post("/api/auth/issuer/link", { ...proof, password: PASSWORD });
    expect(linked.json()).toMatchObject({ code: "signup_password_wrong", field: "password" });
    await site.post("/api/auth/issuer/link-mail", proof);
    expect(await noticesTo(email)).toEqual([]);
  });

  test("that is pressed twice makes one account", async () => {
    const { email } = person();
    const [one, other] = [await proofOf(), await proofOf()];
    const answers = await Promise.all([
      signUp(one, "Gêmea Um"),
      signUp(other, "Gêmea Dois"),
      signUp(one, "Gêmea Três"),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers)
      expect(["flow_state_not_found", "account_exists", undefined]).toContain(answer.json().code);
    expect(await site.sql("select from users where email = $1", email)).toHaveLength(1);
  });
});

describe("an address that has an account", () => {
  /** Somebody with a password, whose address the issuer names. */
  async function owner(): Promise<TestUser> {
    const { email } = person();
    return createUser(site.ctx, { email });
  }

  test("is linked by its password alone, and its owner is told", async () => {
    const ana = await owner();
    const proof = await proofOf();
    expect((await exchange(proof)).json().error_code).toBe("signup_incomplete");
    expect((await site.post("/api/auth/issuer/answer", proof)).json()).toMatchObject({
      kind: "existing",
      email: ana.email,
      username: null,
    });
    expect((await signUp(proof, "Nova Ana")).json().code).toBe("account_exists");
    const log = vi.spyOn(site.ctx.log, "warn");
    const wrong = await site.post("/api/auth/issuer/link", { ...proof, password: "outra-senha-errada" });
    expect(wrong.json()).toMatchObject({ code: "signup_password_wrong", field: "password" });
    const account = accountKey(site.ctx, ana.email);
    expect(log.mock.lastCall?.[0]).toMatchObject({ event: "sign_in_failed", account });
    log.mockRestore();
    expect((await identitiesOf(ana.token)).identities).toEqual([]);

    const linked = await site.post("/api/auth/issuer/link", { ...proof, password: PASSWORD });
    expect(await enteredId(linked)).toBe(ana.id);
    expect(await noticesTo(ana.email)).toMatchObject([
      { kind: "identity-linked", issuer: "Jabuti ID", address: ana.email },
    ]);
    expect((await noticesTo(ana.email))[0]).not.toHaveProperty("by_mail");
    expect((await site.call("GET", "/auth/v1/user", ana)).statusCode).toBe(200);
    await site.sql("update users set email_confirmed_at = now() - interval '2 hours' where id = $1", ana.id);
    const later = (await exchange(await proofOf())).json();
    // Nobody knows the device that it comes from.
    expect((await noticesTo(ana.email)).at(-1)).toMatchObject({ kind: "new-device", issuer: "Jabuti ID" });
    expect(later.user).toMatchObject({
      id: ana.id,
      app_metadata: { provider: "email", providers: ["email", "oidc"] },
    });
    // The password still opens it.
    expect((await site.logIn(ana.email)).statusCode).toBe(200);
  });

  test("is entered as by a mail from a device that nobody knows, for the first passkey of staff", async () => {
    const ana = await owner();
    await site.post("/api/auth/issuer/link", { ...(await proofOf()), password: PASSWORD });
    const entered = async (device: string) => {
      await site.sql("update users set entered_without_password_at = null where id = $1", ana.id);
      const { code, code_verifier } = await proofOf();
      const body = { auth_code: code, code_verifier };
      await site.post("/auth/v1/token?grant_type=pkce", body, { proof: device.repeat(43) });
      const noted = "select entered_without_password_at is not null as noted from users where id = $1";
      return (await site.sql(noted, ana.id))[0].noted;
    };
    expect([await entered("a"), await entered("a"), await entered("b"), await entered("b")]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test("is linked by the mailed link in the browser that began, and by no other", async () => {
    const ana = await owner();
    const { key } = await createKey(site, ana);
    const proof = await proofOf();
    expect((await site.post("/api/auth/issuer/link-mail", proof)).statusCode).toBe(200);
    const notice = ((await noticesTo(ana.email)) as { kind: string; path: string }[]).at(-1);
    const link = new URL(notice?.path ?? "", SITE).searchParams.get("link");
    expect(notice?.path).toMatch(/^\/entrar-com\?link=/);
    const press = (more: object) => site.post("/api/auth/issuer/link", { ...proof, ...more });

    const elsewhere = await press({ link, code_verifier: openBrowser().code_verifier });
    expect(elsewhere.json().code).toBe("bad_code_verifier");
    const ofAnother = await site.post("/api/auth/issuer/link", { ...(await proofOf()), link });
    expect(ofAnother.json().code).toBe("otp_expired");
    expect((await press({ link: `${link}x` })).json().code).toBe("otp_expired");
    // Not needed with the link; one that is sent is checked.
    expect((await press({ link, password: "outra-senha-errada" })).json().code).toBe("signup_password_wrong");
    expect((await identitiesOf(ana.token)).identities).toEqual([]);
    expect(await enteredId(await press({ link }))).toBe(ana.id);
    // Somebody who had the address before may have chosen the password.
    expect((await noticesTo(ana.email)).at(-1)).toMatchObject({
      kind: "identity-linked",
      by_mail: { has_password: true },
    });
    // What was open ends, as after a recovery.
    expect((await site.call("GET", "/auth/v1/user", ana)).statusCode).toBe(403);
    expect((await site.call("GET", "/api/users/me/favorites", key)).statusCode).toBe(401);
    // For the first passkey of staff, as much as a recovery.
    const entered = "select entered_without_password_at is not null as by_mail from users where id = $1";
    expect(await site.sql(entered, ana.id)).toEqual([{ by_mail: true }]);
    expect((await press({ link })).json().code).toBe("flow_state_not_found");
  });

  test("lets one mailed link in: its use, or a recovery, voids the others", async () => {
    const ana = await owner();
    // A network asks for one mail a minute.
    let network = 0;
    const from = () => ({ from: `198.51.100.${++network}` });
    const mailed = async () => {
      const proof = await proofOf();
      expect((await site.post("/api/auth/issuer/link-mail", proof, from())).statusCode).toBe(200);
      const notice = ((await noticesTo(ana.email)) as { path: string }[]).at(-1);
      return { ...proof, link: new URL(notice?.path ?? "", SITE).searchParams.get("link") };
    };
    const recovery = async () => {
      await site.post("/auth/v1/recover", { email: ana.email }, from());
      const [token] = await site.sql("select id from one_time_tokens where user_id = $1", ana.id);
      return { type: "recovery", token_hash: tokenOf(site.ctx, token.id) };
    };
    const press = (link: object) => site.post("/api/auth/issuer/link", link);

    const before = await mailed();
    expect((await site.post("/auth/v1/verify", await recovery())).statusCode).toBe(200);
    expect((await press(before)).json().code).toBe("flow_state_not_found");

    const [one, token] = [await mailed(), await recovery()];
    person({ email: ana.email });
    const other = await mailed();
    expect((await press(one)).statusCode).toBe(200);
    expect((await site.post("/auth/v1/verify", token)).json().error_code).toBe("otp_expired");
    expect((await press(other)).json().code).toBe("flow_state_not_found");
  });

  test("is linked by no mailed link from before a new password", async () => {
    const ana = await owner();
    const proof = await proofOf();
    await site.post("/api/auth/issuer/link-mail", proof);
    const [notice] = (await noticesTo(ana.email)) as { path: string }[];
    const link = new URL(notice?.path ?? "", SITE).searchParams.get("link");
    const password = { password: "caju-maduro-77", current_password: PASSWORD };
    expect((await site.call("PUT", "/auth/v1/user", ana, password)).statusCode).toBe(200);
    const pressed = await site.post("/api/auth/issuer/link", { ...proof, link });
    expect([pressed.statusCode, pressed.json().code]).toEqual([403, "otp_expired"]);
    expect((await identitiesOf(ana.token)).identities).toEqual([]);
  });

  test("tells its owner, when it is linked, what else opens it: a stranger may have made that before", async () => {
    const ana = await owner();
    await site.sql(
      "insert into identities (user_id, issuer, subject, email) values ($1, 'https://id.example', 'x', $2)",
      ana.id,
      "estranho@exemplo.com",
    );
    await site.sql(
      "insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name, created_at) values ($1, $2, '', 0, false, 'Celular velho', '2026-05-03T15:00:00Z')",
      ana.id,
      ana.id,
    );
    const linked = await site.post("/api/auth/issuer/link", { ...(await proofOf()), password: PASSWORD });
    expect(await enteredId(linked)).toBe(ana.id);
    expect(await noticesTo(ana.email)).toMatchObject([
      { others: "id.example (estranho@exemplo.com); chave de acesso Celular velho, de 3 de maio de 2026" },
    ]);
  });

  test("is not linked while it is blocked, and a blocked account is not entered", async () => {
    const ana = await owner();
    await site.sql("update users set is_blocked = true where id = $1", ana.id);
    const refused = await site.post("/api/auth/issuer/link", { ...(await proofOf()), password: PASSWORD });
    expect(refused.json()).toMatchObject({ code: "user_banned", message: "Sua conta está bloqueada." });
    await site.sql("update users set is_blocked = false where id = $1", ana.id);
    await site.post("/api/auth/issuer/link", { ...(await proofOf()), password: PASSWORD });
    await site.sql("update users set is_blocked = true where id = $1", ana.id);
    expect((await exchange(await proofOf())).json().error_code).toBe("user_banned");
  });

  test("of the admin is neither made, linked nor opened by an issuer", async () => {
    person({ email: ADMIN.toUpperCase() });
    const proof = await proofOf();
    for (const path of ["answer", "link-mail"])
      expect((await site.post(`/api/auth/issuer/${path}`, proof)).json().code).toBe("admin_account");
    const linked = await site.post("/api/auth/issuer/link", { ...proof, password: PASSWORD });
    expect(linked.json().code).toBe("admin_account");
    const admin = (await site.logIn(ADMIN)).json().access_token;
    const begun = await site.call("POST", "/api/account/identities", admin, {
      provider: "oidc",
      code_challenge: openBrowser().code_challenge,
    });
    expect(begun.json().code).toBe("admin_account");
    // An account that became the admin's by the configuration.
    await site.sql(
      "insert into identities (user_id, issuer, subject, email) select id, $1, $2, email from users where email = $3",
      issuer.url,
      issuer.person?.sub,
      ADMIN,
    );
    expect((await exchange(await proofOf())).json().error_code).toBe("admin_account");
  });

  test("is not found by the issuer's address once the address there has changed", async () => {
    const { sub } = person();
    await newMember();
    const other = await createUser(site.ctx);
    person({ sub, email: other.email });
    expect((await exchange(await proofOf())).json().user.email).not.toBe(other.email);
  });
});

describe("the unmodified client", () => {
  const clientOf = (storage: MemoryStorage = createMemoryStorage()) =>
    new AuthClient({
      url: `${SITE}/auth/v1`,
      storage,
      flowType: "pkce",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      fetch: async (input, init) => {
        const url = new URL(String(input));
        const answer = await site.app.inject({
          method: (init?.method ?? "GET") as "GET",
          url: url.pathname + url.search,
          headers: Object.fromEntries(new Headers(init?.headers)),
          ...(init?.body ? { payload: String(init.body) } : {}),
        });
        return new Response(answer.body || null, {
          status: answer.statusCode,
          headers: answer.headers as Record<string, string>,
        });
      },
    });
  /** Goes where the client says, and back. @returns the code */
  async function follow(url: string | null | undefined) {
    const { pathname, search, origin } = new URL(url ?? "");
    const start = origin === SITE ? (await redirectOf(pathname + search)).href : String(url);
    const back = await issuer.signIn(start);
    return (await redirectOf(back.slice(SITE.length))).searchParams.get("code") as string;
  }

  test("signs in, links, lists and unlinks", async () => {
    person();
    await newMember("Cliente Um");
    const client = clientOf();
    const { data } = await client.signInWithOAuth({
      provider: "oidc" as "google",
      options: { redirectTo: `${SITE}/`, skipBrowserRedirect: true },
    });
    const { data: entered, error } = await client.exchangeCodeForSession(await follow(data.url));
    expect(error).toBeNull();
    expect(entered.user?.user_metadata.username).toBe("Cliente Um");

    const bia = await createUser(site.ctx);
    const other = clientOf();
    await other.signInWithPassword({ email: bia.email, password: PASSWORD });
    const { email: address } = person();
    const linking = await other.linkIdentity({
      provider: "oidc" as "google",
      options: { redirectTo: `${SITE}/settings` },
    });
    expect(linking.error).toBeNull();
    const linked = await other.exchangeCodeForSession(await follow(linking.data.url));
    expect(linked.error).toBeNull();
    expect(linked.data.user?.id).toBe(bia.id);
    const listed = (await other.getUserIdentities()).data?.identities ?? [];
    expect(listed.map(({ provider, identity_data }) => [provider, identity_data?.email])).toEqual([
      ["email", bia.email],
      ["oidc", address],
    ]);
    const [, identity] = listed;
    if (!identity) throw new Error("nothing is linked");
    expect((await other.unlinkIdentity(identity)).error).toBeNull();
    expect((await other.getUserIdentities()).data?.identities).toHaveLength(1);
    expect(await noticesTo(bia.email)).toMatchObject([
      { kind: "identity-linked" },
      { kind: "identity-unlinked" },
    ]);
  });

  test("is told the contract's errors", async () => {
    person();
    const client = clientOf();
    const { data } = await client.signInWithOAuth({
      provider: "oidc" as "google",
      options: { redirectTo: `${SITE}/`, skipBrowserRedirect: true },
    });
    const code = await follow(data.url);
    const stranger = clientOf();
    await stranger.signInWithOAuth({
      provider: "oidc" as "google",
      options: { skipBrowserRedirect: true },
    });
    expect((await stranger.exchangeCodeForSession(code)).error).toMatchObject({
      status: 400,
      code: "bad_code_verifier",
      message: "code challenge does not match previously saved code verifier",
    });
    expect((await client.exchangeCodeForSession(code)).error).toMatchObject({
      status: 409,
      code: "signup_incomplete",
    });
    const settings = await site.call("GET", "/auth/v1/settings");
    expect(settings.json().external).toEqual({
      email: true,
      phone: false,
      anonymous_users: false,
      oidc: true,
    });
  });
});

describe("linked accounts", () => {
  const begin = (token: string, browser: Browser, more = {}) =>
    site.call("POST", "/api/account/identities", token, {
      provider: "oidc",
      code_challenge: browser.code_challenge,
      ...more,
    });
  const unlink = (token: string, id: string, payload?: object) =>
    site.call("DELETE", `/api/account/identities/${id}`, token, payload);

  test("are linked in the session that began, by the browser that began", async () => {
    const bia = await createUser(site.ctx);
    const { email } = person();
    const browser = openBrowser();
    const begun = await begin(bia.token, browser);
    const back = await issuer.signIn(begun.json().url);
    const page = await redirectOf(back.slice(SITE.length));
    const code = page.searchParams.get("code") as string;
    // The answer alone has linked nothing: a stranger may have been sent to the issuer.
    expect((await identitiesOf(bia.token)).identities).toEqual([]);
    expect((await exchange({ code, code_verifier: openBrowser().code_verifier })).json().error_code).toBe(
      "bad_code_verifier",
    );
    const warn = vi.spyOn(site.ctx.log, "warn");
    const { access_token: token } = (await exchange({ code, code_verifier: browser.code_verifier })).json();
    expect((await identitiesOf(token)).identities).toMatchObject([{ email, provider: "oidc" }]);
    const told = { event: "identity_linked", route: "/auth/v1/token", account: expect.any(String) };
    expect(warn.mock.calls).toMatchObject([[told, "security event"]]);
    // The session goes on: for what else the browser is asking at that moment, too.
    expect((await site.call("GET", "/api/account/identities", bia.token)).statusCode).toBe(200);
    expect(await site.sql("select from sessions where user_id = $1", bia.id)).toHaveLength(1);
    // A login links nothing.
    expect((await exchange(await proofOf())).statusCode).toBe(200);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  /** The code of a link that has begun in a session, and its browser. */
  async function begun(token: string) {
    person();
    const browser = openBrowser();
    const back = await issuer.signIn((await begin(token, browser)).json().url);
    const code = (await redirectOf(back.slice(SITE.length))).searchParams.get("code") as string;
    return { code, code_verifier: browser.code_verifier };
  }

  test("are not linked after a new password, in the session that began neither", async () => {
    const bia = await createUser(site.ctx);
    const proof = await begun(bia.token);
    const changed = { password: "caju-maduro-78", current_password: PASSWORD };
    expect((await site.call("PUT", "/auth/v1/user", bia.token, changed)).statusCode).toBe(200);
    expect((await exchange(proof)).json().error_code).toBe("flow_state_not_found");
    expect((await identitiesOf(bia.token)).identities).toEqual([]);
  });

  test("leave no session of a passkey behind, which the browser goes on without", async () => {
    const bia = await createUser(site.ctx);
    const proof = await begun(bia.token);
    await site.sql(
      `with made as (
        insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name)
        values ($1, 'key of bia', 'the key', 3, '{internal}', true, 'Celular') returning id)
      update sessions set passkey_id = made.id from made where user_id = $1`,
      bia.id,
    );
    const { access_token } = (await exchange(proof)).json();
    expect((await identitiesOf(access_token)).identities).toHaveLength(1);
    expect(await site.sql("select passkey_id from sessions where user_id = $1", bia.id)).toEqual([
      { passkey_id: null },
    ]);
  });

  test("are begun fifteen times an hour, each of which is told by a mail", async () => {
    const bia = await createUser(site.ctx);
    for (let time = 0; time < 15; time++) {
      expect((await begin(bia.token, openBrowser())).statusCode).toBe(200);
      await site.ctx.rateLimits.forget("issuerPerAddress", "127.0.0.1");
    }
    expect((await begin(bia.token, openBrowser())).statusCode).toBe(429);
  });

  test("are not linked after the session has ended, nor twice", async () => {
    const bia = await createUser(site.ctx);
    person();
    await newMember();
    const browser = openBrowser();
    const back = await issuer.signIn((await begin(bia.token, browser)).json().url);
    const code = (await redirectOf(back.slice(SITE.length))).searchParams.get("code") as string;
    const taken = await exchange({ code, code_verifier: browser.code_verifier });
    expect(taken.json().error_code).toBe("identity_already_exists");
    await site.sql("delete from identities where issuer = $1", issuer.url);
    await site.call("POST", "/auth/v1/logout", bia.token);
    const ended = await exchange({ code, code_verifier: browser.code_verifier });
    expect(ended.json().error_code).toBe("flow_state_not_found");
  });

  test("need the password after an hour", async () => {
    const bia = await createUser(site.ctx);
    await ageSessions(bia.email);
    const browser = openBrowser();
    expect((await begin(bia.token, browser)).json().code).toBe("password_required");
    expect((await begin(bia.token, browser, { password: "errada-de-novo-1" })).json().code).toBe(
      "password_invalid",
    );
    expect((await begin(bia.token, browser, { password: PASSWORD })).json().url).toContain(issuer.url);
    const [wire, gone] = await Promise.all([
      site.call(
        "GET",
        `/auth/v1/user/identities/authorize?provider=oidc&code_challenge=${browser.code_challenge}&code_challenge_method=s256`,
        bia.token,
      ),
      site.call("DELETE", "/auth/v1/user/identities/x", bia.token),
    ]);
    expect([wire.json().error_code, gone.json().error_code]).toEqual(
      Array(2).fill("reauthentication_needed"),
    );
  });

  test("keep the last way in, until there is a password", async () => {
    const { email } = person();
    const { access_token: token } = await newMember();
    const id = await linkedTo(token);
    const refused = await unlink(token, id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: "last_way_in",
      message: "É o único jeito de entrar na sua conta. Crie antes uma senha, em “Senha”.",
    });
    // A first password needs none before, in a session that the issuer has just opened.
    const set = await site.call("PUT", "/auth/v1/user", token, { password: PASSWORD });
    expect(set.statusCode, set.body).toBe(200);
    // From now on it does.
    const again = await site.call("PUT", "/auth/v1/user", token, { password: "outra-jabuticaba-43" });
    expect(again.json().error_code).toBe("current_password_required");
    expect((await unlink(token, id)).statusCode).toBe(204);
    expect((await unlink(token, id)).statusCode).toBe(404);
    expect((await site.logIn(email)).statusCode).toBe(200);
    expect(await noticesTo(email)).toMatchObject([
      { kind: "identity-linked", issuer: "Jabuti ID", address: email },
      { kind: "password-changed" },
      { kind: "identity-unlinked", issuer: "Jabuti ID", address: email },
    ]);
  });

  test("cannot be unlinked by strangers", async () => {
    person();
    const { access_token: token } = await newMember();
    const id = await linkedTo(token);
    const bia = await createUser(site.ctx);
    expect((await unlink(bia.token, id)).json().code).toBe("identity_not_found");
    expect((await unlink(bia.token, "não")).json().code).toBe("identity_not_found");
    expect((await identitiesOf(token)).identities).toHaveLength(1);
  });

  test("of two that unlink and set a password at once, the account keeps a way in", async () => {
    person();
    const { access_token: token } = await newMember();
    const id = await linkedTo(token);
    await Promise.all([
      unlink(token, id),
      unlink(token, id),
      site.call("PUT", "/auth/v1/user", token, { password: PASSWORD }),
    ]);
    const { has_password, identities } = await identitiesOf(token);
    expect(Number(has_password) + identities.length).toBeGreaterThan(0);
  });
});

describe("an account without a password", () => {
  test("asks for a new login where others ask for the password", async () => {
    const { email } = person();
    const { access_token: token } = await newMember();
    await ageSessions(email);
    const calls = await Promise.all([
      site.call("DELETE", "/api/account/sessions", token, {}),
      site.call("PUT", "/auth/v1/user", token, { password: PASSWORD, current_password: "qualquer-uma-1" }),
      site.call("DELETE", "/api/account", token, { password: "qualquer-uma-1" }),
    ]);
    expect(calls.map((answer) => answer.statusCode)).toEqual([422, 422, 422]);
    expect(calls.map((answer) => answer.json().code ?? answer.json().error_code)).toContain("login_too_old");
    // And is left in a new one without a password.
    const entered = (await exchange(await proofOf())).json().access_token;
    expect((await site.call("DELETE", "/api/account", entered, {})).statusCode).toBe(204);
    expect(await site.sql("select from identities where email = $1", email)).toEqual([]);
  });

  test("is not entered by any password, and gets one by the recovery mail", async () => {
    const { email } = person();
    await newMember();
    expect((await site.logIn(email)).json().error_code).toBe("invalid_credentials");
    await site.post("/auth/v1/recover", { email });
    const tokens = await site.sql(
      "select kind from one_time_tokens where user_id = (select id from users where email = $1)",
      email,
    );
    expect(tokens).toEqual([{ kind: "recovery" }]);
  });
});

test("a state of other characters is refused, not failed on", async () => {
  const state = `${crypto.randomUUID()}.${"é".repeat(43)}`;
  const answer = await site.call("GET", `/auth/v1/callback?state=${encodeURIComponent(state)}`);
  expect(answer.statusCode).toBe(303);
  expect((await exchange({ code: state, code_verifier: "x" })).statusCode).toBe(404);
});

describe("a session that an issuer opened, once ADMIN_EMAIL names its account", () => {
  /** Does it as if the site had started anew with that address. */
  async function asAdmin<T>(email: string, work: () => Promise<T>): Promise<T> {
    const config = site.ctx.config as { adminEmail: string };
    const before = config.adminEmail;
    config.adminEmail = email;
    try {
      return await work();
    } finally {
      config.adminEmail = before;
    }
  }

  test.each([
    ["acts as the admin", "GET", "/api/admin/users", undefined],
    ["makes a passkey", "POST", "/api/account/passkeys/challenge", undefined],
    ["sets a first password", "PUT", "/auth/v1/user", { password: PASSWORD }],
    ["deletes the account", "DELETE", "/api/account", {}],
    ["makes a key", "POST", "/api/account/keys", { name: "X", scopes: ["read"], expires_in_days: 30 }],
    ["reads the account", "GET", "/auth/v1/user", undefined],
  ] as const)("never %s", async (_, method, url, payload) => {
    const { email } = person();
    const { access_token } = await newMember();
    const answer = await asAdmin(email, () => site.call(method, url, access_token, payload));
    expect([401, 403]).toContain(answer.statusCode);
    expect(["unauthorized", "session_not_found"]).toContain(answer.json().error_code ?? answer.json().code);
  });

  test("is refreshed no more, and gone for good", async () => {
    const { email } = person();
    const { refresh_token } = await newMember();
    const refresh = () => site.post("/auth/v1/token?grant_type=refresh_token", { refresh_token });
    const refused = [400, "refresh_token_not_found"];
    const codeOf = ({ statusCode, json }: Awaited<ReturnType<typeof refresh>>) => [
      statusCode,
      json().error_code,
    ];
    expect(codeOf(await asAdmin(email, refresh))).toEqual(refused);
    expect(codeOf(await refresh())).toEqual(refused);
  });
});

test("a name with a NUL does not fail the callback", async () => {
  person({ name: "Flor\u0000a" });
  const back = await issuer.signIn((await redirectOf(authorize(openBrowser()))).href);
  const answer = await site.call("GET", back.slice(new URL(back).origin.length));
  expect(answer.statusCode).toBe(303);
});

test("email_verified of the ID token does not vouch for the endpoint's address", async () => {
  person({ email_verified: false });
  issuer.tamper = async (path, body) => {
    if (path !== "/token") return undefined;
    const { email: _, email_verified: __, ...claims } = decodeJwt(String(body.id_token));
    return { ...body, id_token: await issuer.sign({ ...claims, email_verified: true }) };
  };
  const page = await goThrough(openBrowser());
  expect(page.searchParams.get("error_code")).toBe("issuer_email_unverified");
});

test("after the mailbox's owner recovers an account, a stranger's issuer does not open it", async () => {
  const { email } = person();
  const stranger = issuer.person;
  await newMember();
  await site.post("/auth/v1/recover", { email });
  const [{ id }] = (await site.sql(
    "select id from one_time_tokens where user_id = (select id from users where email = $1)",
    email,
  )) as [{ id: string }];
  const token_hash = tokenOf(site.ctx, id);
  const opened = (await site.post("/auth/v1/verify", { type: "recovery", token_hash })).json();
  const changed = await site.call("PUT", "/auth/v1/user", opened.access_token, {
    password: "caju-maduro-77",
  });
  expect(changed.statusCode, changed.body).toBe(200);
  expect((await noticesTo(email)).at(-1)).toMatchObject({ kind: "password-changed", unlinks: true });
  issuer.person = stranger;
  const entered = await exchange(await proofOf());
  expect(entered.statusCode).not.toBe(200);
});

test("an address that is another one once tidied is not taken for it", async () => {
  for (const email of [
    "\u212Aelvin9@exemplo.com.br",
    "vit\u200Bima9@exemplo.com.br",
    "<vitima8@exemplo.com.br>",
  ]) {
    person({ email });
    const page = await goThrough(openBrowser());
    const code = page.searchParams.get("code");
    expect.soft(code).toBeNull();
  }
});

test("a way back leads to no other site", async () => {
  for (const to of [
    "https://evil.example/",
    `${SITE}//evil.example/x`,
    `${SITE}/\\evil.example`,
    `${SITE}@evil.example/`,
    "//evil.example",
    `${SITE}/%0d%0aLocation:x`,
    `javascript:alert(1)`,
    `${SITE}.evil.example/`,
    `${SITE}/\t/evil.example#x`,
  ]) {
    person();
    const page = await goThrough(openBrowser(), { redirect_to: to });
    expect(page.origin, to).toBe(SITE);
  }
});

test("a fresh session links an issuer without the password, which outlives a new password", async () => {
  const ana = await createUser(site.ctx);
  const stolen = (await site.logIn(ana.email)).json().access_token;
  person();
  const thief = openBrowser();
  const begun = await site.call("POST", "/api/account/identities", stolen, {
    provider: "oidc",
    code_challenge: thief.code_challenge,
  });
  const back = await issuer.signIn(begun.json().url);
  const page = await redirectOf(back.slice(new URL(back).origin.length));
  expect(
    (await exchange({ code: page.searchParams.get("code") as string, code_verifier: thief.code_verifier }))
      .statusCode,
  ).toBe(200);
  const own = (await site.logIn(ana.email)).json().access_token;
  expect(
    (await site.call("PUT", "/auth/v1/user", own, { password: "caju-maduro-77", current_password: PASSWORD }))
      .statusCode,
  ).toBe(200);
  const entered = await exchange(await proofOf());
  expect(entered.statusCode).not.toBe(200);
});

test("a new account by an issuer is told to the address", async () => {
  const { email } = person();
  await newMember();
  expect((await noticesTo(email)).map(({ kind }) => kind)).toEqual(["identity-linked"]);
});

describe("a way under way", () => {
  const secondsLeft = async () =>
    Number(
      (
        await site.sql(
          "select extract(epoch from expires_at - now()) as s from issuer_flows where email = $1",
          issuer.person?.email,
        )
      )[0].s,
    );

  test("has a code for five minutes, until the browser that began takes it", async () => {
    person();
    const proof = await proofOf();
    expect(await secondsLeft()).toBeGreaterThan(240);
    expect(await secondsLeft()).toBeLessThanOrEqual(300);
    await exchange({ ...proof, code_verifier: openBrowser().code_verifier });
    expect(await secondsLeft()).toBeLessThanOrEqual(300);
    expect((await exchange(proof)).json().error_code).toBe("signup_incomplete");
    expect(await secondsLeft()).toBeGreaterThan(29 * 60);
    expect(await secondsLeft()).toBeLessThanOrEqual(30 * 60);
  });

  test.each([
    ["a picture of another page", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
    ["a call of another page", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
    ["a frame", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
    [
      "a guess of the browser",
      { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-purpose": "prefetch" },
    ],
  ])("neither begins nor ends by %s, which uses up nobody's limit", async (_, headers) => {
    person();
    const browser = openBrowser();
    const begin = authorize(browser);
    const back = new URL(await issuer.signIn((await redirectOf(authorize(browser))).href));
    const remoteAddress = "203.0.113.77";
    const { points } = RATE_LIMITS.issuerPerAddress;
    const pressed = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    let used = 0;
    for (const [url, status] of [
      [begin, 302],
      [back.pathname + back.search, 303],
    ] as const) {
      const answer = await site.app.inject({ url, headers, remoteAddress });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ error_code: "not_a_navigation" });
      expect(await site.ctx.rateLimits.left("issuerPerAddress", remoteAddress)).toBe(points - used);
      const { statusCode } = await site.app.inject({ url, headers: pressed, remoteAddress });
      expect(statusCode).toBe(status);
      used += 1;
      expect(await site.ctx.rateLimits.left("issuerPerAddress", remoteAddress)).toBe(points - used);
    }
    await site.ctx.rateLimits.forget("issuerPerAddress", remoteAddress);
  });

  test("counts no answer that the site has not asked for, and keeps one that came too early", async () => {
    person();
    const browser = openBrowser();
    const back = new URL(await issuer.signIn((await redirectOf(authorize(browser))).href));
    const remoteAddress = "203.0.113.78";
    const end = async (path: string) => {
      const { headers } = await site.app.inject({ url: path, remoteAddress });
      return new URL(headers.location as string).searchParams;
    };
    const { points } = RATE_LIMITS.issuerPerAddress;
    expect((await end("/auth/v1/callback?code=x&state=x")).get("error_code")).toBe("flow_state_not_found");
    expect(await site.ctx.rateLimits.left("issuerPerAddress", remoteAddress)).toBe(points);
    for (let used = 0; used < points; used++)
      await site.ctx.rateLimits.take("issuerPerAddress", remoteAddress);
    const events = vi.spyOn(site.ctx.log, "warn");
    const early = await end(back.pathname + back.search);
    expect(early.get("error_code")).toBe("over_request_rate_limit");
    expect((await end(authorize(browser))).get("error_code")).toBe("over_request_rate_limit");
    const reached = { event: "limit_reached", code: "over_request_rate_limit", limit: "issuerPerAddress" };
    // Nobody has failed to sign in.
    expect(events.mock.calls.map(([said]) => said)).toEqual([
      expect.objectContaining({ ...reached, route: "/auth/v1/callback" }),
      expect.objectContaining({ ...reached, route: "/auth/v1/authorize" }),
    ]);
    events.mockRestore();
    await site.ctx.rateLimits.forget("issuerPerAddress", remoteAddress);
    expect((await end(back.pathname + back.search)).get("code")).toBeTruthy();
  });

  test("ends nowhere once the account was blocked, though the block came after the check", async () => {
    const { email } = person();
    const ana = await createUser(site.ctx, { email });
    const proof = await proofOf();
    const whileBlocked = async (ask: () => Promise<{ json(): { code?: string; error_code?: string } }>) => {
      const block = "update users set is_blocked = true where id = $1";
      const blocking = await lockRows(site.ctx.pool, block, ana.id);
      const answer = ask();
      await untilWaiting(site.ctx.pool);
      await blocking.release();
      const { code, error_code } = (await answer).json();
      expect(error_code ?? code).toBe("user_banned");
    };
    const link = () => site.post("/api/auth/issuer/link", { ...proof, password: PASSWORD });
    await whileBlocked(link);
    expect(await site.sql("select from identities where user_id = $1", ana.id)).toEqual([]);
    await site.sql("update users set is_blocked = false where id = $1", ana.id);
    await link();
    const known = await proofOf();
    await whileBlocked(() => exchange(known));
  });

  test("opens no account of before, when the person was linked to another one meanwhile", async () => {
    const { sub, email } = person();
    const [ana, bia] = [await createUser(site.ctx, { email }), await createUser(site.ctx)];
    await site.post("/api/auth/issuer/link", { ...(await proofOf()), password: PASSWORD });
    const proof = await proofOf();
    const moving = await lockRows(site.ctx.pool, "select from users where id = $1 for update", ana.id);
    const answer = exchange(proof);
    await untilWaiting(site.ctx.pool);
    await moving.client.query("delete from identities where user_id = $1", [ana.id]);
    await moving.client.query(
      "insert into identities (user_id, issuer, subject, email) values ($1, $2, $3, $4)",
      [bia.id, issuer.url, sub, email],
    );
    await moving.release();
    expect((await answer).json().error_code).toBe("flow_state_not_found");
    expect(await enteredId(await exchange(await proofOf()))).toBe(bia.id);
  });

  test("of unlinking ends when the password that was checked is none any more", async () => {
    const { email } = person();
    const ana = await createUser(site.ctx, { email });
    await site.post("/api/auth/issuer/link", { ...(await proofOf()), password: PASSWORD });
    const id = await linkedTo(ana.token);
    await ageSessions(ana.email);
    const forget = "update users set password_hash = 'another' where id = $1";
    const changing = await lockRows(site.ctx.pool, forget, ana.id);
    const answer = site.call("DELETE", `/api/account/identities/${id}`, ana.token, { password: PASSWORD });
    await untilWaiting(site.ctx.pool);
    await changing.release();
    expect((await answer).json()).toMatchObject({ code: "password_invalid", field: "password" });
    expect(await linkedTo(ana.token)).toBe(id);
  });
});

test("a session that ends while it unlinks an issuer unlinks none", async () => {
  const { email } = person();
  const ana = await createUser(site.ctx, { email });
  await site.post("/api/auth/issuer/link", { ...(await proofOf()), password: PASSWORD });
  const ending = await lockRows(site.ctx.pool, "select from users where id = $1 for update", ana.id);
  const late = site.call("DELETE", `/api/account/identities/${await linkedTo(ana.token)}`, ana.token);
  await untilWaiting(site.ctx.pool);
  await ending.client.query("delete from sessions where user_id = $1", [ana.id]);
  await ending.release();
  expect((await late).statusCode).toBe(401);
  expect(await site.sql("select from identities where user_id = $1", ana.id)).toHaveLength(1);
});

test("the admin's linked issuers of before are no way in, and go without another", async () => {
  const [{ id }] = await site.sql("select id from users where email = $1", ADMIN);
  await site.sql("delete from identities where user_id = $1", id);
  await site.sql(
    "insert into identities (user_id, issuer, subject, email) values ($1, $2, 'old', $3)",
    id,
    issuer.url,
    ADMIN,
  );
  const token = (await site.logIn(ADMIN)).json().access_token;
  const ways = { id, email: ADMIN };
  // It has a password, which would be the one that goes.
  expect(await inTransaction(site.ctx.db, (trx) => keepsAWayIn(site.ctx, trx, ways))).toBe(false);
  expect(
    (await site.call("DELETE", `/api/account/identities/${await linkedTo(token)}`, token)).statusCode,
  ).toBe(204);
});
