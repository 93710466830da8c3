/**
 * The ends of every list that the API gives out: with nothing, one item, a page exactly and one more; its first and its last
 * page and the one after; numbers of pages that there cannot be. The lists come from the routes' schemas and from MCP's
 * tools; a new one has to be put here.
 */
import type { RouteOptions } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createKey } from "#tests/support/keys.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

interface Schema {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}
const jsonOf = (schema: unknown, io: "input" | "output") =>
  z.toJSONSchema(schema as z.core.$ZodType, { io, unrepresentable: "any" }) as Schema;

/** Whether an answer is a list, or has one. */
const hasList = ({ type, anyOf = [], properties = {} }: Schema): boolean =>
  type === "array" ||
  anyOf.some(hasList) ||
  Object.values(properties).some((one) => one.type === "array" || one.properties?.data?.type === "array");

/** Routes with lists, and what their query turns pages by. */
const routes = new Map<string, string>();
const site = setUpTestApp({}, ({ method, url, schema }: RouteOptions) => {
  if (![method].flat().includes("GET")) return;
  const query = schema?.querystring ? (jsonOf(schema.querystring, "input").properties ?? {}) : {};
  const by = ["page", "limit", "before", "after"].filter((name) => name in query).join(" ");
  const answer = (
    schema?.response as Record<number, { content?: Record<string, { schema: unknown }> }>
  )?.[200];
  const isList = answer && hasList(jsonOf(answer.content?.["application/json"]?.schema ?? answer, "output"));
  if (by || isList || /\/(?:feed|sitemap)/.test(url)) routes.set(url, by);
});
const { sql, call } = site;

let admin: TestUser;
let ana: TestUser;
let image: string;
let key: string;
beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await createUser(site.ctx, { username: "Ana" });
  const { thumbnail_url } = await publishPrompt(site, ana);
  image = /[0-9a-f]{32}/.exec(thumbnail_url)?.[0] as string;
  ({ key } = await createKey(site, ana));
});

type Names = (string | number)[];
const ids = async (text: string, ...values: unknown[]): Promise<Names> =>
  (await sql(text, ...values)).map(({ id }) => id);
const newest = (names: Names) => names.toReversed();

/** Prompts as publishing leaves them, in place of all others; all at one time. @returns their ids, oldest first */
async function prompts(n: number, author = ana, tags: number[] = []): Promise<Names> {
  await sql("delete from prompts where true");
  return more(n, author, tags);
}
const more = (n: number, author = ana, tags: number[] = []) =>
  ids(
    `insert into prompts (user_id, llm_type_id, title, content, image_hash, tag_ids)
      select $1, 3, 'Jabuticaba', 'Um texto comprido.', $2, $3 from generate_series(1, $4) returning id`,
    ...[author.id, image, tags, n],
  );
const tag = async (name: string) =>
  (
    await ids(
      `insert into tags (name, folded, slug) values ($1, lower($1), lower($1))
        on conflict (folded) do update set name = excluded.name returning id`,
      name,
    )
  )[0] as number;
/** Answers that a prompt worked, each with a note and of its own model, by others than its author. */
async function answers(prompt: string | number, n: number): Promise<Names> {
  await sql("delete from users where email like 'leitor%'");
  return ids(
    `with readers as (
        insert into users (username, email, password_hash) select 'Leitor ' || n, 'leitor' || n || '@exemplo.com.br', ''
        from generate_series(1, $2) n returning id)
      insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
      select $1, 1, id, 'gpt', 'GPT', 'worked', 'Deu certo.' from readers returning id`,
    ...[prompt, n],
  );
}
/** Cases, one of each prompt that there once was. */
async function cases(n: number, state: "open" | "decided" = "open"): Promise<Names> {
  await sql("delete from moderation_cases where true");
  return ids(
    `insert into moderation_cases
        (prompt_id, author_id, author_username, label, state, opened_at, deadline, decided_at, category, snapshot)
      select 1000000 + n, $1, 'Ana', 'Um prompt', $2, now(), now(), now(), 'spam', '{}' from generate_series(1, $3) n
      returning id`,
    ...[ana.id, state, n],
  );
}
const decisions = async (n: number) => {
  await cases(n, "decided");
  return ids(
    `insert into decisions (case_id, action, ground, reason, decided_as, decided_by, decided_by_username)
      select id, 'hide', 'spam', 'Propaganda.', 'admin', $1, 'Administradora' from moderation_cases order by id
      returning id`,
    admin.id,
  );
};
async function collections(n: number, items = 1): Promise<Names> {
  await sql("delete from collections where true");
  const made = await ids(
    `insert into collections (user_id, title, is_public) select $1, 'Uma lista', true from generate_series(1, $2)
      returning id`,
    ...[ana.id, n],
  );
  await sql(
    `insert into collection_items (collection_id, prompt_id, position, added_at)
      select c.id, p.id, p.n, now() + p.n * interval '1 second' from collections c, (select id, row_number() over (order by id) as n from prompts) p
      where p.n <= $1`,
    items,
  );
  return made;
}
const users = async (n: number) => {
  await sql("delete from users where email like 'leitor%'");
  return ids(
    `insert into users (username, email, password_hash) select 'Leitora ' || n, 'leitora' || n || '@exemplo.com.br', ''
      from generate_series(1, $1) n returning id`,
    n,
  );
};

