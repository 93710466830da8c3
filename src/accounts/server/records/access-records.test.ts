/** Records of access: who changed what, when and from where, and nothing about reading. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { openDatabase } from "#platform/database/db.ts";
import { type Mailer, openMailer } from "#platform/mail.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { deleteOldAccessRecords } from "./access-records.queries.ts";

interface Row {
  at: Date;
  address: string;
  port: number | null;
  user_id: string | null;
  action: string;
}

let site: TestApp;
let ana: TestUser;
let promptId: number;
let mailer: Mailer;
beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: "10.0.0.0/8" });
  mailer = openMailer(site.ctx.config);
  await startAccountJobs(site.ctx, mailer);
  ana = await createUser(site.ctx);
  const prompt = { title: "Um prompt", content: "Escreva um poema sobre o mar.", llm_type_id: 1 };
  const payload = { ...prompt, thumbnail_url: await pictureDataUrl("#225577") };
  promptId = (await call("POST", "/api/prompts", { token: ana.token, payload })).json().id;
});
afterAll(async () => {
  await site.close();
  mailer.close();
});

function call(
  method: "GET" | "POST" | "DELETE" | "PUT",
  url: string,
  {
    token,
    from = "203.0.113.5",
    via,
    payload,
  }: { token?: string; from?: string; via?: string; payload?: object } = {},
  { app } = site,
) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(via && { "x-forwarded-for": via }),
  };
  return app.inject({ method, url, headers, remoteAddress: from, ...(payload && { payload }) });
}
const rows = async (): Promise<Row[]> =>
  (
    await site.ctx.pool.query(
      "select at, host(address) as address, port, user_id, action from access_records order by at",
    )
  ).rows;
const actionsFrom = async (address: string) =>
  (await rows()).filter((row) => row.address === address).map(({ action }) => action);

let markers = 0;
/** What calls left, once a call that came after them has left its own: records are written in order. */
async function recordedFrom(address: string): Promise<string[]> {
  markers += 1;
  const marker = `198.51.100.${markers}`;
  await call("POST", "/auth/v1/recover", { from: marker, payload: { email: "fim@exemplo.com.br" } });
  await expect.poll(() => actionsFrom(marker), { timeout: 10_000 }).not.toEqual([]);
  return actionsFrom(address);
}

