/** Stored texts with hidden characters, from before these were refused: no answer holds them raw, whatever is asked. */
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FILE_FORMATS } from "#exchange/format.ts";
import { postMcp } from "#tests/support/mcp.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { type SceneSite, startSceneSite } from "#tests/support/scene-site.ts";
import { scenes } from "#tests/support/scenes.ts";
import { unzip } from "#tests/support/zip.ts";

/** Columns with what people write, or with copies of it. Each text of the database stands here or below. */
const WRITTEN = `
  api_keys.name appeals.text audit_log.admin_username audit_log.new_label audit_log.reason
  audit_log.target_label collection_items.note collections.description collections.title
  collections.withdrawn_reason decisions.decided_by_username decisions.reason moderation_cases.author_username
  moderation_cases.earlier moderation_cases.label moderation_cases.preserved_account moderation_cases.snapshot
  passkeys.name preserved_prompts.snapshot prompt_versions.content prompt_versions.description prompt_versions.image_alt
  prompt_versions.note prompt_versions.title prompts.content prompts.description prompts.image_alt prompts.title
  prompts.version_note remixes.note reports.explanation reports.reporter_name reports.snapshot results.model
  reason_texts.text reason_texts.title results.note search_words.spelling sessions.user_agent signups.metadata
  signups.username tags.name users.metadata users.username`
  .trim()
  .split(/\s+/);
/** Ids, hashes, addresses, fixed words and compared values. */
const OTHER = `
  access_records.action api_keys.prefix api_keys.scopes appeals.outcome appeals.side audit_log.action
  backups.file barred_pictures.hash decisions.action decisions.category decisions.content_hash
  decisions.decided_as decisions.ground decisions.still images.color images.hash imports.format imports.key
  llm_types.name moderation_cases.category moderation_cases.state one_time_tokens.kind
  identities.email identities.issuer identities.subject issuer_flows.code_challenge issuer_flows.email
  issuer_flows.issuer issuer_flows.name issuer_flows.return_path issuer_flows.subject moved_prompts.digest
  moved_prompts.old_id passkeys.credential_id passkeys.transports
  prompt_versions.image_hash prompts.image_hash prompts.publication_key rate_limits.key reason_texts.category
  replication_heartbeat.timeline reports.category reports.code reports.reporter_email reports.standing
  reports.target_version results.model_key results.outcome schema_migrations.checksum schema_migrations.name
  search_words.word sessions.auth_method signing_keys.kid signing_keys.public_jwk signups.email
  signups.password_hash tags.folded tags.slug username_claims.email username_claims.username_key users.email
  users.password_hash withdrawn_reactions.kind`
  .trim()
  .split(/\s+/);

const tags = Array.from("ignore", (letter) => String.fromCodePoint(0xe_0000 + letter.charCodeAt(0))).join("");
const HIDDEN = `abc${tags}\u202e\u200b123`;
const TOLD = "abc⟨invisível: ignore⟩⟨invisível⟩123";
/** As characters, or as JSON and URLs may write them. */
const RAW =
  /[\u{e0000}-\u{e007f}\u202e\u200b]|\\udb40|\\u202e|\\u200b|%F3%A0%81|%E2%80%AE|&#x?(?:E00|9176|202e|8238)/iu;

let site: SceneSite;
const reads = new Set<string>();