interface List {
  /** Most items of a page, or of a list that has no pages; undefined where all are in it. */
  size?: number;
  /** Makes it anew. @returns ids of what it has, first to last */
  make(n: number): Promise<Names>;
  url(): string;
  who?: () => TestUser;
  /** Its ids in an answer. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of all kinds.
  read(answer: any): Names;
  /** How many of its rows are read together. */
  batch?: number;
  /** Whether nothing is answered with 404. */
  isMissing?: true;
}
type Paged = List & {
  size: number;
  total(answer: { [name: string]: unknown }): unknown;
  /** Takes some away; by default they are prompts. */
  remove?(names: Names): Promise<unknown>;
};
const removeFrom = (table: string) => (names: Names) => sql(`delete from ${table} where id = any($1)`, names);

const idOf = ({ id }: { id: string | number }) => id;
let last: string | number;
const listed = {
  read: ({ data }: { data: { id: number }[] }) => data.map(idOf),
  total: ({ pagination }: { pagination?: { total: number } }) => pagination?.total,
  size: 20,
};
const library = (query = "", make: List["make"] = async (n) => newest(await prompts(n))): Paged => ({
  ...listed,
  make,
  url: () => `/api/prompts?${query}`,
});
const allTags = (url: string): Paged => ({
  ...listed,
  async make(n) {
    await sql("delete from prompts where true");
    await sql("delete from tags where true");
    const names = Array.from({ length: n }, (_, at) => `mar${at + 1}`);
    for (const name of names) await more(1, ana, [await tag(name)]);
    return names;
  },
  url: () => url,
  read: ({ data }: { data: { slug: string }[] }) => data.map(({ slug }) => slug),
  remove: (names) =>
    sql("delete from prompts where tag_ids && array(select id from tags where slug = any($1))", names),
});
const asAdmin = (name: string, url: string, make: List["make"]): Paged => ({
  size: 30,
  make,
  url: () => `/api/admin/${url}`,
  who: () => admin,
  read: (answer) => answer[name].map(idOf),
  total: ({ totalCount }) => totalCount,
});

