/**
 * Every text that somebody writes and others see: what each call refuses of it, and whom. The texts of all calls come from
 * the schemas of the routes, of MCP's tools and of files; a new one has to be put here.
 */
import type { LightMyRequestResponse, RouteOptions } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { makePasskey } from "#tests/support/authenticator.ts";
import { answerFlow, SILENT_ISSUER } from "#tests/support/issuer-flows.ts";
import { createKey } from "#tests/support/keys.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

type Json = Record<string, unknown>;
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** Paths of the texts in a JSON schema, and of what may be anything. */
function textsIn(schema: Schema, path: string[] = []): string[] {
  if (schema.anyOf) return [...new Set(schema.anyOf.flatMap((one) => textsIn(one, path)))];
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
  if (schema.items) return textsIn(schema.items, [...path, "0"]);
  const isText = [schema.type].flat().includes("string") && !schema.enum && !schema.format;
  const isAnything = Object.keys(schema).every((key) => key === "$schema");
  return isText || isAnything ? [path.join(".")] : [];
}

/** `CALL FIELD` of each text. */
const texts = new Set<string>();
const site = setUpTestApp(SILENT_ISSUER, ({ method, url, schema }: RouteOptions) => {
  if (!schema?.body || [method].flat().includes("GET")) return;
  const json = z.toJSONSchema(schema.body as z.core.$ZodType, { io: "input", unrepresentable: "any" });
  for (const field of textsIn(json as Schema)) texts.add(`${method} ${url} ${field}`);
});
const { call, sql } = site;

let admin: TestUser;
let ana: TestUser;
let thumbnail_url: string;
let made = 0;

/** A member of some weeks. */
async function member(): Promise<TestUser> {
  const user = await createUser(site.ctx);
  await sql("update users set created_at = now() - interval '30 days' where id = $1", user.id);
  return user;
}
/** So unlike {@link newText} that a remix needs no note. */
const OTHER = { content: "Uma receita de bolo de fubá com goiabada, para oito pessoas." };
/** What nobody has written yet. */
const newText = () => `Escreva sobre a coisa de número ${++made}, sem pressa.`;
const publish = async (author: TestUser, fields = {}) =>
  (await publishPrompt(site, author, { content: newText(), thumbnail_url, ...fields })).id;
const newestId = async (table: string) => (await sql(`select max(id)::int as id from ${table}`))[0]?.id;
const collect = async (owner: TestUser) =>
  (await call("POST", "/api/collections", owner, { title: "Uma lista", is_public: true })).json().id;
const answered = async () => {
  const who = await member();
  const result = { model: "GPT-4o", outcome: "worked", note: "Deu certo." };
  await call("PUT", `/api/prompts/${await publish(ana)}/result`, who, result);
  return newestId("results");
};
const spam = { ground: "spam", reason: "Propaganda." };
const REPORT = { target_type: "prompt", category: "spam", explanation: "Propaganda.", standing: "anyone" };
/** A report of a member's, and its case. */
async function reported() {
  const target_id = await publish(ana);
  const { code } = (await call("POST", "/api/reports", await member(), { ...REPORT, target_id })).json();
  const [{ id, case_id }] = (await sql("select id, case_id from reports where code = $1", code)) as [Json];
  const { version } = (await call("GET", `/api/admin/cases/${case_id}`, admin)).json();
  return { id, code, caseUrl: `/api/admin/cases/${case_id}`, version };
}
async function removedPrompt() {
  const author = await member();
  await call("DELETE", `/api/admin/prompts/${await publish(author)}`, admin, spam);
  return { author, decision: await newestId("decisions") };
}

type Caller = { token: string } | null;
/** @param who in place of who may */
type Send = (fields: Json, who?: Caller) => Promise<LightMyRequestResponse>;
/** The greatest length, and what becomes of profanity and of a text that shows nothing; `none` is as if it were left out. */
type Field = [most: number, profane: "refused" | "taken", blank: "refused" | "none"];

interface Writer {
  /** Who may do it: members, also by a key with the scope; the admin alone; or anybody. */
  by: "session" | "read" | "react" | "publish" | "admin" | "anybody";
  fields: Record<string, Field>;
  send: Send;
}

