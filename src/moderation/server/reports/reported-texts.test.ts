/** Answers about prompts and collections: reported, decided on and contested like prompts (decision 35). */
import { beforeAll, describe, expect, test } from "vitest";
import { removeUser } from "#members/server/removal.service.ts";
import { deleteRemoved, forgetReported } from "#moderation/server/moderation-jobs.ts";
import { inTransaction } from "#platform/database/db.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { SNAPSHOTS, type Subject, setUpReportedTexts, TYPES } from "#tests/support/reported-texts.ts";
import { caseOf, codeOf, confirm, decide, reportAsVisitor, versionNow } from "#tests/support/reports.ts";
import type { TestUser } from "#tests/support/users.ts";

const { site, people, say, create, isShown, reportIt, detailOf, noticesOf, contest, body } =
  setUpReportedTexts();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;
let beto: TestUser;
let publisher: TestUser;
beforeAll(() => {
  ({ admin, marta, beto, publisher } = people);
});

const LABELS = { result: "Retrato na praia", collection: "Minha loja" };
const MAILS = {
  result: [
    "Sua resposta foi removida da Prompteca",
    "A sua resposta sobre o prompt “Retrato na praia” foi removida",
  ],
  collection: [
    "Sua coleção foi removida da Prompteca",
    "A sua coleção “Minha loja” foi removida do site. Ela pode",
  ],
};

test("an answer is not decided on by the moderator whose prompt it is about", async () => {
  const subject = await create("result");
  await call("PUT", `/api/admin/moderators/${publisher.id}`, admin);
  const why = { ground: "spam", reason: "Não gostei." };
  const path = `/api/admin/results/${subject.id}/removal`;
  expect(codeOf(await call("PUT", path, publisher, why))).toEqual([409, "own_case"]);
  await reportIt(subject);
  expect(await detailOf(subject, publisher)).toMatchObject({ conflict: "prompt", actions: [] });
  expect(codeOf(await decide(site, publisher, subject, "remove"))).toEqual([409, "own_case"]);
  await call("DELETE", `/api/admin/moderators/${publisher.id}`, admin);
  expect(await isShown(subject)).toBe(true);
});