/** Lists with numbered pages, by their route, and what of it. */
const PAGED: Record<string, Paged> = {
  "/api/prompts": library(),
  "/api/prompts the newest": library("orderBy=newest"),
  "/api/prompts the most viewed": library("orderBy=views"),
  "/api/prompts of a tool": library("llmTypeId=3"),
  "/api/prompts with a tag": library("tag=mar", async (n) =>
    newest(await prompts(n, ana, [await tag("Mar")])),
  ),
  "/api/prompts with a word": library("search=jabuticaba"),
  "/api/prompts with a word, the newest": library("search=jabuticaba&orderBy=newest"),
  "/api/prompts that work": library("works=today", async (n) => {
    const made = await prompts(n);
    await sql(
      "update prompt_stats set answered_count = 3, worked_count = 3, last_worked_at = now() where prompt_id = any($1)",
      made,
    );
    return newest(made);
  }),
  "/api/prompts/:id/remixes": {
    ...listed,
    async make(n) {
      const made = await prompts(n + 1);
      last = made[0] as number;
      await sql(
        "insert into remixes (prompt_id, source_id, root_id) select id, $1, $1 from prompts where id > $1",
        last,
      );
      return newest(made.slice(1));
    },
    url: () => `/api/prompts/${last}/remixes?`,
  },
  "/api/users/:id/prompts": { ...library(), url: () => `/api/users/${ana.id}/prompts?` },
  "/api/users/:id/favorites": {
    ...listed,
    async make(n) {
      const made = await prompts(n);
      await sql("insert into favorites (user_id, prompt_id) select $1, id from prompts", ana.id);
      return newest(made);
    },
    url: () => `/api/users/${ana.id}/favorites?`,
    who: () => ana,
  },
  "/api/collections/public": {
    ...listed,
    remove: removeFrom("collections"),
    make: async (n) => prompts(1).then(async () => newest(await collections(n))),
    url: () => "/api/collections/public?",
  },
  "/api/collections/public the newest": {
    ...listed,
    remove: removeFrom("collections"),
    make: async (n) => prompts(1).then(async () => newest(await collections(n))),
    url: () => "/api/collections/public?orderBy=newest",
  },
  "/api/collections/public with a word": {
    ...listed,
    remove: removeFrom("collections"),
    make: async (n) => prompts(1).then(async () => newest(await collections(n))),
    url: () => "/api/collections/public?search=lista",
  },
  "/api/tags/all": allTags("/api/tags/all?"),
  "/api/tags/all with a part of a name": allTags("/api/tags/all?search=mar"),
  "/api/moderation/log": {
    size: 30,
    remove: removeFrom("decisions"),
    make: async (n) => newest(await decisions(n)),
    url: () => "/api/moderation/log?",
    read: ({ entries }) => entries.map(idOf),
    total: ({ totalCount }) => totalCount,
  },
  "/api/moderation/log of an action": {
    size: 30,
    remove: removeFrom("decisions"),
    make: async (n) => newest(await decisions(n)),
    url: () => "/api/moderation/log?action=hide",
    read: ({ entries }) => entries.map(idOf),
    total: ({ totalCount }) => totalCount,
  },
  "/api/admin/cases": asAdmin("cases", "cases?", (n) => cases(n)),
  "/api/admin/cases decided": asAdmin("cases", "cases?state=decided", async (n) =>
    newest(await cases(n, "decided")),
  ),
  "/api/admin/audit-log": asAdmin("entries", "audit-log?", async (n) => {
    await sql("delete from audit_log where true");
    const entry = `insert into audit_log (admin_username, action, target_label)
      select 'Administradora', 'tag_renamed', 'Mar' from generate_series(1, $1) returning id`;
    return newest(await ids(entry, n));
  }),
  "/api/admin/prompts": asAdmin("prompts", "prompts?", async (n) => newest(await prompts(n))),
  "/api/admin/prompts with a word": asAdmin("prompts", "prompts?search=jabuticaba", async (n) =>
    newest(await prompts(n)),
  ),
  "/api/admin/prompts removed": asAdmin("prompts", "prompts?state=removed", async (n) => {
    await sql("delete from moderation_cases where true");
    const made = await prompts(n);
    for (const id of made)
      await call("DELETE", `/api/admin/prompts/${id}`, admin, { ground: "spam", reason: "Não." });
    return made;
  }),
  "/api/admin/users": asAdmin("users", "users?", async (n) => {
    await users(n > 2 ? n - 2 : 0);
    return ids("select id from users order by created_at desc, id desc");
  }),
  "/api/admin/users with a word": asAdmin("users", "users?search=leitora", async (n) => {
    await users(n);
    return ids("select id from users where username like 'Leitora %' order by created_at desc, id desc");
  }),
  "/api/admin/tags": asAdmin("tags", "tags?", async (n) => {
    await sql("delete from prompts where true");
    await sql("delete from tags where true");
    return ids(
      "insert into tags (name, folded, slug) select t, t, t from (select 'mar' || n as t from generate_series(1, $1) n) t returning id",
      n,
    );
  }),
};

const byText = { read: ({ prompts: found }: { prompts: { id: number }[] }) => found.map(idOf) };
const total = ({ total: all }: { total?: number }) => all;
/** Lists of MCP's tools. */
const TOOLS: Record<string, Pick<Paged, "size" | "make" | "read" | "total">> = {
  search_prompts: { ...byText, total, size: 10, make: async (n) => newest(await prompts(n)) },
  list_favorites: {
    ...byText,
    total,
    size: 10,
    make: (n) => (PAGED["/api/users/:id/favorites"] as List).make(n),
  },
};

