/** Appeals of both sides, and the notices of authors. */
import { beforeAll, describe, expect, test } from "vitest";
import { deleteRemoved } from "#moderation/server/moderation-jobs.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import {
  caseOf,
  codeOf,
  confirm,
  decide,
  report,
  reportAsVisitor,
  versionNow,
} from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto Delator" });
});

/** A reported prompt of a new author. */
async function reported(category: "spam" | "intimate" = "spam") {
  const author = await createUser(site.ctx);
  const { id } = await publishPrompt(site, author, {
    title: "Contestado",
    thumbnail_url: await newPicture(),
  });
  const code = await report(site, beto, id, { category });
  return { author, id, code };
}
const statusOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode;
const noticesOf = async (who: TestUser) => (await call("GET", "/api/notices", who)).json();
const appeal = (decision: number, who: TestUser | null, text: unknown = "Não concordo.") =>
  call("POST", `/api/decisions/${decision}/appeal`, who, { text });
const appealByCode = (code: string, text: unknown = "Olhem de novo.") =>
  call("POST", `/api/reports/${code}/appeal`, null, { text });
const receiptOf = async (code: string) => (await call("GET", `/api/reports/${code}`)).json();
const hours = (to: Date) => Math.round((to.getTime() - Date.now()) / 3_600_000);

