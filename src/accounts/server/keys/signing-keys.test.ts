/** One signing key for the whole site, however many processes start together. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { viewerOf } from "#accounts/server/sessions/authenticate.ts";
import { refreshSession } from "#accounts/server/sessions/sessions.service.ts";
import type { Context } from "#platform/context.ts";
import { type Database, openDatabase } from "#platform/database/db.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pause } from "#tests/support/pause.ts";
import { createUser } from "#tests/support/users.ts";
import { rotateSigningKey, signingKeys } from "./signing-keys.ts";

let site: TestApp;
const others: Database[] = [];

beforeEach(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  for (const { close } of others.splice(0)) await close();
  await site.close();
});

/** Another process of the same site: its own connections, the same database. */
async function startProcess(secretKey?: string): Promise<Context> {
  const { host, port, user, database } = site.ctx.pool.options;
  const opened = await openDatabase(
    { ...(host && { host }), ...(port && { port }), ...(user && { user }), ...(database && { database }) },
    { max: 2 },
  );
  others.push(opened);
  return { ...site.ctx, ...opened, ...(secretKey && { secrets: deriveSecrets(secretKey) }) };
}
const kidOf = async (ctx: Context) => (await signingKeys(ctx)).current.kid;
const requestOf = (token: string) =>
  ({ headers: { authorization: `Bearer ${token}` } }) as Parameters<typeof viewerOf>[1];

describe("the signing key", () => {
  test("is created once by processes that start together, and each accepts the others' tokens", async () => {
    const processes = await Promise.all([1, 2, 3, 4].map(() => startProcess()));
    const kids = await Promise.all(processes.map(kidOf));
    expect(new Set(kids).size).toBe(1);
    const { rows } = await site.ctx.pool.query("select kid, private_key from signing_keys");
    expect(rows.map(({ kid }) => kid)).toEqual([kids[0]]);
    // The table holds it encrypted.
    expect(rows[0].private_key.toString("latin1")).not.toContain("kty");

    const { id, token } = await createUser(processes[0] as Context);
    expect(await viewerOf(processes[3] as Context, requestOf(token))).toMatchObject({ id, isAdmin: false });
  });

  test("is replaced when SECRET_KEY does not decrypt it, and its tokens become invalid", async () => {
    const { token, refreshToken } = await createUser(site.ctx);
    const restored = await startProcess("another secret key, after a backup was restored");
    expect(await kidOf(restored)).not.toBe(await kidOf(site.ctx));
    expect(await viewerOf(restored, requestOf(token))).toBeNull();
    expect((await signingKeys(restored)).jwks.keys).toHaveLength(1);
    const device = { ip: "127.0.0.1", userAgent: null };
    await expect(refreshSession(restored, refreshToken, device)).rejects.toMatchObject({
      code: "refresh_token_not_found",
    });
  });

  test("is followed by one that signs when every process knows it; the old one verifies until its tokens expire", async () => {
    const [before, running] = [await startProcess(), await startProcess()];
    const old = await kidOf(running);
    const { token } = await createUser(before);
    const passed = "update signing_keys set created_at = created_at - $1 * interval '1 second' where true";
    const pass = (seconds: number) => site.ctx.pool.query(passed, [seconds]);
    const { kid, signsAfter } = await rotateSigningKey(site.ctx);

    // Published at once, and not used yet.
    const settling = await signingKeys(await startProcess());
    expect(settling.current.kid).toBe(old);
    expect(settling.jwks.keys.map((key) => key.kid)).toEqual([kid, old]);

    await pass(signsAfter);
    const renewed = await startProcess();
    expect(await kidOf(renewed)).toBe(kid);
    expect(await viewerOf(renewed, requestOf(token))).not.toBeNull();

    // A running process reads it within minutes, and uses its cached keys until then.
    expect(await kidOf(running)).toBe(old);
    const known = await signingKeys(renewed);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60 * 1000 });
    try {
      expect(await kidOf(running)).toBe(kid);
      expect(await signingKeys(renewed)).toBe(known);
      const { token: newer } = await createUser(renewed);
      expect(await viewerOf(running, requestOf(newer))).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }

    await pass(2 * 60 * 60);
    const later = await startProcess();
    expect((await signingKeys(later)).jwks.keys.map((key) => key.kid)).toEqual([kid]);
    expect(await viewerOf(later, requestOf(token))).toBeNull();
  });

  test("is read again behind the calls, which go on for some minutes without the database", async () => {
    const running = await startProcess();
    const known = await signingKeys(running);
    await rotateSigningKey(site.ctx);
    const numberOfKeys = async () => (await signingKeys(running)).jwks.keys.length;
    const started = Date.now();
    const passed = (minutes: number) =>
      vi.useFakeTimers({ toFake: ["Date"], now: started + minutes * 60 * 1000 });
    try {
      passed(2);
      await signingKeys(running);
      passed(3);
      // Nobody waits for it.
      expect(await signingKeys(running)).toBe(known);
      await expect.poll(numberOfKeys).toBe(2);

      await others.pop()?.close();
      passed(5);
      expect(await numberOfKeys()).toBe(2);
      passed(7);
      for (let n = 0; n < 3; n++) {
        expect(await numberOfKeys()).toBe(2);
        await pause(50, "the reading that was begun after it fails");
      }
      passed(9);
      await expect(numberOfKeys()).rejects.toThrow();
    } finally {
      vi.useRealTimers();
    }
  });
});
