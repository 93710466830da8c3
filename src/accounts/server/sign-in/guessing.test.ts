/** Strangers who guess a password: they are slowed down, and keep out nobody who knows it. */
import { describe, expect, test } from "vitest";
import { countGuess } from "#accounts/server/passwords/guesses.ts";
import { openSession } from "#accounts/server/sessions/sessions.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { newProof, setUpTestApp } from "#tests/support/accounts.ts";
import { createAdmin, createUser, PASSWORD } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });

const logIn = async (email: string, from: string, proof?: string) =>
  (await site.logIn(email, { from, proof })).statusCode;
const guess = async (email: string, from: string, proof?: string) =>
  (await site.logIn(email, { from, proof, password: "chute-errado-1" })).statusCode;

const ADDRESSES = Array.from({ length: 10 }, (_, n) => `198.51.100.${n + 1}`);
/** Counts a hundred guesses from ten addresses, all that they have, as logging in does, without comparing passwords. */
async function guessFromTen(email: string, addresses = ADDRESSES): Promise<void> {
  for (const ip of addresses) {
    // What the address has for all accounts, of which others here use up some.
    await site.ctx.rateLimits.forget("signInPerAddress", ip);
    for (let n = 0; n < 10; n++) await countGuess(site.ctx, { email }, { ip });
  }
}

const { points, duration } = RATE_LIMITS.signInPerNetworkWhileGuessed;

describe("a hundred guesses from ten addresses", () => {
  test("leave the admin the right password, from any other address", async () => {
    const { email } = await createAdmin(site.ctx);
    for (const address of ADDRESSES) {
      expect(await guess(email, address)).toBe(400);
      for (let n = 1; n < 10; n++) await countGuess(site.ctx, { email }, { ip: address });
    }
    expect(await logIn(email, "203.0.113.1")).toBe(200);
    // However many others go on meanwhile.
    for (let n = 1; n <= 50; n++) await countGuess(site.ctx, { email }, { ip: `192.0.2.${n}` });
    expect(await logIn(email, "203.0.113.2")).toBe(200);
  });

  test("slow everybody else's down, for a short time that asking again does not prolong", async () => {
    const { email } = await createUser(site.ctx);
    await guessFromTen(email);
    for (let n = 0; n < points; n++) expect(await guess(email, "203.0.113.3")).toBe(400);
    let waited = duration;
    for (let n = 0; n < 8; n++) {
      const { statusCode, headers } = await site.logIn(email, { from: "203.0.113.3" });
      const wait = Number(headers["retry-after"]);
      expect(statusCode).toBe(429);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(waited);
      waited = wait;
    }
  });

  test("leave a customer's whole IPv6 network one caller", async () => {
    const { email } = await createUser(site.ctx);
    await guessFromTen(email);
    const statuses = [];
    for (let n = 0; n < 20; n++) statuses.push(await guess(email, `2001:db8:7:${n.toString(16)}::1`));
    expect(statuses.filter((status) => status === 400)).toHaveLength(points);
    expect(await logIn(email, "2001:db8:8::1")).toBe(200);
  });

  test("do not reveal which address has an account", async () => {
    const { email } = await createUser(site.ctx);
    const seen = async (address: string) => {
      await guessFromTen(address);
      const answers = [];
      for (let n = 0; n < 4; n++) {
        const { statusCode, body } = await site.logIn(address, { from: "203.0.113.4", password: "errada-1" });
        answers.push([statusCode, body]);
      }
      return answers;
    };
    expect(await seen(email)).toEqual(await seen("ninguem@exemplo.com.br"));
  });
});

describe("a device that logged in before", () => {
  test("is not counted with strangers, even at their own address", async () => {
    const { email } = await createUser(site.ctx);
    const proof = newProof();
    expect(await logIn(email, "203.0.113.5", proof)).toBe(200);
    const theirs = "198.51.100.99";
    await guessFromTen(email, [theirs, ...ADDRESSES.slice(1)]);
    // All that the address has, for this account and for any.
    for (let n = 0; n < RATE_LIMITS.signInPerAddress.points; n++) {
      await site.ctx.rateLimits.take("signInPerAddress", theirs);
    }
    expect(await logIn(email, theirs)).toBe(429);
    expect(await logIn(email, theirs, proof)).toBe(200);
  });

  test("is not counted with strangers in what a blocked account may call, either", async () => {
    const { id, email } = await createUser(site.ctx);
    const proof = newProof();
    await logIn(email, "203.0.113.15", proof);
    await site.sql("update users set is_blocked = true where id = $1", id);
    await guessFromTen(email);
    const asked = { method: "POST", payload: { email, password: PASSWORD } } as const;
    for (const url of ["/api/account/blocked/notices", "/api/account/blocked/footprint"])
      for (let n = 0; n < 2; n++) {
        const headers = { "x-prompteca-device": proof };
        const answer = await site.app.inject({ ...asked, url, headers, remoteAddress: "203.0.113.15" });
        expect([url, answer.statusCode]).toEqual([url, 200]);
      }
  });

  test("guesses as often as one address may, is then a stranger, and uses up nobody else's count", async () => {
    const { email } = await createUser(site.ctx);
    const [proof, other] = [newProof(), newProof()];
    for (const device of [proof, other]) await logIn(email, "203.0.113.6", device);
    const { points: most } = RATE_LIMITS.signInPerKnownDevice;
    // The two first logins were still a stranger's.
    for (let n = 2; n < 10 + most; n++) expect(await guess(email, "203.0.113.6", proof)).toBe(400);
    expect(await logIn(email, "203.0.113.6", proof)).toBe(429);
    // Whoever has copied what it is known by does not keep its owner out.
    expect(await logIn(email, "203.0.113.7", proof)).toBe(200);
    expect(await logIn(email, "203.0.113.6", other)).toBe(200);
  });

  test("guesses with all others of the account 100 times an hour, as who enters without the password makes any number", async () => {
    const { id, email } = await createUser(site.ctx);
    const from = "203.0.113.30";
    /** Makes a device known, as an issuer's login does, and guesses by it. */
    async function guessByAnother(times: number) {
      const proof = newProof();
      const device = { ip: from, userAgent: null, proof };
      await inTransaction(site.ctx.db, (trx) => openSession(site.ctx, trx, id, "oauth", device));
      for (let n = 0; n < times; n++) expect(await guess(email, from, proof)).toBe(400);
    }
    const { left } = site.ctx.rateLimits;
    for (let devices = 0; devices < 10; devices++) await guessByAnother(10);
    expect(await left("signInPerAccount", email)).toBe(100);
    await guessByAnother(1);
    expect(await left("signInPerAccount", email)).toBe(99);
    expect(await logIn(email, "203.0.113.31")).toBe(200);
  });

  test("is a stranger to every other account, as is a proof that nobody knows", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const proof = newProof();
    await logIn(ana.email, "203.0.113.8", proof);
    for (const [from, shown] of [
      ["203.0.113.9", proof],
      ["203.0.113.10", newProof()],
    ] as const) {
      for (let n = 0; n < 10; n++) expect(await guess(bia.email, from, shown)).toBe(400);
      expect(await logIn(bia.email, from, shown)).toBe(429);
    }
  });
});
