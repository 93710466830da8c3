/** A removal by the admin is undone by the version that it answers: exactly that decision, or nothing. */
import { beforeAll, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

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

const publish = async () =>
  (await publishPrompt(site, ana, { title: "Um prompt", thumbnail_url: await newPicture() })).id;
const statusOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode;

/** @returns the answer */
async function remove(what: string): Promise<{ case_id: number; undo_version: string | null }> {
  const answer = await call("DELETE", `/api/admin/${what}`, admin);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const undo = ({ case_id, undo_version: version }: Awaited<ReturnType<typeof remove>>) =>
  call("POST", `/api/admin/cases/${case_id}/decisions`, admin, {
    ...{ action: "restore", ground: "none", reason: "Foi engano.", version },
  });

/** Those of a case, the oldest first, and whether they were overturned. */
const decisionsOf = (caseId: number) =>
  sql(
    "select action, overturned_by is not null as overturned from decisions where case_id = $1 order by id",
    caseId,
  );

test("undoes it, and leaves an older decision of the case as it is", async () => {
  const id = await publish();
  await report(site, beto, id);
  await decide(site, admin, id, "warn");
  const removal = await remove(`prompts/${id}`);
  expect(await statusOf(id)).toBe(410);
  expect((await undo(removal)).statusCode).toBe(200);
  expect(await statusOf(id)).toBe(200);
  expect(await decisionsOf(removal.case_id)).toEqual([
    { action: "warn", overturned: false },
    { action: "remove", overturned: true },
    { action: "restore", overturned: false },
  ]);
});

test("undoes that of an account, which stays blocked as it was", async () => {
  const caio = await createUser(site.ctx, { username: "Caio" });
  await call("PATCH", `/api/admin/users/${caio.id}/toggle-block`, admin, { blocked: true });
  const removal = await remove(`users/${caio.id}`);
  expect((await undo(removal)).statusCode).toBe(200);
  expect(await sql("select is_blocked, removed_at from users where id = $1", caio.id)).toEqual([
    { is_blocked: true, removed_at: null },
  ]);
  expect(await decisionsOf(removal.case_id)).toEqual([
    { action: "block", overturned: false },
    { action: "remove", overturned: true },
    { action: "restore", overturned: false },
  ]);
});

test("does not undo a later removal", async () => {
  const id = await publish();
  const removal = await remove(`prompts/${id}`);
  await undo(removal);
  await remove(`prompts/${id}`);
  const answer = await undo(removal);
  expect([answer.statusCode, answer.json().code]).toEqual([409, "case_changed"]);
  expect(await statusOf(id)).toBe(410);
});

test("leaves to the case what the author has contested meanwhile", async () => {
  const id = await publish();
  const removal = await remove(`prompts/${id}`);
  const [decision] = await sql("select id from decisions where case_id = $1", removal.case_id);
  const appeal = { text: "É um desenho meu." };
  expect((await call("POST", `/api/decisions/${decision.id}/appeal`, ana, appeal)).statusCode).toBe(204);
  expect((await undo(removal)).json().code).toBe("case_changed");
});

/** Restoring would show it, or leave reports without a decision. */
test.each<[string, (id: number) => Promise<unknown>]>([
  ["a report waits for its decision", (id) => report(site, beto, id)],
  ["a grave report hides it", (id) => report(site, beto, id, { category: "intimate" })],
  [
    "a decision hides it",
    async (id) => {
      await report(site, beto, id);
      await decide(site, admin, id, "hide");
    },
  ],
  [
    "it waits for its review",
    (id) => sql("update prompts set hidden_at = now(), in_review = true where id = $1", id),
  ],
])("offers nothing to undo while %s", async (_when, before) => {
  const id = await publish();
  await before(id);
  expect((await remove(`prompts/${id}`)).undo_version).toBeNull();
});

test("has minutes for thousands of prompts, as unblocking has", async () => {
  const lia = await createUser(site.ctx, { username: "Lia" });
  await publishPrompt(site, lia, { title: "Um prompt", thumbnail_url: await newPicture() });
  await sql("create table times (given text)");
  await sql(`create function note_time() returns trigger language plpgsql as
    $$ begin insert into times values (current_setting('statement_timeout')); return new; end $$`);
  await sql(`create trigger note_time before update of hidden_at on prompts
    for each row when (new.hidden_at is null) execute function note_time()`);
  await undo(await remove(`users/${lia.id}`));
  const block = { blocked: true, remove_content: true };
  await call("PATCH", `/api/admin/users/${lia.id}/toggle-block`, admin, block);
  await call("PATCH", `/api/admin/users/${lia.id}/toggle-block`, admin, { blocked: false });
  expect(await sql("select given from times")).toEqual([{ given: "5min" }, { given: "5min" }]);
});