describe("records of access", () => {
  test("say when, from where and by whom something was published, within moments", async () => {
    await expect.poll(() => actionsFrom("203.0.113.5"), { timeout: 10_000 }).toContain("POST /api/prompts");
    const row = (await rows()).find(({ action }) => action === "POST /api/prompts");
    expect(row).toMatchObject({ user_id: ana.id, address: "203.0.113.5" });
    expect(Math.abs(Date.now() - Number(row?.at))).toBeLessThan(30_000);
  });

  test("tell entering, renewing and leaving apart, each with its account", async () => {
    const from = "203.0.113.6";
    const beto = await createUser(site.ctx);
    const credentials = { email: beto.email, password: beto.password };
    const session = (
      await call("POST", "/auth/v1/token?grant_type=password", { from, payload: credentials })
    ).json();
    const refresh = { refresh_token: session.refresh_token };
    const renewed = await call("POST", "/auth/v1/token?grant_type=refresh_token", { from, payload: refresh });
    const token = renewed.json().access_token;
    await call("PUT", "/auth/v1/user", { from, token, payload: { data: { theme: "dark" } } });
    await call("POST", "/auth/v1/logout?scope=global", { from, token });
    expect(await recordedFrom(from)).toEqual([
      "sign in",
      "renew session",
      "PUT /auth/v1/user",
      "POST /auth/v1/logout",
    ]);
    const mine = (await rows()).filter(({ address }) => address === from);
    expect(new Set(mine.map(({ user_id }) => user_id))).toEqual(new Set([beto.id]));
  });

  test("are not left by reading, by views, by lookups, nor by what was refused", async () => {
    const from = "203.0.113.7";
    const { token } = ana;
    for (const url of [
      "/api/prompts",
      `/api/prompts/${promptId}`,
      "/auth/v1/user",
      "/api/account/sessions",
    ]) {
      await call("GET", url, { from, token });
    }
    await call("GET", "/api/prompts", { from });
    expect((await call("POST", `/api/prompts/${promptId}/view`, { from, token })).statusCode).toBe(204);
    const lookup = { username: "Alguém", email: "alguem@exemplo.com.br" };
    await call("POST", "/api/auth/check-user-exists", { from, payload: lookup });
    const wrong = { email: ana.email, password: "não é esta" };
    await call("POST", "/auth/v1/token?grant_type=password", { from, payload: wrong });
    await call("POST", `/api/prompts/${promptId}/like`, { from });
    await call("GET", "/auth/v1/verify?token=x&type=signup", { from });
    expect(await recordedFrom(from)).toEqual([]);
  });

  test("are left by taking a copy of one's data", async () => {
    const from = "203.0.113.8";
    const copy = await call("GET", "/api/account/export", { from, token: ana.token });
    expect(copy.statusCode).toBe(200);
    expect(await recordedFrom(from)).toEqual(["GET /api/account/export"]);
  });

  test("hold the address that a trusted proxy names, no port of the proxy's, and survive a made-up one", async () => {
    const like = (via: string) =>
      call("POST", `/api/prompts/${promptId}/like`, { token: ana.token, from: "10.1.2.3", via });
    await like("2001:db8::7");
    await like("sua casa");
    expect(await recordedFrom("2001:db8::7")).toEqual(["POST /api/prompts/:id/like"]);
    expect(await actionsFrom("0.0.0.0")).toEqual(["POST /api/prompts/:id/like"]);
    expect((await rows()).find(({ address }) => address === "2001:db8::7")?.port).toBeNull();
  });

  test("know the port of a caller whom no proxy brought", async () => {
    const open = await createTestApp();
    const origin = await open.app.listen({ port: 0, host: "127.0.0.1" });
    const body = JSON.stringify({ email: "porta@exemplo.com.br" });
    await fetch(`${origin}/auth/v1/recover`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const ports = async () => (await open.ctx.pool.query("select port from access_records")).rows;
    await expect.poll(ports, { timeout: 10_000 }).toEqual([{ port: expect.any(Number) }]);
    await open.close();
  });

  test("outlive the account", async () => {
    const from = "203.0.113.9";
    const caio = await createUser(site.ctx);
    const left = await call("DELETE", "/api/account", {
      from,
      token: caio.token,
      payload: { password: caio.password },
    });
    expect(left.statusCode).toBe(204);
    expect(await recordedFrom(from)).toEqual(["DELETE /api/account"]);
    expect((await rows()).find(({ address }) => address === from)?.user_id).toBe(caio.id);
  });

  test("that wait are written when the server ends", async () => {
    const ending = await createTestApp();
    const dora = await createUser(ending.ctx);
    await call("POST", "/auth/v1/logout", { token: dora.token, from: "203.0.113.10" }, ending);
    const { pool } = ending.ctx;
    await ending.app.close();
    const { rows: left } = await pool.query("select action from access_records");
    expect(left).toEqual([{ action: "POST /auth/v1/logout" }]);
    await ending.close();
  });

  test("wait while they cannot be written, and lose nothing", async () => {
    const warned = vi.spyOn(site.ctx.log, "warn").mockImplementation(() => {});
    await site.ctx.pool.query("alter table access_records rename to access_records_away");
    const from = "203.0.113.11";
    await call("POST", "/auth/v1/recover", { from, payload: { email: "um@exemplo.com.br" } });
    await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(0);
    warned.mockRestore();
    await site.ctx.pool.query("alter table access_records_away rename to access_records");
    expect(await recordedFrom(from)).toEqual(["POST /auth/v1/recover"]);
  });

  test("of which PostgreSQL refuses one are written but for that one, and the log says nothing of whose it was", async () => {
    const { log, pool } = site.ctx;
    const told: unknown[] = [];
    const spy = vi.spyOn(log, "error").mockImplementation((entry) => void told.push(entry));
    const refused = "203.0.113.66";
    await pool.query(`alter table access_records add constraint no_such check (address <> '${refused}')`);
    const ask = (from: string) =>
      call("POST", "/auth/v1/recover", { from, payload: { email: "um@exemplo.com.br" } });
    await Promise.all(["203.0.113.12", refused, "203.0.113.13", refused, "203.0.113.14"].map(ask));
    for (const from of ["203.0.113.12", "203.0.113.13", "203.0.113.14"]) {
      expect(await recordedFrom(from)).toEqual(["POST /auth/v1/recover"]);
    }
    await pool.query("alter table access_records drop constraint no_such");
    expect(await recordedFrom(refused)).toEqual([]);
    spy.mockRestore();
    const entry = { code: "23514", constraint: "no_such", action: "POST /auth/v1/recover" };
    expect(told).toEqual([entry, entry]);
  });

  test("are removed after six months, and not before", async () => {
    await site.ctx.pool.query(`
      insert into access_records (at, address, action)
      select now() - interval '6 months' - interval '1 hour', '192.0.2.1'::inet, 'old' from generate_series(1, 210000)
      union all select now() - interval '6 months' + interval '1 hour', '192.0.2.2'::inet, 'young'
    `);
    const before = (await rows()).filter(({ address }) => address !== "192.0.2.1").length;
    await deleteOldAccessRecords(site.ctx);
    expect(await actionsFrom("192.0.2.1")).toEqual([]);
    expect(await actionsFrom("192.0.2.2")).toEqual(["young"]);
    expect((await rows()).length).toBe(before);
  });

  test("are removed also where that takes longer than a request may", async () => {
    const { pool } = site.ctx;
    await pool.query(`
      insert into access_records (at, address, action) values (now() - interval '7 months', '192.0.2.3', 'old');
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(1); return null; end';
      create trigger wait after delete on access_records for each statement execute function wait()`);
    const hasty = await openDatabase(
      { ...pool.options, statement_timeout: 300, query_timeout: 600 },
      { max: 1 },
    );
    await deleteOldAccessRecords(hasty);
    await hasty.close();
    await pool.query("drop trigger wait on access_records");
    expect(await actionsFrom("192.0.2.3")).toEqual([]);
  });
});
