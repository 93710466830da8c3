/**
 * Private and withdrawn content shows nowhere: every route that answers a GET, every page and every tool of MCP is
 * asked as a visitor, as another member and with that member's key. A new one has to be put here.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes as pages } from "#app/routes.ts";
import { foldText } from "#language/fold.ts";
import { previewPath } from "#media/preview.ts";
import type { PromptView } from "#prompts/contract.ts";
import { callOrThrow, createTestApp, type TestApp } from "#tests/support/app.ts";
import { createKey } from "#tests/support/keys.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";

/** A word of its own for each thing, by which it is looked for. */
const WORDS = {
  shown: "Jabuticaba",
  hidden: "Maracujazeiro",
  removed: "Pitangueira",
  inReview: "Cajueiro",
  deleted: "Goiabeira",
  blocked: "Mangabeira",
  withBlocked: "Umbuzeiro",
  withRemoved: "Guabiroba",
  private: "Bacurizeiro",
  withdrawn: "Cupuaçuzeiro",
  ofBlocked: "Araticunzeiro",
  answer: "Murucizeiro",
  answerOfBlocked: "Cambucizeiro",
} as const;
type Thing = keyof typeof WORDS;
/** Blocking alone takes nothing of what was published but answers and lists (decisions 44 and 46). */
const SHOWN: readonly Thing[] = ["shown", "blocked"];
/** Where it is read, the thing shows: an answer may repeat the word that was looked for. */
const markOf = (thing: Thing) => `cofre${Object.keys(WORDS).indexOf(thing) + 100}`;
const GONE = (Object.keys(WORDS) as Thing[]).filter((thing) => !SHOWN.includes(thing));

const reads = new Set<string>();
let site: TestApp;
let reader: TestUser;
let key: string;
const prompts: PromptView[] = [];
const remixes: number[] = [];
const collections: number[] = [];
const people: TestUser[] = [];
const codes: string[] = [];
/** Addresses of their pages. */
const paths = new Map<Thing, RegExp>();
/** Addresses of pictures and link previews, and whose they are. */
const pictures = new Map<string, Thing>();

const call = (...all: Parameters<TestApp["call"]>) => callOrThrow(site, ...all);

async function person(name: string): Promise<TestUser> {
  const user = await createUser(site.ctx, { username: name });
  await site.ctx.pool.query("update users set created_at = now() - interval '30 days' where id = $1", [
    user.id,
  ]);
  people.push(user);
  return user;
}

/** Another colour for each picture. */
let pictured = 0;
const picture = () => pictureDataUrl(`#${(0x22_44_66 + ++pictured * 0x05_03_07).toString(16)}`);

/** Publishes a prompt in two versions with a picture each. */
async function publish(author: TestUser, thing: Thing): Promise<PromptView> {
  const text = `${WORDS[thing]} ${markOf(thing)}`;
  const first = await publishPrompt(site, author, {
    title: text,
    content: `Escreva sobre ${text} e [o que mais] com calma.`,
    description: `Com ${text}.`,
    image_alt: `Retrato: ${text}`,
    tags: [WORDS[thing]],
    thumbnail_url: await picture(),
  });
  const change = { content: `Conte de ${text} sem pressa nenhuma.`, thumbnail_url: await picture() };
  const prompt = await call("PATCH", `/api/prompts/${first.id}`, author, { ...change, own_version: true });
  prompts.push(prompt);
  for (const url of [first.image.url, prompt.image.url, previewPath(prompt.id)]) pictures.set(url, thing);
  paths.set(thing, new RegExp(`/prompts/${prompt.id}(?!\\d)`));
  return prompt;
}

async function collect(owner: TestUser, thing: Thing, isPublic = true): Promise<number> {
  const text = `${WORDS[thing]} ${markOf(thing)}`;
  const { id } = await call("POST", "/api/collections", owner, {
    title: text,
    description: `Só ${text}.`,
    is_public: isPublic,
  });
  await call("PUT", `/api/collections/${id}/items/${prompts[0]?.id}`, owner, { note: text });
  collections.push(id);
  if (thing !== "shown") paths.set(thing, new RegExp(`/(?:colecoes|collections)/${id}(?!\\d)`));
  return id;
}

