/** Signing in with a passkey, and what does not: every lie of a device, every race. */
import { AuthClient } from "@supabase/auth-js";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import {
  answerLogin,
  beginPasskey,
  createAuthenticator,
  loginChallenge,
  makePasskey,
  passkeyLogin,
} from "#tests/support/authenticator.ts";
import { createUser } from "#tests/support/users.ts";
import { isCopied } from "./passkey-sign-in.service.ts";

const site = setUpAccountsSite();
const REFUSED = { error_code: "passkey_refused" };
const codeOf = (answer: { statusCode: number; json(): { error_code: string } }) => [
  answer.statusCode,
  answer.json().error_code,
];
const refused = [400, "passkey_refused"];

describe("with a passkey", () => {
  test("a session of the second level is opened, and stays one when it is refreshed", async () => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    const answer = await passkeyLogin(site, device);
    expect(answer.statusCode).toBe(200);
    const { access_token, refresh_token, user } = answer.json();
    expect(user.id).toBe(ana.id);
    expect(decodeJwt(access_token)).toMatchObject({ aal: "aal2", amr: [{ method: "passkey" }] });
    const renewed = await site.post("/auth/v1/token?grant_type=refresh_token", { refresh_token });
    expect(decodeJwt(renewed.json().access_token)).toMatchObject({ aal: "aal2" });
    const { sessions } = (await site.call("GET", "/api/account/sessions", access_token)).json();
    expect(sessions.map((one: { method: string }) => one.method)).toEqual(["passkey", "password"]);
    const { passkeys } = (await site.call("GET", "/api/account/passkeys", access_token)).json();
    expect(passkeys[0].last_used_at).toMatch(/Z$/);
  });

  test("a password opens one of the first, and says that there is a passkey", async () => {
    const ana = await createUser(site.ctx);
    expect((await site.logIn(ana.email)).json().has_passkeys).toBe(false);
    await makePasskey(site, ana);
    const answer = (await site.logIn(ana.email)).json();
    expect(answer.has_passkeys).toBe(true);
    expect(decodeJwt(answer.access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
  });

  test("the unmodified client understands the challenge and the session", async () => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    const client = new AuthClient({ url: site.authUrl, persistSession: false, autoRefreshToken: false });
    const { data: asked } = await client.passkey.startAuthentication();
    const challengeId = asked?.challenge_id ?? "";
    expect(asked?.options).toMatchObject({
      challenge: challengeId,
      rpId: "localhost",
      userVerification: "required",
    });
    // It names no key: whoever asks learns of none.
    expect(asked?.options.allowCredentials ?? []).toEqual([]);
    const credential = device.get(challengeId) as never;
    const { data, error } = await client.passkey.verifyAuthentication({ challengeId, credential });
    expect(error).toBeNull();
    expect(data?.session?.user.id).toBe(ana.id);
  });

  test("a device that is not known yet is told by mail, one that is known is not", async () => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    await site.mails.waitFor(ana.email, 1);
    const proof = "a".repeat(43);
    for (const sent of [1, 2]) {
      const challenge_id = await loginChallenge(site);
      const credential = device.get(challenge_id);
      const path = "/auth/v1/passkeys/authentication/verify";
      expect((await site.post(path, { challenge_id, credential }, { proof })).statusCode, `${sent}`).toBe(
        200,
      );
    }
    const of = () => site.mails.received.filter(({ to }) => to.includes(ana.email));
    await expect.poll(() => of().length).toBe(2);
    const mail = of().find(({ subject }) => subject === "Novo acesso à sua conta na Prompteca");
    expect(mail?.text).toContain("com uma chave de acesso, em um aparelho que ainda não tinha sido usado");
    const { rows } = await site.ctx.pool.query(
      "select count(*)::int as n from pgboss.job where name = 'mail' and state <> 'completed'",
    );
    expect(rows[0].n).toBe(0);
  });
});

