/** Answers about prompts and collections: reported, decided on and contested like prompts (decision 35). */
import { beforeAll, describe, expect, test } from "vitest";
import { removeUser } from "#members/server/removal.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
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
import { createUser, type TestUser } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";
import { deleteRemoved, forgetReported } from "./moderation-jobs.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;
let beto: TestUser;
let publisher: TestUser;

beforeAll(async () => {
  admin = await createUser(site.ctx, { username: "Administradora", email: site.ctx.config.adminEmail });
  marta = await createUser(site.ctx, { username: "Marta" });
  beto = await createUser(site.ctx, { username: "Beto" });
  publisher = await createUser(site.ctx, { username: "Paula" });
  await call("PUT", `/api/admin/moderators/${marta.id}`, admin);
});

/** Somebody with an account that is old enough to answer. */
async function member(): Promise<TestUser> {
  const user = await createUser(site.ctx);
  await sql("update users set created_at = now() - interval '2 days' where id = $1", user.id);
  return user;
}

interface Subject {
  type: "result" | "collection";
  id: number;
  author: TestUser;
  promptId: number;
}

const NOTE = "Compre na minha loja.";
const say = (author: TestUser, promptId: number, note = NOTE) =>
  call("PUT", `/api/prompts/${promptId}/result`, author, { model: "GPT-5", outcome: "failed", note });

/** What somebody has written, and who: an answer with a note, or a public collection with one. */
const SUBJECTS: Record<Subject["type"], () => Promise<Subject>> = {
  async result() {
    const author = await member();
    const { id: promptId } = await publishPrompt(site, publisher, { title: "Retrato na praia" });
    expect((await say(author, promptId)).statusCode).toBe(200);
    const [{ id }] = await sql("select id from results where user_id = $1", author.id);
    return { type: "result", id, author, promptId };
  },
  async collection() {
    const author = await member();
    const { id: promptId } = await publishPrompt(site, publisher, { title: "Retrato na praia" });
    const texts = { title: "Minha loja", description: "Tudo barato.", is_public: true };
    const { id } = (await call("POST", "/api/collections", author, texts)).json();
    await call("PUT", `/api/collections/${id}/items/${promptId}`, author, { note: NOTE });
    return { type: "collection", id, author, promptId };
  },
};
const TYPES = ["result", "collection"] as const;
const create = (type: Subject["type"]) => SUBJECTS[type]();

/** Whether everybody sees it. */
async function isShown({ type, id, promptId }: Subject): Promise<boolean> {
  if (type === "collection") return (await call("GET", `/api/collections/${id}`)).statusCode === 200;
  const [{ shown }] = await sql("select shown from results where id = $1", id);
  const [{ answered_count }] = await sql(
    "select answered_count from prompt_stats where prompt_id = $1",
    promptId,
  );
  expect(answered_count).toBe(shown ? 1 : 0);
  return shown;
}

const reportIt = ({ type, id }: Subject, who = beto, fields = {}) =>
  report(site, who, id, { target_type: type, ...fields });
const detailOf = async (subject: Subject, who = admin) => {
  const { id } = await caseOf(site, subject);
  return (await call("GET", `/api/admin/cases/${id}`, who)).json();
};
const noticesOf = async (who: TestUser) => (await call("GET", "/api/notices", who)).json();
const contest = (who: TestUser, decision: number) =>
  call("POST", `/api/decisions/${decision}/appeal`, who, { text: "Não é propaganda." });

const SNAPSHOTS = {
  result: { content: NOTE, model: "GPT-5", outcome: "failed", title: null, entries: null },
  collection: {
    title: "Minha loja",
    description: "Tudo barato.",
    entries: [{ title: "Retrato na praia", note: NOTE, prompt_id: expect.any(Number) }],
  },
};
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
    // What a person has left visible stays, as it is.
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
    // What blocked people say stays away, and they are told so.
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
    await sql("update decisions set delete_at = now() where delete_at is not null");
    await sql("update moderation_cases set decided_at = now() - interval '31 days'");
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

