/** One signing key for the whole site, however many processes start at once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "#platform/context.ts";
import { type Database, openDatabase } from "#platform/db.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createPerson } from "#tests/support/people.ts";
import { viewerOf } from "./authenticate.ts";
import { signingKeys } from "./signing-keys.ts";

let site: TestApp;
const others: Database[] = [];

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  for (const { close } of others) await close();
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
  it("is made once by processes that start together, and each accepts the others' tokens", async () => {
    const processes = await Promise.all([1, 2, 3, 4].map(() => startProcess()));
    const kids = await Promise.all(processes.map(kidOf));
    expect(new Set(kids).size).toBe(1);
    const { rows } = await site.ctx.pool.query("select kid, private_key from signing_keys");
    expect(rows.map(({ kid }) => kid)).toEqual([kids[0]]);
    // What lies in the table is sealed.
    expect(rows[0].private_key.toString("latin1")).not.toContain("kty");

    const { id, token } = await createPerson(processes[0] as Context);
    expect(await viewerOf(processes[3] as Context, requestOf(token))).toMatchObject({ id, isAdmin: false });
  });

  it("is replaced when it does not open with SECRET_KEY, and what it signed is void", async () => {
    const { token, refreshToken } = await createPerson(site.ctx);
    const restored = await startProcess("another secret key, after a backup was restored");
    expect(await kidOf(restored)).not.toBe(await kidOf(site.ctx));
    expect(await viewerOf(restored, requestOf(token))).toBeNull();
    expect((await signingKeys(restored)).jwks.keys).toHaveLength(1);
    const { refreshSession } = await import("./sessions.service.ts");
    const device = { ip: "127.0.0.1", userAgent: null };
    await expect(refreshSession(restored, refreshToken, device)).rejects.toMatchObject({
      code: "refresh_token_not_found",
    });
  });
});