const PROMPT: Writer["fields"] = {
  title: [120, "refused", "refused"],
  content: [20_000, "refused", "refused"],
  description: [1000, "refused", "none"],
  image_alt: [300, "refused", "none"],
  "tags.0": [30, "refused", "refused"],
};
const REASON: Field = [1000, "taken", "refused"];
const SHORT_REASON: Field = [500, "taken", "none"];
const READY: Writer["fields"] = { title: [60, "taken", "refused"], text: REASON };
const ready = () => ({ category: null, title: `Pronto ${++made}`, text: "Um texto pronto." });
const APPEAL: Field = [2000, "taken", "refused"];
const LIST: Writer["fields"] = {
  title: [80, "refused", "refused"],
  description: [500, "refused", "none"],
};
const tool = (name: string, given: Json, who: Caller) =>
  call(
    "POST",
    "/mcp",
    who,
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
    { accept: "application/json, text/event-stream" },
  );
const importing = (file: Json, who: Caller, more: Json = {}) =>
  call("POST", "/api/imports", who, { text: JSON.stringify(file), chosen: [1], ...more });

const WRITERS: Record<string, Writer> = {
  "POST /auth/v1/signup": {
    by: "anybody",
    fields: { data: [40, "refused", "refused"] },
    send: (fields, who) =>
      call("POST", "/auth/v1/signup", who, {
        ...{ email: `nova${++made}@exemplo.com.br`, password: PASSWORD },
        ...fields,
      }),
  },
  "POST /api/auth/issuer/sign-up": {
    by: "anybody",
    fields: { username: [40, "refused", "refused"] },
    send: async (fields, who) =>
      call("POST", "/api/auth/issuer/sign-up", who, {
        ...(await answerFlow(site.ctx, `s-${++made}`, `de-fora${made}@exemplo.com.br`)),
        ...{ terms: true, ...fields },
      }),
  },
  "PUT /auth/v1/user": {
    by: "session",
    fields: { data: [40, "refused", "refused"] },
    send: async (fields, who) =>
      call("PUT", "/auth/v1/user", who === undefined ? await member() : who, fields),
  },
  "POST /api/account/keys": {
    by: "session",
    fields: { name: [60, "refused", "refused"] },
    send: async (fields, who) =>
      call("POST", "/api/account/keys", who === undefined ? await member() : who, {
        ...{ scopes: ["read"], expires_in_days: 30, name: "Programa" },
        ...fields,
      }),
  },
  "PATCH /api/account/passkeys/:id": {
    by: "session",
    fields: { name: [60, "refused", "refused"] },
    async send(fields, who) {
      const owner = await member();
      const { keyId } = await makePasskey(site, owner);
      return call("PATCH", `/api/account/passkeys/${keyId}`, who === undefined ? owner : who, {
        ...{ name: "Celular" },
        ...fields,
      });
    },
  },
  "PUT /api/prompts/:id/result": {
    by: "react",
    fields: { model: [40, "refused", "refused"], note: [280, "refused", "none"] },
    send: async (fields, who) =>
      call("PUT", `/api/prompts/${await publish(ana)}/result`, who === undefined ? await member() : who, {
        ...{ model: "GPT-4o", outcome: "worked" },
        ...fields,
      }),
  },
  "POST /api/prompts": {
    by: "publish",
    fields: { ...PROMPT, remix_note: [280, "refused", "none"] },
    send: async (fields, who = ana) =>
      call("POST", "/api/prompts", who, {
        ...{ title: "Um prompt", content: newText(), llm_type_id: 1, thumbnail_url },
        ...("remix_note" in fields && { remixed_from: await publish(await member(), OTHER) }),
        ...fields,
      }),
  },
  "PATCH /api/prompts/:id": {
    by: "publish",
    fields: { ...PROMPT, change_note: [140, "refused", "none"], remix_note: [280, "refused", "none"] },
    async send(fields, who = ana) {
      const remix = "remix_note" in fields && { remixed_from: await publish(await member(), OTHER) };
      const change = "change_note" in fields && { content: newText() };
      return call("PATCH", `/api/prompts/${await publish(ana, remix || {})}`, who, { ...change, ...fields });
    },
  },
  "POST /api/collections": {
    by: "publish",
    fields: LIST,
    send: async (fields, who = ana) =>
      call("POST", "/api/collections", who, { title: "Uma lista", ...fields }),
  },
  "PATCH /api/collections/:id": {
    by: "publish",
    fields: LIST,
    send: async (fields, who = ana) => call("PATCH", `/api/collections/${await collect(ana)}`, who, fields),
  },
  "PUT /api/collections/:id/items/:promptId": {
    by: "react",
    fields: { note: [280, "refused", "none"] },
    send: async (fields, who = ana) =>
      call("PUT", `/api/collections/${await collect(ana)}/items/${await publish(ana)}`, who, fields),
  },
  "POST /api/imports": {
    by: "publish",
    fields: {
      title: [120, "refused", "refused"],
      content: [20_000, "refused", "refused"],
      description: [1000, "refused", "none"],
      "tags.0": [30, "refused", "refused"],
      note: [280, "refused", "none"],
    },
    send: async (fields, who = ana) =>
      importing({ prompts: [{ title: "De um arquivo", content: newText(), ...fields }] }, who),
  },
  "POST /api/imports with a collection": {
    by: "publish",
    fields: LIST,
    send: async (fields, who = ana) =>
      importing(
        {
          collection: { title: "Uma lista", ...fields },
          prompts: [{ title: "De um arquivo", content: newText() }],
        },
        who,
        { make_collection: true },
      ),
  },
  "tool publish_prompt": {
    by: "publish",
    fields: PROMPT,
    send: async (fields, who) =>
      tool(
        "publish_prompt",
        { title: "Um prompt", content: newText(), tool: "Claude", ...fields },
        who === undefined ? { token: (await createKey(site, await member())).key } : who,
      ),
  },
  "POST /api/reports": {
    by: "anybody",
    fields: { explanation: [2000, "taken", "refused"], name: [100, "taken", "refused"] },
    send: async (fields, who = null) =>
      call("POST", "/api/reports", who, {
        ...REPORT,
        ...{ target_id: await publish(ana), name: "Vítor", email: `vitor${++made}@exemplo.com.br` },
        ...fields,
      }),
  },
  "POST /api/reports/:code/appeal": {
    by: "anybody",
    fields: { text: APPEAL },
    async send(fields, who = null) {
      const { code, caseUrl, version } = await reported();
      const keep = { action: "keep", ground: "none", reason: "Está bem.", version };
      await call("POST", `${caseUrl}/decisions`, admin, keep);
      return call("POST", `/api/reports/${code}/appeal`, who, { text: "Olhem.", ...fields });
    },
  },
  "POST /api/decisions/:id/appeal": {
    by: "session",
    fields: { text: APPEAL },
    async send(fields, who) {
      const { author, decision } = await removedPrompt();
      const body = { text: "Olhem.", ...fields };
      return call("POST", `/api/decisions/${decision}/appeal`, who === undefined ? author : who, body);
    },
  },
  "POST /api/account/blocked/decisions/:id/appeal": {
    by: "anybody",
    fields: { text: APPEAL },
    async send(fields, who = null) {
      const { id, email } = await member();
      await call("PATCH", `/api/admin/users/${id}/toggle-block`, admin, { blocked: true, ...spam });
      const url = `/api/account/blocked/decisions/${await newestId("decisions")}/appeal`;
      return call("POST", url, who, { email, password: PASSWORD, text: "Olhem.", ...fields });
    },
  },
  "POST /api/admin/cases/:id/decisions": {
    by: "admin",
    fields: { reason: REASON },
    async send(fields, who = admin) {
      const { caseUrl, version } = await reported();
      return call("POST", `${caseUrl}/decisions`, who, { action: "hide", ...spam, version, ...fields });
    },
  },
  "POST /api/admin/cases/decisions": {
    by: "admin",
    fields: { reason: REASON },
    async send(fields, who = admin) {
      const { caseUrl, version } = await reported();
      const cases = [{ id: Number(caseUrl.split("/").at(-1)), version }];
      return call("POST", "/api/admin/cases/decisions", who, { action: "hide", ...spam, cases, ...fields });
    },
  },
  "POST /api/admin/reason-texts": {
    by: "admin",
    fields: READY,
    async send(fields, who = admin) {
      await sql("delete from reason_texts where id > 20");
      return call("POST", "/api/admin/reason-texts", who, { ...ready(), ...fields });
    },
  },
  "PUT /api/admin/reason-texts/:id": {
    by: "admin",
    fields: READY,
    send: async (fields, who = admin) =>
      call("PUT", `/api/admin/reason-texts/${await newestId("reason_texts")}`, who, {
        ...ready(),
        ...fields,
      }),
  },
  "POST /api/admin/cases/:id/reports/:reportId/decisions": {
    by: "admin",
    fields: { reason: REASON },
    async send(fields, who = admin) {
      const { caseUrl, id } = await reported();
      const body = { action: "warn", reason: "Inventada.", ...fields };
      return call("POST", `${caseUrl}/reports/${id}/decisions`, who, body);
    },
  },
  "PUT /api/admin/results/:id/removal": {
    by: "admin",
    fields: { reason: REASON },
    send: async (fields, who = admin) =>
      call("PUT", `/api/admin/results/${await answered()}/removal`, who, { ...spam, ...fields }),
  },
  "PUT /api/admin/collections/:id/removal": {
    by: "admin",
    fields: { reason: REASON },
    send: async (fields, who = admin) =>
      call("PUT", `/api/admin/collections/${await collect(ana)}/removal`, who, { ...spam, ...fields }),
  },
  "DELETE /api/admin/prompts/:id": {
    by: "admin",
    fields: { reason: SHORT_REASON },
    send: async (fields, who = admin) =>
      call("DELETE", `/api/admin/prompts/${await publish(ana)}`, who, { ...spam, ...fields }),
  },
  "PATCH /api/admin/users/:id/toggle-block": {
    by: "admin",
    fields: { reason: SHORT_REASON },
    send: async (fields, who = admin) =>
      call("PATCH", `/api/admin/users/${(await member()).id}/toggle-block`, who, {
        ...{ blocked: true, ...spam },
        ...fields,
      }),
  },
  "DELETE /api/admin/users/:id": {
    by: "admin",
    fields: { reason: SHORT_REASON },
    send: async (fields, who = admin) =>
      call("DELETE", `/api/admin/users/${(await member()).id}`, who, { ...spam, ...fields }),
  },
  "PATCH /api/admin/tags/:id": {
    by: "admin",
    fields: { name: [30, "refused", "refused"] },
    async send(fields, who = admin) {
      await publish(ana, { tags: [`Etiqueta ${++made}`] });
      return call("PATCH", `/api/admin/tags/${await newestId("tags")}`, who, { name: "Outra", ...fields });
    },
  },
};

