/**
 * In cases of crimes against children the content outlives its author's deletion for six months, seen by nobody;
 * nothing else does.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { sweepPictures } from "#media/server/removal.jobs.ts";
import { forgetReported } from "#moderation/server/moderation-jobs.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { deleteForGood, publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { preservingOwners, readPreserved } from "./preservation.service.ts";

const site = setUpAccountsSite();
const { call, sql } = site;
let admin: TestUser;
let beto: TestUser;
beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  beto = await createUser(site.ctx);
});

/** A prompt with a picture of its own, by an author of its own. */
async function publish() {
  const author = await createUser(site.ctx);
  const fields = { content: "Um texto denunciado.", thumbnail_url: await newPicture() };
  const { id, image } = await publishPrompt(site, author, fields);
  return { author, id, url: image.url, key: image.url.replace("/media/", "") };
}
const deletePrompt = ({ id, author }: { id: number; author: TestUser }) => deleteForGood(site, author, id);
const deleteAccount = ({ author }: { author: TestUser }) =>
  call("DELETE", "/api/account", author, { password: author.password });
/** Whether the file is there once all its removals have been tried. */
async function isKept(key: string): Promise<boolean> {
  const waiting =
    "select from pgboss.job where name = 'remove-pictures' and state in ('created', 'retry', 'active') and start_after <= now()";
  await expect.poll(async () => (await sql(waiting)).length).toBe(0);
  return site.ctx.storage.exists(key);
}
async function sweep() {
  await sql("update images set created_at = now() - interval '2 hours' where true");
  await sweepPictures(site.ctx, preservingOwners);
}
const detailOf = async (id: number) =>
  (await call("GET", `/api/admin/cases/${(await caseOf(site, id)).id}`, admin)).json();
const months = (date: Date) => (date.getTime() - Date.now()) / 86_400_000 / 30.4;

describe.each([
  ["prompt", deletePrompt],
  ["account", deleteAccount],
])("the author's deletion of the %s", (_, remove) => {
  test("is immediate; text, picture and account stay for the authorities alone", async () => {
    const one = await publish();
    await report(site, beto, one.id, { category: "child" });
    expect((await remove(one)).statusCode).toBe(204);
    expect((await call("GET", `/api/prompts/${one.id}`)).statusCode).toBe(404);
    expect(await isKept(one.key)).toBe(true);
    await sweep();
    expect(await isKept(one.key)).toBe(true);
    expect((await call("GET", one.url)).statusCode).toBe(404);
    // Until it is decided, moderators see what they decide on.
    const open = await detailOf(one.id);
    expect(open).toMatchObject({ snapshot: { content: "Um texto denunciado." }, sealed_until: null });
    expect((await call("GET", open.snapshot.picture, admin)).statusCode).toBe(200);

    const decided = await decide(site, admin, one.id, "keep");
    // The reporter may still appeal, for twenty days.
    expect(decided.json()).toMatchObject({ sealed_until: expect.any(String) });
    const { id: caseId, preserved_until } = await caseOf(site, one.id);
    expect(Math.round((preserved_until.getTime() - Date.now()) / 86_400_000)).toBe(20);
    await sweep();
    expect(await isKept(one.key)).toBe(true);
    await sql("update moderation_cases set preserved_until = now() where id = $1", caseId);
    await forgetReported(site.ctx);
    await sweep();
    expect(await isKept(one.key)).toBe(false);
  });

  test("after the removal leaves what a command of the operator reads, for six months", async () => {
    const one = await publish();
    await report(site, beto, one.id, { category: "spam" });
    await decide(site, admin, one.id, "remove", { ground: "child" });
    await remove(one);
    expect(await isKept(one.key)).toBe(true);
    const sealed = await detailOf(one.id);
    expect(sealed).toMatchObject({
      sealed_until: expect.any(String),
      snapshot: { content: null, description: null, image: null, picture: null },
      earlier: [],
    });
    const path = `/api/admin/cases/${sealed.id}/picture`;
    expect((await call("GET", path, admin)).statusCode).toBe(404);

    const { author } = one;
    const preserved = await readPreserved(site.ctx, author.id);
    expect(preserved).toMatchObject({
      id: author.id,
      account: { email: author.email, username: author.username },
      cases: [
        {
          prompt_id: one.id,
          versions: [{ content: "Um texto denunciado.", picture: expect.any(String) }],
          decisions: [{ action: "remove", ground: "child" }],
        },
      ],
    });
    const [kept] = preserved?.cases ?? [];
    expect(await site.ctx.storage.exists(kept?.versions[0]?.picture ?? "")).toBe(true);
    expect(Math.round(months(kept?.preserved_until ?? new Date()))).toBe(6);

    await sql(
      "update moderation_cases set preserved_until = now(), decided_at = now() - interval '6 months' where id = $1",
      sealed.id,
    );
    await forgetReported(site.ctx);
    expect(await readPreserved(site.ctx, author.id)).toBeUndefined();
    expect(await caseOf(site, one.id)).toMatchObject({
      preserved_account: null,
      snapshot: { content: null, image: null },
    });
    await sweep();
    expect(await isKept(one.key)).toBe(false);
  });

  test("of what was reported for another reason leaves no picture and no account", async () => {
    const one = await publish();
    await report(site, beto, one.id, { category: "intimate" });
    await decide(site, admin, one.id, "remove", { ground: "explicit" });
    await remove(one);
    expect(await isKept(one.key)).toBe(false);
    expect(await caseOf(site, one.id)).toMatchObject({ preserved_until: null, preserved_account: null });
    expect(await readPreserved(site.ctx, one.author.id)).toBeUndefined();
  });
});

