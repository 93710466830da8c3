/** Signing in while the account changes: a session that a password opens ends with that password. */
import { expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp();

test.each([
  ["whose password is changed meanwhile", "update users set password_hash = 'another' where id = $1"],
  ["that is deleted meanwhile", "delete from users where id = $1"],
])("signing in to an account %s opens no session", async (_, change) => {
  const { id, email } = await createUser(site.ctx);
  await site.sql("delete from sessions where user_id = $1", id);
  const held = await lockRows(site.ctx.pool, change, id);
  const answer = site.logIn(email);
  await untilWaiting(site.ctx.pool);
  await held.release();
  const { statusCode, body } = await answer;
  expect([statusCode, JSON.parse(body).error_code]).toEqual([400, "invalid_credentials"]);
  expect(await site.sql("select from sessions where user_id = $1", id)).toEqual([]);
});
