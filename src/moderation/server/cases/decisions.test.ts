/** Cases and decisions: what each does, that it can be undone, and that two at once do not overwrite each other. */

import { beforeAll, describe, expect, test } from "vitest";
import { deleteRemoved } from "#moderation/server/moderation-jobs.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { makePasskey } from "#tests/support/authenticator.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
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
  versionNow,
} from "#tests/support/reports.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

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
  beto = await createUser(site.ctx, { username: "Beto" });
});

const publish = async (author = ana, title = "Um prompt", picture?: string) =>
  (await publishPrompt(site, author, { title, thumbnail_url: picture ?? (await newPicture()) })).id;
/** A reported prompt. */
async function reported(author = ana, category: "spam" | "intimate" | "child" = "spam") {
  const id = await publish(author);
  await report(site, beto, id, { category });
  return id;
}
const statusOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode;
const detailOf = async (target: number | string, who = admin) =>
  (await call("GET", `/api/admin/cases/${(await caseOf(site, target)).id}`, who)).json();

describe("a decision", () => {
  test("keep: nothing changes, reporters are told why, the author of what was never hidden is not", async () => {
    const author = await createUser(site.ctx);
    const id = await publish(author);
    const email = "zoe@exemplo.com.br";
    await reportAsVisitor(site, email, id, { name: "Zoé" });
    await confirm(site, email);
    const mails = async () => (await sql("select from pgboss.job where name = 'mail'")).length;
    const before = await mails();
    const answer = await decide(site, marta, id, "keep", { reason: "É só um <b>poema</b>." });
    // The reporter's, by the statements' job.
    const told = () => sql("select from statements_of_reasons where told_at is null");
    await expect.poll(told).toEqual([]);
    expect(await mails()).toBe(before + 1);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ state: "decided", hidden: false, decisions: [{ action: "keep" }] });
    expect(await statusOf(id)).toBe(200);
    const mail = await site.mails.waitFor(email, 2);
    expect(mail.subject).toBe("Sua denúncia na Prompteca foi decidida");
    expect(mail.text).toContain("Olá, Zoé");
    expect(mail.text).toContain("Motivo: É só um <b>poema</b>.");
    expect(mail.text).toContain("pode contestar uma vez até");
  });

  test("hide: out of sight with a statement of reasons; restore: all is back, likes and favourites too", async () => {
    const author = await createUser(site.ctx, { username: "Autora" });
    const id = await publish(author, "Muito curtido");
    for (const what of ["like", "favorite"]) await call("POST", `/api/prompts/${id}/${what}`, beto);
    const before = (await call("GET", `/api/prompts/${id}`, beto)).json();
    expect(before).toMatchObject({ likes_count: 1, is_liked: true, is_favorited: true });
    await report(site, beto, id);
    const hidden = await decide(site, admin, id, "hide", { reason: "Vende <coisas>." });
    expect(hidden.json()).toMatchObject({
      hidden: true,
      actions: ["hide", "remove", "restore", "warn", "block"],
    });
    expect(await statusOf(id)).toBe(410);
    const mail = await site.mails.waitFor(author.email);
    expect(mail.subject).toBe("Seu prompt foi ocultado na Prompteca");
    expect(mail.text).toContain("Muito curtido");
    expect(mail.text).toContain("Regra dos Termos de Uso: Não é permitido publicar propaganda");
    expect(mail.text).toContain("Motivo: Vende <coisas>.");
    expect(mail.text).toContain("Quem decidiu foi uma pessoa da moderação");
    for (const foreign of [beto.username, beto.email, marta.username])
      expect(mail.text).not.toContain(foreign);

    const restored = await decide(site, admin, id, "restore");
    expect(restored.json()).toMatchObject({
      hidden: false,
      decisions: [
        { action: "restore", overturned: false },
        { action: "hide", overturned: true },
      ],
    });
    expect((await call("GET", `/api/prompts/${id}`, beto)).json()).toEqual(before);
    expect((await site.mails.waitFor(author.email, 2)).subject).toBe(
      "Seu prompt na Prompteca: a decisão foi desfeita",
    );
  });

  test("keep ends the hiding by a report, and overturns it; restoring would be the same, and is not offered", async () => {
    const id = await reported(ana, "intimate");
    expect(await statusOf(id)).toBe(410);
    expect((await detailOf(id)).actions).toEqual(["keep", "hide", "remove"]);
    expect(codeOf(await decide(site, admin, id, "restore"))).toEqual([409, "nothing_to_restore"]);
    expect((await decide(site, admin, id, "keep")).json().decisions).toMatchObject([
      { action: "keep", automatic: false },
      { action: "hide", automatic: true, overturned: true, decided_by: null },
    ]);
    expect(await statusOf(id)).toBe(200);
  });

  test("restore is offered while a report hides the prompt where it undoes something else: a contested block", async () => {
    const author = await createUser(site.ctx);
    const id = await publish(author);
    await report(site, beto, id);
    await decide(site, marta, id, "block");
    await report(site, ana, id, { category: "intimate" });
    expect((await detailOf(id)).actions).toEqual(["keep", "hide", "remove"]);
    const proof = { email: author.email, password: author.password };
    const { notices } = (await call("POST", "/api/account/blocked/notices", null, proof)).json();
    const block = notices.find(({ action }: { action: string }) => action === "block");
    const contest = `/api/account/blocked/decisions/${block.id}/appeal`;
    expect((await call("POST", contest, null, { ...proof, text: "Não fui eu." })).statusCode).toBe(204);
    expect((await detailOf(id)).actions).toEqual(["keep", "hide", "remove", "restore"]);
  });

  test("warn: the author is told, and nothing else happens; it can be undone", async () => {
    const author = await createUser(site.ctx);
    const id = await publish(author);
    await report(site, beto, id);
    expect((await decide(site, admin, id, "warn")).json()).toMatchObject({ hidden: false });
    expect((await site.mails.waitFor(author.email)).subject).toBe("Advertência da moderação da Prompteca");
    expect(await statusOf(id)).toBe(200);
    expect((await decide(site, admin, id, "restore")).json().decisions[1]).toMatchObject({
      action: "warn",
      overturned: true,
    });
  });

  test("block: the author is out at once, may read why and appeal by password; restore lets them in", async () => {
    const author = await createUser(site.ctx, { username: "Autor bloqueado" });
    await report(site, beto, author.id, { target_type: "user" });
    const blocked = await decide(site, admin, author.id, "block", { ground: "name" });
    expect(blocked.json()).toMatchObject({ hidden: true, actions: ["keep", "restore", "warn", "remove"] });
    expect((await call("GET", "/api/notices", author)).statusCode).toBe(403);
    const mail = await site.mails.waitFor(author.email);
    expect(mail.subject).toBe("Sua conta na Prompteca foi bloqueada");
    expect(mail.text).toContain("/blocked-account");
    const proof = { email: author.email, password: PASSWORD };
    const { notices } = (await call("POST", "/api/account/blocked/notices", null, proof)).json();
    expect(notices).toMatchObject([{ action: "block", ground: "name", reason: "Porque sim.", appeal: null }]);
    const path = `/api/account/blocked/decisions/${notices[0].id}/appeal`;
    expect(
      (await call("POST", path, null, { ...proof, password: "outra-senha-99", text: "Não." })).statusCode,
    ).toBe(400);
    expect((await call("POST", path, null, { ...proof, text: "Não." })).statusCode).toBe(204);
    const restored = await decide(site, marta, author.id, "restore");
    expect(restored.json()).toMatchObject({ hidden: false, appeals_list: [{ outcome: "upheld" }] });
    expect((await site.logIn(author.email)).statusCode).toBe(200);
  });

  test("a blocked author of a prompt is let in again by restore, after the prompt is shown again", async () => {
    const author = await createUser(site.ctx);
    const id = await reported(author);
    await decide(site, admin, id, "block");
    await decide(site, admin, id, "hide");
    expect((await decide(site, admin, id, "restore")).json()).toMatchObject({
      hidden: false,
      history: { blocked: true },
    });
    expect((await decide(site, admin, id, "restore")).json()).toMatchObject({ history: { blocked: false } });
    expect(codeOf(await decide(site, admin, id, "restore"))).toEqual([409, "nothing_to_restore"]);
  });

  test.each([
    ["hide", "O prompt voltou ao site."],
    ["warn", "A advertência deixou de valer."],
    ["block", "A conta foi desbloqueada."],
  ] as const)(
    "restore after %s tells both sides what that means, and nothing else",
    async (action, meaning) => {
      const author = await createUser(site.ctx);
      const reporter = await createUser(site.ctx);
      const id = await publish(author);
      const code = await report(site, reporter, id);
      await decide(site, admin, id, action);
      await decide(site, admin, id, "restore");
      const { decision } = (await call("GET", `/api/reports/${code}`)).json();
      expect(decision).toMatchObject({ action: "restore", undid: [action] });
      const [notice] =
        (await call("GET", "/api/notices", action === "block" ? null : author)).json().notices ?? [];
      if (action !== "block") expect(notice).toMatchObject({ action: "restore", undid: [action] });
      // For the decision and for its end; the reporter has a receipt, too.
      await Promise.all([site.mails.waitFor(author.email, 2), site.mails.waitFor(reporter.email, 3)]);
      const texts = [author, reporter].map(({ email }) => {
        const mails = site.mails.received.filter(({ to }) => to.includes(email));
        return mails.map(({ text }) => text.replaceAll(/\s+/g, " ")).join("\n");
      });
      const meanings = [
        "O prompt voltou ao site.",
        "A advertência deixou de valer.",
        "A conta foi desbloqueada.",
      ];
      for (const text of texts) expect(meanings.filter((one) => text.includes(one))).toEqual([meaning]);
    },
  );

  test("that makes no sense is refused", async () => {
    const id = await reported(ana, "intimate");
    // Before an account, the hidden prompt.
    expect(codeOf(await decide(site, admin, id, "block"))).toEqual([409, "action_impossible"]);
    await decide(site, admin, id, "hide");
    expect(codeOf(await decide(site, admin, id, "keep"))).toEqual([409, "action_impossible"]);
    const caio = await createUser(site.ctx);
    await report(site, beto, caio.id, { target_type: "user" });
    expect(codeOf(await decide(site, admin, caio.id, "hide"))).toEqual([409, "action_impossible"]);
    expect(codeOf(await decide(site, marta, caio.id, "remove"))).toEqual([409, "action_impossible"]);
  });

  test.each([
    ["keep", "spam", "ground"],
    ["restore", "spam", "ground"],
    ["hide", "none", "ground"],
    ["nada", "spam", "action"],
    ["hide", "outra", "ground"],
  ])("%s on the ground %s is refused", async (action, ground, field) => {
    const id = await reported();
    const answer = await decide(site, admin, id, action as "keep", { ground: ground as "spam" });
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  });

  test.each([
    ["reason", { reason: "   " }],
    ["reason", { reason: "x".repeat(1001) }],
    ["version", { version: undefined as unknown as string }],
  ])("needs a %s (%j)", async (field, fields) => {
    const id = await reported();
    const answer = await decide(site, admin, id, "hide", fields);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  });

  test("on the admin's account is nobody's, on one's own prompt not a moderator's", async () => {
    const adminsPrompt = await publish(admin);
    await report(site, beto, adminsPrompt);
    for (const action of ["warn", "block"] as const)
      expect(codeOf(await decide(site, marta, adminsPrompt, action))).toEqual([409, "own_account"]);
    await report(site, beto, admin.id, { target_type: "user" });
    expect(codeOf(await decide(site, marta, admin.id, "block"))).toEqual([409, "own_account"]);
    const martas = await publish(marta);
    await report(site, beto, martas);
    expect(codeOf(await decide(site, marta, martas, "keep"))).toEqual([404, "case_not_found"]);
    expect((await decide(site, admin, martas, "keep")).statusCode).toBe(200);
  });

  test("takes what the admin has published away by the admin alone", async () => {
    const id = await publish(admin);
    await report(site, beto, id);
    expect((await detailOf(id, marta)).actions).toEqual(["keep"]);
    expect((await detailOf(id, admin)).actions).toEqual(["keep", "hide", "remove"]);
    for (const action of ["hide", "remove"] as const)
      expect(codeOf(await decide(site, marta, id, action))).toEqual([409, "own_account"]);
    const made = await call("POST", "/api/collections", admin, {
      title: "Da administração",
      is_public: true,
    });
    const collection = made.json().id;
    await call("PUT", `/api/collections/${collection}/items/${id}`, admin, {});
    const source = await publish();
    await sql("update users set created_at = now() - interval '2 days' where id = $1", admin.id);
    await call("PUT", `/api/prompts/${source}/result`, admin, {
      model: "GPT-5",
      outcome: "worked",
      note: "Bom.",
    });
    const [result] = await sql("select id from results where prompt_id = $1", source);
    for (const path of [`collections/${collection}`, `results/${result?.id}`]) {
      const why = { ground: "terms", reason: "Não gostei." };
      const answer = await call("PUT", `/api/admin/${path}/removal`, marta, why);
      expect([path, ...codeOf(answer)]).toEqual([path, 409, "own_account"]);
    }
    expect((await decide(site, marta, id, "keep")).statusCode).toBe(200);
    expect((await decide(site, admin, id, "hide")).statusCode).toBe(200);
  });

  test("is not for who has reported as a visitor, by whatever address of the account's mailbox", async () => {
    const gmail = await createUser(site.ctx, { email: "lia.souza@gmail.com" });
    await call("PUT", `/api/admin/moderators/${gmail.id}`, admin);
    const [name, domain] = marta.email.split("@");
    const reporters: [TestUser, string][] = [
      [marta, marta.email],
      [marta, `${name}+denuncia@${domain}`],
      [gmail, "liasouza+x@googlemail.com"],
    ];
    for (const [moderator, email] of reporters) {
      const id = await publish();
      expect((await reportAsVisitor(site, email, id)).statusCode).toBe(201);
      await report(site, beto, id);
      // Anybody may have typed the address.
      expect(await detailOf(id, moderator), email).toMatchObject({ conflict: null });
      expect((await confirm(site, email)).statusCode).toBe(200);
      expect(await detailOf(id, moderator), email).toMatchObject({ conflict: "reporter", actions: [] });
      for (const action of ["keep", "hide", "remove"] as const)
        expect(codeOf(await decide(site, moderator, id, action))).toEqual([409, "own_case"]);
      expect((await decide(site, admin, id, "hide")).statusCode).toBe(200);
    }
  });

  test("is not for who has reported, nor for who has taken the decision that is appealed", async () => {
    const id = await publish();
    await report(site, marta, id);
    expect(await detailOf(id, marta)).toMatchObject({ actions: [], conflict: "reporter" });
    expect((await detailOf(id, admin)).actions).not.toEqual([]);
    expect(codeOf(await decide(site, marta, id, "keep"))).toEqual([409, "own_case"]);
    expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);

    const other = await reported();
    const [{ id: decision }] = (await decide(site, marta, other, "hide")).json().decisions;
    expect((await decide(site, marta, other, "hide")).statusCode).toBe(200);
    await call("POST", `/api/decisions/${decision}/appeal`, ana, { text: "Não concordo." });
    expect(await detailOf(other, marta)).toMatchObject({ actions: [], conflict: "decider" });
    expect(codeOf(await decide(site, marta, other, "restore"))).toEqual([409, "own_case"]);
    const lia = await createUser(site.ctx);
    await call("PUT", `/api/admin/moderators/${lia.id}`, admin);
    expect(await detailOf(other, lia)).toMatchObject({ conflict: null });
    expect((await decide(site, lia, other, "restore")).statusCode).toBe(200);
  });
});

