/** Refreshes that wait for one another leave connections to everybody else. */
import { register } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp();

const refresh = (refresh_token: string, remoteAddress: string) =>
  site.app.inject({
    ...{ method: "POST", url: "/auth/v1/token?grant_type=refresh_token", remoteAddress },
    payload: { refresh_token },
  });

/** Refreshes that wait for their turn. */
async function pending(): Promise<number | undefined> {
  const { values } = (await register.getSingleMetric("prompteca_costly_tasks")?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels.queue === "refreshes" && labels.state === "waiting")?.value;
}

test("a network has four refreshes under way and 120 in all; others go on", async () => {
  const ana = await createUser(site.ctx);
  const lock = "select from sessions where user_id = $1 for update";
  const { release } = await lockRows(site.ctx.pool, lock, ana.id);
  onTestFinished(release);
  const refreshing = (times: number) =>
    Array.from({ length: times }, () => refresh(ana.refreshToken, "198.51.100.1"));
  const held = refreshing(12);
  await untilWaiting(site.ctx.pool, 4);
  await expect.poll(pending).toBe(8);
  expect((await site.call("GET", "/auth/v1/user", ana)).statusCode).toBe(200);
  held.push(...refreshing(108));
  await expect.poll(pending).toBe(116);
  expect((await refresh(ana.refreshToken, "198.51.100.1")).statusCode).toBe(503);
  await release();
  expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual(Array(120).fill(200));
  const beto = await createUser(site.ctx);
  expect((await refresh(beto.refreshToken, "198.51.100.2")).statusCode).toBe(200);
});