const answer = (who: TestUser, thing: Thing) =>
  call("PUT", `/api/prompts/${prompts[0]?.id}/result`, who, {
    model: `Modelo ${markOf(thing)}`,
    outcome: "worked",
    note: `Deu certo com ${markOf(thing)}.`,
  });

beforeAll(async () => {
  site = await noteRoutes(
    () => createTestApp({}, "built"),
    ({ method, url }) => {
      if ([method].flat().includes("GET")) reads.add(url);
    },
  );
  const admin = await createAdmin(site.ctx);
  reader = await person("Leitora");
  const ana = await person("Ana Maria");
  const beto = await person("Beto Lima");
  const caio = await person("Caio Reis");
  const dora = await person("Dora Nunes");
  const eva = await person("Eva Prado");

  await publish(ana, "shown");
  const hidden = await publish(ana, "hidden");
  const removed = await publish(ana, "removed");
  const inReview = await publish(ana, "inReview");
  const deleted = await publish(ana, "deleted");
  await publish(eva, "blocked");
  await publish(beto, "withBlocked");
  await publish(caio, "withRemoved");

  // A public list has them all.
  const list = await collect(ana, "shown");
  for (const prompt of prompts) await call("PUT", `/api/collections/${list}/items/${prompt.id}`, ana, {});
  await collect(ana, "private", false);
  const withdrawn = await collect(dora, "withdrawn");
  await collect(eva, "ofBlocked");
  // Answers show from three people on, beside those of whom some go.
  const others = [await person("Fábio Melo"), await person("Gil Pena")];
  for (const who of [beto, caio, reader, ...others]) await answer(who, "shown");
  await answer(dora, "answer");
  await answer(eva, "answerOfBlocked");
  // Remixes credit their source.
  for (const { id } of prompts) {
    const remix = await publishPrompt(site, others[1] as TestUser, {
      title: "Um remix",
      content: `Invente a história número ${id} de um barco de papel.`,
      remixed_from: id,
      thumbnail_url: await picture(),
    });
    remixes.push(remix.id);
  }
  // The reader favourited the content that is removed later.
  for (const prompt of prompts) {
    await call("POST", `/api/prompts/${prompt.id}/favorite`, reader, { favorited: true });
    await call("POST", `/api/prompts/${prompt.id}/like`, reader, { liked: true });
  }
  for (const id of collections.filter((_, at) => at !== 1))
    await call("PUT", `/api/follows/collections/${id}`, reader);
  for (const { id } of [ana, beto, caio, dora, eva]) await call("PUT", `/api/follows/users/${id}`, reader);

  const spam = { ground: "spam", reason: "Propaganda." };
  const hide = async (target_type: string, target_id: number) => {
    const reported = {
      target_type,
      target_id,
      category: "spam",
      explanation: "Propaganda.",
      standing: "anyone",
    };
    codes.push((await call("POST", "/api/reports", reader, reported)).code);
    const [{ id }] = (await call("GET", "/api/admin/cases", admin)).cases;
    const { version } = await call("GET", `/api/admin/cases/${id}`, admin);
    await call("POST", `/api/admin/cases/${id}/decisions`, admin, { action: "hide", version, ...spam });
  };
  await hide("prompt", hidden.id);
  await call("DELETE", `/api/admin/prompts/${removed.id}`, admin, spam);
  await site.ctx.pool.query("update prompts set hidden_at = now(), in_review = true where id = $1", [
    inReview.id,
  ]);
  await call("DELETE", `/api/prompts/${deleted.id}`, ana);
  await hide("collection", withdrawn);
  const { rows } = await site.ctx.pool.query("select id from results where user_id = $1", [dora.id]);
  await hide("result", rows[0].id);
  await call("PATCH", `/api/admin/users/${eva.id}/toggle-block`, admin, { blocked: true, ...spam });
  await call("PATCH", `/api/admin/users/${beto.id}/toggle-block`, admin, {
    blocked: true,
    remove_content: true,
    ...spam,
  });
  await call("DELETE", `/api/admin/users/${caio.id}`, admin, spam);
  key = (await createKey(site, reader)).key;
});
afterAll(() => site?.close());