/** Texts that nobody else sees: addresses, passwords, tokens, what is looked for, what names a thing or a state. */
const UNSEEN = [
  /(?:^| )(?:\S+\.)?(?:email|new_email|password|current_password|phone|nonce|token|token_hash|refresh_token)$/,
  / (?:code_challenge|code_challenge_method|auth_code|code_verifier|type|redirect_to|app_metadata)$/,
  /^POST \/api\/auth\/issuer\/\S+ (?:code|link)$/,
  // What a device signs, and what is signed.
  / (?:challenge_id|mailed|credential\.\S+)$/,
  /^POST \/api\/auth\/check-user-exists username$/,
  /^POST \/api\/prompts\/similar /,
  / (?:\S+\.)?(?:thumbnail_url|image|image_hash|last_edit|target_id|version)$/,
  // A file: its texts are those of its format.
  /^POST \/api\/imports(?:\/preview)? (?:text|files\.0\.(?:text|name))$/,
  /^file (?:author|url|created_at|edited_at|prompts\.0)\b/,
  /^tool (search_prompts |list_favorites after$)/,
];

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  ana = await member();
  thumbnail_url = await newPicture();
});

test("every text of every call is tried here, or nobody else sees it", async () => {
  const file = (await call("GET", "/api/exchange-format.json")).json();
  for (const field of textsIn(file.$defs.prompt)) texts.add(`file ${field}`);
  for (const field of textsIn(file.properties.collection)) texts.add(`file's collection ${field}`);
  const accept = { accept: "application/json, text/event-stream" };
  const { key } = await createKey(site, ana);
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const { tools } = (await call("POST", "/mcp", key, asked, accept)).json().result;
  expect(tools.length).toBeGreaterThan(4);
  for (const { name, inputSchema } of tools)
    for (const field of textsIn(inputSchema)) texts.add(`tool ${name} ${field}`);

  const tried = Object.entries(WRITERS).flatMap(([name, { fields }]) =>
    Object.keys(fields).map((field) =>
      name.startsWith("POST /api/imports")
        ? `file${name.endsWith("collection") ? "'s collection" : ""} ${field}`
        : `${name} ${field}`,
    ),
  );
  const seen = [...texts].filter((text) => !UNSEEN.some((known) => known.test(text)));
  expect(seen.sort()).toEqual(tried.sort());
});

