/** Whatever a change alters, wherever it shows, has a key that the change's notice names: a purged cache shows nothing old. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setBlocked } from "#accounts/server/users/users.service.ts";
import { listenForInvalidations } from "#platform/database/cache-invalidation.ts";
import { inTransaction } from "#platform/database/db.ts";
import { EVERYTHING, keysIn } from "#platform/http/shared-caches.ts";
import type { PromptView } from "#prompts/contract.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { prompts as demoPrompts } from "#seeds/prompts.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const ORIGIN = "https://prompteca.example";
let site: TestApp;
let changes: Awaited<ReturnType<typeof listenForInvalidations>>;
let heard: string[][] = [];
let ana: TestUser;
let beto: TestUser;
let source: PromptView;
let remix: PromptView;
let second: PromptView;
let other: PromptView;
let collection: { id: number; path: string };

/** Answers by path: what they say, and their keys, none if no shared cache keeps them. */
type Shown = Map<string, { text: string; keys: string[] }>;

const publish = (author: TestUser, title: string, text: number, fields: object = {}) =>
  publishPrompt(site, author, { title, content: demoPrompts[text]?.content as string, ...fields });

beforeAll(async () => {
  site = await createTestApp(
    { PUBLIC_URL: ORIGIN, CACHE_PURGE_URL: "http://127.0.0.1:9", CACHE_PURGE_TOKEN: "p5oY7wq2Zk9RtUe1LmXa" },
    "built",
  );
  changes = await listenForInvalidations({ connectionString: site.databaseUrl }, site.ctx.log, (keys) => {
    heard.push(keys);
  });
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
  await changes?.close();
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

async function readAll(): Promise<Shown> {
  site.ctx.responseCache.clear();
  const shown: Shown = new Map();
  for (const path of paths()) {
    const { statusCode, headers, rawPayload } = await site.call("GET", path);
    // Pages tell the minute that they were written in.
    const body = rawPayload.toString("latin1").replaceAll(/"(now|dataUpdatedAt|dehydratedAt)":\d+/g, "");
    const kept = headers["surrogate-key"] !== undefined;
    shown.set(path, {
      text: `${statusCode} ${createHash("sha1").update(body).digest("hex")}`,
      keys: kept ? keysIn(headers["surrogate-key"]) : [],
    });
  }
  return shown;
}

/** Makes a change. @returns the paths that a cache would go on showing as they were, and how many others changed */
async function staleAfter(before: Shown, change: () => Promise<unknown>) {
  heard = [];
  await change();
  await site.ctx.pool.query("notify content_changed, 'last'");
  await expect.poll(() => heard.at(-1)).toEqual(["last"]);
  heard.pop();
  const named = new Set(heard.flatMap((keys) => (keys.length ? keys : [EVERYTHING])));
  const after = await readAll();
  const changed = [...before].filter(([path, { text }]) => after.get(path)?.text !== text);
  const isStale = ({ keys }: { keys: string[] }) => keys.length > 0 && !keys.some((key) => named.has(key));
  const stale = changed.filter(([, shown]) => isStale(shown)).map(([path]) => path);
  const untouched = [...before.values()].filter(isStale).length;
  return { after, stale, changed: changed.map(([path]) => path), untouched };
}

const ok = async (answer: ReturnType<TestApp["call"]>) => {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
};
const inDb = (work: (trx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>) =>
  inTransaction(site.ctx.db, async (trx) => void (await work(trx)));

test("an edit, hiding, showing, blocks, names, results, versions, lists and removals purge all that shows them", async () => {
  const first = await readAll();
  for (const path of paths()) {
    expect([path, ...(first.get(path)?.keys ?? [])]).toContain("everything");
  }
  const { id } = source;
  const path = `/api/prompts/${id}`;
  const steps: [what: string, change: () => Promise<unknown>, least: number][] = [
    ["a removed result", () => site.ctx.pool.query("update results set removed_at = now()"), 1],
    ["a result given back", () => site.ctx.pool.query("update results set removed_at = null"), 1],
    ["a title", () => ok(site.call("PATCH", path, ana, { title: "A fonte clara" })), 20],
    ["an edited text", () => ok(site.call("PATCH", path, ana, { content: demoPrompts[3]?.content })), 10],
    [
      "a picture",
      async () => ok(site.call("PATCH", path, ana, { thumbnail_url: await pictureDataUrl("#cc3300") })),
      10,
    ],
    ["an erased version", () => ok(site.call("DELETE", `${path}/versions/1`, ana)), 1],
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
    const { stale, changed, untouched, ...now } = await staleAfter(after, change);
    after = now.after;
    // What shows other prompts alone stays in the cache.
    if (what === "a title") expect(untouched).toBeGreaterThan(3);
    // What comes back is suggested beside others again once their page is older than its time (decision 54).
    const suggested = what.includes("shown again")
      ? [`/prompts/${other.id}`, `/api/prompts/${other.id}/related`]
      : [];
    expect({ what, stale: stale.filter((path) => !suggested.includes(path)) }).toEqual({ what, stale: [] });
    expect({ what, enough: changed.length >= least, changed }).toMatchObject({ what, enough: true });
  }
});
