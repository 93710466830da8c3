/** Strangers who guess a password: they are slowed down, and keep out nobody who knows it. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { countGuess } from "./sign-in.service.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => site.close());

const newProof = () => randomBytes(32).toString("base64url");

async function logIn(email: string, remoteAddress: string, password = PASSWORD, proof?: string) {
  const { statusCode, headers, body } = await site.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    remoteAddress,
    headers: proof === undefined ? {} : { [DEVICE_HEADER]: proof },
    payload: { email, password },
  });
  return { status: statusCode, wait: Number(headers["retry-after"] ?? 0), body };
}
const guess = (email: string, from: string, proof?: string) => logIn(email, from, "chute-errado-1", proof);

const ADDRESSES = Array.from({ length: 10 }, (_, n) => `198.51.100.${n + 1}`);
/** Counts a hundred guesses from ten addresses, all that they have, as logging in does, without comparing passwords. */
async function guessFromTen(email: string): Promise<void> {
  for (const address of ADDRESSES) for (let n = 0; n < 10; n++) await countGuess(site.ctx, email, address);
}

const { points, duration } = RATE_LIMITS.signInPerNetworkWhileGuessed;

describe("a hundred guesses from ten addresses", () => {
  test("leave the admin the right password, from any other address", async () => {
    const { email } = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
    for (const address of ADDRESSES) {
      expect((await guess(email, address)).status).toBe(400);
      for (let n = 1; n < 10; n++) await countGuess(site.ctx, email, address);
    }
    expect((await logIn(email, "203.0.113.1")).status).toBe(200);
    // However many others go on meanwhile.
    for (let n = 1; n <= 50; n++) await countGuess(site.ctx, email, `192.0.2.${n}`);
    expect((await logIn(email, "203.0.113.2")).status).toBe(200);
  });

  test("slow everybody else's down, for a short time that asking again does not prolong", async () => {
    const { email } = await createUser(site.ctx);
    await guessFromTen(email);
    for (let n = 0; n < points; n++) expect((await guess(email, "203.0.113.3")).status).toBe(400);
    let waited = duration;
    for (let n = 0; n < 8; n++) {
      const { status, wait } = await logIn(email, "203.0.113.3");
      expect(status).toBe(429);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(waited);
      waited = wait;
    }
  });

  test("leave a customer's whole IPv6 network one caller", async () => {
    const { email } = await createUser(site.ctx);
    await guessFromTen(email);
    const statuses = [];
    for (let n = 0; n < 20; n++)
      statuses.push((await guess(email, `2001:db8:7:${n.toString(16)}::1`)).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(points);
    expect((await logIn(email, "2001:db8:8::1")).status).toBe(200);
  });

  test("tell nothing of who has an account", async () => {
    const { email } = await createUser(site.ctx);
    const seen = async (address: string) => {
      await guessFromTen(address);
      const statuses = [];
      for (let n = 0; n < 3; n++) statuses.push((await guess(address, "203.0.113.4")).status);
      return [...statuses, (await guess(address, "203.0.113.4")).body];
    };
    expect(await seen(email)).toEqual(await seen("ninguem@exemplo.com.br"));
  });
});

describe("a device that logged in before", () => {
  test("is not counted with strangers, even at their own address", async () => {
    const { email } = await createUser(site.ctx);
    const proof = newProof();
    expect((await logIn(email, "203.0.113.5", PASSWORD, proof)).status).toBe(200);
    await guessFromTen(email);
    const [theirs = ""] = ADDRESSES;
    // All that the address has, for this account and for any.
    for (let n = 0; n < RATE_LIMITS.signInPerAddress.points; n++) {
      await site.ctx.rateLimits.take("signInPerAddress", theirs);
    }
    expect((await logIn(email, theirs)).status).toBe(429);
    expect((await logIn(email, theirs, PASSWORD, proof)).status).toBe(200);
  });

  test("guesses as often as one address may, and uses up nobody else's count", async () => {
    const { email } = await createUser(site.ctx);
    const [proof, other] = [newProof(), newProof()];
    for (const device of [proof, other]) await logIn(email, "203.0.113.6", PASSWORD, device);
    const { points: most } = RATE_LIMITS.signInPerKnownDevice;
    // The login was a stranger's still.
    for (let n = 0; n < most; n++) expect((await guess(email, "203.0.113.6", proof)).status).toBe(400);
    expect((await logIn(email, "203.0.113.7", PASSWORD, proof)).status).toBe(429);
    expect((await logIn(email, "203.0.113.6", PASSWORD, other)).status).toBe(200);
    expect((await logIn(email, "203.0.113.6")).status).toBe(200);
  });

  test("is a stranger to every other account, as is a proof that nobody knows", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const proof = newProof();
    await logIn(ana.email, "203.0.113.8", PASSWORD, proof);
    for (const shown of [proof, newProof()]) {
      const from = shown === proof ? "203.0.113.9" : "203.0.113.10";
      for (let n = 0; n < 10; n++) expect((await guess(bia.email, from, shown)).status).toBe(400);
      expect((await logIn(bia.email, from, PASSWORD, shown)).status).toBe(429);
    }
  });
});
