/** Reports: who may make them, what confirms them, what they do and what they never tell. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, confirm, decide, report, reportAsVisitor, reportLinkIn } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { deleteUnconfirmed } from "./reports.queries.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
});

const publish = async (title = "Um prompt", author = ana) =>
  (await publishPrompt(site, author, { title, thumbnail_url: await newPicture() })).id;
const statusOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode;
const hours = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 3_600_000);
let visitors = 0;
const newVisitor = () => `visitante${++visitors}@exemplo.com.br`;

describe("POST /api/reports", () => {
  test("takes a member's report at once, mails the receipt and opens the case with what was reported", async () => {
    const id = await publish("Título <b>denunciado</b>");
    const caio = await createUser(site.ctx);
    const answer = await call("POST", "/api/reports", caio, {
      target_type: "prompt",
      target_id: id,
      category: "hate",
      explanation: "  Ofende um grupo.  ",
      standing: "self",
      name: "Outro Nome",
      email: "outro@exemplo.com.br",
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      code: expect.stringMatching(/^[2-9B-DF-HJ-NP-TV-Z]{10}$/),
      status: "open",
    });
    const found = await caseOf(site, id);
    expect(found).toMatchObject({
      state: "open",
      category: "hate",
      label: "Título <b>denunciado</b>",
      author_id: ana.id,
      snapshot: { title: "Título <b>denunciado</b>", username: "Ana", edited_at: null },
    });
    expect(hours(found.opened_at, found.deadline)).toBe(24);
    const [row] = await sql("select * from reports where case_id = $1", found.id);
    expect(row).toMatchObject({
      reporter_id: caio.id,
      reporter_name: null,
      reporter_email: null,
      explanation: "Ofende um grupo.",
    });
    const mail = await site.mails.waitFor(caio.email);
    expect(mail.subject).toBe("Recebemos sua denúncia na Prompteca");
    expect(reportLinkIn(mail).pathname).toBe(`/denuncias/${answer.json().code}`);
  });

  test("of a visitor waits for its confirmation, whose mail has nothing of the report", async () => {
    const id = await publish("Nome no título");
    const email = newVisitor();
    const answer = await reportAsVisitor(site, email.toUpperCase(), id, { name: "Compre já" });
    expect([answer.statusCode, answer.json().status]).toEqual([201, "unconfirmed"]);
    expect(await caseOf(site, id)).toMatchObject({ state: "pending", category: null, deadline: null });
    const mail = await site.mails.waitFor(email);
    expect(mail.subject).toBe("Confirme sua denúncia na Prompteca");
    for (const foreign of ["Compre já", "Nome no título", "não devia estar"])
      expect(mail.text).not.toContain(foreign);
    const { code } = answer.json();
    // Opening the link changes nothing.
    await call("GET", reportLinkIn(mail).pathname);
    expect((await call("GET", `/api/reports/${code}`)).json().status).toBe("unconfirmed");
    const confirmed = await confirm(site, email);
    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { code, status: "open" }]);
    expect(await caseOf(site, id)).toMatchObject({ state: "open", category: "spam" });
    const { version } = await caseOf(site, id);
    expect((await confirm(site, email)).json()).toEqual({ code, status: "open" });
    expect((await caseOf(site, id)).version).toBe(version);
  });

  test("of a visitor is one, with one mail, however often it is sent at once", async () => {
    const id = await publish();
    const email = newVisitor();
    const answers = await Promise.all([1, 2, 3].map(() => reportAsVisitor(site, email, id)));
    const [code, ...others] = answers.map((answer) => answer.json().code);
    expect(others).toEqual([code, code]);
    await confirm(site, email, code);
    const again = await reportAsVisitor(site, email, id);
    expect([again.statusCode, again.json()]).toEqual([201, { code, status: "open" }]);
    const [{ id: case_id }] = [await caseOf(site, id)];
    expect(await sql("select from reports where case_id = $1", case_id)).toHaveLength(1);
    // Mails of one queue go in their order: one that was sent twice would have come before this.
    const other = (await reportAsVisitor(site, email, id, { explanation: "E mais isto." })).json().code;
    expect(other).not.toBe(code);
    await site.mails.waitFor(email, other);
    expect(site.mails.received.filter(({ to }) => to.includes(email))).toHaveLength(2);
  });

  test("of a visitor is another one ten minutes later, with a mail of its own", async () => {
    const id = await publish();
    const email = newVisitor();
    const codeNow = async () => (await reportAsVisitor(site, email, id)).json().code;
    const code = await codeNow();
    await sql("update reports set created_at = created_at - interval '9 minutes' where code = $1", code);
    expect(await codeNow()).toBe(code);
    await sql("update reports set created_at = created_at - interval '1 minute' where code = $1", code);
    const other = await codeNow();
    expect(other).not.toBe(code);
    expect((await confirm(site, email, other)).json()).toEqual({ code: other, status: "open" });
  });

  test("of a visitor is another one where it comes from another network or in another name", async () => {
    const id = await publish();
    const email = newVisitor();
    const { code } = (await reportAsVisitor(site, email, id)).json();
    const body = { target_type: "prompt", target_id: id, category: "spam", standing: "anyone", email };
    const elsewhere = await site.app.inject({
      method: "POST",
      url: "/api/reports",
      remoteAddress: "203.0.113.9",
      payload: { ...body, name: "Vítor Visitante", explanation: "Isto não devia estar aqui." },
    });
    const renamed = await reportAsVisitor(site, email, id, { name: "Outro Visitante" });
    const codes = [code, elsewhere.json().code, renamed.json().code];
    expect(new Set(codes).size).toBe(3);
  });

  test.each([
    ["name", { name: undefined }],
    ["name", { name: "  " }],
    ["name", { name: "x".repeat(101) }],
    ["explanation", { explanation: "" }],
    ["explanation", { explanation: "x".repeat(2001) }],
    ["category", { category: "nenhuma" as "spam" }],
    ["standing", { standing: undefined as unknown as "self" }],
  ])("of a visitor names %s when it is %j", async (field, fields) => {
    const answer = await reportAsVisitor(site, newVisitor(), 1, fields as object);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: "validation_failed", field }]);
  });

  test("of a visitor needs an address", async () => {
    const answer = await reportAsVisitor(site, "ninguem", 1);
    expect([answer.statusCode, answer.json().field]).toEqual([400, "email"]);
  });

  test.each([
    ["prompt", 999_999_999],
    ["prompt", "0x1"],
    ["prompt", "1e3"],
    ["user", "00000000-0000-4000-8000-000000000000"],
    ["user", 5],
    ["user", "ninguém"],
  ])("of a %s that does not exist (%s) answers 404", async (target_type, target_id) => {
    const body = { target_type, target_id, category: "spam", explanation: "x", standing: "anyone" };
    const answer = await call("POST", "/api/reports", beto, body);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "target_not_found"]);
  });

  test("takes the number of a prompt as a text, and users", async () => {
    const id = await publish();
    await report(site, beto, String(id));
    const caio = await createUser(site.ctx, { username: "Caio" });
    await report(site, beto, caio.id.toUpperCase(), { target_type: "user" });
    expect(await caseOf(site, caio.id)).toMatchObject({ label: "Caio", author_id: caio.id, state: "open" });
  });

  test("is refused to the author, to a blocked member and with a broken token", async () => {
    const id = await publish();
    const own = await call("POST", "/api/reports", ana, {
      target_type: "prompt",
      target_id: id,
      category: "spam",
      explanation: "x",
      standing: "anyone",
    });
    expect([own.statusCode, own.json().code]).toEqual([409, "own_content"]);
    const blocked = await createUser(site.ctx);
    await sql("update users set is_blocked = true where id = $1", blocked.id);
    expect((await call("POST", "/api/reports", blocked, {})).statusCode).toBe(403);
    expect((await call("POST", "/api/reports", "x.y.z", {})).statusCode).toBe(401);
    expect(await caseOf(site, id)).toBeUndefined();
  });

  test("of what is hidden answers as if it were not there", async () => {
    const id = await publish();
    await report(site, beto, id, { category: "child" });
    const answer = await reportAsVisitor(site, newVisitor(), id);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "target_not_found"]);
  });

  test("of the same thing by the same person is refused, also in another guise", async () => {
    const id = await publish();
    await report(site, beto, id);
    const again = {
      target_type: "prompt",
      target_id: id,
      category: "hate",
      explanation: "x",
      standing: "self",
    };
    const answer = await call("POST", "/api/reports", beto, again);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "already_reported"]);
    // Somebody who types Beto's address does not learn that he has reported it.
    const visiting = await reportAsVisitor(site, beto.email, id);
    expect([visiting.statusCode, visiting.json().status]).toEqual([201, "unconfirmed"]);
    const confirmed = await confirm(site, beto.email, visiting.json().code);
    expect([confirmed.statusCode, confirmed.json().code]).toEqual([409, "already_reported"]);
    expect(
      await sql(
        "select from reports r where case_id = $1 and confirmed_at is not null",
        (await caseOf(site, id)).id,
      ),
    ).toHaveLength(1);
  });

  test("by the same person again, once the author has changed it: one for each version", async () => {
    const id = await publish();
    const caio = await createUser(site.ctx);
    const post = (target_type: string, target_id: number | string) =>
      call("POST", "/api/reports", caio, {
        target_type,
        target_id,
        category: "hate",
        explanation: "x",
        standing: "self",
      });
    const statuses = async (type: string, target: number | string) =>
      (await Promise.all([post(type, target), post(type, target)])).map((answer) => answer.statusCode).sort();
    expect(await statuses("prompt", id)).toEqual([201, 409]);
    await decide(site, admin, id, "keep");
    expect((await post("prompt", id)).statusCode).toBe(409);
    await call("PATCH", `/api/prompts/${id}`, ana, { title: "Outra coisa" });
    // Two at once are still one.
    expect(await statuses("prompt", id)).toEqual([201, 409]);
    const { id: caseId, state } = await caseOf(site, id);
    expect(state).toBe("open");
    expect(await sql("select target_version from reports where case_id = $1 order by id", caseId)).toEqual([
      { target_version: "1" },
      { target_version: "2" },
    ]);

    const named = await createUser(site.ctx, { username: "Nome feio" });
    expect(await statuses("user", named.id)).toEqual([201, 409]);
    await sql("update users set username = 'Outro nome feio' where id = $1", named.id);
    expect(await statuses("user", named.id)).toEqual([201, 409]);
    // Once it was decided, what the user has published since is something else.
    const newPrompt = async () =>
      void (await publishPrompt(site, named, { thumbnail_url: await newPicture() }));
    await newPrompt();
    expect(await statuses("user", named.id)).toEqual([409, 409]);
    await decide(site, admin, named.id, "keep");
    expect(await statuses("user", named.id)).toEqual([409, 409]);
    await newPrompt();
    expect(await statuses("user", named.id)).toEqual([201, 409]);
  });

  test("each has its own mail and is confirmed by itself, whatever strangers typed with the address", async () => {
    const [id, email] = [await publish(), newVisitor()];
    for (const explanation of ["Primeiro engano.", "Segundo engano.", "Terceiro engano."])
      await reportAsVisitor(site, email, id, { category: "spam", explanation });
    const { code } = (
      await reportAsVisitor(site, email, id, { category: "intimate", explanation: "Sou eu na imagem." })
    ).json();
    await site.mails.waitFor(email, 4);
    const confirmed = await confirm(site, email, code);
    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { code, status: "open" }]);
    const { id: caseId, category } = await caseOf(site, id);
    expect(category).toBe("intimate");
    const of = (text: string) =>
      sql(`select explanation from reports where case_id = $1 and ${text}`, caseId);
    expect(await of("confirmed_at is not null")).toEqual([{ explanation: "Sou eu na imagem." }]);
    expect(await of("confirmed_at is null")).toHaveLength(3);
    expect(await statusOf(id)).toBe(410);
  });

  test("can still be confirmed when a stranger's was, by mistake, until it is decided on", async () => {
    const [id, email] = [await publish(), newVisitor()];
    const codes: string[] = [];
    for (const category of ["spam", "intimate", "other"] as const)
      codes.push((await reportAsVisitor(site, email, id, { category })).json().code);
    for (const code of codes.slice(0, 2)) expect((await confirm(site, email, code)).statusCode).toBe(200);
    expect(await caseOf(site, id)).toMatchObject({ state: "open", category: "intimate" });
    await decide(site, admin, id, "keep");
    const late = await confirm(site, email, codes[2]);
    expect([late.statusCode, late.json().code]).toEqual([409, "already_reported"]);
    expect((await caseOf(site, id)).state).toBe("decided");
    // The first two are confirmed already.
    expect((await confirm(site, email, codes[0])).statusCode).toBe(200);
    await call("PATCH", `/api/prompts/${id}`, ana, { title: "Outra coisa" });
    const { code } = (await reportAsVisitor(site, email, id)).json();
    expect((await confirm(site, email, code)).json()).toEqual({ code, status: "open" });
  });

  test("of a member is taken though a visitor's with the same address was confirmed", async () => {
    const id = await publish();
    const caio = await createUser(site.ctx);
    const { code } = (await reportAsVisitor(site, caio.email, id)).json();
    expect((await confirm(site, caio.email, code)).statusCode).toBe(200);
    await report(site, caio, id, { category: "intimate" });
    expect((await caseOf(site, id)).category).toBe("intimate");
  });

  test("in somebody else's name does not keep that person from reporting", async () => {
    const id = await publish();
    const caio = await createUser(site.ctx);
    await reportAsVisitor(site, caio.email, id);
    await report(site, caio, id);
    expect((await caseOf(site, id)).state).toBe("open");
  });

  test("by two at the same moment makes one case, and no lost report", async () => {
    const id = await publish();
    const people = await Promise.all(Array.from({ length: 6 }, () => createUser(site.ctx)));
    await Promise.all(people.map((who) => report(site, who, id)));
    expect(await caseOf(site, id)).toMatchObject({ state: "open", version: 7 });
    const [{ n }] = await sql(
      "select count(*)::int as n from reports where case_id = $1",
      (await caseOf(site, id)).id,
    );
    expect(n).toBe(6);
  });
});

describe("POST /api/reports/{code}/confirm", () => {
  test("refuses a wrong token, a missing one and an unknown code", async () => {
    const id = await publish();
    const { code } = (await reportAsVisitor(site, newVisitor(), id)).json();
    const wrong = await call("POST", `/api/reports/${code}/confirm`, null, { token: "x".repeat(43) });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([422, { code: "token_invalid", field: "token" }]);
    expect((await call("POST", `/api/reports/${code}/confirm`, null, {})).statusCode).toBe(400);
    const unknown = await call("POST", "/api/reports/2222222222/confirm", null, { token: "x" });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, "report_not_found"]);
    expect((await caseOf(site, id)).state).toBe("pending");
    // A member's needs none, and has none that anybody could know.
    const members = await report(site, beto, id);
    const none = await call("POST", `/api/reports/${members}/confirm`, null, { token: "" });
    expect(none.statusCode).toBe(422);
  });
});

describe("a confirmed report", () => {
  // As if a person had looked at what earlier tests hid: reports hide only so much that nobody has seen.
  beforeEach(async () => {
    await sql("update moderation_cases set hidden_automatically = false where hidden_automatically");
  });

  test.each(["intimate", "child"] as const)(
    "of the category %s hides the prompt at once, states why, and tells the admin",
    async (category) => {
      const author = await createUser(site.ctx, { username: `Autora ${category}` });
      const id = await publish("Imagem", author);
      const email = newVisitor();
      await reportAsVisitor(site, email, id, { category });
      expect(await statusOf(id)).toBe(200);
      const before = site.mails.received.filter(({ to }) => to.includes(admin.email)).length;
      const { code } = (await confirm(site, email)).json();
      expect(await statusOf(id)).toBe(410);
      const found = await caseOf(site, id);
      expect(found).toMatchObject({ state: "open", category, hidden_automatically: true });
      expect(hours(found.opened_at, found.deadline)).toBe(2);

      const urgent = await site.mails.waitFor(admin.email, before + 1);
      expect(urgent.subject).toBe("Denúncia urgente na Prompteca");
      const statement = await site.mails.waitFor(author.email);
      expect(statement.subject).toBe("Seu prompt na Prompteca está oculto até ser analisado");
      expect(statement.text).toContain("feito automaticamente");
      expect(statement.text).toContain("pode contestar uma vez até");
      expect(statement.text).not.toContain(code);

      const receipt = (await call("GET", `/api/reports/${code}`)).json();
      expect(receipt).toMatchObject({
        status: "open",
        category,
        target: { type: "prompt", id: String(id), label: null },
        due_at: found.deadline.toISOString(),
        decision: { action: "hide", automatic: true, appeal_until: null },
        appeal: null,
      });
    },
  );

  test("of another category hides nothing, however many there are", async () => {
    const id = await publish();
    const people = await Promise.all(Array.from({ length: 50 }, () => createUser(site.ctx)));
    for (const who of people) await report(site, who, id, { category: "violence" });
    expect(await statusOf(id)).toBe(200);
    expect(await caseOf(site, id)).toMatchObject({ state: "open", hidden_automatically: false });
  });

  test("is what counts: unconfirmed ones of the gravest kind decide nothing", async () => {
    const id = await publish();
    for (let n = 0; n < 5; n++) await reportAsVisitor(site, newVisitor(), id, { category: "intimate" });
    expect(await statusOf(id)).toBe(200);
    expect(await caseOf(site, id)).toMatchObject({ state: "pending", category: null });
    const list = (await call("GET", "/api/admin/cases", admin)).json();
    expect(list.cases.map((one: { target: { id: string } }) => one.target.id)).not.toContain(String(id));
    const { id: caseId } = await caseOf(site, id);
    expect((await call("GET", `/api/admin/cases/${caseId}`, admin)).statusCode).toBe(404);
  });

  test("makes an open case as urgent as the most urgent report, never less", async () => {
    const id = await publish();
    await report(site, beto, id, { category: "violence" });
    const before = await caseOf(site, id);
    await report(site, await createUser(site.ctx), id, { category: "spam" });
    const after = await caseOf(site, id);
    expect(after).toMatchObject({
      category: "violence",
      deadline: before.deadline,
      version: before.version + 1,
    });
    await report(site, await createUser(site.ctx), id, { category: "child" });
    const urgent = await caseOf(site, id);
    expect(urgent.category).toBe("child");
    expect(hours(new Date(), urgent.deadline)).toBe(2);
  });

  test("of what a person has kept hides it again only once the author has changed it", async () => {
    const id = await publish("Sem nada de mais");
    await report(site, beto, id, { category: "intimate" });
    expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);
    expect(await statusOf(id)).toBe(200);
    await report(site, await createUser(site.ctx), id, { category: "intimate" });
    expect(await statusOf(id)).toBe(200);
    expect((await caseOf(site, id)).state).toBe("open");
    expect((await decide(site, admin, id, "keep")).statusCode).toBe(200);
    const edited = await call("PATCH", `/api/prompts/${id}`, ana, { title: "Agora sim" });
    expect(edited.statusCode).toBe(200);
    await report(site, await createUser(site.ctx), id, { category: "intimate" });
    expect(await statusOf(id)).toBe(410);
    expect(await caseOf(site, id)).toMatchObject({ label: "Agora sim", snapshot: { title: "Agora sim" } });
  });

  test.each(["warn", "block"] as const)(
    "of what a person has looked at and left visible by %s hides nothing while it is unchanged",
    async (action) => {
      const author = await createUser(site.ctx);
      const id = await publish("Sem nada de mais", author);
      await report(site, beto, id);
      // As after a report of somebody who has hidden three prompts today: the content is still visible when it is
      // decided.
      await sql("update moderation_cases set category = 'intimate' where prompt_id = $1", id);
      expect((await decide(site, admin, id, action)).statusCode).toBe(200);
      await report(site, await createUser(site.ctx), id, { category: "intimate" });
      expect(await statusOf(id)).toBe(200);
    },
  );

  test("hides what was kept because of another kind of report; what was kept because of this one stays so after others", async () => {
    const id = await publish("Propaganda?");
    await report(site, beto, id, { category: "spam" });
    await decide(site, admin, id, "keep");
    await report(site, await createUser(site.ctx), id, { category: "intimate" });
    expect(await statusOf(id)).toBe(410);
    await decide(site, admin, id, "keep");
    await report(site, await createUser(site.ctx), id, { category: "copyright" });
    await decide(site, admin, id, "keep");
    await report(site, await createUser(site.ctx), id, { category: "child" });
    expect(await statusOf(id)).toBe(200);
  });

  test("hides what an edit changed that had begun before it was kept", async () => {
    const id = await publish("Antes");
    await report(site, beto, id, { category: "intimate" });
    const editing = await lockRows(site.ctx.pool, "select now(), $1::bigint", id);
    await decide(site, admin, id, "keep");
    await editing.client.query("update prompts set title = 'Durante', edited_at = now() where id = $1", [id]);
    await editing.release();
    await report(site, await createUser(site.ctx), id, { category: "intimate" });
    expect(await statusOf(id)).toBe(410);
  });

  test("of an author's page hides nothing; the admin is told of the first urgent one", async () => {
    const caio = await createUser(site.ctx);
    const id = await publish("De Caio", caio);
    const mails = async () => (await sql("select from pgboss.job where name = 'mail'")).length;
    const before = await mails();
    await report(site, beto, caio.id, { target_type: "user", category: "child" });
    // The receipt, and the admin's.
    expect(await mails()).toBe(before + 2);
    const dora = await createUser(site.ctx);
    await report(site, dora, caio.id, { target_type: "user", category: "intimate" });
    expect(await mails()).toBe(before + 3);
    expect(await statusOf(id)).toBe(200);
    expect((await call("GET", `/api/users/${caio.id}`)).statusCode).toBe(200);
  });
});

describe("at the same moment", () => {
  test("more urgent reports than connections are all taken, and others are served meanwhile", async () => {
    const strict = await createTestApp({ RATE_LIMITS: "on" });
    try {
      const { pool, direct } = strict.ctx;
      const connections = pool.options.max;
      const reported: { author: TestUser; id: number }[] = [];
      while (reported.length < connections + 2) {
        const author = await createUser(strict.ctx);
        reported.push({ author, id: (await publishPrompt(strict, author)).id });
      }
      // All connections are in transactions at once.
      const lock = await lockRows(direct, "select from prompts where $1::text is null for update", null);
      const reports = reported.map(({ id }, n) => {
        const fields = { target_type: "prompt", category: "intimate", explanation: "x", standing: "self" };
        const reporter = reported[(n + 1) % reported.length]?.author;
        return strict.call("POST", "/api/reports", reporter, { ...fields, target_id: id });
      });
      await untilWaiting(direct, connections);
      await lock.release();
      const read = strict.call("GET", "/api/prompts");
      expect((await Promise.all(reports)).map(({ statusCode }) => statusCode)).toEqual(
        reports.map(() => 201),
      );
      expect((await read).statusCode).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test("a report and the author's deletion: whichever comes first, nothing breaks and nothing is left", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await publish("Some já");
      const who = await createUser(site.ctx);
      const body = {
        target_type: "prompt",
        target_id: id,
        category: "intimate",
        explanation: "x",
        standing: "self",
      };
      const [reported, deleted] = await Promise.all([
        call("POST", "/api/reports", who, body),
        call("DELETE", `/api/prompts/${id}`, ana),
      ]);
      expect(deleted.statusCode).toBe(204);
      expect([201, 404]).toContain(reported.statusCode);
      expect(await statusOf(id)).toBe(404);
    }
  });

  test("a report that waits while the prompt is deleted opens its case and hides nothing", async () => {
    const id = await publish("Já não está");
    const lock = await lockRows(site.ctx.pool, "delete from prompts where id = $1", id);
    const reported = report(site, beto, id, { category: "intimate" });
    await untilWaiting(site.ctx.pool);
    await lock.release();
    await reported;
    const found = await caseOf(site, id);
    expect(found).toMatchObject({ state: "open", hidden_automatically: false });
    expect(await sql("select from decisions where case_id = $1", found.id)).toEqual([]);
  });
});

describe("GET /api/reports/{code}", () => {
  test("needs the code, in capitals or not, and tells of the target what is public", async () => {
    const id = await publish("À vista");
    const code = await report(site, beto, id);
    const answer = await call("GET", `/api/reports/${code.toLowerCase()}`);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json()).toEqual({
      code,
      status: "open",
      category: "spam",
      created_at: expect.any(String),
      target: { type: "prompt", id: String(id), label: "À vista", path: `/prompts/${id}` },
      due_at: expect.any(String),
      decision: null,
      appeal: null,
    });
    for (const unknown of ["2222222222", "x", "%00", "a%20b"])
      expect([400, 404]).toContain((await call("GET", `/api/reports/${unknown}`)).statusCode);
  });

  test("does not tell of a decision from before the report", async () => {
    const id = await publish();
    await report(site, beto, id);
    await decide(site, admin, id, "keep");
    const code = await report(site, await createUser(site.ctx), id);
    expect((await call("GET", `/api/reports/${code}`)).json()).toMatchObject({
      status: "open",
      decision: null,
    });
  });
});

test("unconfirmed reports are deleted after a week, with cases that never had another", async () => {
  const [old, young, confirmed, empty] = [await publish(), await publish(), await publish(), await publish()];
  for (const id of [old, young]) await reportAsVisitor(site, newVisitor(), id);
  for (const id of [confirmed, empty]) await report(site, beto, id);
  const idOf = async (target: number) => (await caseOf(site, target))?.id;
  const reportsOf = async (target: number) =>
    (await sql("select from reports where case_id = $1", await idOf(target))).length;
  await sql("delete from reports where case_id = $1", await idOf(empty));
  for (const target of [old, confirmed])
    await sql(
      "update reports set created_at = now() - interval '8 days' where case_id = $1",
      await idOf(target),
    );
  await deleteUnconfirmed(site.ctx.db, 7);
  expect(await caseOf(site, old)).toBeUndefined();
  expect([await reportsOf(young), await reportsOf(confirmed)]).toEqual([1, 1]);
  expect(await caseOf(site, young)).toMatchObject({ state: "pending" });
  expect(await caseOf(site, empty)).toMatchObject({ state: "open" });
});

test("what a reporter leaves goes with the account, the report stays", async () => {
  const id = await publish();
  const caio = await createUser(site.ctx);
  await report(site, caio, id);
  const left = await call("DELETE", "/api/account", caio, { password: caio.password });
  expect(left.statusCode).toBe(204);
  const [row] = await sql("select * from reports where case_id = $1", (await caseOf(site, id)).id);
  const nobody = { reporter_id: null, reporter_name: null, reporter_email: null, reporter_key: null };
  expect(row).toMatchObject(nobody);
});