describe.each(TYPES)("a %s", (type) => {
  test("is reported, removed with its reasons, contested and restored", async () => {
    const subject = await create(type);
    const { author } = subject;
    const code = await reportIt(subject);
    expect((await call("GET", `/api/reports/${code}`)).json()).toMatchObject({
      status: "open",
      target: { type, id: String(subject.id), label: LABELS[type], path: expect.stringMatching(/^\//) },
    });
    expect(codeOf(await call("POST", "/api/reports", author, await body(subject)))).toEqual([
      409,
      "own_content",
    ]);
    await expect(reportIt(subject)).rejects.toThrow("already_reported");

    const found = await detailOf(subject, marta);
    expect(found).toMatchObject({
      target: { type, label: LABELS[type], author: { id: author.id } },
      snapshot: SNAPSHOTS[type],
      earlier: [],
      current: SNAPSHOTS[type],
      actions: ["keep", "hide", "remove", "warn", "block"],
      hidden: false,
    });
    const removed = await decide(site, marta, subject, "remove", { reason: "É propaganda." });
    expect(removed.json()).toMatchObject({
      hidden: true,
      actions: ["hide", "remove", "restore", "warn", "block"],
    });
    expect(await isShown(subject)).toBe(false);
    const mail = await site.mails.waitFor(author.email);
    expect(mail.subject).toBe(MAILS[type][0]);
    for (const said of [
      MAILS[type][1],
      "Motivo: É propaganda.",
      "Regra dos Termos de Uso:",
      "contestar uma vez",
    ])
      expect(mail.text.replace(/\s+/g, " ")).toContain(said);
    expect((await call("GET", `/api/reports/${code}`)).json()).toMatchObject({
      status: "decided",
      target: { label: null, path: null },
      decision: { action: "remove", reason: "É propaganda." },
    });

    const [notice] = (await noticesOf(author)).notices;
    expect(notice).toMatchObject({ action: "remove", ground: "spam", target: { type, label: LABELS[type] } });
    expect((await contest(author, notice.id)).statusCode).toBe(204);
    expect(codeOf(await contest(author, notice.id))).toEqual([409, "already_appealed"]);
    expect(codeOf(await decide(site, marta, subject, "restore"))).toEqual([409, "own_case"]);
    expect((await decide(site, admin, subject, "restore")).statusCode).toBe(200);
    expect(await isShown(subject)).toBe(true);
    expect((await noticesOf(author)).notices[0]).toMatchObject({ action: "restore", undid: ["remove"] });

    const log = (await call("GET", "/api/moderation/log")).json();
    // An answer is named by another's prompt, and so by nothing.
    expect(log.entries[1]).toMatchObject({
      target_type: type,
      action: "remove",
      overturned: true,
      label: type === "result" ? null : "Minha loja",
    });
    const audit = (await call("GET", "/api/admin/audit-log", admin)).json();
    expect(audit.entries.slice(0, 2)).toMatchObject([
      { action: `${type}_restored`, target_user_id: author.id },
      { action: `${type}_removed`, reason: "É propaganda." },
    ]);
    const own = (await call("GET", "/api/account/export", author)).rawPayload.toString("latin1");
    expect(own).not.toContain(beto.username);
  });

  test("is hidden at once by a grave report, and back when a person keeps it", async () => {
    const subject = await create(type);
    const email = `visita-${type}@exemplo.com.br`;
    await reportAsVisitor(site, email, subject.id, { target_type: type, category: "intimate" });
    expect(await isShown(subject)).toBe(true);
    expect((await confirm(site, email)).statusCode).toBe(200);
    expect(await isShown(subject)).toBe(false);
    expect(await detailOf(subject)).toMatchObject({
      actions: ["keep", "hide", "remove"],
      decisions: [{ automatic: true, action: "hide" }],
    });
    await decide(site, admin, subject, "keep");
    expect(await isShown(subject)).toBe(true);
    // Content that a person has decided to keep stays visible.
    await reportIt(subject, beto, { category: "intimate" });
    expect(await isShown(subject)).toBe(true);
  });

  test("is removed by a moderator who reads it, without a report; the case restores it", async () => {
    const subject = await create(type);
    const path = `/api/admin/${type}s/${subject.id}/removal`;
    const why = { ground: "spam", reason: "É propaganda." };
    expect((await call("PUT", path, null, why)).statusCode).toBe(401);
    expect((await call("PUT", path, beto, why)).statusCode).toBe(403);
    expect((await call("PUT", path, marta, { ground: "spam" })).json()).toMatchObject({ field: "reason" });
    expect((await call("PUT", path, marta, { ...why, ground: "none" })).json()).toMatchObject({
      field: "ground",
    });
    expect((await call("PUT", `/api/admin/${type}s/999999/removal`, marta, why)).statusCode).toBe(404);
    const { id } = await caseAfter(await call("PUT", path, marta, why), subject);
    expect(await isShown(subject)).toBe(false);
    expect((await site.mails.waitFor(subject.author.email)).subject).toBe(MAILS[type][0]);
    expect((await call("PUT", path, marta, why)).statusCode).toBe(404);
    expect((await decide(site, marta, subject, "restore")).json()).toMatchObject({ id, hidden: false });
    expect(await isShown(subject)).toBe(true);
  });

  test("is not decided on by the moderator who wrote or reported it", async () => {
    const subject = await create(type);
    const path = `/api/admin/${type}s/${subject.id}/removal`;
    const why = { ground: "spam", reason: "É propaganda." };
    await call("PUT", `/api/admin/moderators/${subject.author.id}`, admin);
    expect(codeOf(await call("PUT", path, subject.author, why))).toEqual([409, "own_case"]);
    await reportIt(subject, marta);
    expect(codeOf(await call("PUT", path, marta, why))).toEqual([409, "own_case"]);
    expect(codeOf(await decide(site, marta, subject, "remove"))).toEqual([409, "own_case"]);
    expect(codeOf(await decide(site, subject.author, subject, "keep"))).toEqual([404, "case_not_found"]);
    expect(await isShown(subject)).toBe(true);
  });

  test("a report while its author deletes it finds it, or nothing", async () => {
    const subject = await create(type);
    const table = `${type}s`;
    const deletion = await lockRows(site.ctx.pool, `delete from ${table} where id = $1`, subject.id);
    const reporting = call("POST", "/api/reports", beto, await body(subject));
    await untilWaiting(site.ctx.direct);
    await deletion.release();
    // It was there when the report came: the case keeps what was reported.
    expect((await reporting).statusCode).toBe(201);
    expect(await detailOf(subject)).toMatchObject({
      current: null,
      snapshot: SNAPSHOTS[type],
      actions: ["keep", "warn", "block"],
    });
    expect(codeOf(await call("POST", "/api/reports", marta, await body(subject)))).toEqual([
      404,
      "target_not_found",
    ]);
  });

  test("a decision while its author deletes it is refused", async () => {
    const subject = await create(type);
    await reportIt(subject);
    const deletion = await lockRows(site.ctx.pool, `delete from ${type}s where id = $1`, subject.id);
    const deciding = decide(site, admin, subject, "remove");
    await untilWaiting(site.ctx.direct);
    await deletion.release();
    expect(codeOf(await deciding)).toEqual([409, "target_gone"]);
    expect((await decide(site, admin, subject, "keep")).statusCode).toBe(200);
  });

  test("a decision on what its author has changed meanwhile is refused, and the next one has both", async () => {
    const subject = await create(type);
    await reportIt(subject);
    const version = await versionNow(site, subject);
    await change(subject);
    expect(codeOf(await decide(site, admin, subject, "remove", { version }))).toEqual([409, "case_changed"]);
    // The same person may report the new version.
    await reportIt(subject);
    const { snapshot, earlier } = await detailOf(subject);
    expect(JSON.stringify(snapshot)).toContain("Outra coisa.");
    expect(earlier).toMatchObject([SNAPSHOTS[type]]);
  });

  test("of a blocked or deleted author is dealt with, too", async () => {
    const subject = await create(type);
    await reportIt(subject);
    const toggled = await call("PATCH", `/api/admin/users/${subject.author.id}/toggle-block`, admin, {
      blocked: true,
    });
    expect(toggled.statusCode).toBe(200);
    expect((await decide(site, admin, subject, "remove")).statusCode).toBe(200);
    expect(await isShown(subject)).toBe(false);
    expect((await decide(site, admin, subject, "restore")).json()).toMatchObject({ hidden: false });
    // Content of blocked people stays away, and they are told so.
    const [{ still }] = await sql(
      "select still from decisions where action = 'restore' order by id desc limit 1",
    );
    expect([await isShown(subject), still]).toEqual([false, ["away"]]);
    await inTransaction(site.ctx.db, async (trx) => {
      const [user] = await sql("select * from users where id = $1", subject.author.id);
      await removeUser(trx, site.ctx.jobs, user);
    });
    expect(await detailOf(subject)).toMatchObject({
      current: null,
      history: null,
      snapshot: SNAPSHOTS[type],
    });
  });

  test("is deleted for good after its thirty days, and its texts are forgotten", async () => {
    const subject = await create(type);
    await reportIt(subject);
    await decide(site, admin, subject, "remove");
    const { id: caseId } = await caseOf(site, subject);
    await sql("update decisions set delete_at = now() where case_id = $1 and delete_at is not null", caseId);
    await sql("update moderation_cases set decided_at = now() - interval '31 days' where id = $1", caseId);
    // Hidden, it may still be contested: its texts stay.
    await forgetReported(site.ctx);
    expect(await detailOf(subject)).toMatchObject({ snapshot: SNAPSHOTS[type] });
    await deleteRemoved(site.ctx);
    if (type === "collection")
      expect(await sql("select from collections where id = $1", subject.id)).toEqual([]);
    else {
      expect(await sql("select note from results where id = $1", subject.id)).toEqual([{ note: null }]);
      // It cannot be given anew.
      expect(codeOf(await say(subject.author, subject.promptId))).toEqual([403, "result_removed"]);
      await sql("delete from results where id = $1", subject.id);
    }
    await forgetReported(site.ctx);
    const { snapshot } = await caseOf(site, subject);
    expect(JSON.stringify(snapshot)).not.toMatch(/Compre|barato|GPT-5/);
  });
});

async function caseAfter(answer: { statusCode: number; json(): { case_id: number } }, subject: Subject) {
  expect(answer.statusCode).toBe(200);
  const row = await caseOf(site, subject);
  expect(answer.json()).toEqual({ case_id: row.id });
  return row;
}

async function change({ type, id, author, promptId }: Subject): Promise<void> {
  const answer =
    type === "result"
      ? await say(author, promptId, "Outra coisa.")
      : await call("PUT", `/api/collections/${id}/items/${promptId}`, author, { note: "Outra coisa." });
  expect(answer.statusCode).toBe(200);
}
