/** A case shows what was reported last, and keeps what was reported before. */
import { beforeAll, describe, expect, test } from "vitest";
import type { CaseDetail } from "#moderation/cases-contract.ts";
import { forgetReported } from "#moderation/server/moderation-jobs.ts";
import { preservingOwners } from "#moderation/server/records/preservation.service.ts";
import { deleteUnconfirmed } from "#moderation/server/reports/reports.queries.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, confirm, decide, report, reportAsVisitor } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const { call } = site;
let admin: TestUser;
let ana: TestUser;
beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx);
});

const publish = async (fields: { title?: string; thumbnail_url?: string } = {}) =>
  (await publishPrompt(site, ana, { thumbnail_url: await newPicture(), ...fields })).id;
const edit = async (id: number, changes: object) =>
  expect((await call("PATCH", `/api/prompts/${id}`, ana, changes)).statusCode).toBe(200);
const reportAgain = async (id: number, category: "spam" | "intimate" = "spam") =>
  report(site, await createUser(site.ctx), id, { category });
const detailOf = async (id: number): Promise<CaseDetail> =>
  (await call("GET", `/api/admin/cases/${(await caseOf(site, id)).id}`, admin)).json();
const picture = async (path: string | null | undefined, who = admin) => call("GET", path ?? "", who);
const isKept = (hash: string) => preservingOwners.hasPicture(site.ctx.db, hash);
const texts = (versions: { content: string | null }[]) => versions.map(({ content }) => content);
const titles = (versions: { title: string | null }[]) => versions.map(({ title }) => title);

test("a report of what was changed since the last one renews what is shown; the earlier one stays, with its picture", async () => {
  const id = await publish({ title: "Como era" });
  await reportAgain(id);
  await edit(id, { title: "Como ficou", thumbnail_url: await newPicture() });
  await reportAgain(id, "intimate");

  const { snapshot, earlier, current, target } = await detailOf(id);
  expect([snapshot.title, titles(earlier), target.label]).toEqual(["Como ficou", ["Como era"], "Como ficou"]);
  expect(current).toEqual(snapshot);
  const [before] = earlier;
  const newest = await picture(`/api/admin/cases/${(await caseOf(site, id)).id}/picture`);
  expect(newest.rawPayload).toEqual((await picture(snapshot.picture)).rawPayload);
  const older = await picture(before?.picture);
  expect([newest.statusCode, older.statusCode, before?.picture === snapshot.picture]).toEqual([
    200,
    200,
    false,
  ]);
  expect((await picture(before?.picture, ana)).statusCode).toBe(403);
  // Its author has replaced it: the file stays, and goes with the prompt.
  const hashOf = (one: typeof before) => one?.picture?.split("=")[1] ?? "";
  expect(await isKept(hashOf(before))).toBe(true);
  await call("DELETE", `/api/prompts/${id}`, ana);
  expect([await isKept(hashOf(before)), await isKept(hashOf(snapshot))]).toEqual([false, false]);
});

test("a picture that was reported and replaced stays until the case's text is forgotten, or the report was for nothing", async () => {
  const [id, unconfirmed] = [await publish(), await publish()];
  const hashes = await Promise.all(
    [id, unconfirmed].map(async (one) => {
      const [row] = await site.sql("select image_hash from prompts where id = $1", one);
      return row?.image_hash as string;
    }),
  );
  const kept = () => Promise.all(hashes.map(isKept));
  await reportAgain(id);
  await reportAsVisitor(site, "troca@exemplo.com.br", unconfirmed);
  for (const one of [id, unconfirmed]) {
    await edit(one, { thumbnail_url: await newPicture() });
    // Apart from versions of the prompt, which keep theirs.
    await site.sql("delete from prompt_versions where prompt_id = $1", one);
  }
  expect(await kept()).toEqual([true, true]);
  const sweep = async () => preservingOwners.selectUnused(site.ctx.db, 1);
  await site.sql("update images set created_at = now() - interval '2 hours' where hash = any($1)", hashes);
  expect(hashes).not.toContain((await sweep())[0]);
  await site.sql(
    "update reports set created_at = now() - interval '8 days' where reporter_email is not null",
  );
  await deleteUnconfirmed(site.ctx.db, 7);
  await decide(site, admin, id, "keep");
  expect(await kept()).toEqual([true, false]);
  await site.sql(
    "update moderation_cases set decided_at = now() - interval '31 days' where prompt_id = $1",
    id,
  );
  await forgetReported(site.ctx);
  expect(await kept()).toEqual([false, false]);
});

