/** Statements of reasons: each recipient gets one, whatever happens to the worker. */
import { beforeAll, describe, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
});

/** A reported prompt of a new author. */
async function reported() {
  const [author, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
  const { id } = await publishPrompt(site, author, { thumbnail_url: await newPicture() });
  return { id, author, beto, code: await report(site, beto, id) };
}
const receiptOf = async (code: string) => (await call("GET", `/api/reports/${code}`)).json();
const appeal = (code: string) =>
  call("POST", `/api/reports/${code}/appeal`, null, { text: "Olhem de novo." });
/** Resolves once every statement has been queued as a mail. */
const untilTold = () =>
  expect
    .poll(() => sql("select from statements_of_reasons where told_at is null"), { timeout: 60_000 })
    .toEqual([]);
/** How many decisions the reporter of a code had notices of. */
async function timesTold(code: string): Promise<number> {
  const rows = await sql(
    "select from statements_of_reasons s join reports r on r.id = s.report_id where r.code = $1",
    code,
  );
  return rows.length;
}

test("reach everybody once, when the worker fails in the middle and runs again", async () => {
  // Other tests' jobs are not counted.
  await untilTold();
  await sql("delete from pgboss.job where name = 'statements'");
  const { id, author } = await reported();
  const { id: caseId } = await caseOf(site, id);
  await sql(
    `insert into reports (code, case_id, category, explanation, standing, reporter_name, reporter_email,
      reporter_key, target_version, confirmed_at)
    select translate(lpad(n::text, 10, 'Z'), '01', 'BC'), $1, 'spam', 'x', 'anyone', 'Vi', 'r' || n || '@statements.example',
      sha256(n::text::bytea), '', clock_timestamp() from generate_series(1, 130) n`,
    caseId,
  );
  // The second batch has this one.
  await sql(
    `create function fail_in_the_middle() returns trigger language plpgsql as
      'begin raise exception ''fails in the middle''; end'`,
  );
  const [{ last }] = await sql("select max(id) - 10 as last from reports where case_id = $1", caseId);
  await sql(
    `create trigger fail_in_the_middle before update on statements_of_reasons
      for each row when (new.report_id = ${last}) execute function fail_in_the_middle()`,
  );
  const told = async (condition: string) => {
    const rows = await sql(
      `select from statements_of_reasons s join decisions d on d.id = s.decision_id
        where d.case_id = $1 and s.told_at is ${condition}`,
      caseId,
    );
    return rows.length;
  };
  expect((await decide(site, admin, id, "hide")).statusCode).toBe(200);
  const tries = () =>
    sql("select retry_count from pgboss.job where name = 'statements' and state in ('retry', 'completed')");
  await expect.poll(tries, { timeout: 60_000 }).toEqual([expect.objectContaining({ retry_count: 0 })]);
  // The author and the first reporters: some, not all.
  expect([await told("not null"), await told("null")]).toEqual([100, 32]);
  await sql("drop trigger fail_in_the_middle on statements_of_reasons");
  await untilTold();

  // And once more, as after a worker that died when all was done.
  const [{ data }] = await sql("select data from pgboss.job where name = 'statements'");
  await site.ctx.jobs.send(site.ctx.db, "statements", data);
  const done = async () =>
    (await sql("select from pgboss.job where name = 'statements' and state = 'completed'")).length;
  await expect.poll(done, { timeout: 60_000 }).toBe(2);
  const mails = async () =>
    (await sql("select from pgboss.job where name = 'mail' and state <> 'completed'")).length;
  await expect.poll(mails, { timeout: 60_000 }).toBe(0);
  const recipients = site.mails.received
    .flatMap(({ to }) => to)
    .filter((to) => to.endsWith("@statements.example") || to === author.email);
  expect([recipients.length, new Set(recipients).size]).toEqual([131, 131]);
});

describe("concern", () => {
  test("those who reported since the case was last decided", async () => {
    const { id, code } = await reported();
    await decide(site, admin, id, "keep");
    const later = await report(site, await createUser(site.ctx), id);
    await decide(site, admin, id, "hide", { reason: "Agora sim." });
    expect([await timesTold(code), await timesTold(later)]).toEqual([1, 1]);
    expect((await receiptOf(code)).decision).toMatchObject({ action: "keep" });
    expect((await receiptOf(later)).decision).toMatchObject({ action: "hide", reason: "Agora sim." });
  });

  test("those whose appeal is answered, and those told of what is overturned", async () => {
    const { id, code } = await reported();
    const other = await report(site, await createUser(site.ctx), id);
    await decide(site, admin, id, "keep");
    expect((await appeal(code)).statusCode).toBe(204);
    // Keeping again answers one; the other is not told a second time of the same.
    await decide(site, admin, id, "keep");
    expect([await timesTold(code), await timesTold(other)]).toEqual([2, 1]);
    expect((await appeal(other)).statusCode).toBe(204);
    // This overturns the first, of which both were told.
    await decide(site, admin, id, "hide");
    expect([await timesTold(code), await timesTold(other)]).toEqual([3, 2]);
    const third = await report(site, await createUser(site.ctx), (await reported()).id);
    expect(await timesTold(third)).toBe(0);
    await decide(site, admin, id, "restore");
    expect([await timesTold(code), await timesTold(other)]).toEqual([4, 3]);
  });

  test("nobody who wrote of a case that was decided before, when it is decided anew", async () => {
    const { id, code, beto } = await reported();
    await decide(site, admin, id, "keep");
    await decide(site, admin, id, "warn");
    expect(await timesTold(code)).toBe(1);
    await untilTold();
    const mails = site.mails.received.filter(({ to }) => to.includes(beto.email));
    expect(mails.length).toBeLessThanOrEqual(2);
  });
});
