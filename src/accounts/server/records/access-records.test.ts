/** Records of access: who changed what, when and from where, and nothing about reading. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#platform/database/db.ts";
import { type Caller, setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { deleteOldAccessRecords } from "./access-records.queries.ts";

const site = setUpTestApp({ TRUST_PROXY: "10.0.0.0/8" });
let ana: TestUser;
let promptId: number;
beforeAll(async () => {
  ana = await createUser(site.ctx);
  const prompt = { title: "Um prompt", content: "Escreva um poema sobre o mar.", llm_type_id: 1 };
  const thumbnail_url = await pictureDataUrl("#225577");
  const from = "203.0.113.5";
  const published = await site.post("/api/prompts", { ...prompt, thumbnail_url }, { from, token: ana.token });
  promptId = published.json().id;
});

function call(method: "GET" | "DELETE" | "PUT", url: string, { from, token }: Caller, payload?: object) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  return site.app.inject({
    method,
    url,
    headers,
    ...(from && { remoteAddress: from }),
    ...(payload && { payload }),
  });
}
/** Requests a recovery mail, a change that is recorded. */
const recover = (from: string) => site.post("/auth/v1/recover", { email: "um@exemplo.com.br" }, { from });
const recordsFrom = (address: string) =>
  site.sql(
    "select at, port, user_id, action from access_records where address = $1::inet order by at",
    address,
  );
const actionsFrom = async (address: string) => (await recordsFrom(address)).map(({ action }) => action);

let markers = 0;
/** The actions of earlier calls, once a later call is recorded: records are written in order. */
async function recordedFrom(address: string): Promise<string[]> {
  markers += 1;
  const marker = `198.51.100.${markers}`;
  await recover(marker);
  await expect.poll(() => actionsFrom(marker)).not.toEqual([]);
  return actionsFrom(address);
}