const slugs = () => Object.values(WORDS).map((word) => foldText(word));
const ofPrompts = (path: string) =>
  [...prompts.map(({ id }) => id), ...remixes].map((id) => path.replace(":id", String(id)));
const ofCollections = (path: string) => collections.map((id) => path.replace(":id", String(id)));
const ofPeople = (path: string) => people.map(({ id }) => path.replace(":id", id));
const ofTags = (path: string) => slugs().map((slug) => path.replace(/:\w+/, slug));
const searching = (path: string, name: string) =>
  Object.values(WORDS).map((word) => `${path}?${name}=${encodeURIComponent(word)}`);

/** The addresses to ask of a route or page, by how its pattern begins. */
const ADDRESSES: [pattern: RegExp, (path: string) => string[]][] = [
  [
    /^\/api\/prompts$|^\/prompts$/,
    (path) => [
      path,
      ...["newest", "oldest", "views", "top", "working"].map((sort) => `${path}?sort=${sort}`),
      ...searching(path, path === "/prompts" ? "q" : "search"),
      ...ofTags(`${path}?tag=:slug`),
    ],
  ],
  [/suggestions/, (path) => searching(path, "search")],
  [
    /versions\/:number\/diff|versoes\/:number\/diff/,
    (path) => ofPrompts(`${path.replace(":number", "1")}?from=1`),
  ],
  [/prompts\/:(id|name)/, (path) => ofPrompts(path.replace(":name", ":id").replace(":number", "1"))],
  [/(colecoes|collections)\/:(id|name)/, (path) => ofCollections(path.replace(":name", ":id"))],
  [/:code$/, (path) => codes.map((code) => path.replace(":code", code))],
  [/users\/:id/, ofPeople],
  [/tags\/:/, ofTags],
  [/feeds\/tools\/:id/, () => ["/feeds/tools/1.xml"]],
  [/^\/sitemaps\/.*:part/, (path) => [path.replace(":part", "1")]],
  [
    /^\/oembed$/,
    (path) => [
      ...ofPrompts(`${path}?format=json&url=${encodeURIComponent("http://localhost:3000/prompts/")}:id`),
      ...ofCollections(`${path}?format=json&url=${encodeURIComponent("http://localhost:3000/colecoes/")}:id`),
    ],
  ],
  [/^\/media\/:file$/, () => [...pictures.keys()]],
  [/^\/(?:api\/)?[\w./-]*$|^\/$/, (path) => [path]],
];
const FORMATS = ["json", "csv", "md"];

function addresses(pattern: string): string[] {
  const format = /:format\(.*\)$/;
  if (format.test(pattern)) return FORMATS.flatMap((one) => addresses(pattern.replace(format, one)));
  const [, list] = ADDRESSES.find(([known]) => known.test(pattern)) ?? [];
  if (!list) throw new Error(`Where do the addresses of ${pattern} come from?`);
  return list(pattern);
}

/** Nothing that people write: files of the build, the admin's, the sign-in, pages that tests alone see. */
const ASIDE =
  /^\/(?:assets|icons|dev|metrics|admin|api\/admin|api\/docs|auth\/v1)\b|\.(?:js|svg|ico|webmanifest)(?:\.br|\.gz)?$/;

