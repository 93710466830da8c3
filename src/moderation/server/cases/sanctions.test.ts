/** Reports made in bad faith: the warning, the pause and its end; who may decide them, and who never learns of them. */
import { beforeAll, describe, expect, test } from "vitest";
import { listNotices } from "#moderation/server/notices/notices.service.ts";
import { selectStated } from "#moderation/server/notices/statements.queries.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import {
  caseOf,
  codeOf,
  confirm,
  createModerator,
  decide,
  report,
  reportAsVisitor,
} from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  marta = await createModerator(site, admin);
});

const publish = async (author: TestUser, title = "Denunciado à toa") =>
  (await publishPrompt(site, author, { title, thumbnail_url: await newPicture() })).id;
/** A prompt of a new author, or of one given, which a new member or one given has reported. */
async function reported({ author, beto }: { author?: TestUser; beto?: TestUser } = {}) {
  const [by, reporter] = [author ?? (await createUser(site.ctx)), beto ?? (await createUser(site.ctx))];
  const id = await publish(by);
  const code = await report(site, reporter, id);
  const [row] = await sql("select id, case_id from reports where code = $1", code);
  return { author: by, beto: reporter, id, code, reportId: row.id as number, caseId: row.case_id as number };
}
type Reported = Awaited<ReturnType<typeof reported>>;
const sanction = (
  { caseId, reportId }: Pick<Reported, "caseId" | "reportId">,
  action: string,
  who: TestUser | null = admin,
  reason = "Denúncia inventada.",
) => call("POST", `/api/admin/cases/${caseId}/reports/${reportId}/decisions`, who, { action, reason });
const noticesOf = async (who: TestUser) => (await call("GET", "/api/notices", who)).json();
const sanctionsOf = async ({ caseId }: Reported) =>
  (await call("GET", `/api/admin/cases/${caseId}`, admin)).json().reports_list[0].sanctions;
const asked = async (who: TestUser, category: string) =>
  call("POST", "/api/reports", who, {
    target_type: "prompt",
    target_id: await publish(await createUser(site.ctx)),
    category,
    explanation: "x",
    standing: "anyone",
  });
/** A member who was warned and then paused. */
async function paused() {
  const first = await reported();
  expect((await sanction(first, "warn")).statusCode).toBe(200);
  const second = await reported({ beto: first.beto });
  expect((await sanction(second, "pause")).statusCode).toBe(200);
  return { ...second, first };
}

describe("a warning", () => {
  test("is a decision on the case of who reported, by mail and notice, and can be appealed against once", async () => {
    const found = await reported();
    const { beto, id } = found;
    expect(await sanctionsOf(found)).toEqual(["warn"]);
    const answer = await sanction(found, "warn");
    expect([answer.statusCode, answer.json().id]).toEqual([200, found.caseId]);
    // The reported thing is still undecided.
    expect(await caseOf(site, id)).toMatchObject({ state: "open" });
    expect(await caseOf(site, beto.id)).toMatchObject({ state: "decided", category: null, deadline: null });
    const { notices, unread } = await noticesOf(beto);
    expect(unread).toBe(1);
    expect(notices).toMatchObject([
      { action: "warn", ground: "reports", reason: "Denúncia inventada.", target: { type: "user" } },
    ]);
    const mail = await site.mails.waitFor(beto.email, "Advertência da moderação");
    expect(mail.subject).toBe("Advertência da moderação da Prompteca");
    for (const said of ["por causa de uma denúncia que fez", "denunciar de má-fé", "pode contestar uma vez"])
      expect(mail.text).toContain(said);
    const appeal = () => call("POST", `/api/decisions/${notices[0].id}/appeal`, beto, { text: "Eu vi." });
    expect((await appeal()).statusCode).toBe(204);
    expect((await appeal()).statusCode).toBe(409);
    expect((await decide(site, marta, beto.id, "restore")).statusCode).toBe(200);
    expect((await noticesOf(beto)).notices).toMatchObject([
      { action: "restore" },
      { overturned: true, appeal: { outcome: "upheld" } },
    ]);
    expect(await sanctionsOf(found)).toEqual(["warn"]);
  });

  test("is one for each report, and comes before a pause", async () => {
    const found = await reported();
    expect(codeOf(await sanction(found, "pause"))).toEqual([409, "action_impossible"]);
    const answers = await Promise.all([sanction(found, "warn"), sanction(found, "warn")]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await sanctionsOf(found)).toEqual([]);
    const again = await reported({ beto: found.beto });
    expect(await sanctionsOf(again)).toEqual(["warn", "pause"]);
    // An undone warning does not count.
    await decide(site, admin, found.beto.id, "restore");
    expect(codeOf(await sanction(again, "pause"))).toEqual([409, "action_impossible"]);
  });
});

