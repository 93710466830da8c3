/** Decisions in several cases of one user: what one undoes and another still holds, and when anything is deleted. */
import { beforeAll, describe, expect, test } from "vitest";
import { deleteRemoved } from "#moderation/server/moderation-jobs.ts";
import { listNotices } from "#moderation/server/notices/notices.service.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createRandom } from "#tests/support/random.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let beto: TestUser;
beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  beto = await createUser(site.ctx, { username: "Beto" });
});

const publish = async (author: TestUser) =>
  (await publishPrompt(site, author, { title: "Um prompt", thumbnail_url: await newPicture() })).id;
/** An author with two prompts, of which one is reported, as the author is. */
async function reportedAuthor() {
  const author = await createUser(site.ctx);
  const [prompt, other] = [await publish(author), await publish(author)];
  await report(site, beto, prompt);
  await report(site, beto, author.id, { target_type: "user" });
  return { author, prompt, other };
}
const block = (author: TestUser, payload: object) =>
  call("PATCH", `/api/admin/users/${author.id}/toggle-block`, admin, payload);
const empty = (author: TestUser) => block(author, { blocked: true, remove_content: true });
const removeUser = (author: TestUser, payload: object = {}) =>
  call("DELETE", `/api/admin/users/${author.id}`, admin, payload);
const statusOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode;
const isBlocked = async ({ id }: TestUser) =>
  (await sql("select is_blocked from users where id = $1", id))[0]?.is_blocked;
/** Lets time pass for what waits to be deleted of an author's. */
const wait = (days: number, { id }: TestUser) =>
  sql(
    `update decisions set delete_at = delete_at - make_interval(days => $1)
      where case_id in (select id from moderation_cases where author_id = $2)`,
    days,
    id,
  );

const waiting = async (prompt: number) =>
  (
    await sql(
      `select from appeals a join decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
        where c.prompt_id = $1 and a.answered_by is null`,
      prompt,
    )
  ).length;
/** An author's notice of the last decision. */
const lastNotice = async (author: TestUser) => {
  const [{ id }] = await sql(
    `select d.id from decisions d join moderation_cases c on c.id = d.case_id
      where c.author_id = $1 order by d.id desc limit 1`,
    author.id,
  );
  return (await listNotices(site.ctx, author.id)).notices.find((one) => one.id === id);
};
const mailsTo = async (author: TestUser) =>
  site.mails.received
    .filter(({ to }) => to.includes(author.email))
    .map(({ text }) => text.replaceAll(/\s+/g, " "))
    .join();