describe("POST /api/decisions/{id}/appeal", () => {
  test("opens the case again; restoring upholds it, and says so everywhere", async () => {
    const { author, id } = await reported();
    const { decisions } = (await decide(site, admin, id, "remove")).json();
    const [{ id: decision }] = decisions;
    expect((await appeal(decision, author, "  É <i>poesia</i>.  ")).statusCode).toBe(204);
    const found = await caseOf(site, id);
    expect([found.state, hours(found.deadline)]).toEqual(["open", 7 * 24]);
    const detail = (await call("GET", `/api/admin/cases/${found.id}`, admin)).json();
    expect(detail).toMatchObject({
      appeals: 1,
      appeals_list: [
        { decision_id: decision, side: "author", text: "É <i>poesia</i>.", outcome: null, answer: null },
      ],
    });
    expect((await noticesOf(author)).notices[0]).toMatchObject({
      appeal_until: null,
      appeal: { created_at: expect.any(String), outcome: null, answer: null },
    });
    await decide(site, admin, id, "restore", { reason: "É poesia mesmo." });
    expect(await statusOf(id)).toBe(200);
    const { notices } = await noticesOf(author);
    expect(notices).toMatchObject([
      { action: "restore", appeal_until: null, overturned: false },
      { id: decision, overturned: true, appeal: { outcome: "upheld", answer: "É poesia mesmo." } },
    ]);
  });

  test("is rejected by a decision that stays, which cannot be contested again", async () => {
    const { author, id } = await reported();
    await decide(site, admin, id, "hide");
    const [first] = (await noticesOf(author)).notices;
    expect(first.appeal_until).toEqual(expect.any(String));
    expect((await site.mails.waitFor(author.email)).text).toContain("pode contestar");
    await appeal(first.id, author);
    const [waiting] = (await noticesOf(author)).notices;
    expect([first.due_at, waiting.due_at]).toEqual([null, (await caseOf(site, id)).deadline.toISOString()]);
    await decide(site, admin, id, "hide", { reason: "Continua propaganda." });
    const [second, answered] = (await noticesOf(author)).notices;
    expect(answered).toMatchObject({
      due_at: null,
      overturned: false,
      appeal: { outcome: "rejected", answer: "Continua propaganda." },
    });
    expect(second.appeal_until).toBeNull();
    expect(codeOf(await appeal(second.id, author))).toEqual([409, "not_appealable"]);
    const mail = await site.mails.waitFor(author.email, 2);
    expect(mail.text).not.toContain("pode contestar");
  });

  test("against a block is rejected by keeping while the account stays blocked", async () => {
    const { author, id } = await reported();
    const [{ id: decision }] = (await decide(site, admin, id, "block")).json().decisions;
    const proof = { email: author.email, password: author.password };
    await call("POST", `/api/account/blocked/decisions/${decision}/appeal`, null, { ...proof, text: "Não." });
    expect((await decide(site, admin, id, "keep")).json()).toMatchObject({
      history: { blocked: true },
      decisions: [{ action: "keep" }, { id: decision, overturned: false }],
      appeals_list: [{ outcome: "rejected" }],
    });
  });

  test("keeps what was removed from being deleted for good until it is answered", async () => {
    const { author, id } = await reported();
    const [{ id: decision }] = (await decide(site, admin, id, "remove")).json().decisions;
    await appeal(decision, author);
    await sql("update decisions set delete_at = now() - interval '1 minute' where id = $1", decision);
    await deleteRemoved(site.ctx);
    expect(await statusOf(id)).toBe(410);
    await decide(site, admin, id, "warn");
    await deleteRemoved(site.ctx);
    expect(await statusOf(id)).toBe(404);
  });

  test("against a warning is upheld by keeping", async () => {
    const { author, id } = await reported();
    const [{ id: decision }] = (await decide(site, admin, id, "warn")).json().decisions;
    await appeal(decision, author);
    expect((await decide(site, admin, id, "keep")).json()).toMatchObject({
      decisions: [{ action: "keep" }, { id: decision, overturned: true }],
      appeals_list: [{ outcome: "upheld" }],
    });
  });

  test("is what restoring answers, not a newer decision that nobody contests", async () => {
    const { author, id } = await reported();
    await decide(site, admin, id, "hide");
    const [{ id: hiding }] = (await noticesOf(author)).notices;
    await decide(site, admin, id, "warn");
    await appeal(hiding, author);
    expect((await decide(site, admin, id, "restore")).json()).toMatchObject({
      hidden: false,
      decisions: [
        { action: "restore" },
        { action: "warn", overturned: false },
        { id: hiding, overturned: true },
      ],
      appeals_list: [{ outcome: "upheld" }],
    });
  });

  test("is one a decision, for twenty days, also against hiding by a report", async () => {
    const { author, id } = await reported("intimate");
    const [{ id: decision }] = (await noticesOf(author)).notices;
    const answers = await Promise.all([appeal(decision, author), appeal(decision, author)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 409]);
    expect(codeOf(await appeal(decision, author))).toEqual([409, "already_appealed"]);
    // Two hours remain two hours.
    expect(hours((await caseOf(site, id)).deadline)).toBe(2);
    await decide(site, admin, id, "keep");
    expect((await noticesOf(author)).notices).toMatchObject([
      { action: "keep" },
      { overturned: true, appeal: { outcome: "upheld" } },
    ]);

    const late = await reported();
    await decide(site, admin, late.id, "warn");
    const [{ id: old }] = (await noticesOf(late.author)).notices;
    await sql("update decisions set created_at = created_at - interval '20 days' where id = $1", old);
    expect((await noticesOf(late.author)).notices[0].appeal_until).toBeNull();
    expect(codeOf(await appeal(old, late.author))).toEqual([409, "appeal_late"]);
  });

  test("against hiding by a report is one thing, against what a person then decides another", async () => {
    const { author, id } = await reported("intimate");
    const [{ id: automatic }] = (await noticesOf(author)).notices;
    await appeal(automatic, author);
    await decide(site, admin, id, "remove", { ground: "explicit" });
    const [removal] = (await noticesOf(author)).notices;
    expect(removal).toMatchObject({ action: "remove", appeal_until: expect.any(String) });
    const mail = await site.mails.waitFor(author.email, "foi removido da Prompteca");
    expect(mail.text).toContain("pode contestar uma vez até");
    expect((await appeal(removal.id, author)).statusCode).toBe(204);
    await decide(site, admin, id, "remove", { ground: "explicit" });
    const [last] = (await noticesOf(author)).notices;
    expect(last.appeal_until).toBeNull();
    expect(codeOf(await appeal(last.id, author))).toEqual([409, "not_appealable"]);
  });

  test("is not answered by who decided while another moderator may, the admin not excepted", async () => {
    const { author, id } = await reported();
    const marta = await createUser(site.ctx);
    const [{ id: decision }] = (await decide(site, admin, id, "hide")).json().decisions;
    await appeal(decision, author);
    const role = (method: "PUT" | "DELETE") => call(method, `/api/admin/moderators/${marta.id}`, admin);
    const conflict = async () => {
      const { id: caseId } = await caseOf(site, id);
      return (await call("GET", `/api/admin/cases/${caseId}`, admin)).json().conflict;
    };
    expect(await conflict()).toBeNull();
    await role("PUT");
    expect(await conflict()).toBe("decider");
    for (const answer of [
      await decide(site, admin, id, "hide"),
      await call("DELETE", `/api/admin/prompts/${id}`, admin),
    ])
      expect(codeOf(answer)).toEqual([409, "own_case"]);
    // A moderator who does nothing keeps nobody waiting for ever.
    const { conflict_until } = (
      await call("GET", `/api/admin/cases/${(await caseOf(site, id)).id}`, admin)
    ).json();
    expect(Date.parse(conflict_until) - Date.now()).toBeCloseTo(3 * 24 * 60 * 60 * 1000, -5);
    const { id: appealed } = await caseOf(site, id);
    const shift = (hours: number) =>
      sql(
        `update appeals set created_at = created_at + make_interval(hours => $1)
          where decision_id in (select id from decisions where case_id = $2)`,
        hours,
        appealed,
      );
    await shift(-73);
    expect(await conflict()).toBeNull();
    await shift(73);
    expect(await conflict()).toBe("decider");
    // Who has reported it may not either, nor who is blocked.
    await sql("update users set is_blocked = true where id = $1", marta.id);
    expect(await conflict()).toBeNull();
    await sql("update users set is_blocked = false where id = $1", marta.id);
    const { id: caseId } = await caseOf(site, id);
    await sql("update reports set reporter_id = $2 where case_id = $1", caseId, marta.id);
    expect(await conflict()).toBeNull();
    await sql("update reports set reporter_id = $2 where case_id = $1", caseId, beto.id);
    expect((await decide(site, marta, id, "restore")).statusCode).toBe(200);
    await role("DELETE");
  });

  test("is the author's alone: others' decisions do not exist", async () => {
    const { author, id } = await reported();
    await decide(site, admin, id, "hide");
    const [{ id: decision }] = (await noticesOf(author)).notices;
    expect((await appeal(decision, null)).statusCode).toBe(401);
    for (const who of [beto, ana, admin])
      expect(codeOf(await appeal(decision, who))).toEqual([404, "decision_not_found"]);
    await sql("update users set is_blocked = true where id = $1", author.id);
    expect((await appeal(decision, author)).statusCode).toBe(403);
    await sql("update users set is_blocked = false where id = $1", author.id);
    for (const text of ["", "   ", "x".repeat(2001), 5])
      expect((await appeal(decision, author, text)).statusCode).toBe(400);
    for (const unknown of ["999999", "x", "1e2"])
      expect((await call("POST", `/api/decisions/${unknown}/appeal`, author, { text: "x" })).statusCode).toBe(
        404,
      );
    expect((await appeal(decision, author)).statusCode).toBe(204);
  });

  test("of what was restored meanwhile: whichever comes first", async () => {
    const { author, id } = await reported();
    await decide(site, admin, id, "hide");
    const [{ id: decision }] = (await noticesOf(author)).notices;
    const version = await versionNow(site, id);
    const [appealed, restored] = await Promise.all([
      appeal(decision, author),
      decide(site, admin, id, "restore", { version }),
    ]);
    if (appealed.statusCode === 204) expect(codeOf(restored)).toEqual([409, "case_changed"]);
    else expect([codeOf(appealed), restored.statusCode]).toEqual([[409, "not_appealable"], 200]);
  });
});