describe("a pause", () => {
  test("refuses reports until its end, which it names, but for what is urgent", async () => {
    const { beto } = await paused();
    const refused = await asked(beto, "spam");
    expect(codeOf(refused)).toEqual([403, "reports_paused"]);
    expect(refused.json().message).toMatch(/^Suas denúncias estão pausadas até \d+º? de \p{L}+ de \d{4}\./u);
    for (const urgent of ["intimate", "child", "violence"])
      expect((await asked(beto, urgent)).statusCode).toBe(201);
    const mail = await site.mails.waitFor(beto.email, 4);
    expect(mail.text).toMatch(/Você não pode denunciar até \d+º? de|Recebemos sua denúncia/u);
    await sql("update decisions set created_at = created_at - interval '30 days' where action = 'pause'");
    expect((await asked(beto, "spam")).statusCode).toBe(201);
  });

  test("ends when it is undone", async () => {
    const { beto } = await paused();
    expect(codeOf(await asked(beto, "hate"))).toEqual([403, "reports_paused"]);
    expect((await decide(site, admin, beto.id, "restore")).json().decisions).toMatchObject([
      { action: "restore" },
      { action: "pause", overturned: true },
      { action: "warn", overturned: false },
    ]);
    expect((await asked(beto, "hate")).statusCode).toBe(201);
  });

  test("is no decision on what was reported, nor is its rule", async () => {
    const { beto, id } = await paused();
    for (const fields of [{ ground: "reports" as never }, { ground: "spam" as never }])
      expect((await decide(site, admin, beto.id, "pause" as never, fields)).statusCode).toBe(400);
    expect((await decide(site, admin, id, "warn", { ground: "reports" as never })).statusCode).toBe(400);
  });
});

describe("is decided", () => {
  test("by no caller but moderators, about reports of that case, with a reason", async () => {
    const found = await reported();
    const other = await reported();
    for (const [who, status] of [[null, 401] as const, [found.author, 403] as const])
      expect((await sanction(found, "warn", who)).statusCode).toBe(status);
    for (const [action, reason] of [
      ["warn", ""],
      ["warn", "x".repeat(1001)],
      ["block", "x"],
    ] as const)
      expect((await sanction(found, action, marta, reason)).statusCode).toBe(400);
    expect(codeOf(await sanction({ caseId: found.caseId, reportId: other.reportId }, "warn"))).toEqual([
      404,
      "report_not_found",
    ]);
    expect(codeOf(await sanction({ caseId: 999_999, reportId: other.reportId }, "warn"))[0]).toBe(404);
    expect((await sanction(found, "warn", marta)).statusCode).toBe(200);
  });

  test("not about visitors, the admin or deleted accounts", async () => {
    const { author } = await reported();
    const id = await publish(author);
    const email = "visitante.sancao@exemplo.com.br";
    await reportAsVisitor(site, email, id);
    await confirm(site, email);
    const gone = await createUser(site.ctx);
    await report(site, gone, id);
    await report(site, admin, id);
    await call("DELETE", "/api/account", gone, { password: gone.password });
    const { id: caseId } = await caseOf(site, id);
    const rows = await sql("select id from reports where case_id = $1 order by id", caseId);
    const answers = [];
    for (const row of rows) answers.push(codeOf(await sanction({ caseId, reportId: row.id }, "warn", marta)));
    expect(answers).toEqual([
      [409, "target_gone"],
      [409, "target_gone"],
      [409, "own_account"],
    ]);
  });

  test("by no moderator who wrote the prompt, has reported it or the reporter, or is the reporter", async () => {
    const own = await reported({ author: marta });
    expect(codeOf(await sanction(own, "warn", marta))).toEqual([404, "case_not_found"]);
    const both = await reported();
    await report(site, marta, both.id);
    expect(codeOf(await sanction(both, "warn", marta))).toEqual([409, "own_case"]);
    const against = await reported();
    await report(site, marta, against.beto.id, { target_type: "user" });
    expect(codeOf(await sanction(against, "warn", marta))).toEqual([409, "own_case"]);
    const self = await reported({ beto: marta });
    expect(codeOf(await sanction(self, "warn", marta))).toEqual([409, "own_case"]);
  });
});