describe("a block in two cases", () => {
  test("ends with the last of them, and then the prompts are back", async () => {
    const { author, prompt, other } = await reportedAuthor();
    await decide(site, admin, prompt, "block");
    await empty(author);
    await decide(site, admin, prompt, "restore");
    expect([await isBlocked(author), await statusOf(other)]).toEqual([true, 410]);
    // It says so everywhere.
    expect(await lastNotice(author)).toMatchObject({ undid: ["block"], still: ["blocked"] });
    await expect.poll(() => mailsTo(author)).toContain("A conta continua bloqueada, por outra decisão.");
    expect(await mailsTo(author)).not.toContain("foi desbloqueada");
    const logged = `select action from audit_log where target_user_id = $1 order by id desc limit 1`;
    expect(await sql(logged, author.id)).toEqual([{ action: "prompt_restored" }]);
    await decide(site, admin, author.id, "restore");
    expect(await lastNotice(author)).toMatchObject({ undid: ["block"], still: [] });
    await expect.poll(() => mailsTo(author)).toContain("A conta foi desbloqueada.");
    expect([await isBlocked(author), await statusOf(prompt), await statusOf(other)]).toEqual([
      false,
      200,
      200,
    ]);
    await wait(31, author);
    await deleteRemoved(site.ctx);
    expect(await statusOf(other)).toBe(200);
  });

  test("shows the prompts as soon as only the other, which had left them, is still there", async () => {
    const { author, prompt, other } = await reportedAuthor();
    await decide(site, admin, prompt, "block");
    await empty(author);
    await decide(site, admin, author.id, "restore");
    expect([await isBlocked(author), await statusOf(other)]).toEqual([true, 200]);
    await decide(site, admin, prompt, "restore");
    expect(await isBlocked(author)).toBe(false);
  });

  test("ends in the admin's list without a decision on what was reported meanwhile", async () => {
    const { author, prompt } = await reportedAuthor();
    await decide(site, admin, prompt, "block");
    const reporter = await createUser(site.ctx);
    const code = await report(site, reporter, prompt);
    await block(author, { blocked: false });
    expect(await isBlocked(author)).toBe(false);
    expect((await caseOf(site, prompt)).state).toBe("open");
    expect((await call("GET", `/api/reports/${code}`)).json()).toMatchObject({
      status: "open",
      decision: null,
    });
  });

  test("ends in the admin's list without an answer to what a reporter contests", async () => {
    const { author, prompt } = await reportedAuthor();
    await decide(site, admin, prompt, "block");
    const code = await report(site, await createUser(site.ctx), prompt);
    await decide(site, admin, prompt, "keep");
    const appeal = await call("POST", `/api/reports/${code}/appeal`, null, { text: "Está errado." });
    expect(appeal.statusCode).toBe(204);
    await block(author, { blocked: false });
    expect([await isBlocked(author), (await caseOf(site, prompt)).state]).toEqual([false, "open"]);
    expect(await waiting(prompt)).toBe(1);
  });

  test("ends at once in the admin's list, each in its case", async () => {
    const { author, prompt, other } = await reportedAuthor();
    await decide(site, admin, prompt, "block");
    await empty(author);
    expect((await block(author, { blocked: false })).json()).toMatchObject({ is_blocked: false });
    expect([await isBlocked(author), await statusOf(other)]).toEqual([false, 200]);
    const standing = `select from decisions where action = 'block' and overturned_by is null
      and case_id in (select id from moderation_cases where author_id = $1)`;
    expect(await sql(standing, author.id)).toEqual([]);
    await wait(31, author);
    await deleteRemoved(site.ctx);
    expect(await statusOf(other)).toBe(200);
  });
});

test.each(["keep", "restore"] as const)(
  "%s shows no prompt of an author whose prompts are all removed",
  async (action) => {
    const { author, prompt } = await reportedAuthor();
    if (action === "keep") await report(site, await createUser(site.ctx), prompt, { category: "intimate" });
    else await decide(site, admin, prompt, "hide");
    await empty(author);
    expect((await decide(site, admin, prompt, action)).statusCode).toBe(200);
    expect(await statusOf(prompt)).toBe(410);
    if (action === "restore")
      expect(await lastNotice(author)).toMatchObject({ undid: ["hide"], still: ["away"] });
    if (action === "restore")
      await expect.poll(() => mailsTo(author)).toContain("mas outra o mantém fora do site");
    expect(await mailsTo(author)).not.toContain("voltou ao site");
    await block(author, { blocked: false });
    expect(await statusOf(prompt)).toBe(200);
  },
);

test("restoring gives back what was removed before it takes back a later warning", async () => {
  const { author, prompt } = await reportedAuthor();
  await decide(site, admin, prompt, "remove");
  await decide(site, admin, prompt, "warn");
  const overturned = () =>
    sql(
      "select action from decisions where overturned_by is not null and case_id in (select id from moderation_cases where author_id = $1)",
      author.id,
    );
  await decide(site, admin, prompt, "restore");
  expect([await statusOf(prompt), await overturned()]).toEqual([200, [{ action: "remove" }]]);
  await decide(site, admin, prompt, "restore");
  expect(await overturned()).toHaveLength(2);
});

