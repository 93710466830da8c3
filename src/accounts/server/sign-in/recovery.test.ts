/** The links that recover an account: requesting one voids nobody else's, and the first that is used voids all. */
import { describe, expect, test } from "vitest";
import { createAdminLink } from "#accounts/server/account/admin-account.ts";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });

let callers = 0;
/** Requests a link from a network of its own. */
async function recover(email: string) {
  await site.post("/auth/v1/recover", { email }, { from: `203.0.113.${++callers}` });
}
/** The tokens mailed to an address, in that order. */
async function linksOf(email: string): Promise<string[]> {
  const tokens = await site.sql(
    "select t.id from one_time_tokens t join users u on u.id = t.user_id where u.email = $1 order by expires_at",
    email,
  );
  return tokens.map(({ id }) => tokenOf(site.ctx, id));
}
const use = async (token: string | null | undefined) => (await site.verify(token, "recovery")).statusCode;
const tokenIn = (link: string) => new URL(link).searchParams.get("token_hash");

describe("a link that recovers an account", () => {
  test.each([0, 1])("stays valid when a stranger requests another, whichever is used (%i)", async (used) => {
    const { email } = await createUser(site.ctx);
    await recover(email);
    await recover(email);
    const links = await linksOf(email);
    expect(links).toHaveLength(2);
    expect(await use(links[used])).toBe(200);
    expect(await use(links[1 - used])).toBe(403);
    expect(await linksOf(email)).toEqual([]);
  });

  test("opens no session of a blocked user", async () => {
    const { id, email } = await createUser(site.ctx);
    await recover(email);
    await site.sql("update users set is_blocked = true where id = $1", id);
    const [token] = await linksOf(email);
    const refusal = { error_code: "user_banned", msg: "User is banned" };
    const refused = await site.verify(token, "recovery");
    expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining(refusal)]);
    expect((await site.verify("nenhum")).json().msg).toBe("Email link is invalid or has expired");
  });

  test("is one of four, each used twice at once: one session opens", async () => {
    const { email } = await createUser(site.ctx);
    for (let asked = 0; asked < 4; asked++) await recover(email);
    const links = await linksOf(email);
    const twice = [...links, ...links];
    const statuses = await Promise.all(twice.map(use));
    expect(statuses.toSorted()).toEqual([200, ...Array(twice.length - 1).fill(403)]);
  });

  test("is one of thirty at most, from however many networks strangers ask", async () => {
    const { email } = await createUser(site.ctx);
    await recover(email);
    const [mailed] = await linksOf(email);
    for (let asked = 0; asked < 40; asked++) await recover(email);
    const links = await linksOf(email);
    expect(links).toHaveLength(30);
    expect(links).toContain(mailed);
  });
});

describe("the operator's link for the admin", () => {
  test("stays valid when the admin's address requests another, and is mailed to nobody", async () => {
    const { adminEmail } = site.ctx.config;
    const link = await createAdminLink(site.ctx);
    await recover(adminEmail);
    const links = await linksOf(adminEmail);
    expect(links).toHaveLength(2);
    // The mailed one ends first.
    expect(links[0]).not.toBe(tokenIn(link));
    expect(await use(tokenIn(link))).toBe(200);
    expect(await linksOf(adminEmail)).toEqual([]);
  });

  test("is the same for half of its life, and then another beside it", async () => {
    const first = await createAdminLink(site.ctx);
    expect(await createAdminLink(site.ctx)).toBe(first);
    await site.sql(
      "update one_time_tokens set expires_at = now() + interval '11 hours' where user_id is not null",
    );
    const second = await createAdminLink(site.ctx);
    expect(second).not.toBe(first);
    expect(await use(tokenIn(first))).toBe(200);
    expect(await use(tokenIn(second))).toBe(403);
  });

  test("is another one under another SECRET_KEY, and opens", async () => {
    const first = await createAdminLink(site.ctx);
    const restored = { ...site.ctx, secrets: deriveSecrets("another secret of the tests, long enough") };
    const second = await createAdminLink(restored);
    expect(second).not.toBe(first);
    expect(await createAdminLink(restored)).toBe(second);
    expect(await use(tokenIn(second))).toBe(200);
  });
});
