/** Texts and names are forgotten in time, and not before. */
import { beforeAll, expect, test } from "vitest";
import { deleteRemoved, forgetReported } from "#moderation/server/moderation-jobs.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, confirm, decide, report, reportAsVisitor } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx);
  beto = await createUser(site.ctx);
});

const publish = async () =>
  (await publishPrompt(site, ana, { content: "Um texto denunciado.", thumbnail_url: await newPicture() })).id;
/** @returns what the case still has of the text, once it was decided so long ago */
async function textAfter(promptId: number, age: string): Promise<string | null> {
  const { id, decided_at } = await caseOf(site, promptId);
  await site.sql(
    `update moderation_cases set decided_at = now() - $2::interval,
       preserved_until = preserved_until - ($3::timestamptz - (now() - $2::interval))
     where id = $1 and state = 'decided'`,
    id,
    age,
    decided_at,
  );
  await forgetReported(site.ctx);
  const [row] = await site.sql(
    "select snapshot ->> 'content' as text from moderation_cases where prompt_id = $1",
    promptId,
  );
  return row?.text;
}
/** Deletes a prompt as the job does once its removal is due. */
async function deleteForGood(promptId: number) {
  const { id } = await caseOf(site, promptId);
  await site.sql("update decisions set delete_at = now() where case_id = $1", id);
  await deleteRemoved(site.ctx);
}

test("the text of what was reported goes 30 days after the decision, with its description, note and picture", async () => {
  const id = await publish();
  await site.sql("insert into remixes (prompt_id, note) values ($1, 'Mais barata.')", id);
  await report(site, beto, id, { category: "spam" });
  const snapshot = async () => (await caseOf(site, id)).snapshot;
  expect(await snapshot()).toMatchObject({ remix_note: "Mais barata." });
  expect(await textAfter(id, "40 days")).toBe("Um texto denunciado.");
  await decide(site, admin, id, "remove", { reason: "Porque é propaganda." });
  expect(await textAfter(id, "29 days")).toBe("Um texto denunciado.");
  await deleteForGood(id);
  expect(await textAfter(id, "31 days")).toBeNull();
  expect(await snapshot()).not.toHaveProperty("remix_note");
  const { id: caseId } = await caseOf(site, id);
  const detail = (await site.call("GET", `/api/admin/cases/${caseId}`, admin)).json();
  expect(detail.snapshot).toMatchObject({ title: "Um prompt", content: null, image: null });
  expect(detail.decisions).toMatchObject([{ reason: "Porque é propaganda." }]);
});

test("where it is about children, it goes after six months", async () => {
  const id = await publish();
  await report(site, beto, id, { category: "child" });
  await decide(site, admin, id, "remove");
  await deleteForGood(id);
  expect(await textAfter(id, "5 months")).toBe("Um texto denunciado.");
  expect(await textAfter(id, "7 months")).toBeNull();
});

test("also where only the decision says so, and the report does not", async () => {
  const id = await publish();
  await report(site, beto, id, { category: "spam" });
  await decide(site, admin, id, "hide", { ground: "child" });
  await site.call("DELETE", `/api/prompts/${id}`, ana);
  expect(await textAfter(id, "5 months")).toBe("Um texto denunciado.");
  expect(await textAfter(id, "7 months")).toBeNull();
});

test("what is hidden without an end is not forgotten before it is shown again or deleted", async () => {
  const [hidden, deleted] = [await publish(), await publish()];
  for (const id of [hidden, deleted]) {
    await report(site, beto, id, { category: "spam" });
    await decide(site, admin, id, "hide");
    expect(await textAfter(id, "2 years")).toBe("Um texto denunciado.");
  }
  await site.call("DELETE", `/api/prompts/${deleted}`, ana);
  expect(await textAfter(deleted, "2 years")).toBeNull();
  await decide(site, admin, hidden, "restore");
  expect(await textAfter(hidden, "31 days")).toBeNull();
});