test("a picture that a public prompt has too is served as before", async () => {
  const picture = await newPicture();
  const author = await createUser(site.ctx);
  const [one, other] = [
    await publishPrompt(site, author, { thumbnail_url: picture }),
    await publishPrompt(site, author, { thumbnail_url: picture }),
  ];
  await report(site, beto, one.id, { category: "child" });
  await deletePrompt({ id: one.id, author });
  expect((await call("GET", other.image.url)).statusCode).toBe(200);
  await deletePrompt({ id: other.id, author });
  expect((await call("GET", other.image.url)).statusCode).toBe(404);
});

test("what was edited after the report is evidence too, once it is decided on", async () => {
  const one = await publish();
  await report(site, beto, one.id, { category: "spam" });
  await call("PATCH", `/api/prompts/${one.id}`, one.author, { content: "Pior ainda do que antes." });
  await decide(site, admin, one.id, "remove", { ground: "child" });
  await deletePrompt(one);
  const preserved = await readPreserved(site.ctx, one.author.id);
  expect(preserved?.cases[0]?.versions.map(({ content }) => content)).toEqual([
    "Pior ainda do que antes.",
    "Um texto denunciado.",
  ]);
});

test.each([
  ["prompt", deletePrompt],
  ["account", deleteAccount],
])("a deletion of the %s that comes while a report is written destroys nothing", async (_, remove) => {
  const one = await publish();
  const lock = await lockRows(site.ctx.pool, "select from prompts where id = $1 for update", one.id);
  const reporting = report(site, beto, one.id, { category: "child" });
  await untilWaiting(site.ctx.pool);
  const removing = remove(one);
  await untilWaiting(site.ctx.pool, 2);
  await lock.release();
  await reporting;
  expect((await removing).statusCode).toBe(204);
  expect(await isKept(one.key)).toBe(true);
  expect((await readPreserved(site.ctx, one.author.id))?.account?.email).toBe(one.author.email);
});

test("what was restored stays preserved while the reporter's appeal waits", async () => {
  const one = await publish();
  const code = await report(site, beto, one.id, { category: "spam" });
  await decide(site, admin, one.id, "remove", { ground: "child" });
  await decide(site, admin, one.id, "restore");
  await sql(
    "update decisions set created_at = created_at - interval '19 days' where case_id = $1",
    (await caseOf(site, one.id)).id,
  );
  const appealed = await call("POST", `/api/reports/${code}/appeal`, null, { text: "É uma criança." });
  expect(appealed.statusCode).toBe(204);
  await deletePrompt(one);
  expect(Math.round(months((await caseOf(site, one.id)).preserved_until))).toBe(6);
  expect(await isKept(one.key)).toBe(true);
});