/** Lists in which each page names where the next begins. */
const CONTINUED: Record<string, List & { size: number; next(answer: unknown): unknown; wrong: string[] }> = {
  "/api/prompts/:id/results": {
    size: 10,
    async make(n) {
      [last = 0] = await prompts(1);
      // Shown from three answers on.
      const made = newest(await answers(last, Math.max(n, 3)));
      await sql("update results set note = null where id <> all($1)", made.slice(0, n));
      return made.slice(0, n);
    },
    url: () => `/api/prompts/${last}/results?`,
    read: ({ notes }) => notes.data.map(idOf),
    next: (answer) => (answer as { notes: { next: unknown } }).notes.next,
    wrong: ["0", "-1", "1.5", "1e30", "9007199254740993", "x", ""],
  },
  "/api/news": {
    size: 20,
    async make(n) {
      const beto = await createUser(site.ctx);
      await sql("delete from user_follows where true");
      await sql("insert into user_follows (follower_id, user_id) values ($1, $2)", ana.id, beto.id);
      return newest(await prompts(n, beto));
    },
    url: () => "/api/news?",
    who: () => ana,
    read: ({ data }) => data.map(({ prompt }: { prompt: { id: number } }) => prompt.id),
    next: (answer) => (answer as { next: unknown }).next,
    wrong: ["0", "-1", "1", "1-", "-1-1", "x", "", "1-1-1", "99999999999999999-1"],
  },
};

