/** Whatever a change alters, wherever it shows, has a key that the change's notice names: a purged cache shows nothing old. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { setBlocked } from "#accounts/server/account/accounts.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { PromptView } from "#prompts/contract.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { prompts as demoPrompts } from "#seeds/prompts.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { openSharedCache, PURGING } from "#tests/support/shared-cache.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const ORIGIN = PURGING.PUBLIC_URL;
let site: TestApp;
let cache: Awaited<ReturnType<typeof openSharedCache>>;
let ana: TestUser;
let beto: TestUser;
let source: PromptView;
let remix: PromptView;
let second: PromptView;
let other: PromptView;
let collection: { id: number; path: string };

const publish = (author: TestUser, title: string, text: number, fields: object = {}) =>
  publishPrompt(site, author, { title, content: demoPrompts[text]?.content as string, ...fields });

beforeAll(async () => {
  site = await createTestApp(PURGING, "built");
  cache = await openSharedCache(site, paths);
  ana = await createUser(site.ctx, { username: "Ana Maria" });
  beto = await createUser(site.ctx, { username: "Beto Lima" });
  const thumbnail_url = await pictureDataUrl("#336699", 640, 480);
  source = await publish(ana, "A fonte", 0, { thumbnail_url, tags: ["mar", "vento"] });
  remix = await publish(beto, "O remix", 1, { remixed_from: source.id, thumbnail_url, tags: ["mar"] });
  second = await publish(ana, "Neve", 4, {
    remixed_from: remix.id,
    thumbnail_url: await pictureDataUrl("#118833"),
  });
  other = await publish(beto, "Um terceiro", 2, { tags: ["mar"] });
  const made = await site.call("POST", "/api/collections", ana, { title: "Do mar", is_public: true });
  collection = made.json();
  for (const { id } of [source, remix]) {
    await site.call("PUT", `/api/collections/${collection.id}/items/${id}`, ana, {});
  }
  await site.ctx.pool.query(
    `insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
      values ($1, 1, $2, 'gpt', 'GPT', 'worked', 'Bom demais')`,
    [source.id, beto.id],
  );
});
afterAll(async () => {
  await cache?.close();
  await site?.close();
});

/** Wherever prompts, people and lists show. */
function paths(): string[] {
  const ofPrompt = ({ id, thumbnail_url }: PromptView) => [
    `/prompts/${id}`,
    `/api/v1/prompts/${id}`,
    `/api/prompts/${id}/related`,
    `/api/prompts/${id}/remixes`,
    `/api/prompts/${id}/results`,
    `/api/prompts/${id}/versions`,
    `/embed/prompts/${id}`,
    `/oembed?url=${ORIGIN}/prompts/${id}`,
    `/media/preview-${id}.jpg`,
    thumbnail_url,
  ];
  const ofUser = ({ id }: TestUser) => [
    `/users/${id}`,
    `/api/users/${id}`,
    `/api/users/${id}/prompts`,
    `/api/users/${id}/collections`,
    `/feeds/users/${id}.xml`,
  ];
  return [
    ...[
      "/",
      "/prompts",
      "/prompts?sort=newest",
      "/prompts?llm=1",
      "/prompts?q=fonte",
      "/tags/mar",
      "/feed.xml",
    ],
    ...["/feeds/tools/1.xml", "/feeds/tags/mar.xml", "/api/prompts/top", "/api/v1/prompts", "/api/tags"],
    ...["/sitemap.xml", "/sitemaps/pages.xml", "/sitemaps/prompts-1.xml", "/sitemaps/collections-1.xml"],
    ...["/api/prompts/suggestions?search=fonte", "/api/moderation/log"],
    ...[collection.path, `/api/collections/${collection.id}`, `/feeds/collections/${collection.id}.xml`],
    `/embed/colecoes/${collection.id}`,
    ...[source, remix, second, other].flatMap(ofPrompt),
    ...[ana, beto].flatMap(ofUser),
  ];
}

