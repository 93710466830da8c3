/** Which devices an account knows, and what makes it forget them. */
import { describe, expect, test } from "vitest";
import { deleteAccount } from "#accounts/server/account/accounts.service.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import { inTransaction } from "#platform/database/db.ts";
import { newProof, setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";
import { deleteForgottenDevices } from "./known-devices.queries.ts";
import { isKnownDevice } from "./known-devices.service.ts";

const site = setUpTestApp();

/** Logs in with a device's proof. @returns the access token */
async function logIn({ email }: TestUser, proof?: string): Promise<string> {
  const answer = await site.logIn(email, { proof });
  expect(answer.statusCode).toBe(200);
  return answer.json().access_token;
}
/** Whether an account knows devices. */
const knows = ({ id }: TestUser, ...proofs: string[]) =>
  Promise.all(proofs.map((proof) => isKnownDevice(site.ctx.db, id, proof)));
const devicesOf = ({ id }: TestUser) =>
  site.sql("select encode(device_hash, 'hex') as hash from known_devices where user_id = $1", id);
const ageDevices = ({ id }: TestUser, days: number) =>
  site.sql(
    "update known_devices set used_at = now() - make_interval(days => $1) where user_id = $2",
    days,
    id,
  );

describe("a device", () => {
  test("is known once it has logged in, to that account alone, and is stored as a hash", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const proof = newProof();
    expect(await knows(ana, proof)).toEqual([false]);
    await logIn(ana, proof);
    await logIn(ana, proof);
    expect([await knows(ana, proof), await knows(bia, proof)]).toEqual([[true], [false]]);
    expect(await isKnownDevice(site.ctx.db, undefined, proof)).toBe(false);
    await logIn(bia, proof);
    const hashes = [...(await devicesOf(ana)), ...(await devicesOf(bia))].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(2);
    expect(hashes).not.toContain(Buffer.from(proof, "base64url").toString("hex"));
  });

  test.each([undefined, "", "x", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}!`])(
    "without a proof of 32 bytes (%j) logs in, and is not known",
    async (proof) => {
      const ana = await createUser(site.ctx);
      await logIn(ana, proof);
      expect(await devicesOf(ana)).toEqual([]);
      expect(await isKnownDevice(site.ctx.db, ana.id, undefined)).toBe(false);
    },
  );

  test("is forgotten a year after it logged in last", async () => {
    const ana = await createUser(site.ctx);
    const [old, fresh] = [newProof(), newProof()];
    await logIn(ana, old);
    await ageDevices(ana, 366);
    await logIn(ana, fresh);
    expect(await knows(ana, old, fresh)).toEqual([false, true]);
    await deleteForgottenDevices(site.ctx.db);
    expect(await devicesOf(ana)).toHaveLength(1);
    expect(await knows(ana, fresh)).toEqual([true]);
  });

  test("beyond the twentieth replaces the one that logged in longest ago, also at once", async () => {
    const ana = await createUser(site.ctx);
    const first = newProof();
    await logIn(ana, first);
    await ageDevices(ana, 1);
    const others = Array.from({ length: 20 }, newProof);
    await Promise.all(others.map((proof) => logIn(ana, proof)));
    expect(await knows(ana, first, ...others)).toEqual([false, ...others.map(() => true)]);
  });

  test("stays known when its user logs out on it", async () => {
    const ana = await createUser(site.ctx);
    const proof = newProof();
    await site.call("POST", "/auth/v1/logout?scope=local", await logIn(ana, proof));
    expect(await knows(ana, proof)).toEqual([true]);
  });

  test("is forgotten with its session when that is ended from elsewhere, alone or with all others", async () => {
    const ana = await createUser(site.ctx);
    const proofs = [newProof(), newProof(), newProof()] as const;
    const token = await logIn(ana, proofs[0]);
    const other = await logIn(ana, proofs[1]);
    await logIn(ana, proofs[2]);
    const sessionId = JSON.parse(Buffer.from(other.split(".")[1] ?? "", "base64url").toString()).session_id;
    await site.call("DELETE", `/api/account/sessions/${sessionId}`, token);
    expect(await knows(ana, ...proofs)).toEqual([true, false, true]);
    await site.call("DELETE", "/api/account/sessions", token);
    expect(await knows(ana, ...proofs)).toEqual([true, false, false]);
  });

  test("stays known when its user logs out everywhere on it, and the others are forgotten", async () => {
    const ana = await createUser(site.ctx);
    const [here, there] = [newProof(), newProof()];
    await logIn(ana, there);
    await site.call("POST", "/auth/v1/logout?scope=global", await logIn(ana, here));
    expect(await knows(ana, here, there)).toEqual([true, false]);
  });

  test("is forgotten with a new password, but for the one that set it; nobody else's is", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const [here, there, hers] = [newProof(), newProof(), newProof()];
    await logIn(ana, there);
    await logIn(bia, hers);
    const passwords = { password: "maracujá-verde-7", current_password: PASSWORD };
    const changed = await site.call("PUT", "/auth/v1/user", await logIn(ana, here), passwords);
    expect(changed.statusCode).toBe(200);
    expect([await knows(ana, here, there), await knows(bia, hers)]).toEqual([[true, false], [true]]);
  });

  test("is forgotten with the account", async () => {
    const ana = await createUser(site.ctx);
    await logIn(ana, newProof());
    await inTransaction(site.ctx.db, async (trx) => {
      const locked = await lockAccount(trx, ana.id);
      if (locked) await deleteAccount(trx, locked);
    });
    expect(await devicesOf(ana)).toEqual([]);
  });
});