const inXml = (pattern: RegExp) => (xml: string) => [...xml.matchAll(pattern)].map(([, id]) => Number(id));
const entries = inXml(/<entry>.*?\/prompts\/(\d+)/gs);
const feed = (url: string, make: List["make"] = async (n) => newest(await prompts(n))): List => ({
  ...{ size: 30, make, url: () => url, read: entries },
});
const plain = { read: (answer: { id: number }[]) => answer.map(idOf) };
const tagged = async (n: number) => newest(await prompts(n, ana, [await tag("Mar")]));
/** Lists without pages. */
const WHOLE: Record<string, List> = {
  "/api/prompts/top": {
    ...plain,
    size: 6,
    url: () => "/api/prompts/top",
    make: async (n) => newest(await prompts(n)),
  },
  "/api/prompts/suggestions": {
    ...plain,
    size: 6,
    url: () => "/api/prompts/suggestions?search=jabut",
    make: async (n) => newest(await prompts(n)),
  },
  "/api/prompts/:id/collections": {
    ...plain,
    size: 5,
    async make(n) {
      [last = 0] = await prompts(1);
      return newest(await collections(n));
    },
    url: () => `/api/prompts/${last}/collections`,
  },
  "/api/prompts/:id/related": {
    ...plain,
    size: 4,
    async make(n) {
      const made = await prompts(n + 1);
      last = made[0] as number;
      return newest(made.slice(1));
    },
    url: () => `/api/prompts/${last}/related`,
  },
  "/api/prompts/:id/related by a tag": {
    ...plain,
    size: 4,
    async make(n) {
      const made = await prompts(n + 1, ana, [await tag("Mar")]);
      last = made.at(-1) as number;
      return newest(made.slice(0, -1));
    },
    url: () => `/api/prompts/${last}/related`,
  },
  "/api/prompts/in-review": {
    ...plain,
    async make(n) {
      const made = await prompts(n);
      await sql(
        "update prompts set hidden_at = now(), hidden_views = 0, in_review = true where id = any($1)",
        made,
      );
      return newest(made);
    },
    url: () => "/api/prompts/in-review",
    who: () => ana,
  },
  "/api/prompts/deleted": {
    ...plain,
    async make(n) {
      const made = await prompts(n);
      await sql(
        "update prompts set hidden_at = now(), hidden_views = 0, deleted_at = now() - id * interval '1 second' where id = any($1)",
        made,
      );
      return made;
    },
    url: () => "/api/prompts/deleted",
    who: () => ana,
  },
  "/api/tags": {
    size: 6,
    async make(n) {
      await sql("delete from prompts where true");
      await sql("delete from tags where true");
      for (let at = 1; at <= n; at++) await more(1, ana, [await tag(`mar${at}`)]);
      return Array.from({ length: n }, (_, at) => `mar${at + 1}`);
    },
    url: () => "/api/tags",
    read: (answer) => answer.map(({ slug }: { slug: string }) => slug),
  },
  "/api/prompts/:id/versions": {
    async make(n) {
      [last = 0] = await prompts(1);
      // A prompt has one at least.
      for (let at = 2; at <= n; at++)
        await call("PATCH", `/api/prompts/${last}`, ana, {
          content: `O texto número ${at}.`,
          own_version: true,
        });
      return Array.from({ length: Math.max(n, 1) }, (_, at) => Math.max(n, 1) - at);
    },
    url: () => `/api/prompts/${last}/versions`,
    read: ({ versions }) => versions.map(({ number }: { number: number }) => number),
  },
  "/api/collections": {
    ...plain,
    make: async (n) => newest(await collections(n)),
    url: () => "/api/collections",
    who: () => ana,
  },
  "/api/users/:id/collections": {
    ...plain,
    make: async (n) => newest(await prompts(1).then(() => collections(n))),
    url: () => `/api/users/${ana.id}/collections`,
  },
  "/api/collections/:id": {
    async make(n) {
      const made = await prompts(n);
      [last = 0] = await collections(1, n);
      return made;
    },
    url: () => `/api/collections/${last}`,
    read: ({ items }) => items.map(({ prompt }: { prompt: { id: number } }) => prompt.id),
  },
  "/api/collections/:id/:format(^(?:json|csv|md)$)": {
    async make(n) {
      const made = await prompts(n);
      [last = 0] = await collections(1, n);
      return made;
    },
    url: () => `/api/collections/${last}/json`,
    read: (answer) => answer.prompts.map(({ url }: { url: string }) => Number(/\d+$/.exec(url)?.[0])),
  },
  "/api/account/prompts/:format(^(?:json|csv|md)$)": {
    make: (n) => prompts(n),
    batch: 25,
    url: () => "/api/account/prompts/json",
    who: () => ana,
    read: (answer) => answer.prompts.map(({ url }: { url: string }) => Number(/\d+$/.exec(url)?.[0])),
  },
  "/api/follows": {
    async make(n) {
      await sql("delete from user_follows where true");
      const made = await users(n);
      for (const id of made) await call("PUT", `/api/follows/users/${id}`, ana);
      return newest(made);
    },
    url: () => "/api/follows",
    who: () => ana,
    read: ({ users: found }) => found.map(idOf),
  },
  "/api/imports": {
    ...plain,
    async make(n) {
      await sql("delete from imports where true");
      const insert = `insert into imports (user_id, format, prompts_count)
        select $1, 'json', 1 from generate_series(1, $2) returning id`;
      return newest(await ids(insert, ana.id, n));
    },
    url: () => "/api/imports",
    who: () => ana,
  },
  "/api/notices": {
    size: 100,
    make: async (n) => newest(await decisions(n)),
    url: () => "/api/notices",
    who: () => ana,
    read: ({ notices }) => notices.map(idOf),
  },
  "/api/admin/moderators": {
    async make(n) {
      const made = await users(n);
      await sql("insert into moderators (user_id) select unnest($1::uuid[])", made);
      return ids("select user_id as id from moderators order by named_at, user_id");
    },
    url: () => "/api/admin/moderators",
    who: () => admin,
    read: ({ moderators }) => moderators.map(idOf).toSorted(),
  },
  "/api/account/sessions": {
    async make(n) {
      // The one that asks is there always.
      await sql("delete from sessions where user_id = $1 and user_agent = 'outro'", ana.id);
      const insert = `insert into sessions (user_id, refresh_key, auth_method, user_agent)
        select $1, '', 'password', 'outro' from generate_series(2, $2)`;
      await sql(insert, ana.id, n);
      return ids("select id from sessions where user_id = $1 order by id", ana.id);
    },
    url: () => "/api/account/sessions",
    who: () => ana,
    read: ({ sessions }) => sessions.map(idOf).toSorted(),
  },
  "/api/account/keys": {
    async make(n) {
      await sql("delete from api_keys where name = 'outra'");
      const insert = `insert into api_keys (user_id, name, prefix, key_hash, scopes, expires_at)
        select $1, 'outra', 'pk_x', sha256(n::text::bytea), '{read}', now() + interval '1 day' from generate_series(2, $2) n`;
      await sql(insert, ana.id, n);
      return ids("select id from api_keys where user_id = $1 order by id", ana.id);
    },
    url: () => "/api/account/keys",
    who: () => ana,
    read: ({ keys }) => keys.map(idOf).toSorted(),
  },
  "/api/account/passkeys": {
    async make(n) {
      await sql("delete from passkeys where user_id = $1", ana.id);
      const insert = `insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name)
        select $1, 'key ' || n, '', 0, true, 'Celular' from generate_series(1, $2) n`;
      await sql(insert, ana.id, n);
      return ids("select id from passkeys where user_id = $1 order by id", ana.id);
    },
    url: () => "/api/account/passkeys",
    who: () => ana,
    read: ({ passkeys }) => passkeys.map(idOf).toSorted(),
  },
  "/feed.xml": feed("/feed.xml"),
  "/feeds/tools/:id.xml": feed("/feeds/tools/3.xml"),
  "/feeds/users/:id.xml": { ...feed(""), url: () => `/feeds/users/${ana.id}.xml` },
  "/feeds/tags/:id.xml": { ...feed("/feeds/tags/mar.xml", tagged), isMissing: true },
  "/feeds/funciona-hoje.xml": feed(
    "/feeds/funciona-hoje.xml",
    (PAGED["/api/prompts that work"] as List).make,
  ),
  "/feeds/collections/:id.xml": {
    ...feed(""),
    async make(n) {
      const made = await prompts(n);
      [last = 0] = await collections(1, n);
      return newest(made);
    },
    url: () => `/feeds/collections/${last}.xml`,
  },
  "/sitemaps/prompts-:part.xml": {
    make: (n) => prompts(n),
    url: () => "/sitemaps/prompts-1.xml",
    read: inXml(/\/prompts\/(\d+)/g),
    isMissing: true,
  },
  "/sitemaps/collections-:part.xml": {
    make: async (n) => prompts(1).then(() => collections(n)),
    url: () => "/sitemaps/collections-1.xml",
    read: inXml(/\/colecoes\/(\d+)/g),
    isMissing: true,
  },
  "/sitemaps/tags.xml": {
    async make(n) {
      await sql("delete from prompts where true");
      await sql("delete from tags where true");
      // Shown from three prompts on.
      for (let at = 1; at <= n; at++) await more(3, ana, [await tag(`mar${at}`)]);
      return Array.from({ length: n }, (_, at) => at + 1);
    },
    url: () => "/sitemaps/tags.xml",
    read: inXml(/\/tags\/mar(\d+)/g),
    isMissing: true,
  },
};

