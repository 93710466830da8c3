/** Several cases decided alike: each by itself, and whatever is refused is named. */
import { beforeAll, describe, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, codeOf, createModerator, decide, report, versionNow } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;
let ana: TestUser;
let davi: TestUser;
let beto: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  marta = await createModerator(site, admin);
  ana = await createUser(site.ctx, { username: "Ana" });
  davi = await createUser(site.ctx, { username: "Davi" });
  beto = await createUser(site.ctx, { username: "Beto" });
});

async function reported(author = ana, category: "spam" | "hate" | "intimate" = "spam", by = beto) {
  const { id } = await publishPrompt(site, author, { title: `De ${author.username}, ${category}` });
  await report(site, by, id, { category });
  return id;
}

/** A case as it is now, to be decided on. */
const read = async (target: number | string) => ({
  id: Number((await caseOf(site, target)).id),
  version: await versionNow(site, target),
});
const REMOVE = { action: "remove", ground: "spam", reason: "Tudo isto só vende." };

async function together(targets: (number | string)[], decision: object = REMOVE, who = marta) {
  const cases = await Promise.all(targets.map(read));
  return call("POST", "/api/admin/cases/decisions", who, { ...decision, cases });
}
const statusOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode;

describe("POST /api/admin/cases/decisions", () => {
  test("decides the cases of one author, each with a decision, a statement and a log entry of its own", async () => {
    const [spam, hate] = [await reported(), await reported(ana, "hate")];
    const ids = [(await read(spam)).id, (await read(hate)).id];
    const answer = await together([spam, hate]);
    expect([answer.statusCode, answer.json()]).toEqual([200, { decided: ids, refused: [] }]);
    expect([await statusOf(spam), await statusOf(hate)]).toEqual([410, 410]);
    const decisions = await sql(
      `select case_id::int, action, reason, decided_as from decisions where case_id = any($1::bigint[]) order by id`,
      ids,
    );
    const same = { action: "remove", reason: "Tudo isto só vende.", decided_as: "moderator" };
    expect(decisions).toEqual(ids.map((case_id) => ({ case_id, ...same })));
    const log = await sql(
      "select target_prompt_id::int as id from audit_log where action = 'prompt_removed' order by id",
    );
    expect(log.slice(-2)).toEqual([{ id: spam }, { id: hate }]);
    // Each can be undone by itself.
    await decide(site, admin, spam, "restore");
    expect([await statusOf(spam), await statusOf(hate)]).toEqual([200, 410]);
  });

  test("decides the cases of one category, whoever the authors are", async () => {
    const [one, other] = [await reported(ana, "hate"), await reported(davi, "hate")];
    const keep = { action: "keep", ground: "none", reason: "Nada de errado." };
    expect((await together([one, other], keep)).json().decided).toHaveLength(2);
  });

  test("names what is refused, with the reason, and decides the rest", async () => {
    const [changed, own, open] = [await reported(), await reported(ana, "spam", marta), await reported()];
    const cases = await Promise.all([changed, own, open].map(read));
    await call("PATCH", `/api/prompts/${changed}`, ana, { title: "Mudou depois de lido" });
    const answer = await call("POST", "/api/admin/cases/decisions", marta, { ...REMOVE, cases });
    expect(answer.json()).toEqual({
      decided: [cases[2]?.id],
      refused: [
        { id: cases[0]?.id, message: "O caso mudou enquanto você o lia. Confira e decida de novo." },
        { id: cases[1]?.id, message: "Quem é parte em um caso não pode decidir sobre ele." },
      ],
    });
    expect([await statusOf(changed), await statusOf(own), await statusOf(open)]).toEqual([200, 200, 410]);
  });

  test("the same case twice is decided once", async () => {
    const id = await reported();
    const answer = (await together([id, id])).json();
    expect([answer.decided.length, answer.refused.length]).toEqual([1, 1]);
    expect(await sql("select 1 from decisions where case_id = $1", (await read(id)).id)).toHaveLength(1);
  });

  test("decides nothing on cases that have neither author nor category in common, or are about accounts", async () => {
    const [spam, hate] = [await reported(ana, "spam"), await reported(davi, "hate")];
    expect(codeOf(await together([spam, hate]))).toEqual([409, "not_alike"]);
    await report(site, beto, davi.id, { target_type: "user", category: "hate" });
    expect(codeOf(await together([hate, davi.id]))).toEqual([409, "not_alike"]);
    expect([await statusOf(spam), await statusOf(hate)]).toEqual([200, 200]);
  });

  test("refuses other decisions, missing parts, strangers and more than twenty cases", async () => {
    const id = await reported();
    const one = await read(id);
    const ask = (body: object, who = marta) =>
      call("POST", "/api/admin/cases/decisions", who, { ...REMOVE, cases: [one], ...body });
    for (const action of ["warn", "block", "restore"])
      expect(codeOf(await ask({ action }))).toEqual([400, "validation_failed"]);
    for (const wrong of [{ reason: " " }, { ground: "none" }, { cases: [] }, { cases: [{ id: one.id }] }])
      expect((await ask(wrong)).statusCode).toBe(400);
    expect((await ask({ cases: Array(21).fill(one) })).statusCode).toBe(400);
    expect((await ask({ cases: [{ id: 99_999, version: "1-" }] })).statusCode).toBe(404);
    expect((await ask({}, beto)).statusCode).toBe(403);
    expect(await statusOf(id)).toBe(200);
  });
});

describe("an author's history", () => {
  const historyOf = async (id: number) =>
    (await call("GET", `/api/admin/cases/${(await caseOf(site, id)).id}`, admin)).json().history.decisions;

  test("has no hiding by a report that nobody has decided on, nor one that a person has ended", async () => {
    const author = await createUser(site.ctx);
    const id = await reported(author, "intimate");
    expect(await statusOf(id)).toBe(410);
    expect(await historyOf(id)).toEqual({});
    await decide(site, admin, id, "keep");
    expect(await historyOf(id)).toEqual({ keep: 1 });
  });

  test("has it once a person has hidden it", async () => {
    const author = await createUser(site.ctx);
    const id = await reported(author, "intimate");
    await decide(site, admin, id, "hide");
    expect(await historyOf(id)).toEqual({ hide: 1 });
  });
});
