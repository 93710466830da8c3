/** The product's calls beside the sign-in service, what the limits on guessing leave alone, and `/dev/mail`. */

import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { forgetPace } from "#accounts/server/mails/asked-mails.ts";
import { localToken } from "#platform/http/loopback.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { openMailer } from "#platform/mail.ts";
import { type Caller, setUpAccountsSite } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { startAccountJobs } from "./account-jobs.ts";

const site = setUpAccountsSite({ RATE_LIMITS: "on" });

let callers = 0;
/** Calls from an address that nobody has called from yet. */
const post = (path: string, payload: object) => site.post(path, payload, { from: `203.0.113.${++callers}` });

describe("POST /api/auth/check-user-exists", () => {
  const check = async (username: string, email: string) =>
    (await post("/api/auth/check-user-exists", { username, email })).json();

  test("names what is taken, in any case and accent", async () => {
    const { email } = await createUser(site.ctx, { username: "Antônia Cheia" });
    expect(await check("antonia cheia", "livre@exemplo.com.br")).toEqual({ exists: true, field: "username" });
    expect(await check("Livre e Solta", email.toUpperCase())).toEqual({ exists: true, field: "email" });
    expect(await check("Livre e Solta", "livre@exemplo.com.br")).toEqual({ exists: false });
  });

  test("knows the name of a pending sign-up, never its address", async () => {
    const email = "espera@exemplo.com.br";
    await site.signUp(email, "Em Espera");
    expect(await check("Em Espera", "outra@exemplo.com.br")).toEqual({ exists: true, field: "username" });
    expect(await check("Em Espera", email)).toEqual({ exists: false });
  });
});

describe("POST /api/auth/resend-verification", () => {
  const path = "/api/auth/resend-verification";

  test("sends the waiting confirmation again, a minute apart", async () => {
    const email = "reenvio@exemplo.com.br";
    await site.signUp(email, "Reenvio");
    const early = await site.post(path, { email });
    expect(early.statusCode).toBe(429);
    expect(early.json()).toEqual({
      code: "over_email_send_rate_limit",
      message: "Um e-mail acabou de ser enviado para este endereço. Aguarde um minuto e tente novamente.",
    });
    await forgetPace(site.ctx, "confirmation", email, "127.0.0.1");
    expect((await site.post(path, { email })).statusCode).toBe(200);
    await site.mails.waitFor(email, 2);
  });

  test("answers alike for addresses with an account and with nothing", async () => {
    const { email } = await createUser(site.ctx);
    for (const address of [email, "vazio@exemplo.com.br"]) {
      const first = await site.post(path, { email: address });
      expect([first.statusCode, first.json()]).toEqual([200, { message: expect.any(String) }]);
      expect((await site.post(path, { email: address })).statusCode).toBe(429);
    }
  });
});

// app/server/rate-limits.test.ts reaches every limit.
describe("the limits of /auth/v1", () => {
  test("count a sign-up whose name is taken, none that is mistyped: a class of thirty may share the address", async () => {
    const from = "198.51.100.1";
    const { username: taken } = await createUser(site.ctx);
    const { take } = site.ctx.rateLimits;
    for (let use = 1; use < RATE_LIMITS.signUpPerAddress.points; use++) await take("signUpPerAddress", from);
    const signUp = async (username: string, password = PASSWORD) =>
      (await site.signUp("turma@exemplo.com.br", username, { from, password })).statusCode;
    for (let mistyped = 0; mistyped < 3; mistyped++) {
      expect([await signUp("xx"), await signUp("Nome Livre", "curta")]).toEqual([422, 422]);
    }
    expect([await signUp(taken), await signUp(taken)]).toEqual([422, 429]);
  });

  test("count the mails to one address for each network, whether it has an account or not", async () => {
    const { id, email } = await createUser(site.ctx);
    const countUntilRefused = async (path: string, payload: object, from: string) => {
      const ask = () => site.post(path, payload, { from });
      let answer = await ask();
      for (let count = 0; ; count += 1, answer = await ask()) {
        if (answer.statusCode === 200) continue;
        const refusal = { error_code: "over_request_rate_limit", msg: "Request rate limit reached" };
        expect([answer.statusCode, answer.json()]).toEqual([429, expect.objectContaining(refusal)]);
        return count;
      }
    };
    for (const from of ["198.51.100.11", "198.51.100.12"]) {
      for (const target of [email, "alvo-sem-conta@exemplo.com.br"]) {
        // Past the limit of the caller, which is another test's.
        for (const limit of ["recoverPerAddress", "resendPerAddress"] as const)
          await site.ctx.rateLimits.forget(limit, from);
        expect(await countUntilRefused("/auth/v1/recover", { email: target }, from)).toBe(5);
        // Of ten in all: recovering would have mailed a confirmation that waits.
        expect(await countUntilRefused("/auth/v1/resend", { email: target, type: "signup" }, from)).toBe(9);
      }
    }
    expect(await site.sql("select from one_time_tokens where user_id = $1", id)).toHaveLength(2);
  });

  test("count tries of mailed links on the site's own page with those of the protocol, for each caller", async () => {
    const from = "198.51.100.2";
    const { points } = RATE_LIMITS.verifyPerAddress;
    for (let use = 0; use < points; use++) await site.ctx.rateLimits.take("verifyPerAddress", from);
    const confirm = (caller?: Caller) =>
      site.post("/api/auth/confirm-email", { token_hash: "nenhum" }, caller);
    expect([(await confirm({ from })).statusCode, (await confirm()).statusCode]).toEqual([429, 403]);
  });

  test("keep a minute between sign-ups of one address, whether it has an account or not", async () => {
    const { email } = await createUser(site.ctx);
    for (const [index, target] of [email, "dobro@exemplo.com.br"].entries()) {
      const payload = { email: target, password: PASSWORD, data: { username: `Dobro ${index}` } };
      expect((await site.post("/auth/v1/signup", payload, { from: "198.51.100.13" })).statusCode).toBe(200);
      const again = await site.post("/auth/v1/signup", payload, { from: "198.51.100.13" });
      expect(again.statusCode).toBe(429);
      expect(again.json()).toMatchObject({
        error_code: "over_email_send_rate_limit",
        msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
      });
    }
  });

  test("never touch refreshing", async () => {
    let { refreshToken: refresh_token } = await createUser(site.ctx);
    const refresh = (token: string) =>
      site.post("/auth/v1/token?grant_type=refresh_token", { refresh_token: token });
    // One more than any limit of signing in lets through.
    for (let call = 0; call <= RATE_LIMITS.signInPerAccount.points; call += 1) {
      const answer = await refresh(refresh_token);
      expect(answer.statusCode).toBe(200);
      refresh_token = answer.json().refresh_token;
    }
    for (let call = 0; call < 60; call += 1) expect((await refresh("lixo")).statusCode).toBe(400);
  });
});

