/** Ends of API keys: by their owner, by their time, and with the account's access. */
import { expect, test } from "vitest";
import type { CreatedKey } from "#accounts/key-contract.ts";
import { clearExpired } from "#accounts/server/account-jobs.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { createKey, expireKey } from "#tests/support/keys.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { setBlocked } from "./accounts.service.ts";
import { changeAccount } from "./own-account.service.ts";

const site = setUpAccountsSite();
const path = "/api/account/keys";

const list = async (who: TestUser) => (await site.call("GET", path, who)).json().keys;
/** Result of a call with a key: its status, and the code of a refusal. */
async function outcome(owner: { id: string }, { key }: Pick<CreatedKey, "key">) {
  const answer = await site.call("GET", `/api/users/${owner.id}/favorites`, key);
  return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code];
}

test("revoking: at the next call, by its owner alone", async () => {
  const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
  const [one, other] = [await createKey(site, ana), await createKey(site, ana)];
  for (const id of [one.id, "nada", "%2500"]) {
    expect((await site.call("DELETE", `${path}/${id}`, beto)).statusCode).toBe(404);
  }
  expect(await outcome(ana, one)).toBe(200);
  expect((await site.call("DELETE", `${path}/${one.id}`, ana)).statusCode).toBe(204);
  expect(await outcome(ana, one)).toEqual([401, "key_revoked"]);
  expect(await outcome(ana, other)).toBe(200);
  const again = await site.call("DELETE", `${path}/${one.id}`, ana);
  expect([again.statusCode, again.json().message]).toEqual([404, "Esta chave não existe mais."]);
  expect((await list(ana)).map(({ id }: CreatedKey) => id)).toEqual([other.id]);
});

test.each(["", "/1/like"])("revoking while a call with it arrives: /api/prompts%s", async (rest) => {
  const ana = await createUser(site.ctx);
  const made = await createKey(site, ana);
  const address = `${site.authUrl.replace("/auth/v1", "")}/api/prompts${rest}`;
  const thumbnail_url = await pictureDataUrl();
  const json = JSON.stringify({
    title: "Tarde demais",
    content: "Nada que fique.",
    llm_type_id: 1,
    thumbnail_url,
  });
  const { promise: revoked, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(sender) {
      sender.enqueue(new TextEncoder().encode(json.slice(0, 20)));
      await revoked;
      sender.enqueue(new TextEncoder().encode(json.slice(20)));
      sender.close();
    },
  });
  const checks = site.ctx.batchedReads;
  const { promise: checked, resolve: seen } = Promise.withResolvers<void>();
  const { ask } = checks;
  checks.ask = async <Row extends object>(read: Parameters<typeof ask>[0]) => {
    const rows = await ask<Row>(read);
    if (read.name === "api_key") seen();
    return rows;
  };
  const headers = { authorization: `Bearer ${made.key}`, "content-type": "application/json" };
  const call = fetch(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  await checked;
  checks.ask = ask;
  await site.call("DELETE", `${path}/${made.id}`, ana);
  resolve();
  const answer = await call;
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: "key_revoked" }]);
  expect((await site.call("GET", `/api/users/${ana.id}/prompts`)).json().data).toEqual([]);
});

test("a new password", async () => {
  const ana = await createUser(site.ctx);
  const made = await createKey(site, ana);
  const [session] = await site.sql("select id from sessions where user_id = $1", ana.id);
  const viewer = { ...ana, isAdmin: false, byPasskey: false, key: null, sessionId: session?.id };
  const password = { password: "outra-senha-longa-7", currentPassword: ana.password };
  await changeAccount(site.ctx, viewer, password);
  expect(await outcome(ana, made)).toEqual([401, "key_revoked"]);
  expect(await list(ana)).toEqual([]);
});

test("a session that ends while a key is made in it makes none", async () => {
  const ana = await createUser(site.ctx);
  // A new password: the stolen session ends, while its call waits for the account.
  const ending = await lockRows(site.ctx.pool, "select from users where id = $1 for update", ana.id);
  const fields = { name: "Fica", scopes: ["publish"], expires_in_days: 90 };
  const late = site.call("POST", path, ana, fields);
  await untilWaiting(site.ctx.pool);
  await ending.client.query("delete from sessions where user_id = $1", [ana.id]);
  await ending.release();
  expect((await late).statusCode).toBe(401);
  expect(await site.sql("select from api_keys where user_id = $1", ana.id)).toEqual([]);
});

test("a block, and with its end the keys are gone for good", async () => {
  const ana = await createUser(site.ctx);
  const made = await createKey(site, ana);
  const block = (blocked: boolean) =>
    site.ctx.db.transaction().execute(async (trx) => {
      await lockAccount(trx, ana.id);
      await setBlocked(trx, ana.id, blocked);
    });
  await block(true);
  expect(await outcome(ana, made)).toEqual([401, "key_of_blocked"]);
  expect((await site.call("GET", "/api/prompts", made.key)).statusCode).toBe(401);
  await block(false);
  expect(await outcome(ana, made)).toEqual([401, "key_revoked"]);
});

test("its time, and it is listed and told as expired for ninety days", async () => {
  const ana = await createUser(site.ctx);
  const made = await createKey(site, ana);
  await expireKey(site, made);
  expect(await outcome(ana, made)).toEqual([401, "key_expired"]);
  expect(await list(ana)).toHaveLength(1);
  await clearExpired(site.ctx);
  expect(await outcome(ana, made)).toEqual([401, "key_expired"]);
  await site.sql("update api_keys set expires_at = now() - interval '91 days' where id = $1", made.id);
  await clearExpired(site.ctx);
  expect(await outcome(ana, made)).toEqual([401, "key_unknown"]);
});

test("leaving", async () => {
  const ana = await createUser(site.ctx);
  const made = await createKey(site, ana);
  expect((await site.call("DELETE", "/api/account", ana, { password: ana.password })).statusCode).toBe(204);
  expect(await outcome(ana, made)).toEqual([401, "key_unknown"]);
  expect(await site.sql("select 1 from api_keys where user_id = $1", ana.id)).toEqual([]);
});