describe("POST /api/reports/{code}/appeal", () => {
  test("contests what was kept; hiding it upholds that", async () => {
    const { author, id } = await reported();
    const email = "vera@exemplo.com.br";
    await reportAsVisitor(site, email, id);
    const { code } = (await confirm(site, email)).json();
    expect(codeOf(await appealByCode(code))).toEqual([409, "not_decided"]);
    await decide(site, admin, id, "keep");
    const kept = await receiptOf(code);
    expect([kept.decision.appeal_until, kept.due_at]).toEqual([expect.any(String), null]);
    expect((await appealByCode(code)).statusCode).toBe(204);
    expect(codeOf(await appealByCode(code))).toEqual([409, "already_appealed"]);
    expect(await receiptOf(code)).toMatchObject({
      status: "open",
      decision: { action: "keep", appeal_until: null },
      due_at: (await caseOf(site, id)).deadline.toISOString(),
      appeal: { outcome: null },
    });
    const answered = (await decide(site, admin, id, "hide", { reason: "É mesmo." })).json();
    expect(answered.decisions).toMatchObject([{ action: "hide" }, { action: "keep", overturned: true }]);
    expect(await receiptOf(code)).toMatchObject({
      status: "decided",
      decision: { action: "hide", appeal_until: null },
      appeal: { outcome: "upheld", answer: "É mesmo." },
    });
    // The author was heard on nothing yet, and may contest.
    expect((await noticesOf(author)).notices[0]).toMatchObject({ action: "hide", appeal: null });
    expect((await noticesOf(author)).notices[0].appeal_until).toEqual(expect.any(String));
  });

  test("contests what was kept, also while a later report hides it", async () => {
    const { id, code } = await reported();
    await decide(site, admin, id, "keep");
    await report(site, ana, id, { category: "intimate" });
    expect(await statusOf(id)).toBe(410);
    expect((await receiptOf(code)).decision).toMatchObject({
      action: "keep",
      appeal_until: expect.any(String),
    });
    expect((await appealByCode(code)).statusCode).toBe(204);
  });

  test("is each reporter's own, and keeping again rejects all", async () => {
    const { id, code } = await reported();
    const other = await report(site, ana, id);
    await decide(site, admin, id, "keep");
    for (const one of [code, other]) expect((await appealByCode(one)).statusCode).toBe(204);
    await decide(site, admin, id, "keep", { reason: "Está bem assim." });
    for (const one of [code, other]) {
      expect((await receiptOf(one)).appeal).toMatchObject({ outcome: "rejected", answer: "Está bem assim." });
      expect(codeOf(await appealByCode(one))).toEqual([409, "not_appealable"]);
    }
  });

  test("of many is among the first hundred that a case shows, after the author's; one decision answers all", async () => {
    const { author, id, code } = await reported();
    await decide(site, admin, id, "warn");
    const [{ id: warning }] = (await noticesOf(author)).notices;
    await appeal(warning, author);
    await sql(
      `insert into reports (code, case_id, category, explanation, standing, target_version, reporter_key, confirmed_at)
        select translate(upper(lpad(to_hex(n), 10, '0')), '01AE', 'WXYZ'), case_id, category, explanation, standing,
          target_version, sha256(n::text::bytea), now()
        from reports, generate_series(1, 120) n where code = $1`,
      code,
    );
    const { id: caseId } = await caseOf(site, id);
    await sql(
      `insert into appeals (decision_id, side, report_id, text)
        select $1::bigint, 'reporter', id, 'Discordo.' from reports where case_id = $2`,
      warning,
      caseId,
    );
    const read = async () => (await call("GET", `/api/admin/cases/${caseId}`, admin)).json();
    const shown = await read();
    expect(shown).toMatchObject({ appeals: 122, reports: 121 });
    const sides = shown.appeals_list.map(({ side }: { side: string }) => side);
    expect([sides.length, sides.indexOf("author"), shown.reports_list.length]).toEqual([100, 0, 100]);

    await decide(site, admin, id, "keep");
    const after = await read();
    expect(after.appeals).toBe(0);
    expect(after.appeals_list.map(({ side }: { side: string }) => side)).not.toContain("author");
    expect((await call("GET", `/api/reports/${code}`)).json().appeal.outcome).toBe("rejected");
    const outcomes =
      "select outcome, count(*)::int as n from appeals where decision_id = $1 group by 1 order by 1";
    expect(await sql(outcomes, warning)).toEqual([
      { outcome: "rejected", n: 121 },
      { outcome: "upheld", n: 1 },
    ]);
    const other = await sql(
      "select code from reports where case_id = $1 and code <> $2 limit 1",
      caseId,
      code,
    );
    const receipt = (await call("GET", `/api/reports/${other[0].code}`)).json();
    expect([receipt.appeal.outcome, receipt.decision.appeal_until]).toEqual(["rejected", null]);
  });

  test("is refused without a decision, against what the reporter asked for, too late, and with a wrong code", async () => {
    const { id, code } = await reported();
    expect(codeOf(await appealByCode(code))).toEqual([409, "not_decided"]);
    await decide(site, admin, id, "hide");
    expect(codeOf(await appealByCode(code))).toEqual([409, "not_appealable"]);
    const unconfirmed = (await reportAsVisitor(site, "x@exemplo.com.br", (await reported()).id)).json().code;
    expect(codeOf(await appealByCode(unconfirmed))).toEqual([409, "not_decided"]);
    expect(codeOf(await appealByCode("2222222222"))).toEqual([404, "report_not_found"]);
    expect((await appealByCode(code, "")).statusCode).toBe(400);
    // Earlier decisions are not about the new report.
    const kept = await reported();
    await decide(site, admin, kept.id, "keep");
    expect(codeOf(await appealByCode(await report(site, ana, kept.id)))).toEqual([409, "not_decided"]);
    const late = await reported();
    await decide(site, admin, late.id, "keep");
    await sql(
      "update reports set confirmed_at = confirmed_at - interval '21 days' where code = $1",
      late.code,
    );
    await sql(
      "update decisions set created_at = created_at - interval '20 days' where case_id = $1",
      (await caseOf(site, late.id)).id,
    );
    expect(codeOf(await appealByCode(late.code))).toEqual([409, "appeal_late"]);
  });
});

