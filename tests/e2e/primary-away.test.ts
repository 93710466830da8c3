/** The site while the primary of its database is away: members read on from a replica, and nobody is logged out. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PromptView } from "#prompts/contract.ts";
import { giveBack, takeAway } from "#tests/support/database.ts";
import { createMember } from "#tests/support/members.ts";
import { createTestReplica, type TestReplica } from "#tests/support/replica.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const METRICS_TOKEN = "n6NTYoas6UGGYmw4wTMDDXGJ3h2Isp/Bu8dSVxCW";

let replica: TestReplica;
let site: TestSite;
let prompt: PromptView;
/** Tokens of a session that the replica has, and of one opened in the primary's last moment. */
let known: string;
let latest: string;

/** Copies rows as they are, other than those that the replica has. */
async function copy(table: string): Promise<void> {
  const { rows } = await site.database.pool.query(`select to_jsonb(t) as row from ${table} t`);
  await replica.pool.query(
    `insert into ${table} overriding system value
      select (jsonb_populate_record(null::${table}, row)).* from unnest($1::jsonb[]) row on conflict do nothing`,
    [rows.map(({ row }) => JSON.stringify(row))],
  );
}

const call = (path: string, token?: string, body?: object) =>
  fetch(site.origin + path, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
const statusOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).status;

beforeAll(async () => {
  replica = await createTestReplica();
  site = await startTestSite({ DATABASE_REPLICA_URL: replica.url, METRICS_TOKEN });
  const ana = await createMember(site, "Ana Maria");
  const id = await ana.publish("Um prompt de Ana");
  known = (await ana.logIn()).access_token;
  await site.post(`/api/prompts/${id}/like`, { liked: true }, known);
  prompt = await (await call(`/api/prompts/${id}`)).json();
  for (const table of ["users", "sessions", "images", "prompts", "likes"]) await copy(table);
  latest = (await ana.logIn()).access_token;
  expect(await statusOf("/api/prompts", latest)).toBe(200);
  const metrics = async () => (await call("/metrics", METRICS_TOKEN)).text();
  await vi.waitFor(
    async () => {
      await replica.replay(site.database);
      expect(await metrics()).toMatch(/prompteca_replica_serves\{.*\} 1\n/);
    },
    { timeout: 30_000 },
  );
  const age = /prompteca_replica_age_seconds\{.*\} (\S+)/.exec(await metrics())?.[1];
  expect(Number(age)).toBeGreaterThan(0);
  await takeAway(site.database.connection.database);
});
afterAll(async () => {
  if (site) await giveBack(site.database.connection.database);
  await site?.close();
  await replica?.close();
});

test("a member reads lists, prompts and pictures, with their own reactions", async () => {
  const list = await call("/api/prompts", known);
  expect(list.status).toBe(200);
  expect(await list.json()).toMatchObject({ data: [{ id: prompt.id, is_liked: true }] });
  expect(await (await call(`/api/prompts/${prompt.id}`, known)).json()).toMatchObject({ is_liked: true });
  const picture = await call(prompt.thumbnail_url);
  expect(picture.status).toBe(200);
  expect(picture.headers.get("content-type")).toBe("image/webp");
});

test("a session that the replica has not heard of is told to wait, not that it has ended", async () => {
  const answer = await call("/api/prompts", latest);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBeTruthy();
});

test("nobody writes", async () => {
  await expect.poll(() => statusOf(`/api/prompts/${prompt.id}/like`, known, { liked: false })).toBe(503);
});