function noteRead({ method, url }: RouteOptions): void {
  // Scripts of the site name such characters in what looks for them.
  if ([method].flat().includes("GET") && !/\*|^\/assets\//.test(url)) reads.add(url);
}

beforeAll(async () => {
  site = await noteRoutes(startSceneSite, noteRead);
});
afterAll(() => site?.close());

test("each column with texts is known as people's or the site's own", async () => {
  const { rows } = await site.database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (udt_name in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text'))
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = 'public')
    order by 1`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...WRITTEN, ...OTHER].sort());
});

/** Puts hidden characters into every text that people write, as they were stored before. */
async function hideEverywhere(): Promise<void> {
  const { pool } = site.database;
  const { rows } = await pool.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and udt_name = 'jsonb'",
  );
  const jsons = new Set(rows.map(({ name }) => name));
  for (const column of WRITTEN) {
    const [table, name] = column.split(".");
    const value = jsons.has(column)
      ? `regexp_replace(${name}::text, '"(title|content|description|note|username|explanation|model)": "', '"\\1": "' || $1, 'g')::jsonb`
      : // Where there is little room, the end would not fit.
        `${column === "passkeys.name" ? `left(${name}, 30)` : name} || $1`;
    await pool.query(`update ${table} set ${name} = ${value} where true`, [HIDDEN]);
  }
}

test("no read, page, feed, export or answer of MCP has it raw; they tell it", async () => {
  const { admin, member } = site.people;
  const { pool } = site.database;
  const token = (await admin.logIn()).access_token;
  const viewers = [undefined, token];
  const { key } = await site.post<{ key: string }>(
    "/api/account/keys",
    { name: "Editor", scopes: ["read"], expires_in_days: 30 },
    token,
  );
  await hideEverywhere();
  const { rows } = await pool.query<{ value: string }>(
    "(select slug as value from tags limit 2) union all (select code from reports limit 2)",
  );
  const values = ["1", "2", "3", "7", member.id, ...rows.map(({ value }) => value)];
  const VALUES: Record<string, readonly string[]> = { number: ["1", "2"], format: FILE_FORMATS };
  const addressesOf = (url: string): string[] => {
    const [whole, name] = /:(\w+)/.exec(url) ?? [];
    if (!whole || !name) return [url];
    return [...new Set(VALUES[name] ?? values)].flatMap((value) => addressesOf(url.replace(whole, value)));
  };

  const raw = new Set<string>();
  const told = new Set<string>();
  const note = (name: string, text: string) => {
    if (RAW.test(text)) raw.add(name);
    if (text.includes(TOLD)) told.add(name);
  };
  const read = async (name: string, path: string, viewer: string | undefined) => {
    const answer = await fetch(site.origin + path, {
      redirect: "manual",
      headers: viewer ? { authorization: `Bearer ${viewer}` } : {},
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const files = answer.headers.get("content-type") === "application/zip" ? await unzip(bytes) : new Map();
    for (const [file, content] of files) note(`${name} ${file}`, `${file} ${content}`);
    note(name, `${[...answer.headers].join()} ${bytes}`);
  };
  for (const url of reads)
    await Promise.all(addressesOf(url).flatMap((path) => viewers.map((viewer) => read(url, path, viewer))));
  for (const { path } of scenes) await read(path, path, undefined);
  for (const page of ["/prompts/1", "/colecoes/1", `/users/${member.id}`])
    await read("/oembed", `/oembed?url=${encodeURIComponent(site.origin + page)}`, undefined);
  for (const query of ["search=abc", "search=receita"]) {
    await read("search", `/api/prompts?${query}&spelling=correct`, undefined);
    await read("suggestions", `/api/prompts/suggestions?${query}`, undefined);
  }

  const mcp = async (name: string, method: string, params: object = {}) => {
    const { body } = await postMcp(
      `${site.origin}/mcp?colecao=1`,
      { jsonrpc: "2.0", id: 1, method, params },
      { authorization: `Bearer ${key}` },
    );
    note(`mcp ${name}`, JSON.stringify(body));
    return body.result;
  };
  const calls = {
    search_prompts: {},
    get_prompt: { id: 1 },
    list_favorites: {},
    list_tools: {},
    get_collection: { id: 1 },
  };
  for (const [name, given] of Object.entries(calls))
    await mcp(name, "tools/call", { name, arguments: given });
  const { prompts } = await mcp("prompts/list", "prompts/list");
  await mcp("prompts/get", "prompts/get", { name: prompts[0].name });
  for (const method of ["initialize", "tools/list", "resources/list", "resources/templates/list"])
    await mcp(method, method);

  expect([...raw]).toEqual([]);
  for (const one of [
    "/api/prompts",
    "/api/prompts/:id",
    "/api/collections/:id",
    "mcp search_prompts",
    "mcp prompts/get",
  ])
    expect([...told]).toContain(one);
});
