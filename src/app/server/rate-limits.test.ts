/** Every limit of the one table, reached by the call that it is for. */
import { randomBytes } from "node:crypto";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { createToken, tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { RATE_LIMITS, type RateLimitName } from "#platform/http/rate-limits.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let ana: TestUser;
let prompt: number;
/** A sign-up that waits for its confirmation. */
let waiting: { id: string; token: string };
let thumbnail_url: string;
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: "on" });
  ana = await createUser(site.ctx);
  thumbnail_url = await pictureDataUrl();
  prompt = (await site.app.inject(publish("Um prompt para contar", thumbnail_url))).json().id;
  await site.app.inject(logInFromDevice());
  const { rows } = await site.ctx.pool.query(
    "insert into signups (email, username, password_hash) values ('e@exemplo.com.br', 'Espera', 'x') returning id, expires_at",
  );
  const [{ id, expires_at }] = rows;
  const token = tokenOf(site.ctx, await createToken(site.ctx, site.ctx.db, { signupId: id }, expires_at));
  waiting = { id, token };
});
afterAll(() => site.close());

/** Shown by a device that has logged in before. */
const device = randomBytes(32).toString("base64url");
const LOG_IN = "/auth/v1/token?grant_type=password";
const post = (url: string, payload: object = {}): InjectOptions => ({ method: "POST", url, payload });
const asAna = (call: InjectOptions): InjectOptions => ({
  ...call,
  headers: { authorization: `Bearer ${ana.token}` },
});
const publish = (title: string, picture: string) =>
  asAna(
    post("/api/prompts", { title, content: "Escreva com calma.", llm_type_id: 1, thumbnail_url: picture }),
  );
const stranger = "ninguem@exemplo.com.br";
const logIn = post(LOG_IN, { email: stranger, password: PASSWORD });
const logInFromDevice = () => ({
  ...post(LOG_IN, { email: ana.email, password: PASSWORD }),
  headers: { [DEVICE_HEADER]: device },
});
const signUp = (email: string, username: string) =>
  post("/auth/v1/signup", { email, password: PASSWORD, data: { username } });
const recover = (email: string) => post("/auth/v1/recover", { email });

/** They leave out a mail and refuse nobody: `security-notices.test.ts`. */
const SILENT = ["signInNoticePerAccount", "passwordNoticePerAccount"] as const;

/** By limit: for whom it counts, given an address, and a call that it refuses. */
const CASES: Record<
  Exclude<RateLimitName, (typeof SILENT)[number]>,
  (address: string) => [subject: string, call: InjectOptions]
> = {
  signInPerAddress: (address) => [address, logIn],
  signInPerAccountAndAddress: (address) => [`${stranger} ${address}`, logIn],
  signInPerAccount: () => [stranger, logIn],
  signInPerNetworkWhileGuessed: (address) => [`${stranger} ${address}`, logIn],
  signInPerKnownDevice: () => [`${ana.email} ${device}`, logInFromDevice()],
  signUpPerAddress: (address) => [address, signUp("nova@exemplo.com.br", "Nova")],
  verifyPerAddress: (address) => [address, post("/auth/v1/verify", { type: "email", token_hash: "x" })],
  confirmPerSignup: () => [
    waiting.id,
    post("/api/auth/confirm-email", { token_hash: waiting.token, password: PASSWORD }),
  ],
  mailedLinkPerAddress: (address) => [address, post("/api/auth/mailed-link", { token_hash: "x" })],
  recoverPerAddress: (address) => [address, recover(stranger)],
  recoverPerAccount: () => ["a@exemplo.com.br", recover("a@exemplo.com.br")],
  resendPerAddress: (address) => [address, post("/auth/v1/resend", { type: "signup", email: stranger })],
  confirmationPerAccount: () => [
    "b@exemplo.com.br",
    post("/api/auth/resend-verification", { email: "b@exemplo.com.br" }),
  ],
  confirmationMailPace: () => ["c@exemplo.com.br", signUp("c@exemplo.com.br", "Nova Também")],
  recoveryMailPace: () => ["d@exemplo.com.br", recover("d@exemplo.com.br")],
  changePasswordPerAccount: () => [
    ana.id,
    asAna({ method: "DELETE", url: "/api/account", payload: { password: "errada-mesmo-1" } }),
  ],
  correctEmailPerAddress: (address) => [
    address,
    post("/api/auth/correct-email", {
      email: stranger,
      password: PASSWORD,
      new_email: "outro@exemplo.com.br",
    }),
  ],
  checkUserPerAddress: (address) => [
    address,
    post("/api/auth/check-user-exists", { username: "Curiosa", email: stranger }),
  ],
  publishPerAccount: () => [ana.id, publish("Mais um", "data:image/png;base64,AAAA")],
  pictureSecondsPerAccount: () => [ana.id, publish("Outro ainda", thumbnail_url)],
  editPerAccount: () => [ana.id, asAna({ method: "PATCH", url: `/api/prompts/${prompt}`, payload: {} })],
  exportPerAccount: () => [ana.id, asAna({ url: "/api/account/export" })],
  changeAccountPerAccount: () => [
    ana.id,
    asAna({ method: "PUT", url: "/auth/v1/user", payload: { data: { username: "Ana Nova" } } }),
  ],
  searchPerAddress: (address) => [address, { url: "/api/prompts?search=mar" }],
  viewPerAddress: (address) => [address, { method: "POST", url: `/api/prompts/${prompt}/view` }],
  reactPerAccount: () => [ana.id, asAna({ method: "POST", url: `/api/prompts/${prompt}/like` })],
};