test("with the text of the last version go those reported before", async () => {
  const id = await publish();
  await report(site, beto, id, { category: "spam" });
  await site.call("PATCH", `/api/prompts/${id}`, ana, { content: "Um texto denunciado depois." });
  await report(site, await createUser(site.ctx), id, { category: "spam" });
  await decide(site, admin, id, "keep");
  const earlier = async () => (await caseOf(site, id)).earlier;
  expect(await earlier()).toMatchObject([{ content: "Um texto denunciado." }]);
  expect(await textAfter(id, "31 days")).toBeNull();
  expect(await earlier()).toEqual([]);
  await report(site, await createUser(site.ctx), id, { category: "spam" });
  expect(await caseOf(site, id)).toMatchObject({
    snapshot: { content: "Um texto denunciado depois." },
    earlier: [],
  });
});

test("who reported, and what they wrote, goes a year after the decision, of members and visitors", async () => {
  const id = await publish();
  const email = "zoe.forget@exemplo.com.br";
  await reportAsVisitor(site, email, id, { name: "Zoé" });
  await confirm(site, email);
  await report(site, beto, id, { explanation: "De novo ele." });
  await decide(site, admin, id, "keep");
  const { id: caseId } = await caseOf(site, id);
  const left = () =>
    site.sql(
      `select reporter_id, reporter_name, reporter_email, reporter_key is not null as has_key, explanation
        from reports where case_id = $1 order by id`,
      caseId,
    );
  await textAfter(id, "11 months");
  const explanation = "Isto não devia estar aqui.";
  const nobody = { reporter_id: null, reporter_name: null, reporter_email: null };
  expect(await left()).toEqual([
    { ...nobody, reporter_name: "Zoé", reporter_email: email, has_key: true, explanation },
    { ...nobody, reporter_id: beto.id, has_key: true, explanation: "De novo ele." },
  ]);
  await textAfter(id, "13 months");
  const forgotten = { ...nobody, has_key: false, explanation: "–" };
  expect(await left()).toEqual([forgotten, forgotten]);
});

test("names go a year after the decision, and the public log names the prompt no more", async () => {
  const id = await publish();
  await report(site, beto, id);
  await decide(site, admin, id, "keep");
  const { id: caseId } = await caseOf(site, id);
  const named = async () => {
    const { target, snapshot } = (await site.call("GET", `/api/admin/cases/${caseId}`, admin)).json();
    site.ctx.responseCache.clear();
    const [entry] = (await site.call("GET", "/api/moderation/log")).json().entries;
    return [target.label, target.author.username, snapshot.title, snapshot.username, entry.label];
  };
  const { username } = ana;
  await textAfter(id, "11 months");
  expect(await named()).toEqual(["Um prompt", username, "Um prompt", username, "Um prompt"]);
  await textAfter(id, "13 months");
  expect(await named()).toEqual(["–", "–", null, "–", null]);
  // Reported again, it is named again.
  await report(site, beto, id);
  expect(await named()).toEqual(["Um prompt", username, "Um prompt", username, "Um prompt"]);
});

test("a name that was reported before goes with the last one", async () => {
  const member = await createUser(site.ctx, { username: "Nome Antigo" });
  await report(site, beto, member.id, { target_type: "user" });
  await site.sql("update users set username = 'Nome Novo' where id = $1", member.id);
  await report(site, ana, member.id, { target_type: "user" });
  await decide(site, admin, member.id, "keep");
  const { id, earlier } = await caseOf(site, member.id);
  expect(earlier).toMatchObject([{ username: "Nome Antigo" }]);
  await site.sql("update moderation_cases set decided_at = now() - interval '13 months' where id = $1", id);
  await forgetReported(site.ctx);
  const forgotten = await caseOf(site, member.id);
  expect(JSON.stringify([forgotten.snapshot, forgotten.earlier, forgotten.label])).not.toContain("Nome");
});
