/** Moderators are blocked by the admin alone, and a block takes the role for good. */
import { beforeAll, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;
let beto: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  marta = await createUser(site.ctx, { username: "Marta" });
  beto = await createUser(site.ctx);
  await call("PUT", `/api/admin/moderators/${marta.id}`, admin);
});

async function reported(): Promise<TestUser> {
  const moderator = await createUser(site.ctx);
  await call("PUT", `/api/admin/moderators/${moderator.id}`, admin);
  await report(site, beto, moderator.id, { target_type: "user" });
  return moderator;
}
const isModerator = async ({ id }: TestUser) =>
  (await sql("select from moderators where user_id = $1", id)).length > 0;

test("naming waits for a block that is under way", async () => {
  const other = await createUser(site.ctx);
  const blocking = await lockRows(
    site.ctx.pool,
    "update users set is_blocked = true where id = $1",
    other.id,
  );
  const naming = call("PUT", `/api/admin/moderators/${other.id}`, admin);
  await untilWaiting(site.ctx.pool).finally(blocking.release);
  expect((await naming).statusCode).toBe(409);
  expect(await isModerator(other)).toBe(false);
});

test("the end of a block that no decision made takes the role, too", async () => {
  const other = await createUser(site.ctx);
  await call("PUT", `/api/admin/moderators/${other.id}`, admin);
  await sql("update users set is_blocked = true where id = $1", other.id);
  const unblocked = await call("PATCH", `/api/admin/users/${other.id}/toggle-block`, admin, {
    blocked: false,
  });
  expect(unblocked.statusCode, unblocked.body).toBe(200);
  expect(await isModerator(other)).toBe(false);
});

test("a moderator cannot block another one, and is not offered it", async () => {
  const other = await reported();
  const { id } = await caseOf(site, other.id);
  expect((await call("GET", `/api/admin/cases/${id}`, marta)).json().actions).toEqual(["keep", "warn"]);
  expect((await call("GET", `/api/admin/cases/${id}`, admin)).json().actions).toContain("block");
  const refused = await decide(site, marta, other.id, "block");
  expect([refused.statusCode, refused.json().code]).toEqual([409, "action_impossible"]);
  expect(await isModerator(other)).toBe(true);
});

test.each(["block", "remove"] as const)(
  "the decision %s takes the role, which restoring does not give back",
  async (action) => {
    const other = await reported();
    expect((await decide(site, admin, other.id, action)).statusCode).toBe(200);
    expect(await isModerator(other)).toBe(false);
    const log = (await call("GET", "/api/admin/audit-log", admin)).json();
    expect(log.entries.map((entry: { action: string }) => entry.action)).toContain("moderator_dismissed");
    expect((await decide(site, admin, other.id, "restore")).statusCode).toBe(200);
    expect(await isModerator(other)).toBe(false);
  },
);
