/** Which devices an account knows, and what makes it forget them. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { deleteAccount, type LockedUser, lockAccount } from "#accounts/server/users/users.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";
import { clearKnownDevices, isKnownDevice } from "./known-devices.service.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const newProof = () => randomBytes(32).toString("base64url");
/** Logs in with a device's proof. @returns the access token */
async function logIn({ email }: TestUser, proof?: string, password = PASSWORD): Promise<string> {
  const answer = await site.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    headers: proof === undefined ? {} : { [DEVICE_HEADER]: proof },
    payload: { email, password },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().access_token;
}
const knows = ({ id }: TestUser, proof: string | undefined) => isKnownDevice(site.ctx.db, id, proof);
const call: TestApp["call"] = (...all) => site.call(...all);

describe("a device", () => {
  test("is known once it has logged in, to that account alone, and is not stored as it is", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const proof = newProof();
    expect(await knows(ana, proof)).toBe(false);
    await logIn(ana, proof);
    await logIn(ana, proof);
    expect(await knows(ana, proof)).toBe(true);
    expect(await knows(bia, proof)).toBe(false);
    expect(await isKnownDevice(site.ctx.db, undefined, proof)).toBe(false);
    await logIn(bia, proof);
    const { rows } = await site.ctx.pool.query(
      "select encode(device_hash, 'hex') as hash from known_devices where user_id in ($1, $2)",
      [ana.id, bia.id],
    );
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(proof, "base64url").toString("hex"));
  });

  test.each([undefined, "", "x", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}!`])(
    "without a proof of 32 bytes (%j) logs in, and is not known",
    async (proof) => {
      const ana = await createUser(site.ctx);
      await logIn(ana, proof);
      const { rows } = await site.ctx.pool.query("select from known_devices where user_id = $1", [ana.id]);
      expect(rows).toHaveLength(0);
      expect(await knows(ana, undefined)).toBe(false);
    },
  );

  test("is forgotten a year after it logged in last", async () => {
    const ana = await createUser(site.ctx);
    const [old, fresh] = [newProof(), newProof()];
    await logIn(ana, old);
    await site.ctx.pool.query(
      "update known_devices set used_at = now() - interval '366 days' where user_id = $1",
      [ana.id],
    );
    await logIn(ana, fresh);
    expect(await knows(ana, old)).toBe(false);
    await clearKnownDevices(site.ctx.db);
    const { rows } = await site.ctx.pool.query("select from known_devices where user_id = $1", [ana.id]);
    expect(rows).toHaveLength(1);
    expect(await knows(ana, fresh)).toBe(true);
  });

  test("beyond the twentieth takes the place of the one that logged in longest ago, also at once", async () => {
    const ana = await createUser(site.ctx);
    const first = newProof();
    await logIn(ana, first);
    await site.ctx.pool.query(
      "update known_devices set used_at = now() - interval '1 day' where user_id = $1",
      [ana.id],
    );
    const others = Array.from({ length: 20 }, newProof);
    await Promise.all(others.map((proof) => logIn(ana, proof)));
    expect(await knows(ana, first)).toBe(false);
    for (const proof of others) expect(await knows(ana, proof)).toBe(true);
  });

  test("stays known when its person logs out on it", async () => {
    const ana = await createUser(site.ctx);
    const proof = newProof();
    const token = await logIn(ana, proof);
    await call("POST", "/auth/v1/logout?scope=local", token);
    expect(await knows(ana, proof)).toBe(true);
  });

  test("is forgotten with its session when that is ended from elsewhere, alone or with all others", async () => {
    const ana = await createUser(site.ctx);
    const [here, there, elsewhere] = [newProof(), newProof(), newProof()];
    const token = await logIn(ana, here);
    const other = await logIn(ana, there);
    await logIn(ana, elsewhere);
    const sessionId = JSON.parse(Buffer.from(other.split(".")[1] ?? "", "base64url").toString()).session_id;
    await call("DELETE", `/api/account/sessions/${sessionId}`, token);
    expect([await knows(ana, here), await knows(ana, there), await knows(ana, elsewhere)]).toEqual([
      true,
      false,
      true,
    ]);
    await call("DELETE", "/api/account/sessions", token);
    expect([await knows(ana, here), await knows(ana, elsewhere)]).toEqual([true, false]);
  });

  test("stays known when its person logs out everywhere on it, and the others are forgotten", async () => {
    const ana = await createUser(site.ctx);
    const [here, there] = [newProof(), newProof()];
    await logIn(ana, there);
    await call("POST", "/auth/v1/logout?scope=global", await logIn(ana, here));
    expect([await knows(ana, here), await knows(ana, there)]).toEqual([true, false]);
  });

  test("is forgotten with a new password, but for the one that set it; nobody else's is", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const [here, there, hers] = [newProof(), newProof(), newProof()];
    await logIn(ana, there);
    await logIn(bia, hers);
    const token = await logIn(ana, here);
    const changed = await call("PUT", "/auth/v1/user", token, {
      password: "maracujá-verde-7",
      current_password: PASSWORD,
    });
    expect(changed.statusCode).toBe(200);
    expect([await knows(ana, here), await knows(ana, there), await knows(bia, hers)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("goes with the account", async () => {
    const ana = await createUser(site.ctx);
    await logIn(ana, newProof());
    await inTransaction(site.ctx.db, async (trx) => {
      await deleteAccount(trx, (await lockAccount(trx, ana.id)) as LockedUser);
    });
    const { rows } = await site.ctx.pool.query("select from known_devices where user_id = $1", [ana.id]);
    expect(rows).toHaveLength(0);
  });
});