test("a case's picture is one of that case, not just any", async () => {
  const [id, other] = [await publish(), await publish()];
  for (const one of [id, other]) await reportAgain(one);
  const { id: caseId } = await caseOf(site, id);
  const hash = (await caseOf(site, other)).snapshot.image.image_hash;
  expect((await picture(`/api/admin/cases/${caseId}/picture?hash=${hash}`)).statusCode).toBe(404);
});

test("a report of what has not changed keeps one version, also of a decided case", async () => {
  const id = await publish({ title: "Sempre igual" });
  for (let n = 0; n < 2; n++) {
    await reportAgain(id);
    await reportAgain(id);
    await decide(site, admin, id, "keep");
  }
  const { snapshot, earlier } = await detailOf(id);
  expect([snapshot.title, earlier]).toEqual(["Sempre igual", []]);
});

test("what was reported before a decision stays below what is reported after it", async () => {
  const id = await publish({ title: "Antes" });
  await reportAgain(id);
  await decide(site, admin, id, "keep");
  await edit(id, { title: "Depois" });
  await reportAgain(id);
  const { snapshot, earlier } = await detailOf(id);
  expect([snapshot.title, titles(earlier)]).toEqual(["Depois", ["Antes"]]);
});

test("ten earlier versions are kept; going back to one of them pushes none out", async () => {
  const id = await publish();
  await reportAgain(id);
  for (let n = 1; n <= 12; n++) {
    await edit(id, { content: `Versão número ${n}` });
    await reportAgain(id);
  }
  const kept = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, n) => `Versão número ${from - n}`);
  expect(texts((await detailOf(id)).earlier)).toEqual(kept(11, 2));
  for (const content of ["Versão número 5", "Versão número 12"]) {
    await edit(id, { content });
    await reportAgain(id);
  }
  expect(texts((await detailOf(id)).earlier).sort()).toEqual(kept(11, 2).sort());
});

test("an edit at the moment of a report: what the case shows is what was hidden", async () => {
  const id = await publish({ title: "Antes" });
  const lock = await lockRows(
    site.ctx.pool,
    "update prompts set title = 'Durante', edited_at = now() where id = $1",
    id,
  );
  const reported = reportAgain(id, "intimate");
  await untilWaiting(site.ctx.pool);
  await lock.release();
  await reported;
  expect(await detailOf(id)).toMatchObject({
    hidden: true,
    snapshot: { title: "Durante" },
    current: { title: "Durante" },
  });
});

describe("what a visitor reported", () => {
  /** @returns the case of a prompt that was edited before and after its report, which is then confirmed */
  async function confirmedLater(meanwhile: (id: number) => Promise<unknown>) {
    const id = await publish({ title: "Antes" });
    await reportAgain(id);
    await edit(id, { title: "Denunciado" });
    const email = `devagar${id}@exemplo.com.br`;
    await reportAsVisitor(site, email, id);
    await edit(id, { title: "Depois" });
    await meanwhile(id);
    expect((await confirm(site, email)).statusCode).toBe(200);
    return id;
  }

  test("stays, whatever the author changes before it is confirmed", async () => {
    const id = await confirmedLater(async () => {});
    const { snapshot, earlier, current, target } = await detailOf(id);
    expect([snapshot.title, titles(earlier), current?.title]).toEqual([
      "Denunciado",
      ["Depois", "Antes"],
      "Depois",
    ]);
    expect(target.label).toBe("Depois");
    expect(await site.sql("select from reports where snapshot is not null")).toEqual([]);
  });

  test("stays, also when the author deletes it before", async () => {
    const id = await confirmedLater((id) => call("DELETE", `/api/prompts/${id}`, ana));
    const { snapshot, earlier, current, target } = await detailOf(id);
    expect([snapshot.title, titles(earlier), current]).toEqual(["Denunciado", ["Antes"], null]);
    expect(target.label).toBe("Denunciado");
  });

  test("is one version where nothing was changed", async () => {
    const id = await publish({ title: "Igual" });
    const email = "igual@exemplo.com.br";
    await reportAsVisitor(site, email, id);
    await confirm(site, email);
    const { snapshot, earlier } = await detailOf(id);
    expect([snapshot.title, earlier]).toEqual(["Igual", []]);
  });
});