describe("what is removed", () => {
  test("is gone at once, comes back within 30 days, and is deleted for good after them", async () => {
    const id = await publish(ana, "Removido");
    await call("POST", `/api/prompts/${id}/like`, beto);
    await report(site, beto, id);
    const removed = (await decide(site, admin, id, "remove")).json();
    const days = (Date.parse(removed.decisions[0].delete_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(await statusOf(id)).toBe(410);
    await deleteRemoved(site.ctx);
    expect(await statusOf(id)).toBe(410);
    const restored = (await decide(site, admin, id, "restore")).json();
    expect(restored.decisions[1]).toMatchObject({ action: "remove", overturned: true, delete_at: null });
    expect((await call("GET", `/api/prompts/${id}`)).json().likes_count).toBe(1);

    await decide(site, admin, id, "remove");
    const files = await mediaFiles(site.ctx.config.dataDir);
    await sql("update decisions set delete_at = now() - interval '1 minute' where delete_at is not null");
    await Promise.all([deleteRemoved(site.ctx), deleteRemoved(site.ctx)]);
    expect(await statusOf(id)).toBe(404);
    expect(await sql("select from prompts where id = $1", id)).toEqual([]);
    expect(await sql("select from likes where prompt_id = $1", id)).toEqual([]);
    await expect
      .poll(async () => (await mediaFiles(site.ctx.config.dataDir)).length)
      .toBeLessThan(files.length);
    const detail = await detailOf(id);
    expect(detail).toMatchObject({
      current: null,
      snapshot: { title: "Removido" },
      actions: ["keep", "warn", "block"],
    });
    expect(codeOf(await decide(site, admin, id, "restore"))).toEqual([409, "target_gone"]);
    expect(codeOf(await decide(site, admin, id, "hide"))).toEqual([409, "target_gone"]);
    expect((await decide(site, admin, id, "warn")).statusCode).toBe(200);
  });

  test("for a crime against children is kept for six months", async () => {
    for (const [category, ground] of [
      ["child", "illegal"],
      ["spam", "child"],
    ] as const) {
      const id = await reported(ana, category);
      const { decisions } = (await decide(site, admin, id, "remove", { ground })).json();
      const days = (Date.parse(decisions[0].delete_at) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(179);
      expect(days).toBeLessThan(186);
    }
  });

  test("and then only hidden is not deleted", async () => {
    const id = await reported();
    await decide(site, admin, id, "remove");
    await decide(site, admin, id, "hide");
    expect(
      await sql(
        "select from decisions where case_id = $1 and delete_at is not null",
        (await caseOf(site, id)).id,
      ),
    ).toEqual([]);
  });

  test("may be deleted by its author at any time", async () => {
    const id = await reported();
    await decide(site, admin, id, "remove");
    expect((await call("DELETE", `/api/prompts/${id}`, ana)).statusCode).toBe(204);
    expect(codeOf(await decide(site, admin, id, "restore"))).toEqual([409, "target_gone"]);
    await sql("update decisions set delete_at = now() - interval '1 minute' where delete_at is not null");
    await deleteRemoved(site.ctx);
    expect(await sql("select from decisions where delete_at is not null")).toEqual([]);
  });
});

describe("at the same moment", () => {
  test("two decisions on one version: one wins, the other is told that the case has changed", async () => {
    const id = await reported();
    const version = await versionNow(site, id);
    const answers = await Promise.all([
      decide(site, admin, id, "hide", { version }),
      decide(site, marta, id, "keep", { version }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("case_changed");
    expect(await sql("select from decisions where case_id = $1", (await caseOf(site, id)).id)).toHaveLength(
      1,
    );
  });

  test("a report or an appeal that comes while a moderator reads changes the version", async () => {
    const id = await reported();
    const version = await versionNow(site, id);
    await report(site, await createUser(site.ctx), id);
    expect(codeOf(await decide(site, admin, id, "keep", { version }))).toEqual([409, "case_changed"]);
  });

  test("an edit between reading and deciding changes what is decided on, and what was seen on the screen stays", async () => {
    const id = await reported();
    const { version } = await detailOf(id);
    await call("PATCH", `/api/prompts/${id}`, ana, { content: "Agora é outra coisa." });
    for (const action of ["keep", "hide", "warn", "block"] as const)
      expect(codeOf(await decide(site, admin, id, action, { version }))).toEqual([409, "case_changed"]);
    const read = await detailOf(id);
    expect(read.current.content).toBe("Agora é outra coisa.");
    expect((await decide(site, admin, id, "keep", { version: read.version })).statusCode).toBe(200);
  });

  test("so does a user's new name", async () => {
    const author = await createUser(site.ctx, { username: "Nome de antes" });
    await report(site, beto, author.id, { target_type: "user" });
    const { version } = await detailOf(author.id);
    await sql("update users set username = 'Nome de agora' where id = $1", author.id);
    expect(codeOf(await decide(site, admin, author.id, "keep", { version }))).toEqual([409, "case_changed"]);
  });

  test("an edit while a decision is made: it is decided on what was read, or not at all", async () => {
    for (const action of ["keep", "block"] as const) {
      const author = await createUser(site.ctx);
      const id = await reported(author);
      const lock = await lockRows(
        site.ctx.pool,
        "update prompts set content = 'Outra coisa', edited_at = now() where id = $1",
        id,
      );
      const deciding = decide(site, admin, id, action);
      await untilWaiting(site.ctx.pool);
      await lock.release();
      expect(codeOf(await deciding)).toEqual([409, "case_changed"]);
    }
  });

  test("edits and blocks at once neither deadlock nor let in what nobody saw", async () => {
    for (let round = 0; round < 4; round++) {
      const author = await createUser(site.ctx);
      const id = await reported(author);
      const [decided, edited] = await Promise.all([
        decide(site, admin, id, "block"),
        call("PATCH", `/api/prompts/${id}`, author, { content: "Outra coisa" }),
      ]);
      expect([200, 409]).toContain(decided.statusCode);
      // Whichever came first: a blocked author edits nothing.
      expect([200, 403]).toContain(edited.statusCode);
    }
  });

  test("a decision while the author deletes: the one or the other, nothing half", async () => {
    const id = await reported();
    const lock = await lockRows(site.ctx.pool, "delete from prompts where id = $1", id);
    const deciding = decide(site, admin, id, "hide");
    await untilWaiting(site.ctx.pool);
    await lock.release();
    expect(codeOf(await deciding)).toEqual([409, "target_gone"]);
    const found = await caseOf(site, id);
    expect(found.state).toBe("open");
    expect(await sql("select from decisions where case_id = $1", found.id)).toEqual([]);
  });

  test("a restore while the job deletes for good: the prompt is back, or the restore is refused", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await reported();
      await decide(site, admin, id, "remove");
      const { id: caseId } = await caseOf(site, id);
      await sql(
        "update decisions set delete_at = now() where case_id = $1 and delete_at is not null",
        caseId,
      );
      const [restored] = await Promise.all([decide(site, admin, id, "restore"), deleteRemoved(site.ctx)]);
      expect(await statusOf(id)).toBe(restored.statusCode === 200 ? 200 : 404);
    }
  });

  test("a restore just before the job deletes for good", async () => {
    const id = await reported();
    await decide(site, admin, id, "remove");
    const { id: caseId } = await caseOf(site, id);
    await sql("update decisions set delete_at = now() where case_id = $1 and delete_at is not null", caseId);
    const lock = await lockRows(
      site.ctx.pool,
      "select from moderation_cases where id = $1 for update",
      caseId,
    );
    const deleting = deleteRemoved(site.ctx);
    await untilWaiting(site.ctx.pool);
    await lock.client.query("update decisions set delete_at = null where case_id = $1", [caseId]);
    await lock.release();
    await deleting;
    expect(await statusOf(id)).toBe(410);
  });

  test("a block while the account is deleted decides nothing", async () => {
    const author = await createUser(site.ctx);
    await report(site, beto, author.id, { target_type: "user" });
    const lock = await lockRows(site.ctx.pool, "delete from users where id = $1", author.id);
    const blocking = decide(site, admin, author.id, "block");
    await untilWaiting(site.ctx.pool);
    await lock.release();
    expect(codeOf(await blocking)).toEqual([409, "target_gone"]);
    const found = await caseOf(site, author.id);
    expect(found.state).toBe("open");
    expect(await sql("select from decisions where case_id = $1", found.id)).toEqual([]);
    expect((await decide(site, admin, author.id, "keep")).json()).toMatchObject({
      current: null,
      history: null,
    });
  });
});

describe("GET /api/admin/cases", () => {
  test("is ordered by deadline, with what is decided apart, newest first", async () => {
    const [slow, urgent, fast] = [await reported(), await reported(ana, "child"), await publish()];
    await report(site, beto, fast, { category: "violence" });
    const numbers = async (state: string) => {
      const list = (await call("GET", `/api/admin/cases?state=${state}`, marta)).json();
      const ids = list.cases.map((one: { target: { id: string } }) => Number(one.target.id));
      return { ...list, ids: ids.filter((id: number) => [slow, urgent, fast].includes(id)) };
    };
    expect((await numbers("open")).ids).toEqual([urgent, fast, slow]);
    const before = await numbers("open");
    await decide(site, admin, fast, "keep");
    await decide(site, admin, urgent, "hide");
    const open = await numbers("open");
    expect([open.ids, open.open, open.totalCount]).toEqual([[slow], before.open - 2, before.open - 2]);
    const decided = await numbers("decided");
    expect([decided.ids, decided.open]).toEqual([[urgent, fast], open.open]);
    expect(decided.cases[0]).toEqual({
      id: expect.any(Number),
      target: {
        type: "prompt",
        id: String(urgent),
        label: "Um prompt",
        author: { id: ana.id, username: "Ana" },
      },
      category: "child",
      deadline: expect.any(String),
      state: "decided",
      reports: 1,
      appeals: 0,
      opened_at: expect.any(String),
      said: "Isto não devia estar aqui.",
      // A grave one: its picture is shown to nobody unasked.
      picture: null,
    });
    expect((await call("GET", "/api/admin/cases?page=1000", admin)).json().cases).toEqual([]);
    for (const query of ["state=pending", "page=0", "page=x"])
      expect((await call("GET", `/api/admin/cases?${query}`, admin)).statusCode).toBe(400);
  });

  test("leaves out what a moderator must not see, also from the badge: cases about that moderator or who reported them", async () => {
    const cy = await createUser(site.ctx);
    const own = await reported(marta);
    const { id: caseId } = await caseOf(site, own);
    await report(site, cy, own);
    const [row] = await sql("select id from reports where case_id = $1 and reporter_id = $2", caseId, cy.id);
    const sanction = { action: "warn", reason: "De má-fé." };
    const path = `/api/admin/cases/${caseId}/reports/${row?.id}/decisions`;
    expect((await call("POST", path, admin, sanction)).statusCode).toBe(200);
    const { id: reportersId } = await caseOf(site, cy.id);
    await report(site, ana, cy.id, { target_type: "user" });
    const list = async (who: TestUser) => (await call("GET", "/api/admin/cases", who)).json();
    const [all, martas] = [await list(admin), await list(marta)];
    const ids = ({ cases }: { cases: { id: number }[] }) => cases.map(({ id }) => id);
    expect(ids(all)).toEqual(expect.arrayContaining([caseId, reportersId]));
    for (const id of [caseId, reportersId]) expect(ids(martas)).not.toContain(id);
    const [{ n }] = (await sql(
      "select count(*) as n from moderation_cases where state = 'open' and author_id <> $1 and id <> $2",
      marta.id,
      reportersId,
    )) as [{ n: number }];
    expect([martas.open, martas.totalCount]).toEqual([n, n]);
    // As if there were no such cases.
    for (const [target, id] of [[own, caseId] as const, [cy.id, reportersId] as const]) {
      const unknown = [404, "case_not_found"];
      expect(codeOf(await call("GET", `/api/admin/cases/${id}`, marta))).toEqual(unknown);
      expect(codeOf(await call("GET", `/api/admin/cases/${id}/picture`, marta))).toEqual(unknown);
      expect(codeOf(await decide(site, marta, target, "keep"))).toEqual(unknown);
      expect(codeOf(await decide(site, marta, target, "keep", { version: "x" }))).toEqual(unknown);
    }
    expect(codeOf(await call("POST", path, marta, sanction))).toEqual([404, "case_not_found"]);
  });
});

describe("GET /api/admin/cases/{id}", () => {
  test("has what was reported as it was, what it is now, reports, history and the same picture", async () => {
    const author = await createUser(site.ctx, { username: "Dora" });
    // Texts that no other test publishes.
    const thumbnail_url = await newPicture();
    const similar = {
      title: "A mesma imagem",
      content: "Conte em três atos como um relojoeiro perdeu as horas.",
    };
    const written = { title: "Como era", content: "Resuma esta ata de condomínio em cinco tópicos." };
    const { id: other } = await publishPrompt(site, author, { ...similar, thumbnail_url });
    const { id } = await publishPrompt(site, author, { ...written, thumbnail_url });
    await report(site, beto, id, { explanation: "De Beto" });
    const email = "vitima@exemplo.com.br";
    await reportAsVisitor(site, email, id, { explanation: "Da pessoa", standing: "self" });
    await confirm(site, email);
    await reportAsVisitor(site, "ninguem@exemplo.com.br", id, { explanation: "Sem confirmação" });
    await call("PATCH", `/api/prompts/${id}`, author, { title: "Como é agora" });
    const detail = await detailOf(id, marta);
    expect(detail).toMatchObject({
      version: expect.stringMatching(/^3-/),
      reports: 2,
      state: "open",
      snapshot: { title: "Como era", username: "Dora", edited_at: null, image: { alt: null } },
      current: { title: "Como é agora", edited_at: expect.any(String) },
      hidden: false,
      actions: ["keep", "hide", "remove", "warn", "block"],
      reports_list: [
        {
          explanation: "Da pessoa",
          standing: "self",
          reporter: { username: null, name: "Vítor Visitante", email: "v***@exemplo.com.br" },
        },
        { explanation: "De Beto", reporter: { username: "Beto", name: null } },
      ],
      decisions: [],
      appeals_list: [],
      history: {
        prompts: 2,
        decisions: {},
        blocked: false,
        removed: false,
        member_since: expect.any(String),
      },
      similar: [{ id: other, title: "A mesma imagem" }],
    });
    expect(JSON.stringify(detail)).not.toContain(email);
    await decide(site, admin, id, "hide");
    expect((await detailOf(id)).history.decisions).toEqual({ hide: 1 });
    // All are counted, the newest hundred are listed.
    await sql(
      `insert into reports (code, case_id, category, explanation, standing, target_version, confirmed_at)
        select translate(lpad(n::text, 10, 'Z'), '01', 'BC'), $1, 'spam', 'x', 'anyone', '', now()
        from generate_series(1, 120) n`,
      (await caseOf(site, id)).id,
    );
    const { reports, reports_list } = await detailOf(id);
    expect([reports, reports_list.length]).toEqual([122, 100]);
    for (const unknown of ["999999", "x", "0", "1e3", "-1"])
      expect((await call("GET", `/api/admin/cases/${unknown}`, admin)).statusCode).toBe(404);
  });

  test("names public prompts with nearly the same text", async () => {
    const content = "Escreva uma fábula sobre o jabuti vaidoso que desafiou o tamanduá para uma corrida.";
    const author = await createUser(site.ctx);
    const fields = async (title: string, text: string) => ({
      title,
      content: text,
      thumbnail_url: await newPicture(),
    });
    const { id: copy } = await publishPrompt(site, author, await fields("A cópia", `${content} Bem curta.`));
    const { id } = await publishPrompt(site, ana, await fields("O original", content));
    await report(site, beto, id);
    expect((await detailOf(id)).similar).toEqual([{ id: copy, title: "A cópia" }]);
  });

  test("shows the hidden picture to moderators alone", async () => {
    const { id, image } = await publishPrompt(site, ana, { thumbnail_url: await newPicture() });
    await report(site, beto, id, { category: "intimate" });
    expect((await call("GET", image.url)).statusCode).toBe(404);
    const path = `/api/admin/cases/${(await caseOf(site, id)).id}/picture`;
    const shown = await call("GET", path, marta);
    expect([shown.statusCode, shown.headers["content-type"], shown.headers["cache-control"]]).toEqual([
      200,
      "image/webp",
      "no-store",
    ]);
    expect(shown.rawPayload.length).toBeGreaterThan(20);
    for (const who of [null, ana, beto])
      expect((await call("GET", path, who)).statusCode).toBeGreaterThan(400);
    expect((await call("GET", "/api/admin/cases/999999/picture", admin)).statusCode).toBe(404);
  });
});

describe("moderators", () => {
  test("are named and dismissed by the admin, and see nothing else of the admin's", async () => {
    const lia = await createUser(site.ctx, { username: "Lia" });
    const path = `/api/admin/moderators/${lia.id}`;
    const list = async () => (await call("GET", "/api/admin/moderators", admin)).json().moderators;
    expect((await call("PUT", path, admin)).statusCode).toBe(204);
    expect((await call("PUT", path, admin)).statusCode).toBe(204);
    expect(await list()).toContainEqual({
      id: lia.id,
      username: "Lia",
      named_at: expect.any(String),
      passkeys: 0,
      first_passkey_at: null,
      reset_at: null,
    });
    expect((await site.mails.waitFor(lia.email)).subject).toBe("Você agora modera a Prompteca");
    expect((await call("GET", "/api/admin/cases", lia)).statusCode).toBe(200);
    for (const others of ["prompts", "users", "audit-log", "health", "moderators"])
      expect((await call("GET", `/api/admin/${others}`, lia)).statusCode).toBe(403);
    expect((await call("PUT", `/api/admin/moderators/${beto.id}`, lia)).statusCode).toBe(403);
    expect((await call("DELETE", `/api/admin/moderators/${marta.id}`, lia)).statusCode).toBe(403);
    expect((await call("DELETE", path, admin)).statusCode).toBe(204);
    expect((await call("DELETE", path, admin)).statusCode).toBe(204);
    expect((await call("GET", "/api/admin/cases", lia)).statusCode).toBe(403);
    expect(await list()).not.toContainEqual(expect.objectContaining({ id: lia.id }));
  });

  test("bring along their passkeys, which admin and person are told", async () => {
    const eva = await createUser(site.ctx);
    await makePasskey(site, eva);
    await makePasskey(site, eva);
    await sql(
      "update passkeys set name = 'Celular', created_at = '2026-01-02T15:00Z' where id = (select min(id::text)::uuid from passkeys where user_id = $1)",
      eva.id,
    );
    await call("PUT", `/api/admin/moderators/${eva.id}`, admin);
    expect((await call("GET", "/api/admin/moderators", admin)).json().moderators).toContainEqual(
      expect.objectContaining({ id: eva.id, passkeys: 2, first_passkey_at: "2026-01-02T15:00:00.000Z" }),
    );
    await expect
      .poll(
        () =>
          site.mails.received.find(
            ({ to, subject }) => to.includes(eva.email) && subject === "Você agora modera a Prompteca",
          )?.text,
      )
      .toMatch(
        /Estas chaves de acesso da sua conta agora abrem também a moderação: [\s\S]*Celular.*2 de janeiro de 2026/,
      );
  });

  test("are members who are there and not blocked, and no more once they are", async () => {
    for (const nobody of ["00000000-0000-4000-8000-000000000000", "x"])
      expect(codeOf(await call("PUT", `/api/admin/moderators/${nobody}`, admin))).toEqual([
        404,
        "user_not_found",
      ]);
    const lia = await createUser(site.ctx);
    await call("PUT", `/api/admin/moderators/${lia.id}`, admin);
    await sql("update users set is_blocked = true where id = $1", lia.id);
    expect((await call("GET", "/api/admin/cases", lia)).statusCode).toBe(403);
    const ivo = await createUser(site.ctx);
    await sql("update users set is_blocked = true where id = $1", ivo.id);
    expect(codeOf(await call("PUT", `/api/admin/moderators/${ivo.id}`, admin))).toEqual([409, "user_banned"]);
  });
});