/** Whether it was refused, and what was said; tools of MCP answer with 200. */
function refusalOf({ statusCode, body }: LightMyRequestResponse): string | undefined {
  const isRefused = statusCode >= 300 || /"isError":true|"error":\{/.test(body);
  return isRefused ? `${statusCode} ${body}` : undefined;
}
/** Sends a text in a field, such as `tags.0`. */
const put = (field: string, text: string): Json =>
  field === "data" ? { data: { username: text } } : field === "tags.0" ? { tags: [text] } : { [field]: text };

const long = (length: number) => `${`${++made} ${"mar sol ".repeat(length / 8 + 1)}`.slice(0, length - 1)}x`;
const HIDDEN = "\u200b\u2060\u00ad".repeat(5);

const FIELDS = Object.entries(WRITERS).flatMap(([name, { fields }]) =>
  Object.keys(fields).map((field) => [name, field] as const),
);

describe.each(FIELDS)("%s: %s", (name, field) => {
  const { fields, send } = WRITERS[name] as Writer;
  const [most, profane, blank] = fields[field] as Field;
  const sent = async (text: string) => refusalOf(await send(put(field, text)));

  test("is taken up to its limit, and no further", async () => {
    expect(await sent(long(most))).toBeUndefined();
    expect(await sent(long(most + 1))).toMatch(/^(?:200|400|422) .*(?:caracteres|letras|longo)/s);
  });

  test("is refused with characters that cannot be stored, or turn it around", async () => {
    for (const character of ["\0", "\ud800", "\u202e"])
      expect(await sent(`Jabuticaba ${character}madura ${++made}`), character).toMatch(/^(?:200|400|422) /);
  });

  test("that shows nothing counts as none", async () => {
    const answer = await send(put(field, HIDDEN));
    if (blank === "refused") expect(refusalOf(answer)).toMatch(/^(?:200|400|422) /);
    else expect([refusalOf(answer), answer.body.includes("\u200b")]).toEqual([undefined, false]);
  });

  test("with profanity is taken only where it reports or decides", async () => {
    const refusal = await sent("Puta merda");
    if (profane === "taken") expect(refusal).toBeUndefined();
    else expect(refusal).toMatch(/^(?:200|400|422) .*impr[óo]pri/s);
  });
});

describe("bringing a version back", () => {
  test.each(["title", "content", "description", "image_alt"])(
    "is refused with profanity in its %s",
    async (field) => {
      const id = await publish(ana);
      await call("PATCH", `/api/prompts/${id}`, ana, { content: newText(), own_version: true });
      await sql(`update prompt_versions set ${field} = 'Puta merda' where prompt_id = $1`, id);
      const answer = await call("POST", `/api/prompts/${id}/versions/1/restore`, ana);
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: "profanity", field }]);
    },
  );
});