describe("GET /api/notices", () => {
  test("has the caller's own decisions, newest first, and counts the unread until they are read", async () => {
    const { author, id } = await reported();
    expect(await noticesOf(author)).toEqual({ notices: [], unread: 0, moderates: false });
    await decide(site, admin, id, "warn", { reason: "Da próxima vez é removido." });
    await decide(site, admin, id, "hide");
    const before = await noticesOf(author);
    expect(before).toMatchObject({
      unread: 2,
      notices: [
        { action: "hide", read: false },
        {
          target: { type: "prompt", id: String(id), label: "Contestado" },
          action: "warn",
          ground: "spam",
          reason: "Da próxima vez é removido.",
          automatic: false,
          overturned: false,
          appeal: null,
          read: false,
        },
      ],
    });
    // Reading the list marks nothing.
    expect((await noticesOf(author)).unread).toBe(2);
    const [newest, first] = (await noticesOf(author)).notices;
    const read = (body?: object) => call("POST", "/api/notices/read", author, body);
    expect((await read({})).json()).toMatchObject({
      field: "newest",
      message: "Informe o número do aviso mais novo que você viu",
    });
    // Those that came after what was seen stay unread.
    expect((await read({ newest: first.id })).statusCode).toBe(204);
    const isRead = async () => {
      const { unread, notices } = await noticesOf(author);
      return [unread, ...notices.map(({ read }: { read: boolean }) => read)];
    };
    expect(await isRead()).toEqual([1, false, true]);
    expect((await read({ newest: newest.id })).statusCode).toBe(204);
    expect(await isRead()).toEqual([0, true, true]);
    expect(await noticesOf(beto)).toEqual({ notices: [], unread: 0, moderates: false });
    for (const [method, path] of [
      ["GET", "/api/notices"],
      ["POST", "/api/notices/read"],
    ] as const) {
      expect((await call(method, path)).statusCode).toBe(401);
    }
  });

  test("does not tell of what was kept and never hidden", async () => {
    const { author, id } = await reported();
    await decide(site, admin, id, "keep");
    expect(await noticesOf(author)).toEqual({ notices: [], unread: 0, moderates: false });
  });

  test("is there for a blocked author by password, and marked read by nobody else", async () => {
    const { author, id } = await reported();
    await decide(site, admin, id, "block");
    const proof = { email: author.email, password: author.password };
    const answer = await call("POST", "/api/account/blocked/notices", null, proof);
    expect(answer.json()).toMatchObject({ unread: 1, notices: [{ action: "block" }] });
    const active = { email: beto.email, password: beto.password };
    expect(codeOf(await call("POST", "/api/account/blocked/notices", null, active))).toEqual([
      409,
      "not_blocked",
    ]);
  });
});

test("reporters appear in nothing that the author gets", async () => {
  const { author, id, code } = await reported();
  const email = "testemunha@exemplo.com.br";
  await reportAsVisitor(site, email, id, {
    category: "intimate",
    name: "Tereza Testemunha",
    explanation: "Vi com meus olhos.",
  });
  await confirm(site, email);
  await decide(site, admin, id, "hide");
  const [{ id: decision }] = (await noticesOf(author)).notices;
  await appeal(decision, author);
  await decide(site, admin, id, "restore");
  await site.mails.waitFor(author.email, 3);
  const mails = site.mails.received.filter(({ to }) => to.includes(author.email));
  const everything = JSON.stringify([
    mails.map(({ text, html, subject }) => [text, html, subject]),
    await noticesOf(author),
    (await call("GET", `/api/prompts/${id}`, author)).json(),
    (await call("GET", "/api/account/footprint", author)).json(),
    (await call("GET", "/api/moderation/log", author)).json(),
    (await call("GET", "/api/account/export", author)).rawPayload.toString("latin1"),
  ]);
  for (const secret of [beto.username, beto.email, beto.id, code, "Tereza", email, "Vi com meus olhos"])
    expect(everything).not.toContain(secret);
});
