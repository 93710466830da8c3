/** The public log, and that its figures are those of the rows. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Category } from "#moderation/contract.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, createModerator, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { readTransparency } from "./public-log.service.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  marta = await createModerator(site, admin);
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto Delator" });
});

async function reported(title: string, category: Category = "spam") {
  const { id } = await publishPrompt(site, ana, { title, thumbnail_url: await newPicture() });
  await report(site, beto, id, { category });
  return id;
}
const logOf = async (query = "") => {
  site.ctx.responseCache.clear();
  return (await call("GET", `/api/moderation/log${query}`)).json();
};

describe("GET /api/moderation/log", () => {
  test("is everybody's, newest first, without names, and without the title where the title is the harm", async () => {
    // Other tests' decisions would count too.
    await sql("truncate moderation_cases cascade");
    const plain = await reported("Propaganda de loja");
    await decide(site, marta, plain, "hide");
    const urgent = await reported("Nome de quem aparece", "intimate");
    await decide(site, admin, urgent, "remove", { ground: "explicit" });
    const personal = await reported("Telefone de Fulana", "spam");
    await decide(site, admin, personal, "hide", { ground: "personal_data" });
    await decide(site, admin, plain, "restore");
    // The harmful decision is another than this one.
    await decide(site, admin, personal, "restore");
    await report(site, beto, ana.id, { target_type: "user" });
    await decide(site, admin, ana.id, "warn");
    const log = await logOf();
    expect(log.totalCount).toBe(7);
    expect(log.entries).toMatchObject([
      { action: "warn", target_type: "user", label: null },
      { action: "restore", category: "spam", ground: "none", label: null },
      { action: "restore", ground: "none", label: "Propaganda de loja", by: "admin", overturned: false },
      { action: "hide", ground: "personal_data", label: null },
      { action: "remove", category: "intimate", label: null, by: "admin", automatic: false },
      { action: "hide", category: "intimate", label: null, by: "automatic", automatic: true },
      { action: "hide", category: "spam", label: "Propaganda de loja", by: "moderation", overturned: true },
    ]);
    expect(Object.keys(log.entries[0]).sort()).toEqual([
      "action",
      "automatic",
      "by",
      "category",
      "created_at",
      "ground",
      "id",
      "label",
      "overturned",
      "target_type",
    ]);
    // A title that harasses somebody is harm too.
    for (const ground of ["hate", "spam"] as const) {
      const hateful = await reported("Fulana é horrível", ground === "hate" ? "other" : "hate");
      await decide(site, admin, hateful, "hide", { ground });
      expect((await logOf()).entries[0]).toMatchObject({ ground, label: null });
      await sql("delete from moderation_cases where prompt_id = $1", hateful);
    }
    site.ctx.responseCache.clear();
    const text = JSON.stringify(log);
    for (const secret of ["Marta", "Administradora", "Ana", "Beto", "Porque sim", "Fulana", "aparece"])
      expect(text).not.toContain(secret);

    expect((await logOf("?action=hide")).totalCount).toBe(3);
    expect((await logOf("?category=intimate")).totalCount).toBe(2);
    expect((await logOf("?action=hide&category=intimate")).entries).toHaveLength(1);
    expect(await logOf("?page=2")).toEqual({ entries: [], totalCount: 7 });
    for (const query of ["?action=x", "?category=x", "?page=0"])
      expect((await call("GET", `/api/moderation/log${query}`)).statusCode).toBe(400);
  });
});

describe("GET /api/transparency", () => {
  test("counts the year by month in Brasília: reports, decisions, time, urgent ones, appeals", async () => {
    // In 2031, where nothing else is.
    const id = await reported("Para contar", "personal_data");
    await report(site, marta, id, { category: "spam", standing: "authority" });
    await decide(site, admin, id, "hide", { ground: "spam" });
    const { id: caseId } = await caseOf(site, id);
    const [decision] = await sql("select id from decisions where case_id = $1", caseId);
    await call("POST", `/api/decisions/${decision.id}/appeal`, ana, { text: "Não." });
    await decide(site, admin, id, "restore");
    const fast = await reported("Urgente no prazo", "intimate");
    await decide(site, admin, fast, "remove", { ground: "explicit" });
    const slow = await reported("Urgente atrasado", "intimate");
    await decide(site, admin, slow, "keep");
    const at = async (target: number, opened: string, decided: string) => {
      const { id: of } = await caseOf(site, target);
      await sql("update reports set confirmed_at = $2 where case_id = $1", of, opened);
      await sql(
        `update decisions set created_at = $3::timestamptz, deadline = $2::timestamptz + interval '2 hours',
          opened_at = case when opened_at is not null then $2::timestamptz end where case_id = $1`,
        of,
        opened,
        decided,
      );
      await sql(
        "update appeals set created_at = $2 where decision_id in (select id from decisions where case_id = $1)",
        of,
        decided,
      );
    };
    // February already in UTC, still January in Brasília.
    await at(id, "2031-02-01T01:00:00Z", "2031-02-01T02:00:00Z");
    await at(fast, "2031-05-10T12:00:00Z", "2031-05-10T13:30:00Z");
    await at(slow, "2031-05-10T12:00:00Z", "2031-05-10T18:00:00Z");
    site.ctx.responseCache.clear();
    const answer = await call("GET", "/api/transparency?year=2031");
    expect(answer.statusCode).toBe(200);
    const { year, months, totals } = answer.json();
    expect([year, months.length]).toEqual([2031, 12]);
    expect(months[0]).toEqual({
      month: 1,
      reports: { by_category: { personal_data: 1, spam: 1 }, by_standing: { anyone: 1, authority: 1 } },
      decisions: { hide: 1, restore: 1 },
      median_hours: 1,
      urgent: 0,
      urgent_on_time: 0,
      appeals: 1,
      upheld: 1,
    });
    expect(months[1]).toMatchObject({ reports: { by_category: {} }, decisions: {}, median_hours: null });
    expect(months[4]).toMatchObject({
      decisions: { hide: 2, remove: 1, keep: 1 },
      median_hours: 3.75,
      urgent: 2,
      urgent_on_time: 1,
      appeals: 0,
    });
    expect(totals).toEqual({
      reports: {
        by_category: { personal_data: 1, spam: 1, intimate: 2 },
        by_standing: { anyone: 3, authority: 1 },
      },
      decisions: { hide: 3, remove: 1, keep: 1, restore: 1 },
      median_hours: expect.any(Number),
      urgent: 2,
      urgent_on_time: 1,
      appeals: 1,
      upheld: 1,
    });
  });

  test("measures what reports opened: no appeals, no reviews, and what is overdue is late", async () => {
    const figures = async () => (await readTransparency(site.ctx, 2033)).totals;
    const date = (id: number, opened: string, decided: string, hours = 2) =>
      sql(
        `update decisions set created_at = $3::timestamptz, deadline = $2::timestamptz + make_interval(hours => $4),
          opened_at = case when opened_at is not null then $2::timestamptz end
         where case_id = (select id from moderation_cases where prompt_id = $1) and created_at < '2030-01-01'`,
        id,
        opened,
        decided,
        hours,
      );
    const late = await reported("Atrasado e contestado", "intimate");
    await decide(site, admin, late, "remove", { ground: "explicit" });
    const { id: caseId } = await caseOf(site, late);
    const [decision] = await sql("select id from decisions where case_id = $1 and action = 'remove'", caseId);
    await call("POST", `/api/decisions/${decision.id}/appeal`, ana, { text: "Não." });
    await date(late, "2033-03-01T12:00:00Z", "2033-03-01T20:00:00Z");
    expect(await figures()).toMatchObject({ median_hours: 8, urgent: 1, urgent_on_time: 0 });
    await decide(site, admin, late, "hide", { ground: "explicit" });
    await date(late, "2033-03-02T12:00:00Z", "2033-03-02T12:30:00Z", 24);
    expect(await figures()).toMatchObject({ median_hours: 8, urgent: 1, urgent_on_time: 0 });

    const reviewed = await reported("Só revisado");
    await sql("update moderation_cases set category = null where prompt_id = $1", reviewed);
    await decide(site, admin, reviewed, "keep");
    await date(reviewed, "2033-03-02T12:00:00Z", "2033-03-02T12:30:00Z", 24);
    expect(await figures()).toMatchObject({ median_hours: 8, urgent: 1, urgent_on_time: 0 });

    const now = new Date();
    const here = async () => (await readTransparency(site.ctx, now.getFullYear())).totals;
    const waiting = await reported("Espera demais", "intimate");
    const before = await here();
    await sql(
      "update moderation_cases set deadline = now() - interval '1 second' where prompt_id = $1",
      waiting,
    );
    const after = await here();
    expect([after.urgent - before.urgent, after.urgent_on_time - before.urgent_on_time]).toEqual([1, 0]);
  });

  test("is this year's by default, and of years with nothing empty", async () => {
    const now = (await call("GET", "/api/transparency")).json();
    expect(now.year).toBe(
      Number(new Date().toLocaleDateString("en", { year: "numeric", timeZone: "America/Sao_Paulo" })),
    );
    const none = (await call("GET", "/api/transparency?year=2001")).json();
    expect(none.totals).toEqual({
      reports: { by_category: {}, by_standing: {} },
      decisions: {},
      median_hours: null,
      urgent: 0,
      urgent_on_time: 0,
      appeals: 0,
      upheld: 0,
    });
    for (const query of ["x", "1999", "2026.5", "10000"])
      expect((await call("GET", `/api/transparency?year=${query}`)).statusCode).toBe(400);
  });
});