describe("what is removed again", () => {
  test("with its account is deleted at the later of both dates", async () => {
    const author = await createUser(site.ctx);
    const other = await publish(author);
    await empty(author);
    await wait(20, author);
    await removeUser(author);
    await wait(11, author);
    await deleteRemoved(site.ctx);
    await decide(site, admin, author.id, "restore");
    const texts = () =>
      site.mails.received.filter(({ to }) => to.includes(author.email)).map(({ text }) => text);
    await expect.poll(async () => texts().join()).toContain("A conta voltou ao site, mas outra decisão");
    await deleteRemoved(site.ctx);
    expect(await statusOf(other)).toBe(410);
    await decide(site, admin, author.id, "restore");
    expect(await statusOf(other)).toBe(200);
  });

  test.each(["prompt", "account"] as const)("a %s for children stays its six months", async (what) => {
    const author = await createUser(site.ctx);
    const id = await publish(author);
    const target = what === "prompt" ? id : author.id;
    if (what === "prompt") await report(site, beto, id);
    if (what === "prompt") await decide(site, admin, id, "remove", { ground: "child" });
    else await block(author, { blocked: true, remove_content: true, ground: "child" });
    await decide(site, admin, target, "remove");
    await wait(31, author);
    await deleteRemoved(site.ctx);
    expect((await decide(site, admin, target, "restore")).statusCode).toBe(200);
    if (what === "account") await decide(site, admin, target, "restore");
    expect(await statusOf(id)).toBe(200);
  });
});

/** Decisions in any order: only restrictions in force have an effect, and everything is back once none is. */
test.each([1, 2, 3, 4])("sequence %i of decisions in both cases", async (seed) => {
  const { author, prompt, other } = await reportedAuthor();
  const random = createRandom(`decisions ${seed}`);
  const cases = [(await caseOf(site, prompt)).id, (await caseOf(site, author.id)).id];
  const ground = () => (random.chance(0.2) ? "child" : "spam");
  const steps = [
    ...(["hide", "remove", "block", "warn"] as const).map(
      (action) => () => decide(site, admin, prompt, action, { ground: ground() }),
    ),
    ...(["remove", "block", "warn"] as const).map(
      (action) => () => decide(site, admin, author.id, action, { ground: ground() }),
    ),
    ...[prompt, author.id].flatMap((target) =>
      (["keep", "restore"] as const).map((action) => () => decide(site, admin, target, action)),
    ),
    () => empty(author),
    () => block(author, { blocked: false }),
    () => removeUser(author, { ground: ground() }),
  ];
  const state = async () => {
    const [user] = await sql("select is_blocked, removed_at from users where id = $1", author.id);
    return {
      removed: user.removed_at !== null,
      blocked: user.is_blocked,
      shown: [(await statusOf(prompt)) === 200, (await statusOf(other)) === 200],
    };
  };
  const expected = async () => {
    const standing = await sql(
      "select case_id, action, delete_at from decisions where case_id = any($1) and overturned_by is null",
      cases,
    );
    const has = (of: number[], ...actions: string[]) =>
      standing.some((one) => of.includes(one.case_id) && actions.includes(one.action));
    const removed = has(cases.slice(1), "remove");
    const emptied = standing.some((one) => one.action === "block" && one.delete_at !== null);
    return {
      removed,
      blocked: removed || has(cases, "block"),
      shown: [!removed && !emptied && !has(cases.slice(0, 1), "hide", "remove"), !removed && !emptied],
    };
  };
  for (let step = 0; step < 10; step++) {
    const answer = await random.pick(steps)();
    expect([200, 404, 409]).toContain(answer.statusCode);
    expect(await state(), `after step ${step}`).toEqual(await expected());
  }
  // Just before the last date that was told, whatever was removed with the author is still there.
  const dates =
    "select delete_at from decisions where case_id = $1 and delete_at is not null order by delete_at desc";
  const [last] = await sql(dates, cases[1]);
  if (last) {
    await sql(
      `update decisions set delete_at = delete_at - ($2::timestamptz - now() - interval '1 hour')
        where case_id = any($1) and delete_at is not null`,
      cases,
      last.delete_at,
    );
    await deleteRemoved(site.ctx);
    expect(await sql("select from prompts where id = $1", other)).toHaveLength(1);
  }
  for (const target of [prompt, author.id]) {
    let answer = await decide(site, admin, target, "restore");
    for (let left = 10; left > 0 && answer.statusCode === 200; left--)
      answer = await decide(site, admin, target, "restore");
    expect(["nothing_to_restore", "target_gone"]).toContain(answer.json().code);
  }
  const after = await state();
  const isGone = (await sql("select from prompts where id = $1", prompt)).length === 0;
  expect(after).toEqual({ removed: false, blocked: false, shown: [!isGone, true] });
});
