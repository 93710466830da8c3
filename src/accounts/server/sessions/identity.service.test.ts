/** How long a login or a mailed link is trusted, and what becomes of sessions and users who are gone meanwhile. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import type { SessionViewer } from "./authenticate.ts";
import { isLoginOld, needsPassword, proveIdentity } from "./identity.service.ts";

const site = setUpTestApp();
const loginRequired = { status: 401, code: "unauthorized" };

/** A user whose session was opened so many minutes ago, by a password or by a mailed link. */
async function viewerSince(minutes: number, method: "password" | "otp"): Promise<SessionViewer> {
  const { id, email, username } = await createUser(site.ctx);
  const [session] = await site.sql(
    `update sessions set auth_method = $2, created_at = now() - make_interval(mins => $3)
      where user_id = $1 returning id`,
    id,
    method,
    minutes,
  );
  return { id, email, username, isAdmin: false, byPasskey: false, key: null, sessionId: session?.id };
}

test.each([
  ["otp", 59, false],
  ["otp", 61, true],
  ["password", 0, true],
] as const)("by %s %i minutes ago: the password is needed, %s", async (method, minutes, needed) => {
  expect(await needsPassword(site.ctx, await viewerSince(minutes, method))).toBe(needed);
});

test.each([
  [59, false],
  [61, true],
])("a login of %i minutes ago is old: %s", async (minutes, old) => {
  expect(await isLoginOld(site.ctx, await viewerSince(minutes, "password"))).toBe(old);
});

describe("meanwhile", () => {
  test("a session that has ended needs the password, and is no recent login", async () => {
    const ended = { ...(await viewerSince(0, "otp")), sessionId: randomUUID() };
    expect(await needsPassword(site.ctx, ended)).toBe(true);
    await expect(isLoginOld(site.ctx, ended)).rejects.toMatchObject(loginRequired);
  });

  test.each([true, false])("a user who is gone proves nothing; the password needed: %s", async (needed) => {
    const gone = { ...(await viewerSince(0, "otp")), id: randomUUID() };
    await expect(proveIdentity(site.ctx, gone, PASSWORD, needed)).rejects.toMatchObject(loginRequired);
  });
});
