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
  const payload = {
    title: "Um prompt para contar",
    content: "Escreva com calma.",
    llm_type_id: 1,
    thumbnail_url,
  };
  const answer = await site.app.inject({ method: "POST", url: "/api/prompts", headers: asAna(), payload });
  prompt = answer.json().id;
  const { email } = ana;
  const logInOnce = post("/auth/v1/token?grant_type=password", { email, password: PASSWORD });
  await site.app.inject({ ...logInOnce, headers: { [DEVICE_HEADER]: device } });
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
const asAna = () => ({ authorization: `Bearer ${ana.token}` });
const post = (url: string, payload?: object): InjectOptions => ({
  method: "POST",
  url,
  ...(payload && { payload }),
});
const stranger = "ninguem@exemplo.com.br";
const logIn = post("/auth/v1/token?grant_type=password", { email: stranger, password: PASSWORD });
const signUp = (email: string, username: string) =>
  post("/auth/v1/signup", { email, password: PASSWORD, data: { username } });
const recover = (email: string) => post("/auth/v1/recover", { email });

interface Case {
  subject: string;
  call: InjectOptions;
  /** A limit that must be reached before this one counts. */
  once?: { name: RateLimitName; subject: string };
}

/** They leave out a mail and refuse nobody: `security-notices.test.ts`. */
const SILENT = ["signInNoticePerAccount", "passwordNoticePerAccount"] as const;

/** By limit: for whom it counts, given an address, and a call that it refuses. */
const CASES: Record<Exclude<RateLimitName, (typeof SILENT)[number]>, (address: string) => Case> = {
  signInPerAddress: (address) => ({ subject: address, call: logIn }),
  signInPerAccountAndAddress: (address) => ({ subject: `${stranger} ${address}`, call: logIn }),
  signInPerAccount: () => ({ subject: stranger, call: logIn }),
  signInPerNetworkWhileGuessed: (address) => ({
    subject: `${stranger} ${address}`,
    call: logIn,
    once: { name: "signInPerAccount", subject: stranger },
  }),
  signInPerKnownDevice: () => ({
    subject: `${ana.email} ${device}`,
    call: {
      ...post("/auth/v1/token?grant_type=password", { email: ana.email, password: PASSWORD }),
      headers: { [DEVICE_HEADER]: device },
    },
  }),
  signUpPerAddress: (address) => ({ subject: address, call: signUp("nova@exemplo.com.br", "Nova") }),
  verifyPerAddress: (address) => ({
    subject: address,
    call: post("/auth/v1/verify", { type: "email", token_hash: "x" }),
  }),
  confirmPerSignup: () => ({
    subject: waiting.id,
    call: post("/api/auth/confirm-email", { token_hash: waiting.token, password: PASSWORD }),
  }),
  mailedLinkPerAddress: (address) => ({
    subject: address,
    call: post("/api/auth/mailed-link", { token_hash: "x" }),
  }),
  recoverPerAddress: (address) => ({ subject: address, call: recover(stranger) }),
  recoverPerAccount: () => ({ subject: "a@exemplo.com.br", call: recover("a@exemplo.com.br") }),
  resendPerAddress: (address) => ({
    subject: address,
    call: post("/auth/v1/resend", { type: "signup", email: stranger }),
  }),
  confirmationPerAccount: () => ({
    subject: "b@exemplo.com.br",
    call: post("/api/auth/resend-verification", { email: "b@exemplo.com.br" }),
  }),
  confirmationMailPace: () => ({
    subject: "c@exemplo.com.br",
    call: signUp("c@exemplo.com.br", "Nova Também"),
  }),
  recoveryMailPace: () => ({ subject: "d@exemplo.com.br", call: recover("d@exemplo.com.br") }),
  changePasswordPerAccount: () => ({
    subject: ana.id,
    call: {
      method: "DELETE",
      url: "/api/account",
      headers: asAna(),
      payload: { password: "errada-mesmo-1" },
    },
  }),
  correctEmailPerAddress: (address) => ({
    subject: address,
    call: post("/api/auth/correct-email", {
      email: stranger,
      password: PASSWORD,
      new_email: "outro@exemplo.com.br",
    }),
  }),
  checkUserPerAddress: (address) => ({
    subject: address,
    call: post("/api/auth/check-user-exists", { username: "Curiosa", email: stranger }),
  }),
  publishPerAccount: () => ({
    subject: ana.id,
    call: {
      ...post("/api/prompts", {
        title: "Mais um",
        content: "Escreva com calma.",
        llm_type_id: 1,
        thumbnail_url: "data:image/png;base64,AAAA",
      }),
      headers: asAna(),
    },
  }),
  pictureSecondsPerAccount: () => ({
    subject: ana.id,
    call: {
      ...post("/api/prompts", {
        title: "Outro ainda",
        content: "Escreva com calma.",
        llm_type_id: 1,
        thumbnail_url,
      }),
      headers: asAna(),
    },
  }),
  editPerAccount: () => ({
    subject: ana.id,
    call: { method: "PATCH", url: `/api/prompts/${prompt}`, headers: asAna(), payload: {} },
  }),
  exportPerAccount: () => ({ subject: ana.id, call: { url: "/api/account/export", headers: asAna() } }),
  changeAccountPerAccount: () => ({
    subject: ana.id,
    call: {
      method: "PUT",
      url: "/auth/v1/user",
      headers: asAna(),
      payload: { data: { username: "Ana Nova" } },
    },
  }),
  searchPerAddress: (address) => ({ subject: address, call: { url: "/api/prompts?search=mar" } }),
  viewPerAddress: (address) => ({ subject: address, call: post(`/api/prompts/${prompt}/view`) }),
  reactPerAccount: () => ({
    subject: ana.id,
    call: { ...post(`/api/prompts/${prompt}/like`), headers: asAna() },
  }),
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
      const { subject, call, once } = CASES[name](remoteAddress);
      const { duration } = RATE_LIMITS[name];
      await reach(name, subject);
      if (once) await reach(once.name, once.subject);
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
      if (once) await site.ctx.rateLimits.forget(once.name, once.subject);
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