const ok = async (answer: ReturnType<TestApp["call"]>) => {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
};
const inDb = (work: (trx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>) =>
  inTransaction(site.ctx.db, async (trx) => void (await work(trx)));

test("an edit, hiding, showing, blocks, names, results, versions, lists and removals purge all that shows them", async () => {
  const first = await cache.readAll();
  for (const path of paths()) {
    expect([path, ...(first.get(path)?.keys ?? [])]).toContain("everything");
  }
  const { id } = source;
  const path = `/api/prompts/${id}`;
  const steps: [what: string, change: () => Promise<unknown>, least: number][] = [
    [
      "a removed result",
      () => site.ctx.pool.query(`update results set removed_at = now() where prompt_id = ${id}`),
      1,
    ],
    [
      "a result given back",
      () => site.ctx.pool.query(`update results set removed_at = null where prompt_id = ${id}`),
      1,
    ],
    ["a title", () => ok(site.call("PATCH", path, ana, { title: "A fonte clara" })), 20],
    ["an edited text", () => ok(site.call("PATCH", path, ana, { content: demoPrompts[3]?.content })), 10],
    [
      "a picture",
      async () => ok(site.call("PATCH", path, ana, { thumbnail_url: await pictureDataUrl("#cc3300") })),
      10,
    ],
    ["an erased version", () => ok(site.call("DELETE", `${path}/versions/1`, ana)), 1],
    // With it goes the picture, which the remix has too: shown again, it would be credited to the remix for a day.
    ["another", () => ok(site.call("DELETE", `${path}/versions/2`, ana)), 1],
    ["a hidden prompt", () => inDb((trx) => hidePrompt(trx, id)), 20],
    ["one that is shown again", () => inDb((trx) => showPrompt(trx, id, { withAuthor: false })), 20],
    ["a hidden remix", () => inDb((trx) => hidePrompt(trx, remix.id)), 10],
    ["a remix shown again", () => inDb((trx) => showPrompt(trx, remix.id, { withAuthor: false })), 10],
    // Its source is not its root: that one's page lists it too.
    ["a hidden remix of a remix", () => inDb((trx) => hidePrompt(trx, second.id)), 5],
    [
      "a remix of a remix shown again",
      () => inDb((trx) => showPrompt(trx, second.id, { withAuthor: false })),
      5,
    ],
    [
      "another name",
      () => site.ctx.pool.query("update users set username = 'Beto L' where id = $1", [beto.id]),
      10,
    ],
    [
      "a list's title",
      () => ok(site.call("PATCH", `/api/collections/${collection.id}`, ana, { title: "Do céu", version: 1 })),
      3,
    ],
    ["a tag's name", () => site.ctx.pool.query("update tags set name = 'Oceano' where slug = 'mar'"), 3],
    [
      "a barred picture",
      () =>
        site.ctx.pool.query(
          "insert into barred_pictures (hash) select image_hash from prompts where id = $1",
          [remix.id],
        ),
      1,
    ],
    ["a removed prompt", () => ok(site.call("DELETE", path, ana)), 20],
    ["a blocked user", () => inDb((trx) => setBlocked(trx, ana.id, true)), 1],
    ["the end of the block", () => inDb((trx) => setBlocked(trx, ana.id, false)), 1],
    ["a user who is gone", () => site.ctx.pool.query("delete from users where id = $1", [beto.id]), 20],
  ];
  let after = first;
  for (const [what, change, least] of steps) {
    const { stale, changed, untouched, ...now } = await cache.staleAfter(after, change);
    after = now.after;
    // Pages that only show other prompts stay in the cache.
    if (what === "a title") expect(untouched).toBeGreaterThan(3);
    // A prompt that is shown again is suggested beside others once their page is older than its time (decision 54).
    const suggested = what.includes("shown again")
      ? [`/prompts/${other.id}`, `/api/prompts/${other.id}/related`]
      : [];
    expect({ what, stale: stale.filter((path) => !suggested.includes(path)) }).toEqual({ what, stale: [] });
    expect({ what, enough: changed.length >= least, changed }).toMatchObject({ what, enough: true });
  }
});
