/** The rules of a case in the site itself: after whatever happens, the database is as the restrictions in force say. */
import { beforeAll, expect, test } from "vitest";
import { AppError } from "#platform/http/errors.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createRandom } from "#tests/support/random.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { appealAsAuthor, appealAsReporter } from "./appeals.service.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
beforeAll(async () => {
  admin = await createAdmin(site.ctx);
});

const publish = async (author: TestUser) =>
  (await publishPrompt(site, author, { title: "Um prompt", thumbnail_url: await newPicture() })).id;
const isShown = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode === 200;
/** Some steps are refused, for reasons that other tests know. */
const unlessRefused = async (step: Promise<unknown>) => {
  await step.catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
};

/** Checks the restrictions in force on an author, and their effect on the account and two prompts. */
async function expectAsRestricted(author: TestUser, prompts: number[]): Promise<void> {
  const restrictions = await sql("select kind, prompt_id from restrictions where author_id = $1", author.id);
  const has = (...kinds: string[]) => restrictions.some(({ kind }) => kinds.includes(kind));
  const [user] = await sql("select is_blocked, removed_at from users where id = $1", author.id);
  const shown = await Promise.all(prompts.map(isShown));
  expect({ ...user, removed_at: user?.removed_at !== null, shown }).toEqual({
    is_blocked: has("blocked", "emptied", "account_removed"),
    removed_at: has("account_removed"),
    shown: prompts.map(
      (id) =>
        !has("emptied", "account_removed") &&
        !restrictions.some((one) => one.prompt_id === id && ["hidden", "removed"].includes(one.kind)),
    ),
  });
  const waiting = await sql(
    `select c.id from moderation_cases c where c.author_id = $1 and c.state <> 'open' and (
      exists (select from reports r where r.case_id = c.id and r.confirmed_at > c.decided_at)
      or exists (select from appeals a join decisions d on d.id = a.decision_id
        where d.case_id = c.id and a.answered_by is null))`,
    author.id,
  );
  expect(waiting, "nothing waits in a closed case").toEqual([]);
}

test.each([1, 2, 3])("sequence %i of reports, decisions, appeals and blocks", async (seed) => {
  const random = createRandom(`restrictions ${seed}`);
  const author = await createUser(site.ctx);
  const prompts = [await publish(author), await publish(author)];
  const [prompt = 0] = prompts;
  const codes: string[] = [];
  for (const target of [prompt, author.id])
    codes.push(
      await report(site, await createUser(site.ctx), target, {
        target_type: target === prompt ? "prompt" : "user",
      }),
    );
  const block = (payload: object) =>
    call("PATCH", `/api/admin/users/${author.id}/toggle-block`, admin, payload);
  const steps: (() => Promise<unknown>)[] = [
    ...(["keep", "hide", "remove", "restore", "warn", "block"] as const).map(
      (action) => () => decide(site, admin, prompt, action),
    ),
    ...(["keep", "remove", "restore", "warn", "block"] as const).map(
      (action) => () => decide(site, admin, author.id, action),
    ),
    () => block({ blocked: true, remove_content: true }),
    () => block({ blocked: false }),
    async () => {
      if (!(await isShown(prompt))) return;
      const category = random.pick(["spam", "intimate"] as const);
      codes.push(await report(site, await createUser(site.ctx), prompt, { category }));
    },
    async () => {
      const of =
        "select d.id from decisions d join moderation_cases c on c.id = d.case_id where c.author_id = $1";
      const decisions = await sql(of, author.id);
      if (!decisions.length) return;
      const { id } = random.pick(decisions);
      await unlessRefused(appealAsAuthor(site.ctx, author.id, String(id), "Não concordo."));
    },
    () => unlessRefused(appealAsReporter(site.ctx, random.pick(codes), "Está errado.", "10.0.0.1")),
  ];
  for (let step = 0; step < 12; step++) {
    await random.pick(steps)();
    await expectAsRestricted(author, prompts);
  }

  // Each decision has one notice for each recipient.
  const statements = await sql(
    `select s.report_id from statements_of_reasons s join decisions d on d.id = s.decision_id
      join moderation_cases c on c.id = d.case_id where c.author_id = $1 and s.report_id is null`,
    author.id,
  );
  const mails = () => site.mails.received.filter(({ to }) => to.includes(author.email)).length;
  await expect.poll(mails).toBe(statements.length);

  await decide(site, admin, prompt, "keep");
  for (const target of [prompt, author.id])
    for (let left = 12; left > 0; left--) await decide(site, admin, target, "restore");
  expect(await sql("select kind from restrictions where author_id = $1", author.id)).toEqual([]);
  await expectAsRestricted(author, prompts);
  expect(await Promise.all(prompts.map(isShown))).toEqual([true, true]);
  expect((await caseOf(site, prompt)).state).toBe("decided");
  expect(mails()).toBeGreaterThan(0);
});