describe("GET /dev/mail", () => {
  test("shows stored mails, escaped, to loopback callers alone", async () => {
    const dev = await createTestApp();
    const mailer = openMailer(dev.ctx.config);
    await startAccountJobs(dev.ctx, mailer);
    const get = (url: string, remoteAddress = "127.0.0.1") =>
      dev.app.inject({ method: "GET", url, remoteAddress });
    try {
      expect((await get("/dev/mail")).body).toContain("Nenhum e-mail por enquanto.");
      const payload = { email: "teste+b@exemplo.com.br", password: PASSWORD, data: { username: "Dev" } };
      await dev.call("POST", "/auth/v1/signup", null, payload);
      await expect.poll(async () => (await get("/dev/mail")).body).toContain("Confirme seu e-mail");
      const list = await get("/dev/mail");
      const path = /\/dev\/mail\/[\w.-]+/.exec(list.body)?.[0] as string;
      const page = await get(path);
      expect(page.body).toMatch(/token_hash=[\w-]{43}&amp;type=email/);
      expect(page.headers["content-security-policy"]).not.toContain("unsafe-inline");
      const html = await get(`${path}/html`);
      expect(html.headers["content-security-policy"]).toMatch(/^default-src 'none'.*sandbox/);
      expect(html.body).toContain("Falta confirmar seu e-mail");

      expect((await get("/dev/mail", "203.0.113.9")).statusCode).toBe(404);
      expect((await get(path, "203.0.113.9")).statusCode).toBe(404);
      expect((await get("/dev/mail/..%2F..%2Fsecret.key")).statusCode).toBe(404);
    } finally {
      await dev.close();
      mailer.close();
    }
  });

  test("wants the token that the start shows where the site has a public name: a proxy may add no header", async () => {
    const dev = await createTestApp({ PUBLIC_URL: "http://teste.prompteca.example" });
    const token = localToken(dev.ctx);
    const ask = (authorization?: string) =>
      dev.call("GET", "/dev/mail", null, undefined, {
        host: "127.0.0.1:3000",
        ...(authorization && { authorization }),
      });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    for (const wrong of [undefined, "Bearer x", basic(`${token}:`), basic(`:${token}x`), basic(`dev:`)]) {
      const answer = await ask(wrong);
      expect([answer.statusCode, answer.headers["www-authenticate"]], wrong).toEqual([
        401,
        expect.stringMatching(/^Basic realm="Prompteca"/),
      ]);
    }
    for (const right of [`Bearer ${token}`, basic(`dev:${token}`), basic(`:${token}`)]) {
      expect((await ask(right)).statusCode).toBe(200);
    }
    await dev.close();
  });

  test("does not exist in production", async () => {
    const PUBLIC_URL = "https://prompteca.exemplo.com.br";
    const env = {
      NODE_ENV: "production",
      CONTACT_EMAIL: "oi@prompteca.example",
      RATE_LIMITS: "on",
      PUBLIC_URL,
      SMTP_URL: site.mails.url,
    };
    const production = await createTestApp(env);
    expect((await production.call("GET", "/dev/mail")).statusCode).toBe(404);
    await production.close();
  });

  test("does not exist for a caller who speaks HTTP/1.0, as nginx does", async () => {
    const { port } = site.app.server.address() as AddressInfo;
    const statusOf = async (version: string) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET /dev/mail HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split(" ")[1];
    };
    expect([await statusOf("1.1"), await statusOf("1.0")]).toEqual(["200", "404"]);
  });
});