/** The things that an answer tells of: by their mark, or by their word or address, where the question did not have it. */
function thingsIn(body: string, question: string): Thing[] {
  const [told, asked] = [body.toLowerCase(), decodeURIComponent(question).toLowerCase()];
  return GONE.filter((thing) => {
    const word = WORDS[thing].toLowerCase();
    const isAsked = asked.includes(word) || asked.includes(foldText(word));
    const path = paths.get(thing);
    const isLinked = path?.test(told) && !path.test(asked);
    return told.includes(markOf(thing)) || isLinked || (told.includes(word) && !isAsked);
  });
}

/** Messages of MCP: every method that lists or reads, and every tool that reads. */
const MESSAGES: Record<string, () => object[]> = {
  search_prompts: () => [
    {},
    ...Object.values(WORDS).map((text) => ({ text })),
    ...slugs().map((tag) => ({ tag })),
  ],
  get_prompt: () => prompts.map(({ id }) => ({ id })),
  list_favorites: () => [{}],
  list_tools: () => [{}],
  "prompts/list": () => [{}],
  "prompts/get": () => prompts.map(({ id }) => ({ name: String(id) })),
  "tools/list": () => [{}],
};
/** They write. */
const WRITING = ["save_prompt", "publish_prompt"];

/** Moderation's public log has the titles of what it decided about, by design (decision 38). */
const LOG = ["/api/moderation/log", "/moderacao"];

describe.each(["visitor", "member", "key"] as const)("asked by a %s", (who) => {
  const asker = () => ({ visitor: null, member: reader, key })[who];

  test("no read answers with what is gone", async () => {
    const found: Partial<Record<Thing, string[]>> = {};
    let answersWithWhatIsThere = 0;
    const patterns = [...reads, ...pages.map(({ pattern }) => pattern)];
    for (const pattern of new Set(patterns.filter((one) => !ASIDE.test(one)))) {
      for (const url of addresses(pattern)) {
        site.ctx.responseCache.clear();
        const { body, rawPayload, statusCode, headers } = await site.call("GET", url, asker());
        expect(statusCode, url).toBeLessThan(500);
        const isZip = headers["content-type"] === "application/zip";
        const text = isZip ? [...(await unzip(rawPayload)).values()].join("\n") : body;
        if (text.includes(WORDS.shown)) answersWithWhatIsThere += 1;
        const owner = statusCode === 200 ? pictures.get(url) : undefined;
        const told = owner && GONE.includes(owner) ? [owner] : thingsIn(text, url);
        for (const thing of told) found[thing] = [...(found[thing] ?? []), url];
      }
    }
    expect(found).toEqual({ hidden: LOG, removed: LOG, withdrawn: LOG });
    expect(answersWithWhatIsThere).toBeGreaterThan(60);
  }, 600_000);

  test("no tool of MCP answers with what is gone", async () => {
    let id = 0;
    const ask = async (method: string, params: object) => {
      site.ctx.responseCache.clear();
      id += 1;
      const accept = "application/json, text/event-stream";
      const message = { jsonrpc: "2.0", id, method, params };
      return (await site.call("POST", "/mcp", asker(), message, { accept })).body;
    };
    const { result } = JSON.parse(await ask("tools/list", {}));
    const tools = result.tools.map(({ name }: { name: string }) => name);
    expect(tools.filter((name: string) => !(name in MESSAGES) && !WRITING.includes(name))).toEqual([]);
    const found: string[] = [];
    let answersWithWhatIsThere = 0;
    for (const [name, given] of Object.entries(MESSAGES)) {
      for (const params of given()) {
        const isMethod = name.includes("/");
        const body = await ask(
          isMethod ? name : "tools/call",
          isMethod ? params : { name, arguments: params },
        );
        if (body.includes(WORDS.shown)) answersWithWhatIsThere += 1;
        found.push(...thingsIn(body, JSON.stringify(params)).map((thing) => `${thing}: ${name}`));
      }
    }
    expect(found).toEqual([]);
    expect(answersWithWhatIsThere).toBeGreaterThan(4);
  }, 600_000);
});
