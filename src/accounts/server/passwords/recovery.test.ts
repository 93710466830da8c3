/** The links that recover an account: who asks for one voids nobody else's, and the first that is used voids all. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { createAdminLink } from "#accounts/server/users/admin-account.ts";
import { type Mailer, openMailer } from "#platform/mail.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser } from "#tests/support/users.ts";

let site: TestApp;
let mailer: Mailer;
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: "on" });
  mailer = openMailer(site.ctx.config);
  await startAccountJobs(site.ctx, mailer);
});
afterAll(async () => {
  await site.close();
  mailer.close();
});

let callers = 0;
const post = (path: string, payload: object) =>
  site.app.inject({
    method: "POST",
    url: `/auth/v1${path}`,
    remoteAddress: `203.0.113.${++callers % 250}`,
    payload,
  });

/** Asks for a link a minute after whoever asked before. */
async function recover(email: string) {
  await site.ctx.rateLimits.forget("recoveryMailPace", email);
  return post("/recover", { email });
}
/** What was mailed to a person, in that order. */
async function linksOf(userId: string): Promise<string[]> {
  const { rows } = await site.ctx.pool.query(
    "select id from one_time_tokens where user_id = $1 order by expires_at",
    [userId],
  );
  return rows.map(({ id }) => tokenOf(site.ctx, id));
}
const use = async (token: string | null) =>
  (await post("/verify", { token_hash: token, type: "recovery" })).statusCode;
const tokenIn = (link: string) => new URL(link).searchParams.get("token_hash");

describe("a link that recovers an account", () => {
  test.each([0, 1])("lives on when a stranger asks for another, whichever is used (%i)", async (used) => {
    const { id, email } = await createUser(site.ctx);
    await recover(email);
    await recover(email);
    const links = await linksOf(id);
    expect(links).toHaveLength(2);
    expect(await use(links[used] as string)).toBe(200);
    expect(await use(links[1 - used] as string)).toBe(403);
    expect(await linksOf(id)).toEqual([]);
  });

  test("is one of four, each used twice at once: one session opens", async () => {
    const { id, email } = await createUser(site.ctx);
    for (let asked = 0; asked < 4; asked++) await recover(email);
    const links = await linksOf(id);
    const twice = [...links, ...links];
    const statuses = await Promise.all(twice.map(use));
    expect(statuses.toSorted()).toEqual([200, ...Array(twice.length - 1).fill(403)]);
  });

  test("is one of a few, however often strangers ask", async () => {
    const { id, email } = await createUser(site.ctx);
    await recover(email);
    const [mailed] = await linksOf(id);
    for (let asked = 0; asked < 30; asked++) await recover(email);
    const links = await linksOf(id);
    expect(links.length).toBeLessThanOrEqual(5);
    expect(links).toContain(mailed);
  });

  test("from the operator lives on when the admin's address is asked for, and is mailed to nobody", async () => {
    const link = await createAdminLink(site.ctx);
    const { rows } = await site.ctx.pool.query("select id from users where email = $1", [
      site.ctx.config.adminEmail,
    ]);
    await recover(site.ctx.config.adminEmail);
    const links = await linksOf(rows[0].id);
    expect(links).toHaveLength(2);
    // The mailed one ends first.
    expect(links[0]).not.toBe(tokenIn(link));
    expect(await use(tokenIn(link))).toBe(200);
    expect(await linksOf(rows[0].id)).toEqual([]);
  });

  test("from the operator is the same for half of its life, and then another beside it", async () => {
    const first = await createAdminLink(site.ctx);
    expect(await createAdminLink(site.ctx)).toBe(first);
    await site.ctx.pool.query(
      "update one_time_tokens set expires_at = now() + interval '11 hours' where user_id is not null",
    );
    const second = await createAdminLink(site.ctx);
    expect(second).not.toBe(first);
    expect(await use(tokenIn(first))).toBe(200);
    expect(await use(tokenIn(second))).toBe(403);
  });

  test("from the operator is another one under another SECRET_KEY, and opens", async () => {
    const first = await createAdminLink(site.ctx);
    const restored = { ...site.ctx, secrets: deriveSecrets("another secret of the tests, long enough") };
    const second = await createAdminLink(restored);
    expect(second).not.toBe(first);
    expect(await createAdminLink(restored)).toBe(second);
    expect(await use(tokenIn(second))).toBe(200);
  });
});