describe("of a person who is reported", () => {
  const reportPerson = (id: string) => report(site, beto, id, { target_type: "user", category: "child" });

  test.each([
    ["while the case is open", deleteAccount],
    [
      "once the account is removed on that ground",
      async ({ author: { id } }: { author: TestUser }) => {
        await decide(site, admin, id, "remove", { ground: "child" });
        await sql("delete from users where id = $1", id);
      },
    ],
  ])("the prompts stay for the authorities alone, %s", async (_, remove) => {
    const one = await publish();
    await reportPerson(one.author.id);
    await call("PATCH", `/api/prompts/${one.id}`, one.author, { content: "Um texto sem culpa." });
    await remove(one);
    await sweep();
    expect(await isKept(one.key)).toBe(true);
    expect((await call("GET", one.url)).statusCode).toBe(404);
    const preserved = await readPreserved(site.ctx, one.author.id);
    expect(preserved?.cases[0]?.prompts).toMatchObject([
      { prompt_id: one.id, content: "Um texto sem culpa.", picture: expect.any(String) },
      { prompt_id: one.id, content: "Um texto denunciado." },
    ]);

    const { id } = await caseOf(site, one.author.id);
    await sql("update moderation_cases set preserved_until = now() where id = $1", id);
    await forgetReported(site.ctx);
    await sweep();
    expect(await isKept(one.key)).toBe(false);
    expect(await sql("select from preserved_prompts where case_id = $1", id)).toEqual([]);
  });

  test("an old version stays, whether it or its prompt goes", async () => {
    const one = await publish();
    const change = { content: "Um texto sem culpa.", thumbnail_url: await newPicture() };
    await call("PATCH", `/api/prompts/${one.id}`, one.author, change);
    await call("PATCH", `/api/prompts/${one.id}`, one.author, { title: "Outro título", own_version: true });
    await reportPerson(one.author.id);
    await report(site, beto, one.id, { category: "child" });
    await sql("update prompts set hidden_at = null, hidden_views = null where id = $1", one.id);
    const erased = await call("DELETE", `/api/prompts/${one.id}/versions/1`, one.author);
    expect(erased.statusCode, erased.body).toBe(204);
    await deletePrompt(one);
    expect(await isKept(one.key)).toBe(true);
    const preserved = await readPreserved(site.ctx, one.author.id);
    for (const { prompt_id, prompts } of preserved?.cases ?? []) {
      const old = prompts.map(({ title, content }) => [title, content]);
      expect(old).toContainEqual(["Um prompt", "Um texto denunciado."]);
      expect(old, String(prompt_id)).toContainEqual(["Um prompt", "Um texto sem culpa."]);
    }
    expect(preserved?.cases).toHaveLength(2);
  });

  test("of a prompt that changes over and over stay its first hundred states and the newest hundred", async () => {
    const one = await publish();
    const other = await publishPrompt(site, one.author, { content: "Nunca mudou." });
    await reportPerson(one.author.id);
    for (let n = 1; n <= 202; n++)
      await sql("update prompts set content = $2 where id = $1", one.id, `Texto ${n} de muitos.`);
    await deleteForGood(site, one.author, other.id);
    const { id } = await caseOf(site, one.author.id);
    const kept = await sql(
      "select snapshot ->> 'content' as content from preserved_prompts where case_id = $1 order by id",
      id,
    );
    const numbers = Array.from({ length: 202 }, (_, n) =>
      n === 0 ? "Um texto denunciado." : `Texto ${n} de muitos.`,
    );
    expect(kept.map(({ content }) => content)).toEqual([
      ...numbers.slice(0, 100),
      ...numbers.slice(102),
      "Nunca mudou.",
    ]);
  });

  test("all that is preserved no longer goes, however much it is", async () => {
    const one = await publish();
    await reportPerson(one.author.id);
    const { id } = await caseOf(site, one.author.id);
    await sql(
      `insert into preserved_prompts (case_id, prompt_id, snapshot) select $1, n, '{}' from generate_series(1, 2001) n`,
      id,
    );
    await forgetReported(site.ctx);
    expect(await sql("select from preserved_prompts where case_id = $1", id)).toHaveLength(2001);
    await sql("update moderation_cases set preserved_until = now() where id = $1", id);
    await forgetReported(site.ctx);
    expect(await sql("select from preserved_prompts where case_id = $1", id)).toEqual([]);
  });

  test("for another reason, nothing stays", async () => {
    const one = await publish();
    await report(site, beto, one.author.id, { target_type: "user", category: "hate" });
    await deleteAccount(one);
    expect(await isKept(one.key)).toBe(false);
    expect(await sql("select from preserved_prompts where prompt_id = $1", one.id)).toEqual([]);
  });
});