/** Lists of one thing's parts, and of fixed length. */
const NO_LISTS = [
  "/api/llm_types",
  ...[
    "/api/prompts/:id",
    "/api/prompts/:id/versions/:number/diff",
    "/api/admin/cases/:id",
    "/api/reports/:code",
    // No more than can be made.
    "/api/admin/reason-texts",
    // One of each issuer that the site offers.
    "/api/account/identities",
  ],
  ...["/api/transparency", "/api/admin/health", "/sitemap.xml", "/sitemaps/pages.xml"],
];
const routeOf = (name: string) => name.split(" ")[0] as string;

async function answerOf(list: Pick<List, "url" | "who">, query = "") {
  site.ctx.responseCache.clear();
  const url = list.url();
  const answer = await call("GET", url.includes("?") ? `${url}&${query}` : url, list.who?.());
  return {
    status: answer.statusCode,
    body: /json/.test(String(answer.headers["content-type"])) ? answer.json() : answer.body,
  };
}
async function read(list: Pick<List, "url" | "who" | "read">, query = ""): Promise<Names> {
  const { status, body } = await answerOf(list, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return list.read(body);
}
async function callTool(name: string, given: object) {
  site.ctx.responseCache.clear();
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
  const accept = { accept: "application/json, text/event-stream" };
  return (await call("POST", "/mcp", key, asked, accept)).json().result;
}

test("every list is tried here", async () => {
  const named = (lists: object) => [...new Set(Object.keys(lists).map(routeOf))].sort();
  const turned = (pattern: RegExp) => [...routes].filter(([, by]) => pattern.test(by)).map(([url]) => url);
  expect(turned(/page/).sort()).toEqual(named(PAGED));
  expect(turned(/after/).sort()).toEqual(named(Object.fromEntries(FOLLOWED)));
  expect(turned(/before/).sort()).toEqual(named(CONTINUED));
  expect(
    turned(/^$/)
      .filter((url) => !NO_LISTS.includes(url))
      .sort(),
  ).toEqual(named(WHOLE));
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const accept = { accept: "application/json, text/event-stream" };
  const { tools } = (await call("POST", "/mcp", key, asked, accept)).json().result;
  const paged = tools.filter(({ inputSchema }: { inputSchema: Schema }) => inputSchema.properties?.page);
  expect(paged.map(({ name }: { name: string }) => name).sort()).toEqual(named(TOOLS));
});

/** The lists that programs read. */
const FOLLOWED = Object.entries(PAGED).filter(([name]) => !name.startsWith("/api/admin/"));

test.each(FOLLOWED)("%s: who follows next sees each once, though what was read goes", async (name, list) => {
  const limit = routes.get(routeOf(name))?.includes("limit") ? "limit=2" : "";
  const size = limit ? 2 : list.size;
  for (const n of [2 * size + 1, 2 * size]) {
    const all = await list.make(n);
    const seen: Names = [];
    for (let query = limit; ; ) {
      const { body } = await answerOf(list, query);
      const page = list.read(body);
      expect(page, `of ${n}`).not.toEqual([]);
      seen.push(...page);
      const next = (body.pagination ?? body).next;
      if (next === undefined) break;
      await (list.remove ?? removeFrom("prompts"))(page);
      query = `${limit}&after=${next}`;
    }
    expect(seen, `of ${n}`).toEqual(all);
  }
});

test.each(FOLLOWED)("%s goes on from nowhere else", async (_name, list) => {
  await list.make(1);
  for (const after of ["", "x", "-1", "1.x", "1.2.3.4.5", "1e3.2", ".1", "1.", "1&after=1"]) {
    const { status, body } = await answerOf(list, `after=${after}`);
    expect([after, status, body.field]).toEqual([after, 400, "after"]);
  }
});

describe.each(Object.entries(PAGED))("%s", (name, list) => {
  const { size } = list;
  test("is whole with nothing, one item, a page and one more", async () => {
    // Two users are there always: of them, the admin.
    for (const n of name === "/api/admin/users" ? [2, size, size + 1] : [0, 1, size, size + 1]) {
      const all = await list.make(n);
      expect(all, "made").toHaveLength(n);
      expect(await read(list), `of ${n}`).toEqual(all.slice(0, size));
      expect(await read(list, "page=2"), `of ${n}`).toEqual(all.slice(size));
      for (const query of ["page=1", "page=2", "page=3", "page=1000000"])
        expect(list.total((await answerOf(list, query)).body), `of ${n}, ${query}`).toBe(n);
      for (const query of ["page=3", "page=1000000"]) expect(await read(list, query), query).toEqual([]);
      if (routes.get(routeOf(name))?.includes("limit")) {
        expect(await read(list, "limit=1"), `of ${n}`).toEqual(all.slice(0, 1));
        expect(await read(list, `limit=1&page=${n || 1}`), `of ${n}`).toEqual(all.slice(-1));
        expect(await read(list, `limit=1&page=${n + 1}`), `of ${n}`).toEqual([]);
        expect(await read(list, "limit=100"), `of ${n}`).toEqual(all);
      }
    }
  });

  test("has no other pages", async () => {
    for (const field of ["page", "limit"].filter((field) => routes.get(routeOf(name))?.includes(field)))
      for (const value of [
        "0",
        "-1",
        "1.5",
        "",
        "x",
        "1e30",
        field === "page" ? "1000001" : "101",
        `1&${field}=1`,
      ]) {
        const { status, body } = await answerOf(list, `${field}=${value}`);
        expect([value, status, body.field]).toEqual([value, 400, field]);
      }
  });
});

describe.each(Object.entries(TOOLS))("the tool %s", (name, list) => {
  test("gives pages to the last, and none after it", async () => {
    for (const n of [0, 1, list.size, list.size + 1]) {
      const all = await list.make(n);
      for (const [page, some] of [
        [1, all.slice(0, list.size)],
        [2, all.slice(list.size)],
        [50, []],
      ] as const) {
        const { structuredContent } = await callTool(name, { page });
        expect([list.read(structuredContent), list.total(structuredContent)], `of ${n}`).toEqual([some, n]);
      }
    }
    for (const page of [0, -1, 1.5, 51, "x"])
      expect((await callTool(name, { page })).isError, `${page}`).toBe(true);
  });

  test("goes on after what was read, though it goes", async () => {
    const all = await list.make(2 * list.size + 1);
    const seen: Names = [];
    for (let given = {}; ; ) {
      const { structuredContent } = await callTool(name, given);
      const page = list.read(structuredContent);
      seen.push(...page);
      if (structuredContent.next === undefined) break;
      await removeFrom("prompts")(page);
      given = { after: structuredContent.next };
    }
    expect(seen).toEqual(all);
    expect((await callTool(name, { after: "1.x" })).isError).toBe(true);
  });
});

describe.each(Object.entries(CONTINUED))("%s", (_name, list) => {
  const { size } = list;
  test("goes on to its last page, and no further", async () => {
    for (const n of [0, 1, size, size + 1, 2 * size]) {
      const all = await list.make(n);
      const found: Names[] = [];
      let query = "";
      for (;;) {
        const { body } = await answerOf(list, query);
        found.push(list.read(body));
        const next = list.next(body);
        if (next === null || found.length > 4) break;
        query = `before=${next}`;
      }
      expect(found.flat(), `of ${n}`).toEqual(all);
      expect(found, `pages of ${n}`).toHaveLength(Math.max(1, Math.ceil(n / size)));
      expect(found[0], `of ${n}`).toEqual(all.slice(0, size));
    }
  });

  test("has no other beginnings", async () => {
    await list.make(1);
    for (const before of list.wrong) {
      const { status, body } = await answerOf(list, `before=${before}`);
      expect([before, status, body.field]).toEqual([before, 400, "before"]);
    }
  });
});

test.each(Object.entries(WHOLE))(
  "%s is whole with nothing, some, and as much as it has at most",
  async (_name, list) => {
    const { size, batch = size } = list;
    for (const n of [0, 1, 2, ...(batch ? [batch, batch + 1] : [])]) {
      const all = await list.make(n);
      if (n === 0 && list.isMissing) expect((await answerOf(list)).status).toBe(404);
      else expect(await read(list), `of ${n}`).toEqual(all.slice(0, size));
    }
  },
);

describe.each(["prompts", "collections"])("a sitemap of %s", (of) => {
  const list = WHOLE[`/sitemaps/${of}-:part.xml`] as List;
  const part = (number: string | number) => call("GET", `/sitemaps/${of}-${number}.xml`);

  test("has ten thousand numbers in a part, the first and the last of them too", async () => {
    const [made] = await list.make(1);
    const columns = of === "prompts" ? "llm_type_id, content, image_hash, search" : "is_public";
    const copy = (id: number) =>
      sql(
        `insert into ${of} (id, user_id, title, ${columns}) overriding system value
          select $1, user_id, title, ${columns} from ${of} where id = $2`,
        ...[id, made],
      );
    for (const id of [10_000_001, 10_010_000, 10_010_001, 20_010_000]) await copy(id);
    await sql("delete from collection_items where true");
    await sql(
      "insert into collection_items (collection_id, prompt_id, position) select c.id, p.id, p.id from collections c, prompts p",
    );
    const ids = async (number: number) => list.read((await part(number)).body).sort();
    expect(await ids(1001)).toEqual([10_000_001, 10_010_000]);
    expect(await ids(1002)).toEqual([10_010_001]);
    const index = (await call("GET", "/sitemap.xml")).body;
    expect(inXml(new RegExp(`${of}-(\\d+).xml`, "g"))(index)).toEqual([1, 1001, 1002, 2001]);
  });

  test("has no other parts", async () => {
    await list.make(1);
    for (const number of ["0", "-1", "01", "1.5", "x", "999999", "1000000", "9".repeat(30)])
      expect([number, (await part(number)).statusCode]).toEqual([number, 404]);
  });
});

test("a prompt has versions from 1 to the present one", async () => {
  await (WHOLE["/api/prompts/:id/versions"] as List).make(3);
  for (const number of ["1", "2", "3"])
    expect((await call("GET", `/api/prompts/${last}/versions/${number}`)).json().number).toBe(Number(number));
  for (const number of ["0", "-1", "4", "1.5", "x", "2147483648", "9".repeat(30)])
    expect([number, (await call("GET", `/api/prompts/${last}/versions/${number}`)).statusCode]).toEqual([
      number,
      404,
    ]);
});