async function reach(name: RateLimitName, subject: string): Promise<void> {
  await site.ctx.rateLimits.forget(name, subject);
  const { points } = RATE_LIMITS[name];
  for (let use = 0; use < points; use++) expect(await site.ctx.rateLimits.take(name, subject)).toBe(0);
}

describe("a limit that is reached", () => {
  test.each(Object.keys(CASES) as (keyof typeof CASES)[])(
    "%s refuses, and says when to come back",
    async (name) => {
      // An address for each, so that they do not count for one another.
      const remoteAddress = `198.51.100.${Object.keys(RATE_LIMITS).indexOf(name) + 1}`;
      const [subject, call] = CASES[name](remoteAddress);
      const { duration } = RATE_LIMITS[name];
      await reach(name, subject);
      // This limit counts only once the account's is reached.
      if (name === "signInPerNetworkWhileGuessed") await reach("signInPerAccount", stranger);
      // It makes another limit count, and refuses nobody by itself.
      if (name === "signInPerAccount") {
        expect((await site.app.inject({ ...call, remoteAddress })).statusCode).toBe(400);
      }
      const { statusCode, headers, body } = await site.app.inject({ ...call, remoteAddress });
      // Who asks for a new password is told the same for every address (wire contract, section 3.7).
      if (name === "recoveryMailPace") return expect([statusCode, body]).toEqual([200, "{}"]);
      expect(statusCode).toBe(429);
      const seconds = Number(headers["retry-after"]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(duration);
      expect(body).toMatch(/over_(request|email_send)_rate_limit/);
      await site.ctx.rateLimits.forget(name, subject);
      await site.ctx.rateLimits.forget("signInPerAccount", stranger);
    },
  );
});

describe("whose address counts", () => {
  /** Statuses of one call more than may be made, each by another `X-Forwarded-For`. */
  async function ask(trust: Record<string, string>, forwardedFor: (n: number) => string): Promise<number[]> {
    const { app, close } = await createTestApp({ RATE_LIMITS: "on", ...trust });
    const statuses = [];
    for (let n = 0; n <= RATE_LIMITS.checkUserPerAddress.points; n++) {
      const payload = { username: "Curiosa", email: stranger };
      const headers = { "x-forwarded-for": forwardedFor(n) };
      const url = "/api/auth/check-user-exists";
      statuses.push(
        (await app.inject({ method: "POST", url, headers, payload, remoteAddress: "127.0.0.1" })).statusCode,
      );
    }
    await close();
    return statuses;
  }

  test("is the connection's where no proxy is trusted, whatever a header says", async () => {
    expect((await ask({}, (n) => `203.0.113.${n}`)).at(-1)).toBe(429);
  });

  test("is what a trusted proxy was reached from", async () => {
    expect((await ask({ TRUST_PROXY: "loopback" }, (n) => `203.0.113.${n}`)).at(-1)).toBe(200);
  });

  test.each(["loopback", "1"])(
    "is nothing that the caller wrote before what the proxy added (TRUST_PROXY=%s)",
    async (trust) => {
      const statuses = await ask({ TRUST_PROXY: trust }, (n) => `203.0.113.${n}, 198.51.100.200`);
      expect(statuses.at(-1)).toBe(429);
    },
  );
});