const body = async ({ type, id }: Subject) => ({
  ...{ target_type: type, target_id: id, category: "spam" },
  ...{ explanation: "É propaganda.", standing: "anyone" },
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

describe("an answer", () => {
  test("is named to its author by the prompt's present title, and by none once that is hidden", async () => {
    const { id, author, promptId } = await create("result");
    await reportIt({ type: "result", id, author, promptId });
    await decide(site, marta, { type: "result", id }, "warn");
    await call("PATCH", `/api/prompts/${promptId}`, publisher, { title: "Retrato na serra" });
    const label = async () => (await noticesOf(author)).notices[0].target.label;
    expect(await label()).toBe("Retrato na serra");
    await report(site, beto, promptId);
    await decide(site, admin, promptId, "hide");
    expect(await label()).toBeNull();
    const own = await unzip((await call("GET", "/api/account/export", author)).rawPayload);
    const decisions = [...own].find(([name]) => name.endsWith("decisoes.json"))?.[1].toString();
    expect(JSON.parse(decisions ?? "")).toMatchObject([
      { action: "warn", target: { type: "result", label: null } },
    ]);
    await decide(site, marta, { type: "result", id }, "restore");
    await expect
      .poll(async () => (await site.mails.waitFor(author.email, 2)).text.replace(/\s+/g, " "))
      .toContain("a sua resposta sobre um prompt foi desfeita");
  });

  test("that nobody reads, about an earlier version or a hidden prompt, cannot be reported", async () => {
    const subject = await create("result");
    await sql("update prompts set version = version + 1 where id = $1", subject.promptId);
    expect(codeOf(await call("POST", "/api/reports", beto, await body(subject)))).toEqual([
      404,
      "target_not_found",
    ]);
    const hidden = await create("result");
    await report(site, beto, hidden.promptId);
    await decide(site, admin, hidden.promptId, "hide");
    expect(codeOf(await call("POST", "/api/reports", beto, await body(hidden)))).toEqual([
      404,
      "target_not_found",
    ]);
  });
});

describe("a collection", () => {
  const visibility = (subject: Subject, is_public: boolean) =>
    call("PATCH", `/api/collections/${subject.id}`, subject.author, { is_public });

  test("that is removed is nowhere but at its owner's, who reads why", async () => {
    const subject = await create("collection");
    const { id, author, promptId } = subject;
    await call("PUT", `/api/follows/collections/${id}`, beto);
    const everywhere = async () => {
      const [page, feed, sitemap, json, follows, news, own] = await Promise.all([
        call("GET", `/api/users/${author.id}/collections`),
        site.app.inject({ url: `/feeds/collections/${id}.xml` }),
        site.app.inject({ url: "/sitemaps/collections-1.xml" }),
        call("GET", `/api/collections/${id}`),
        call("GET", "/api/follows", beto),
        call("GET", "/api/news", beto),
        call("GET", `/api/collections/${id}`, author),
      ]);
      return {
        page: page.body.includes("Minha loja"),
        feed: feed.statusCode,
        sitemap: sitemap.body.includes(`/colecoes/${id}-`),
        json: json.statusCode,
        follows: follows.body.includes("Minha loja"),
        news: news.json().data.some(({ prompt }: { prompt: { id: number } }) => prompt.id === promptId),
        own: own.json().withdrawn_reason,
      };
    };
    const there = await everywhere();
    expect(there).toMatchObject({
      page: true,
      feed: 200,
      sitemap: true,
      json: 200,
      follows: true,
      news: true,
      own: undefined,
    });
    await reportIt(subject);
    await decide(site, admin, subject, "remove", { reason: "É propaganda." });
    expect(await everywhere()).toEqual({
      ...{ page: false, feed: 404, sitemap: false, json: 404, follows: false, news: false },
      own: "É propaganda.",
    });
    expect(codeOf(await visibility(subject, true))).toEqual([409, "collection_withdrawn"]);
    await decide(site, admin, subject, "restore");
    expect(await everywhere()).toEqual(there);
  });

  test("that its owner has made private is shown to no moderator, is removed all the same, and stays private", async () => {
    const subject = await create("collection");
    const code = await reportIt(subject);
    await visibility(subject, false);
    await call("PATCH", `/api/collections/${subject.id}`, subject.author, { title: "Meu diário" });
    const found = await detailOf(subject);
    expect(found).toMatchObject({
      target: { label: "Minha loja" },
      snapshot: SNAPSHOTS.collection,
      current: { title: null, description: null, entries: null },
      path: null,
      actions: ["keep", "hide", "remove", "warn", "block"],
    });
    expect((await call("GET", `/api/reports/${code}`)).body).not.toContain("diário");
    expect(codeOf(await call("POST", "/api/reports", marta, await body(subject)))).toEqual([
      404,
      "target_not_found",
    ]);
    expect(
      (
        await call("PUT", `/api/admin/collections/${subject.id}/removal`, marta, {
          ground: "spam",
          reason: "Não.",
        })
      ).statusCode,
    ).toBe(404);
    await decide(site, admin, subject, "remove");
    expect((await detailOf(subject)).current).toMatchObject({ title: null, entries: null });
    expect(codeOf(await visibility(subject, true))).toEqual([409, "collection_withdrawn"]);
    await decide(site, admin, subject, "restore");
    expect(await isShown(subject)).toBe(false);
    expect((await visibility(subject, true)).statusCode).toBe(200);
    expect((await call("GET", "/api/moderation/log")).body).not.toContain("diário");
  });
});

describe("a prompt", () => {
  test("is kept with its tags and the number of its version, and the case leads to the difference", async () => {
    const tags = ["Retratos", "Praia"];
    const { id } = await publishPrompt(site, publisher, { title: "Na praia", tags });
    await report(site, beto, id);
    const edit = (fields: object) => call("PATCH", `/api/prompts/${id}`, publisher, fields);
    const path = `/api/admin/cases/${(await caseOf(site, id)).id}`;
    const read = async () => (await call("GET", path, admin)).json();
    expect(await read()).toMatchObject({
      snapshot: { tags, version: 1 },
      current: { tags, version: 1 },
      difference: null,
    });
    expect(await sql("select target_version from reports order by id desc limit 1")).toEqual([
      { target_version: "1" },
    ]);
    // Tags make no version: the same person may report what they are now.
    expect((await edit({ tags: ["Retratos"] })).statusCode).toBe(200);
    await report(site, beto, id);
    expect((await edit({ content: "Escreva sobre a minha loja." })).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      snapshot: { tags: ["Retratos"], version: 1 },
      current: { version: 2 },
      difference: `/prompts/${id}/versoes?de=1&para=2`,
    });
    await report(site, beto, id);
    const versions = await sql(
      "select target_version from reports where case_id = $1 order by id",
      (await caseOf(site, id)).id,
    );
    expect(versions.map(({ target_version }) => target_version)).toEqual([
      "1",
      expect.stringMatching(/^1 2/),
      "2",
    ]);
    // Within ten minutes a version changes without a new number: then there is no such version to compare with.
    expect((await edit({ content: "Escreva sobre o mar." })).statusCode).toBe(200);
    await sql("update prompts set version_at = now() - interval '1 hour' where id = $1", id);
    expect((await edit({ content: "Escreva sobre o céu." })).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      current: { version: 3 },
      snapshot: { version: 2 },
      difference: null,
    });
  });

  test("is reported in an old version: the case keeps that one", async () => {
    const { id } = await publishPrompt(site, publisher, {
      title: "Na praia",
      content: "Compre na minha loja hoje.",
    });
    await call("PATCH", `/api/prompts/${id}`, publisher, { content: "Escreva sobre o mar calmo." });
    const asked = {
      target_type: "prompt",
      target_id: id,
      category: "spam",
      explanation: "Veja.",
      standing: "anyone",
    };
    const old = (target_version: number) => call("POST", "/api/reports", beto, { ...asked, target_version });
    expect(codeOf(await old(7))).toEqual([404, "target_not_found"]);
    expect((await old(0)).json()).toMatchObject({ field: "target_version" });
    expect((await old(1)).statusCode).toBe(201);
    expect(codeOf(await old(1))).toEqual([409, "already_reported"]);
    const path = `/api/admin/cases/${(await caseOf(site, id)).id}`;
    expect((await call("GET", path, admin)).json()).toMatchObject({
      snapshot: { content: "Compre na minha loja hoje.", version: 1 },
      current: { content: "Escreva sobre o mar calmo.", version: 2 },
      difference: `/prompts/${id}/versoes?de=1&para=2`,
    });
  });
});
