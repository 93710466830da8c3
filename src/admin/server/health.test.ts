/** The site's health for its admin: growth, storage, queues, failed mails. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SiteHealth } from "#admin/contract.ts";
import { HISTORY_DAYS } from "#admin/contract.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import type { TestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { countGrowth } from "./growth.queries.ts";

let site: AccountsSite;
let admin: TestUser;
let ana: TestUser;

beforeEach(async () => {
  site = await startAccountsSite();
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx);
});
afterEach(() => site.close());

const call: TestApp["call"] = (...all) => site.call(...all);
const health = async (): Promise<SiteHealth> => (await call("GET", "/api/admin/health", admin.token)).json();
const query = (sql: string, values: unknown[] = []) => site.ctx.pool.query(sql, values);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe("the growth", () => {
  test("is counted by days of Brasília, and what is deleted leaves its day", async () => {
    const { id } = await publishPrompt(site, ana);
    const fans = [];
    for (let n = 0; n < 4; n++) fans.push(await createUser(site.ctx));
    for (const fan of fans) await call("POST", `/api/prompts/${id}/like`, fan.token, { liked: true });
    // Yesterday in Brasília, tomorrow already in UTC.
    const late = `((now() at time zone 'America/Sao_Paulo')::date - interval '1 minute') at time zone 'America/Sao_Paulo'`;
    await query(`update likes set created_at = ${late} where user_id = $1`, [fans[0]?.id]);
    await query(`update users set created_at = ${late} where id = $1`, [fans[0]?.id]);
    await query("update likes set created_at = now() - interval '100 days' where user_id = $1", [
      fans[1]?.id,
    ]);
    await query("update likes set created_at = now() - interval '3 years' where user_id = $1", [fans[2]?.id]);
    await query("delete from daily_counts where true");
    await countGrowth(site.ctx);
    const { history, totals } = await health();
    expect(history.likes).toHaveLength(HISTORY_DAYS);
    expect(history.likes.slice(-2)).toEqual([1, 1]);
    expect(history.likes.at(-101)).toBe(1);
    expect(sum(history.likes)).toBe(3);
    expect(history.people.at(-2)).toBe(1);
    expect(history.prompts.at(-1)).toBe(1);
    expect(totals).toMatchObject({ people: 6, prompts: 1, likes: 4, pictures: 1 });
    expect(totals.picture_bytes).toBeGreaterThan(10);
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format(new Date());
    expect(new Date(Date.parse(history.first_day) + (HISTORY_DAYS - 1) * 86_400_000).toISOString()).toContain(
      today,
    );

    await call("POST", `/api/prompts/${id}/like`, fans[0]?.token, { liked: false });
    await call("POST", `/api/prompts/${id}/like`, fans[1]?.token, { liked: false });
    await countGrowth(site.ctx);
    const later = await health();
    expect(later.history.likes.slice(-2), "a day is counted until the next is over").toEqual([0, 1]);
    expect(later.history.likes.at(-101), "and then stays").toBe(1);
    expect(later.totals.likes).toBe(2);
  });

  test("is counted in the background for an admin who looks before the first count, once at a time", async () => {
    await query("delete from daily_counts where true");
    await query("delete from site_totals where true");
    // Ten million likes take longer than this.
    const holding = await site.ctx.pool.connect();
    await holding.query("begin; lock table likes in access exclusive mode");
    for (let look = 0; look < 3; look++) {
      const { totals, history } = await health();
      expect(totals).toMatchObject({ people: 0, likes: 0, counted_at: null });
      expect(sum(history.people)).toBe(0);
    }
    const counting = async () =>
      (
        await holding.query(
          `select from pg_locks where not granted and relation = 'likes'::regclass
            and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rowCount;
    await expect.poll(counting).toBeGreaterThan(0);
    expect(await counting()).toBe(1);
    await holding.query("rollback");
    holding.release();
    await expect
      .poll(async () => (await health()).totals)
      .toMatchObject({ people: 2, counted_at: expect.any(String) });
    expect(sum((await health()).history.people)).toBe(2);
  });
});

describe("the site", () => {
  test("shows version, start, storage and queues", async () => {
    const { version, started_at, database_bytes, disk, queues, processes } = await health();
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect((await health()).unset).toEqual(["COMMUNITY_URL", "SOCIAL_URL", "CONTACT_EMAIL"]);
    expect(Date.parse(started_at)).toBeLessThan(Date.now());
    expect(database_bytes).toBeGreaterThan(1_000_000);
    expect(disk?.free).toBeLessThan(disk?.total ?? 0);
    expect(queues.map(({ queue }) => queue)).toEqual(expect.arrayContaining(["mail", "count-growth"]));
    expect(processes, "this server listens for no changes").toBe(0);
  });

  test("shows when the last backup was finished", async () => {
    expect((await health()).last_backup).toBeNull();
    await query(
      `insert into backups (finished_at, bytes, file) values
        ('2026-11-20T03:00:00Z', 2000000, 'b'), ('2026-11-19T03:00:00Z', 1000000, 'a')`,
    );
    expect((await health()).last_backup).toEqual({
      finished_at: "2026-11-20T03:00:00.000Z",
      bytes: 2_000_000,
    });
  });
});

describe("failed mails", () => {
  const failing = async () => (await health()).mails;
  const signUp = (email: string, username: string) =>
    call("POST", "/auth/v1/signup", undefined, { email, password: "jabuticaba-azul-42", data: { username } });

  test("are listed with masked addresses, and sent when the admin asks for it", async () => {
    await site.mails.stop();
    const reader = await createUser(site.ctx, { email: "carla.silva@exemplo.com.br" });
    await signUp("joana@exemplo.com.br", "Joana");
    await call("POST", "/auth/v1/recover", undefined, { email: reader.email });
    const gone = await createUser(site.ctx, { email: "bruno@exemplo.com.br" });
    await call("DELETE", "/api/account", gone.token, { password: gone.password });
    await expect.poll(failing).toHaveLength(3);
    // One given up; two that would be tried much later.
    await query(
      "update pgboss.job set retry_limit = 0, start_after = now() + interval '1 day' where name = 'mail' and state < 'active'",
    );
    const text = JSON.stringify(await failing());
    for (const address of ["joana@", "carla", "bruno"]) expect(text).not.toContain(address);
    const mails = await failing();
    expect(mails.map(({ to, kind }) => `${kind} ${to}`).sort()).toEqual([
      "confirmation j***@exemplo.com.br",
      "notice b***@exemplo.com.br",
      "recovery c***@exemplo.com.br",
    ]);
    for (const { reason, tries } of mails) {
      expect(reason).toMatch(/^SMTP failed: \w+/);
      expect(tries).toBeGreaterThan(0);
    }
    const [first] = mails;
    await query("update pgboss.job set state = 'failed', completed_on = now() where id = $1", [first?.id]);
    expect((await failing()).find(({ id }) => id === first?.id)?.next_try_at).toBeNull();

    await site.mails.start();
    const answer = await call("POST", "/api/admin/failed-mails/retry", admin.token);
    expect(answer.json()).toEqual({ retried: 3 });
    for (const address of ["joana", "carla.silva", "bruno"])
      await site.mails.waitFor(`${address}@exemplo.com.br`);
    await expect.poll(failing).toEqual([]);
  });

  test("are counted and retried, however many; obsolete ones hide none of them", async () => {
    await site.mails.stop();
    const gone = await createUser(site.ctx, { email: "dora@exemplo.com.br" });
    await call("DELETE", "/api/account", gone.token, { password: gone.password });
    await expect.poll(failing).toHaveLength(1);
    const [notice] = await failing();
    const copy = (count: number, data: string, state: string) =>
      query(
        `insert into pgboss.job (name, data, state, retry_limit, retry_count, start_after, created_on, output)
          select name, ${data}, '${state}', 3, 3, now() + interval '1 day', now() + n * interval '1 second', output
          from pgboss.job, generate_series(1, ${count}) n where id = $1`,
        [notice?.id],
      );
    // A flood of sign-ups that were never confirmed came after it.
    await copy(60, "jsonb_build_object('tokenId', gen_random_uuid(), 'requestedAt', now())", "failed");
    expect((await failing()).map(({ to }) => to)).toEqual(["d***@exemplo.com.br"]);
    expect((await health()).mails_total).toBe(1);

    await copy(25, "data", "failed");
    await copy(25, "data", "retry");
    const { mails, mails_total } = await health();
    expect([mails.length, mails_total]).toEqual([50, 51]);
    await site.mails.start();
    const answer = await call("POST", "/api/admin/failed-mails/retry", admin.token);
    expect(answer.json()).toEqual({ retried: 51 });
    await site.mails.waitFor("dora@exemplo.com.br", 51);
    const left = async () =>
      (await query("select from pgboss.job where name = 'mail' and state <> 'completed'")).rowCount;
    await expect.poll(left).toBe(0);
  });

  test("that can no longer be decrypted are listed without an address", async () => {
    await query(
      `insert into pgboss.job (name, data, state, output) values ('mail', $1, 'failed', '{"message":"?"}')`,
      [{ noticeId: randomUUID(), sealed: "AAAA", requestedAt: new Date().toISOString() }],
    );
    expect((await failing()).map(({ kind, to }) => `${kind} ${to}`)).toEqual(["notice ***"]);
  });

  test("whose token has expired are not listed", async () => {
    await site.mails.stop();
    await signUp("sem-motivo@exemplo.com.br", "Sem Motivo");
    await expect.poll(failing).toHaveLength(1);
    await query("update one_time_tokens set expires_at = now() where signup_id is not null");
    expect(await failing()).toEqual([]);
    await site.mails.start();
  });
});
