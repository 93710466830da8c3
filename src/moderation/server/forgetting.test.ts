/** What is kept for a time only is forgotten, and nothing before. */
import { beforeAll, expect, test } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, confirm, decide, report, reportAsVisitor } from "#tests/support/reports.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { forgetReported } from "./moderation-jobs.ts";

const site = setUpAccountsSite();
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  admin = await createUser(site.ctx, { username: "Administradora", email: site.ctx.config.adminEmail });
  ana = await createUser(site.ctx);
  beto = await createUser(site.ctx);
});

const publish = async () =>
  (await publishPrompt(site, ana, { content: "Um texto denunciado.", thumbnail_url: await newPicture() })).id;
/** @returns what the case still has of the text, once it was decided so long ago */
async function textAfter(promptId: number, age: string): Promise<string | null> {
  await site.sql(
    "update moderation_cases set decided_at = now() - $2::interval where prompt_id = $1 and state = 'decided'",
    promptId,
    age,
  );
  await forgetReported(site.ctx);
  const [row] = await site.sql(
    "select snapshot ->> 'content' as text from moderation_cases where prompt_id = $1",
    promptId,
  );
  return row?.text;
}

test("the text of what was reported goes 30 days after the decision, with its description and picture", async () => {
  const id = await publish();
  await report(site, beto, id, { category: "spam" });
  expect(await textAfter(id, "40 days")).toBe("Um texto denunciado.");
  await decide(site, admin, id, "remove", { reason: "Porque é propaganda." });
  expect(await textAfter(id, "29 days")).toBe("Um texto denunciado.");
  expect(await textAfter(id, "31 days")).toBeNull();
  const { id: caseId } = await caseOf(site, id);
  const detail = (await site.call("GET", `/api/admin/cases/${caseId}`, admin)).json();
  expect(detail.snapshot).toMatchObject({ title: "Um prompt", content: null, image: null });
  expect(detail.decisions).toMatchObject([{ reason: "Porque é propaganda." }]);
});

test("where it is about children, it goes after six months", async () => {
  const id = await publish();
  await report(site, beto, id, { category: "child" });
  await decide(site, admin, id, "remove");
  expect(await textAfter(id, "5 months")).toBe("Um texto denunciado.");
  expect(await textAfter(id, "7 months")).toBeNull();
});

test("name, address and explanation of who reported without an account go a year after the decision", async () => {
  const id = await publish();
  const email = "zoe.forget@exemplo.com.br";
  await reportAsVisitor(site, email, id, { name: "Zoé" });
  await confirm(site, email);
  await decide(site, admin, id, "keep");
  const left = () =>
    site.sql("select reporter_name, reporter_email, explanation from reports where reporter_id is null");
  await textAfter(id, "11 months");
  const explanation = "Isto não devia estar aqui.";
  expect(await left()).toEqual([{ reporter_name: "Zoé", reporter_email: email, explanation }]);
  await textAfter(id, "13 months");
  expect(await left()).toEqual([{ reporter_name: null, reporter_email: null, explanation: "–" }]);
});