describe("records of access", () => {
  test("say when, from where and by whom something was published, within moments", async () => {
    await expect.poll(() => actionsFrom("203.0.113.5")).toContain("POST /api/prompts");
    const [record] = await recordsFrom("203.0.113.5");
    expect(record.user_id).toBe(ana.id);
    expect(Math.abs(Date.now() - Number(record.at))).toBeLessThan(30_000);
  });

  describe("have the client's port", () => {
    const recoverBy = (proxy: string, headers: Record<string, string>) =>
      site.app.inject({
        method: "POST",
        url: "/auth/v1/recover",
        remoteAddress: proxy,
        headers,
        payload: { email: "um@exemplo.com.br" },
      });
    const portsFrom = async (address: string) => {
      await recordedFrom(address);
      return (await recordsFrom(address)).map(({ port }) => port);
    };

    test("as the trusted proxy tells it", async () => {
      const headers = { "x-forwarded-for": "203.0.113.20" };
      for (const port of ["65535", "0", "65536", "80, 81", "-1", "1e3"]) {
        await recoverBy("10.0.0.1", { ...headers, "x-client-port": port });
      }
      await recoverBy("10.0.0.1", headers);
      expect(await portsFrom("203.0.113.20")).toEqual([65_535, null, null, null, null, null, null]);
    });

    test("and neither one that the client tells, nor one of the connection between two proxies", async () => {
      await recoverBy("203.0.113.21", { "x-forwarded-for": "203.0.113.22", "x-client-port": "5000" });
      await recoverBy("10.0.0.1", {
        "x-forwarded-for": "203.0.113.22, 10.0.0.2",
        "x-client-port": "5000",
      });
      expect(await portsFrom("203.0.113.21")).not.toContain(5000);
      expect(await portsFrom("203.0.113.22")).toEqual([null]);
    });
  });

  test("tell signing in, refreshing and logging out apart, each with its account", async () => {
    const from = "203.0.113.6";
    const beto = await createUser(site.ctx);
    const { refresh_token } = (await site.logIn(beto.email, { from })).json();
    const refreshed = await site.post("/auth/v1/token?grant_type=refresh_token", { refresh_token }, { from });
    const token = refreshed.json().access_token;
    await call("PUT", "/auth/v1/user", { from, token }, { data: { theme: "dark" } });
    await site.post("/auth/v1/logout?scope=global", {}, { from, token });
    expect(await recordedFrom(from)).toEqual([
      "sign in",
      "renew session",
      "PUT /auth/v1/user",
      "POST /auth/v1/logout",
    ]);
    const users = (await recordsFrom(from)).map(({ user_id }) => user_id);
    expect(new Set(users)).toEqual(new Set([beto.id]));
  });

  test("are not left by reading, by views, by lookups, nor by refused calls", async () => {
    const caller = { from: "203.0.113.7", token: ana.token };
    const { from } = caller;
    for (const url of [
      "/api/prompts",
      `/api/prompts/${promptId}`,
      "/auth/v1/user",
      "/api/account/sessions",
    ]) {
      await call("GET", url, caller);
    }
    await call("GET", "/api/prompts", { from });
    expect((await site.post(`/api/prompts/${promptId}/view`, {}, caller)).statusCode).toBe(204);
    const lookup = { username: "Alguém", email: "alguem@exemplo.com.br" };
    await site.post("/api/auth/check-user-exists", lookup, { from });
    await site.post("/auth/v1/passkeys/authentication/options", {}, { from });
    await site.logIn(ana.email, { from, password: "não é esta" });
    await site.post(`/api/prompts/${promptId}/like`, {}, { from });
    await call("GET", "/auth/v1/verify?token=x&type=signup", { from });
    expect(await recordedFrom(from)).toEqual([]);
  });

  test.each([
    ["address", "203.0.113.16", "203.0.113.16", "203.0.113.17"],
    ["network", "2001:db8:0:16::1", "2001:db8:0:ff::2", "203.0.113.18"],
  ])("are thirty a minute of what an account repeats from the same %s", async (_, from, near, elsewhere) => {
    const caio = await createUser(site.ctx);
    let { refresh_token } = (await site.logIn(caio.email, { from })).json();
    for (const address of [...Array(30).fill(from), near, elsewhere]) {
      const grant = "/auth/v1/token?grant_type=refresh_token";
      ({ refresh_token } = (await site.post(grant, { refresh_token }, { from: address })).json());
    }
    expect(await recordedFrom(from)).toEqual(["sign in", ...Array(30).fill("renew session")]);
    if (near !== from) expect(await actionsFrom(near)).toEqual([]);
    expect(await actionsFrom(elsewhere)).toEqual(["renew session"]);
  });

  test("are 120 a minute of what is repeated without an account", async () => {
    const from = "203.0.113.30";
    for (let times = 0; times < 121; times++) await recover(from);
    expect(await recordedFrom(from)).toHaveLength(120);
  });

  test("are left by exporting one's data", async () => {
    const from = "203.0.113.8";
    const answer = await call("GET", "/api/account/export", { from, token: ana.token });
    expect(answer.statusCode).toBe(200);
    expect(await recordedFrom(from)).toEqual(["GET /api/account/export"]);
  });

  test("hold the address that a trusted proxy names, no port of the proxy's, and survive an invalid one", async () => {
    for (const forwarded of ["2001:db8::7", "sua casa"]) {
      await site.app.inject({
        method: "POST",
        url: `/api/prompts/${promptId}/like`,
        headers: { authorization: `Bearer ${ana.token}`, "x-forwarded-for": forwarded },
        remoteAddress: "10.1.2.3",
      });
    }
    expect(await recordedFrom("2001:db8::7")).toEqual(["POST /api/prompts/:id/like"]);
    expect(await actionsFrom("0.0.0.0")).toEqual(["POST /api/prompts/:id/like"]);
    expect((await recordsFrom("2001:db8::7"))[0].port).toBeNull();
  });

  test("know the port of a caller without a proxy, and are written when the server ends", async () => {
    const ending = await createTestApp();
    const origin = await ending.app.listen({ port: 0, host: "127.0.0.1" });
    await fetch(`${origin}/auth/v1/recover`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "porta@exemplo.com.br" }),
    });
    const { pool } = ending.ctx;
    await ending.app.close();
    const { rows } = await pool.query("select port, action from access_records");
    expect(rows).toEqual([{ port: expect.any(Number), action: "POST /auth/v1/recover" }]);
    await ending.close();
  });

  test("outlive the account", async () => {
    const from = "203.0.113.9";
    const { id, token, password } = await createUser(site.ctx);
    expect((await call("DELETE", "/api/account", { from, token }, { password })).statusCode).toBe(204);
    expect(await recordedFrom(from)).toEqual(["DELETE /api/account"]);
    expect((await recordsFrom(from))[0].user_id).toBe(id);
  });

  test("wait while they cannot be written, and none is lost", async () => {
    const warned = vi.spyOn(site.ctx.log, "warn");
    await site.sql("alter table access_records rename to access_records_away");
    const from = "203.0.113.11";
    await recover(from);
    await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(0);
    warned.mockRestore();
    await site.sql("alter table access_records_away rename to access_records");
    expect(await recordedFrom(from)).toEqual(["POST /auth/v1/recover"]);
  });

  test("of which PostgreSQL refuses one are written but for that one, which the log does not reveal", async () => {
    const entries: unknown[] = [];
    const spy = vi.spyOn(site.ctx.log, "error").mockImplementation((entry) => void entries.push(entry));
    const refused = "203.0.113.66";
    await site.sql(`alter table access_records add constraint no_such check (address <> '${refused}')`);
    const written = ["203.0.113.12", "203.0.113.13", "203.0.113.14"];
    await Promise.all([refused, ...written, refused].map(recover));
    for (const from of written) expect(await recordedFrom(from)).toEqual(["POST /auth/v1/recover"]);
    await site.sql("alter table access_records drop constraint no_such");
    expect(await recordedFrom(refused)).toEqual([]);
    spy.mockRestore();
    const entry = { code: "23514", constraint: "no_such", action: "POST /auth/v1/recover" };
    expect(entries).toEqual([entry, entry]);
  });

  test("are deleted after six months, and not before", async () => {
    await site.sql(`
      insert into access_records (at, address, action)
      select now() - interval '6 months' - interval '1 hour', '192.0.2.1'::inet, 'old' from generate_series(1, 210000)
      union all select now() - interval '6 months' + interval '1 hour', '192.0.2.2'::inet, 'young'
    `);
    const countOthers = async () =>
      (await site.sql("select count(*)::int as n from access_records where address <> '192.0.2.1'"))[0].n;
    const before = await countOthers();
    await deleteOldAccessRecords(site.ctx);
    expect(await actionsFrom("192.0.2.1")).toEqual([]);
    expect(await actionsFrom("192.0.2.2")).toEqual(["young"]);
    expect(await countOthers()).toBe(before);
  });

  test("are deleted even if that takes longer than a request may", async () => {
    await site.sql(`
      insert into access_records (at, address, action) values (now() - interval '7 months', '192.0.2.3', 'old');
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(3); return null; end';
      create trigger wait after delete on access_records for each statement execute function wait()`);
    const hasty = await openDatabase(
      { ...site.ctx.pool.options, statement_timeout: 1000, query_timeout: 2000 },
      { max: 1 },
    );
    await deleteOldAccessRecords(hasty);
    await hasty.close();
    await site.sql("drop trigger wait on access_records");
    expect(await actionsFrom("192.0.2.3")).toEqual([]);
  });
});
