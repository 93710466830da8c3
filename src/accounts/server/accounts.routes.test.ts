/** The two product calls beside the sign-in service, the limits on all that can be guessed, and `/dev/mail`. */
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localToken } from "#platform/http/loopback.ts";
import { openMailer } from "#platform/mail.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { startAccountJobs } from "./account-jobs.ts";

let site: AccountsSite;

beforeAll(async () => {
  site = await startAccountsSite({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
});
afterAll(() => site.close());

let callers = 0;
/** An address nobody has called from yet. */
const newCaller = () => {
  callers += 1;
  return `203.0.113.${callers}`;
};

function post(path: string, payload: unknown, from = newCaller(), headers: Record<string, string> = {}) {
  return site.app.inject({
    method: "POST",
    url: path,
    headers: { "x-forwarded-for": from, "content-type": "application/json", ...headers },
    payload: JSON.stringify(payload),
  });
}
const answerOf = async (answer: ReturnType<typeof post>) => (await answer).json();

describe("POST /api/auth/check-user-exists", () => {
  const path = "/api/auth/check-user-exists";

  test("names what is taken, in any case and accent", async () => {
    const { email } = await createUser(site.ctx, { username: "Antônia Cheia" });
    const check = (username: string, address: string) => answerOf(post(path, { username, email: address }));
    expect(await check("antonia cheia", "livre@exemplo.com.br")).toEqual({ exists: true, field: "username" });
    expect(await check("Livre e Solta", email.toUpperCase())).toEqual({ exists: true, field: "email" });
    expect(await check("Livre e Solta", "livre@exemplo.com.br")).toEqual({ exists: false });
  });

  test("knows the name of a sign-up that waits, never its address", async () => {
    const email = "espera@exemplo.com.br";
    await post("/auth/v1/signup", { email, password: PASSWORD, data: { username: "Em Espera" } });
    expect(await answerOf(post(path, { username: "Em Espera", email: "outra@exemplo.com.br" }))).toEqual({
      exists: true,
      field: "username",
    });
    expect(await answerOf(post(path, { username: "Em Espera", email }))).toEqual({ exists: false });
  });

  test.each([
    [{}, "username"],
    [{ username: "ab", email: "a@b.com.br" }, "username"],
    [{ username: "x".repeat(41), email: "a@b.com.br" }, "username"],
    [{ username: "<b>ana</b>", email: "a@b.com.br" }, "username"],
    [{ username: "a\0na", email: "a@b.com.br" }, "username"],
    [{ username: "ana\ud800", email: "a@b.com.br" }, "username"],
    [{ username: 7, email: "a@b.com.br" }, "username"],
    [{ username: "Ana Boa", email: "nada" }, "email"],
    [{ username: "Ana Boa", email: "ana@exemplo" }, "email"],
    [{ username: "Ana Boa", email: ["a@b.com.br"] }, "email"],
    [{ username: "Ana Boa", email: `${"a".repeat(250)}@b.com.br` }, "email"],
    [{ username: "Ana Boa", email: "'; drop table users; --" }, "email"],
  ])("answers 400 for %j", async (payload, field) => {
    const answer = await post(path, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: "validation_failed", message: expect.any(String), field });
  });

  test("is limited per caller", async () => {
    const from = newCaller();
    const payload = { username: "Curiosa", email: "curiosa@exemplo.com.br" };
    for (let call = 0; call < 30; call += 1) expect((await post(path, payload, from)).statusCode).toBe(200);
    const answer = await post(path, payload, from);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      code: "over_request_rate_limit",
      message: expect.stringMatching(/Aguarde/),
    });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("POST /api/auth/resend-verification", () => {
  const path = "/api/auth/resend-verification";

  test("sends the waiting confirmation again, a minute apart", async () => {
    const email = "reenvio@exemplo.com.br";
    await post("/auth/v1/signup", { email, password: PASSWORD, data: { username: "Reenvio" } });
    const early = await post(path, { email });
    expect(early.statusCode).toBe(429);
    expect(early.json()).toEqual({
      code: "over_email_send_rate_limit",
      message: "Um email acabou de ser enviado para este endereço. Aguarde um minuto e tente novamente.",
    });
    await site.ctx.rateLimits.forget("confirmationMailPace", email);
    expect((await post(path, { email })).statusCode).toBe(200);
    await site.mails.waitFor(email, 2);
  });

  test("answers alike for addresses with an account and with nothing", async () => {
    const { email } = await createUser(site.ctx);
    for (const address of [email, "vazio@exemplo.com.br"]) {
      const first = await post(path, { email: address });
      expect([first.statusCode, first.json()]).toEqual([200, { message: expect.any(String) }]);
      expect((await post(path, { email: address })).statusCode).toBe(429);
    }
  });

  test.each([[{}], [{ email: "nada" }], [{ email: null }], [{ email: "a\0@b.com.br" }]])(
    "answers 400 for %j",
    async (payload) => {
      const answer = await post(path, payload);
      expect([answer.statusCode, answer.json().field]).toEqual([400, "email"]);
    },
  );
});

describe("the limits of /auth/v1", () => {
  /** Calls until refused. @returns how often it was let through */
  async function countUntilRefused(
    call: () => Promise<{ statusCode: number; json(): { error_code?: string } }>,
  ) {
    for (let count = 0; count < 200; count += 1) {
      const answer = await call();
      if (answer.statusCode === 429) {
        expect(answer.json()).toMatchObject({
          error_code: "over_request_rate_limit",
          msg: "Request rate limit reached",
        });
        return count;
      }
    }
    return Number.POSITIVE_INFINITY;
  }
  const guess = (email: string, from: string) =>
    post("/auth/v1/token?grant_type=password", { email, password: "chute-errado-1" }, from);

  test("stop guessing one account's password from one place, and leave other places alone", async () => {
    const { email } = await createUser(site.ctx);
    const from = newCaller();
    expect(await countUntilRefused(() => guess(email, from))).toBe(10);
    const own = await post("/auth/v1/token?grant_type=password", { email, password: PASSWORD });
    expect(own.statusCode).toBe(200);
  });

  test("stop guessing many accounts from one place, an IPv6 network being one", async () => {
    let number = 0;
    const fromNetwork = () => {
      number += 1;
      return guess(`alvo${number}@exemplo.com.br`, `2001:db8:1:2::${number.toString(16)}`);
    };
    expect(await countUntilRefused(fromNetwork)).toBe(50);
  });

  test("stop sign-ups, recoveries, resends and guessed tokens from one place", async () => {
    const from = newCaller();
    let number = 0;
    const address = () => {
      number += 1;
      return `muito${number}@exemplo.com.br`;
    };
    expect(await countUntilRefused(() => post("/auth/v1/recover", { email: address() }, from))).toBe(10);
    expect(
      await countUntilRefused(() => post("/auth/v1/resend", { email: address(), type: "signup" }, from)),
    ).toBe(10);
    expect(
      await countUntilRefused(() => post("/auth/v1/verify", { token_hash: address(), type: "email" }, from)),
    ).toBe(30);
    const { username: taken } = await createUser(site.ctx, { username: "Nome Tomado" });
    const signUp = (username: string, password = PASSWORD) =>
      post("/auth/v1/signup", { email: address(), password, data: { username } }, from);
    // Mistyping does not count: a class of thirty may share the address.
    for (let mistyped = 0; mistyped < 70; mistyped++) {
      expect((await (mistyped % 2 ? signUp("xx") : signUp("Nome Livre", "curta"))).statusCode).toBe(422);
    }
    expect(await countUntilRefused(() => signUp(taken))).toBe(60);
  });

  test("stop mails to one address from everywhere, whether it has an account or not", async () => {
    const { email } = await createUser(site.ctx);
    for (const target of [email, "alvo-sem-conta@exemplo.com.br"]) {
      expect(await countUntilRefused(() => post("/auth/v1/recover", { email: target }))).toBe(5);
      expect(await countUntilRefused(() => post("/auth/v1/resend", { email: target, type: "signup" }))).toBe(
        10,
      );
    }
    expect((await site.ctx.pool.query("select from one_time_tokens where kind = 'recovery'")).rowCount).toBe(
      1,
    );
  });

  test("stop guessing the present password of an open session", async () => {
    const { token } = await createUser(site.ctx);
    const change = () =>
      site.app.inject({
        method: "PUT",
        url: "/auth/v1/user",
        headers: { authorization: `Bearer ${token}` },
        payload: { password: "uma-nova-senha-7", current_password: "chute-errado-1" },
      });
    expect(await countUntilRefused(change)).toBe(10);
  });

  test("keep a minute between sign-ups of one address, whether it has an account or not", async () => {
    const { email } = await createUser(site.ctx);
    for (const [index, target] of [email, "dobro@exemplo.com.br"].entries()) {
      const payload = { email: target, password: PASSWORD, data: { username: `Dobro ${index}` } };
      expect((await post("/auth/v1/signup", payload)).statusCode).toBe(200);
      const again = await post("/auth/v1/signup", payload);
      expect(again.statusCode).toBe(429);
      expect(again.json()).toMatchObject({
        error_code: "over_email_send_rate_limit",
        msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
      });
    }
  });

  test("never touch refreshing", async () => {
    let { refreshToken } = await createUser(site.ctx);
    const from = newCaller();
    for (let call = 0; call < 200; call += 1) {
      const answer = await post(
        "/auth/v1/token?grant_type=refresh_token",
        { refresh_token: refreshToken },
        from,
      );
      expect(answer.statusCode).toBe(200);
      refreshToken = answer.json().refresh_token;
    }
    for (let call = 0; call < 60; call += 1) {
      const answer = await post("/auth/v1/token?grant_type=refresh_token", { refresh_token: "lixo" }, from);
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe("GET /dev/mail", () => {
  test("shows kept mails, escaped, to loopback callers alone", async () => {
    const dev = await createTestApp();
    const mailer = openMailer(dev.ctx.config);
    await startAccountJobs(dev.ctx, mailer);
    const get = (url: string, remoteAddress = "127.0.0.1") =>
      dev.app.inject({ method: "GET", url, remoteAddress });
    try {
      expect((await get("/dev/mail")).body).toContain("Nenhum email por enquanto.");
      const payload = {
        email: "teste+<b>@exemplo.com.br".replace("<b>", "b"),
        password: PASSWORD,
        data: { username: "Dev" },
      };
      await dev.app.inject({ method: "POST", url: "/auth/v1/signup", payload });
      await expect
        .poll(async () => (await get("/dev/mail")).body, { timeout: 10_000 })
        .toContain("Confirme seu email");
      const list = await get("/dev/mail");
      const path = /\/dev\/mail\/[\w.-]+/.exec(list.body)?.[0] as string;
      const page = await get(path);
      expect(page.body).toMatch(/token_hash=[\w-]{43}&amp;type=email/);
      expect(page.headers["content-security-policy"]).not.toContain("unsafe-inline");
      const html = await get(`${path}/html`);
      expect(html.headers["content-security-policy"]).toMatch(/^default-src 'none'.*sandbox/);
      expect(html.body).toContain("Boas-vindas!");

      expect((await get("/dev/mail", "203.0.113.9")).statusCode).toBe(404);
      expect((await get(path, "203.0.113.9")).statusCode).toBe(404);
      expect((await get("/dev/mail/..%2F..%2Fsecret.key")).statusCode).toBe(404);
    } finally {
      await dev.close();
      mailer.close();
    }
  });

  test("wants the token that the start tells where people reach the site under a name: a proxy may say nothing of itself", async () => {
    const dev = await createTestApp({ PUBLIC_URL: "http://teste.prompteca.example" });
    const token = localToken(dev.ctx);
    const ask = (authorization?: string) =>
      dev.app.inject({
        method: "GET",
        url: "/dev/mail",
        headers: { host: "127.0.0.1:3000", ...(authorization && { authorization }) },
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

  test.each([
    ["a header of a proxy's", { "x-forwarded-for": "127.0.0.1" }],
    ["one of those that few know", { "x-forwarded-proto": "https" }],
    ["one of a provider's", { "cf-connecting-ip": "127.0.0.1" }],
    ["a name that is not this machine's", { host: "teste.prompteca.example" }],
  ])("does not exist for a caller at this machine with %s", async (_what, headers) => {
    const dev = await createTestApp();
    expect((await dev.app.inject({ method: "GET", url: "/dev/mail", headers })).statusCode).toBe(404);
    await dev.close();
  });

  test("does not exist for who speaks HTTP/1.0, as nginx does", async () => {
    const dev = await createTestApp();
    await dev.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = dev.app.server.address() as AddressInfo;
    const statusOf = async (version: string) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET /dev/mail HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split(" ")[1];
    };
    expect(await statusOf("1.1")).toBe("200");
    expect(await statusOf("1.0")).toBe("404");
    await dev.close();
  });

  test("does not exist in production", async () => {
    const production = await createTestApp({
      NODE_ENV: "production",
      RATE_LIMITS: "on",
      PUBLIC_URL: "https://prompteca.exemplo.com.br",
      SMTP_URL: site.mails.url,
    });
    expect((await production.app.inject({ method: "GET", url: "/dev/mail" })).statusCode).toBe(404);
    await production.close();
  });
});