test("a moderator does not learn from a user's history that the user has reported that moderator", async () => {
  const { beto, ...found } = await reported({ author: marta });
  expect((await sanction(found, "warn")).statusCode).toBe(200);
  const own = await reported({ author: beto });
  const historyFor = async (who: TestUser) =>
    (await call("GET", `/api/admin/cases/${own.caseId}`, who)).json().history.decisions;
  expect([await historyFor(admin), await historyFor(marta)]).toEqual([{ warn: 1 }, {}]);
});

test("who reported a member does not learn what was undone of that member's own reports", async () => {
  const { beto } = await paused();
  const about = await report(site, await createUser(site.ctx), beto.id, { target_type: "user" });
  expect((await decide(site, admin, beto.id, "block")).statusCode).toBe(200);
  for (const { id, action } of (await listNotices(site.ctx, beto.id)).notices)
    if (action !== "warn")
      await sql(
        "insert into appeals (decision_id, side, text, created_at) values ($1, 'author', 'Não.', now() - interval '4 days')",
        id,
      );
  expect((await decide(site, admin, beto.id, "restore")).statusCode).toBe(200);
  expect((await listNotices(site.ctx, beto.id)).notices[0]?.undid.sort()).toEqual(["block", "pause"]);
  const receipt = (await call("GET", `/api/reports/${about}`)).json();
  expect(receipt.decision).toMatchObject({ action: "restore", undid: ["block"] });
  const [{ id }] = await sql("select max(id) as id from decisions where action = 'restore'");
  const stated = await selectStated(site.ctx.db, id);
  expect(stated?.undid_there).toEqual(["block"]);
});

test("neither the author, nor who reported the reporter, nor the public log learns of it", async () => {
  const found = await reported();
  const { author, beto, id, code } = found;
  const zoe = await createUser(site.ctx);
  const about = await report(site, zoe, beto.id, { target_type: "user" });
  await sanction(found, "warn", marta, "Inventou tudo.");
  // Zoé's own report waits as before, and she is told nothing of it; nor when it is undone.
  const receipt = async () => (await call("GET", `/api/reports/${about}`)).json();
  expect(await receipt()).toMatchObject({ status: "open", decision: null });
  const { id: caseId } = await caseOf(site, beto.id);
  const [{ n }] = await sql(
    `select count(*)::int as n from statements_of_reasons s join decisions d on d.id = s.decision_id
      where d.case_id = $1 and s.report_id is not null`,
    caseId,
  );
  expect(n).toBe(0);
  // Taking it back decides on nothing that Zoé has reported.
  expect((await decide(site, admin, beto.id, "restore")).statusCode).toBe(200);
  expect(await caseOf(site, beto.id)).toMatchObject({ state: "open" });
  expect(await receipt()).toMatchObject({ status: "open", decision: null });
  expect((await noticesOf(beto)).notices[0]).toMatchObject({ action: "restore", undid: ["warn"] });
  await decide(site, admin, id, "hide");
  await site.mails.waitFor(author.email);
  await site.mails.waitFor(beto.email, 4);
  site.ctx.responseCache.clear();
  const log = (await call("GET", "/api/moderation/log?action=warn")).json();
  expect(log.entries[0]).toMatchObject({ action: "warn", ground: "reports", label: null, category: null });
  const everything = JSON.stringify([
    site.mails.received
      .filter(({ to }) => to.includes(author.email) || to.includes(zoe.email))
      .map(({ text, html, subject }) => [text, html, subject]),
    await noticesOf(author),
    await noticesOf(zoe),
    log,
    (await call("GET", "/api/account/export", author)).rawPayload.toString("latin1"),
  ]);
  for (const secret of ["Inventou tudo", beto.username, beto.email, beto.id, code])
    expect(everything).not.toContain(secret);
  // The reporter is not told who decided, nor who wrote what was reported.
  const own = JSON.stringify([
    site.mails.received.filter(({ to }) => to.includes(beto.email)).map(({ text, html }) => [text, html]),
    await noticesOf(beto),
  ]);
  expect(own).toContain("Inventou tudo");
  for (const secret of [marta.username, zoe.username, author.username, about])
    expect(own).not.toContain(secret);
});