describe.each(Object.entries(WRITERS))("%s", (name, { by, send }) => {
  // The route of tools is open to everybody; the tool refuses.
  const isTool = name.startsWith("tool ");
  const refusalFor = async (who: Caller) => refusalOf(await send({}, who));

  if (by !== "anybody")
    test("is for nobody without an account, with a closed one, or a blocked one", async () => {
      const [closed, blocked] = [await member(), await member()];
      await sql("delete from users where id = $1", closed.id);
      await sql("update users set is_blocked = true where id = $1", blocked.id);
      expect(await refusalFor(null)).toMatch(isTool ? /^200 .*Para isto é preciso uma chave/s : /^401 /);
      expect(await refusalFor(closed)).toMatch(/^401 |^403 .*"user_not_found"/);
      expect(await refusalFor(blocked)).toMatch(/^403 .*"user_banned"/s);
    });

  test("is closed to keys without its scope", async () => {
    const other = by === "publish" ? "react" : "publish";
    const { key } = await createKey(site, by === "admin" ? admin : await member(), ["read", other]);
    expect(await refusalFor({ token: key })).toMatch(
      isTool ? /^200 .*Esta chave não tem a permissão/s : /^403 .*"key_scope"/s,
    );
  });

  if (by === "admin")
    test("is the admin's alone", async () => {
      expect(await refusalFor(ana)).toMatch(/^403 /);
    });
});
