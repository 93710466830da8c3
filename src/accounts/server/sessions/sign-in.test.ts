/** Signing in while the account changes: what a password opens ends with that password. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { untilWaiting } from "#tests/support/database.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

describe("signing in with the right password", () => {
  test.each([
    ["which is changed meanwhile", "update users set password_hash = 'another' where id = $1"],
    ["of an account that is deleted meanwhile", "delete from users where id = $1"],
  ])("%s opens no session", async (_, change) => {
    const { id, email } = await createUser(site.ctx);
    await site.ctx.pool.query("delete from sessions where user_id = $1", [id]);
    const other = await site.ctx.pool.connect();
    try {
      await other.query("begin");
      await other.query(change, [id]);
      const answer = site.app.inject({
        method: "POST",
        url: "/auth/v1/token?grant_type=password",
        payload: { email, password: PASSWORD },
      });
      await untilWaiting(site.ctx.pool);
      await other.query("commit");
      const { statusCode, body } = await answer;
      expect([statusCode, JSON.parse(body).error_code]).toEqual([400, "invalid_credentials"]);
    } finally {
      other.release();
    }
    const { rows } = await site.ctx.pool.query("select from sessions where user_id = $1", [id]);
    expect(rows).toEqual([]);
  });
});