describe("refused in the same words", () => {
  test.each([
    ["another site's page", { origin: "https://prompteca.evil.example" }],
    ["another site's key", { rpId: "evil.example" }],
    ["an answer for making a passkey", { type: "webauthn.create" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a person who was not verified", { verified: false }],
  ])("%s", async (_, lies) => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    const answer = await passkeyLogin(site, device, lies);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { ...REFUSED, msg: "Não foi possível entrar com esta chave de acesso. Entre com o e-mail e a senha." },
    ]);
    // The device itself works.
    expect((await passkeyLogin(site, device)).statusCode).toBe(200);
  });

  test("a key that nobody has, and one that somebody else signs for", async () => {
    const device = await makePasskey(site, await createUser(site.ctx));
    const stranger = createAuthenticator();
    expect(codeOf(await passkeyLogin(site, stranger))).toEqual(refused);
    const challenge = await loginChallenge(site);
    const forged = { ...stranger.get(challenge), id: device.id, rawId: device.id };
    expect(codeOf(await answerLogin(site, challenge, forged))).toEqual(refused);
  });

  test("a removed passkey, and one that goes while it signs in", async () => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    const path = `/api/account/passkeys/${device.keyId}`;
    const [, removed] = await Promise.all([passkeyLogin(site, device), site.call("DELETE", path, ana)]);
    expect(removed.statusCode).toBe(204);
    expect(codeOf(await passkeyLogin(site, device))).toEqual(refused);
    // Whichever came first, no session that it opened is left.
    const rows = await site.sql("select auth_method from sessions where user_id = $1", ana.id);
    expect(rows).toEqual([{ auth_method: "password" }]);
  });

  test.each([
    ["no credential", { credential: undefined }],
    ["no bytes at all", { id: "" }],
    ["what is no base64url", { id: "a b" }],
    ["a NUL", { id: "a\u0000" }],
    ["a list", { response: [] }],
    ["a megabyte", { id: "a".repeat(1_000_000) }],
    ["too long a signature", { response: { signature: "a".repeat(3000) } }],
    [
      "what is no CBOR",
      { response: { authenticatorData: "AAAA", clientDataJSON: "AAAA", signature: "AAAA" } },
    ],
  ])("%s is a client's error, never the server's", async (_, fields) => {
    const device = await makePasskey(site, await createUser(site.ctx));
    const challenge = await loginChallenge(site);
    const honest = device.get(challenge);
    const credential =
      "credential" in fields
        ? undefined
        : {
            ...honest,
            ...fields,
            ...("response" in fields &&
              !Array.isArray(fields.response) && { response: { ...honest.response, ...fields.response } }),
          };
    const { statusCode } = await site.post("/auth/v1/passkeys/authentication/verify", {
      challenge_id: challenge,
      credential,
    });
    expect([400, 413]).toContain(statusCode);
  });

  test("a blocked account, once its owner has proved to be that", async () => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    await site.sql("update users set is_blocked = true where id = $1", ana.id);
    expect(codeOf(await passkeyLogin(site, device))).toEqual([400, "user_banned"]);
    expect(codeOf(await passkeyLogin(site, device, { verified: false }))).toEqual(refused);
  });
});

describe("a challenge", () => {
  test("is good once, also for two at the same moment", async () => {
    const device = await makePasskey(site, await createUser(site.ctx));
    const challenge = await loginChallenge(site);
    const signed = device.get(challenge);
    const answers = await Promise.all([
      answerLogin(site, challenge, signed),
      answerLogin(site, challenge, signed),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(codeOf(await answerLogin(site, challenge, signed))).toEqual([400, "passkey_expired"]);
  });

  test("for making a passkey, or one of nobody's, opens no session", async () => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    const mine = await beginPasskey(site, ana);
    for (const challenge of [mine, "A".repeat(72), `${await loginChallenge(site)}A`])
      expect(codeOf(await answerLogin(site, challenge, device.get(challenge)))).toEqual([
        400,
        "passkey_expired",
      ]);
  });

  test("ends after ten minutes", async () => {
    const device = await makePasskey(site, await createUser(site.ctx));
    const challenge = await loginChallenge(site);
    const { now } = Date;
    Date.now = () => now() + 10 * 60 * 1000 + 1;
    const answer = await answerLogin(site, challenge, device.get(challenge)).finally(() => {
      Date.now = now;
    });
    expect(codeOf(answer)).toEqual([400, "passkey_expired"]);
  });
});

describe("a counter", () => {
  test.each([
    [0, 0, false],
    [0, 1, false],
    [4, 5, false],
    [4, 4, true],
    [4, 3, true],
    [4, 0, true],
  ])("of %i, then %i: copied, %s", (before, now, copied) => expect(isCopied(before, now)).toBe(copied));

  test("that goes back refuses the login, and tells the owner; the next honest one goes on", async () => {
    const ana = await createUser(site.ctx);
    const device = await makePasskey(site, ana);
    const opened = await passkeyLogin(site, device, { counter: 5 });
    expect(opened.statusCode).toBe(200);
    const { access_token: token } = opened.json();
    const other = await site.logIn(ana.email);
    const copied = await passkeyLogin(site, device, { counter: 5 });
    expect([...codeOf(copied), copied.json().msg]).toEqual([
      400,
      "passkey_copied",
      "Não foi possível entrar com esta chave de acesso. Entre com o e-mail e a senha.",
    ]);
    const subjects = () =>
      site.mails.received.filter(({ to }) => to.includes(ana.email)).map(({ subject }) => subject);
    await expect
      .poll(subjects)
      .toContain("Uma chave de acesso da sua conta na Prompteca pode ter sido copiada");
    // What it has opened may be the copy's.
    const reads = async (session: string) => (await site.call("GET", "/auth/v1/user", session)).statusCode;
    expect(await reads(token)).toBe(403);
    expect(await reads(other.json().access_token)).toBe(200);
    expect((await passkeyLogin(site, device, { counter: 6 })).statusCode).toBe(200);
  });

  test("is compared where two at the same moment cannot pass each other", async () => {
    const device = await makePasskey(site, await createUser(site.ctx));
    const answers = await Promise.all([1, 2, 3].map(() => passkeyLogin(site, device, { counter: 9 })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });
});
