/**
 * Reports of answers, collections and prompts: whose title is shown, which parts are private, which version is judged.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { publishPrompt } from "#tests/support/prompts.ts";
import { SNAPSHOTS, type Subject, setUpReportedTexts } from "#tests/support/reported-texts.ts";
import { caseOf, codeOf, decide, report } from "#tests/support/reports.ts";
import type { TestUser } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";

const { site, people, create, isShown, reportIt, detailOf, noticesOf, body } = setUpReportedTexts();
const { call, sql } = site;
let admin: TestUser;
let marta: TestUser;
let beto: TestUser;
let publisher: TestUser;
beforeAll(() => {
  ({ admin, marta, beto, publisher } = people);
});

describe("an answer", () => {
  test("is named to its author by the prompt's present title, and by none once that is hidden", async () => {
    const { id, author, promptId } = await create("result");
    await reportIt({ type: "result", id, author, promptId });
    await decide(site, marta, { type: "result", id }, "warn");
    await call("PATCH", `/api/prompts/${promptId}`, publisher, { title: "Retrato na serra" });
    const label = async () => (await noticesOf(author)).notices[0].target.label;
    expect(await label()).toBe("Retrato na serra");
    await report(site, beto, promptId);
    await decide(site, admin, promptId, "hide");
    expect(await label()).toBeNull();
    const own = await unzip((await call("GET", "/api/account/export", author)).rawPayload);
    const decisions = [...own].find(([name]) => name.endsWith("decisoes.json"))?.[1].toString();
    expect(JSON.parse(decisions ?? "")).toMatchObject([
      { action: "warn", target: { type: "result", label: null } },
    ]);
    await decide(site, marta, { type: "result", id }, "restore");
    const mail = await site.mails.waitFor(author.email, "a decisão foi desfeita");
    expect(mail.text.replaceAll(/\s+/g, " ")).toContain("a sua resposta sobre um prompt foi desfeita");
  });

  test("is still read, and reported, when only the title has changed since", async () => {
    const subject = await create("result");
    await call("PATCH", `/api/prompts/${subject.promptId}`, publisher, { title: "Retrato na serra" });
    expect((await call("POST", "/api/reports", beto, await body(subject))).statusCode).toBe(201);
  });

  test("that nobody reads, about an earlier version or a hidden prompt, cannot be reported", async () => {
    const subject = await create("result");
    await sql("update prompts set version = version + 1 where id = $1", subject.promptId);
    expect(codeOf(await call("POST", "/api/reports", beto, await body(subject)))).toEqual([
      404,
      "target_not_found",
    ]);
    const hidden = await create("result");
    await report(site, beto, hidden.promptId);
    await decide(site, admin, hidden.promptId, "hide");
    expect(codeOf(await call("POST", "/api/reports", beto, await body(hidden)))).toEqual([
      404,
      "target_not_found",
    ]);
  });
});

describe("a collection", () => {
  const visibility = (subject: Subject, is_public: boolean) =>
    call("PATCH", `/api/collections/${subject.id}`, subject.author, { is_public });

  test("that is removed is nowhere but at its owner's, who reads why", async () => {
    const subject = await create("collection");
    const { id, author, promptId } = subject;
    await call("PUT", `/api/follows/collections/${id}`, beto);
    const everywhere = async () => {
      const [page, feed, sitemap, json, follows, news, own] = await Promise.all([
        call("GET", `/api/users/${author.id}/collections`),
        site.app.inject({ url: `/feeds/collections/${id}.xml` }),
        site.app.inject({ url: "/sitemaps/collections-1.xml" }),
        call("GET", `/api/collections/${id}`),
        call("GET", "/api/follows", beto),
        call("GET", "/api/news", beto),
        call("GET", `/api/collections/${id}`, author),
      ]);
      return {
        page: page.body.includes("Minha loja"),
        feed: feed.statusCode,
        sitemap: sitemap.body.includes(`/colecoes/${id}-`),
        json: json.statusCode,
        follows: follows.body.includes("Minha loja"),
        news: news.json().data.some(({ prompt }: { prompt: { id: number } }) => prompt.id === promptId),
        own: own.json().withdrawn_reason,
      };
    };
    const listed = async () =>
      (await call("GET", "/api/collections", author)).json().find((one: { id: number }) => one.id === id);
    expect(await listed()).not.toHaveProperty("withdrawn_reason");
    const there = await everywhere();
    expect(there).toMatchObject({
      page: true,
      feed: 200,
      sitemap: true,
      json: 200,
      follows: true,
      news: true,
      own: undefined,
    });
    await reportIt(subject);
    await decide(site, admin, subject, "remove", { reason: "É propaganda." });
    expect(await everywhere()).toEqual({
      ...{ page: false, feed: 404, sitemap: false, json: 404, follows: false, news: false },
      own: "É propaganda.",
    });
    expect(await listed()).toMatchObject({ withdrawn_reason: "É propaganda." });
    const refused = await visibility(subject, true);
    expect([...codeOf(refused), refused.json().field]).toEqual([409, "collection_withdrawn", "is_public"]);
    await decide(site, admin, subject, "restore");
    expect(await everywhere()).toEqual(there);
  });

  test("that its owner has made private is shown to no moderator, is removed all the same, and stays private", async () => {
    const subject = await create("collection");
    const code = await reportIt(subject);
    await visibility(subject, false);
    await call("PATCH", `/api/collections/${subject.id}`, subject.author, { title: "Meu diário" });
    const found = await detailOf(subject);
    expect(found).toMatchObject({
      target: { label: "Minha loja" },
      snapshot: SNAPSHOTS.collection,
      current: { title: null, description: null, entries: null },
      path: null,
      actions: ["keep", "hide", "remove", "warn", "block"],
    });
    expect((await call("GET", `/api/reports/${code}`)).body).not.toContain("diário");
    expect(codeOf(await call("POST", "/api/reports", marta, await body(subject)))).toEqual([
      404,
      "target_not_found",
    ]);
    expect(
      (
        await call("PUT", `/api/admin/collections/${subject.id}/removal`, marta, {
          ground: "spam",
          reason: "Não.",
        })
      ).statusCode,
    ).toBe(404);
    await decide(site, admin, subject, "remove");
    expect((await detailOf(subject)).current).toMatchObject({ title: null, entries: null });
    expect(codeOf(await visibility(subject, true))).toEqual([409, "collection_withdrawn"]);
    await decide(site, admin, subject, "restore");
    expect(await isShown(subject)).toBe(false);
    expect((await visibility(subject, true)).statusCode).toBe(200);
    expect((await call("GET", "/api/moderation/log")).body).not.toContain("diário");
  });
});

describe("a prompt", () => {
  test("is kept with its tags and the number of its version, and the case leads to the difference", async () => {
    const tags = ["Retratos", "Praia"];
    const { id } = await publishPrompt(site, publisher, { title: "Na praia", tags });
    await report(site, beto, id);
    const edit = (fields: object) => call("PATCH", `/api/prompts/${id}`, publisher, fields);
    const path = `/api/admin/cases/${(await caseOf(site, id)).id}`;
    const read = async () => (await call("GET", path, admin)).json();
    expect(await read()).toMatchObject({
      snapshot: { tags, version: 1 },
      current: { tags, version: 1 },
      difference: null,
    });
    expect(await sql("select target_version from reports order by id desc limit 1")).toEqual([
      { target_version: "1" },
    ]);
    // Tags make no version: the same person may report what they are now.
    expect((await edit({ tags: ["Retratos"] })).statusCode).toBe(200);
    await report(site, beto, id);
    expect((await edit({ content: "Escreva sobre a minha loja." })).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      snapshot: { tags: ["Retratos"], version: 1 },
      current: { version: 2 },
      difference: `/prompts/${id}/versoes?de=1&para=2`,
    });
    await report(site, beto, id);
    const versions = await sql(
      "select target_version from reports where case_id = $1 order by id",
      (await caseOf(site, id)).id,
    );
    expect(versions.map(({ target_version }) => target_version)).toEqual([
      "1",
      expect.stringMatching(/^1 2/),
      "2",
    ]);
    // Within ten minutes a version changes without a new number: then there is no such version to compare with.
    expect((await edit({ content: "Escreva sobre o mar." })).statusCode).toBe(200);
    await sql("update prompts set version_at = now() - interval '1 hour' where id = $1", id);
    expect((await edit({ content: "Escreva sobre o céu." })).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      current: { version: 3 },
      snapshot: { version: 2 },
      difference: null,
    });
  });

  test("is reported in an old version: the case keeps that one", async () => {
    const { id } = await publishPrompt(site, publisher, {
      title: "Na praia",
      content: "Compre na minha loja hoje.",
    });
    await call("PATCH", `/api/prompts/${id}`, publisher, { content: "Escreva sobre o mar calmo." });
    const asked = {
      target_type: "prompt",
      target_id: id,
      category: "spam",
      explanation: "Veja.",
      standing: "anyone",
    };
    const old = (target_version: number) => call("POST", "/api/reports", beto, { ...asked, target_version });
    expect(codeOf(await old(7))).toEqual([404, "target_not_found"]);
    expect((await old(0)).json()).toMatchObject({ field: "target_version" });
    expect((await old(1)).statusCode).toBe(201);
    expect(codeOf(await old(1))).toEqual([409, "already_reported"]);
    const path = `/api/admin/cases/${(await caseOf(site, id)).id}`;
    expect((await call("GET", path, admin)).json()).toMatchObject({
      snapshot: { content: "Compre na minha loja hoje.", version: 1 },
      current: { content: "Escreva sobre o mar calmo.", version: 2 },
      difference: `/prompts/${id}/versoes?de=1&para=2`,
    });
  });
});
