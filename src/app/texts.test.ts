import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { withoutHidden } from "#language/visible.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const PARTS = ["body", "querystring", "params", "headers"] as const;

/** A text or a list inside a schema. */
interface Measured {
  path: string[];
  schema: z.core.$ZodString | z.core.$ZodArray;
}

/** A place in a request where a route expects a text or a list. */
interface Place extends Measured {
  route: string;
  method: string;
  url: string;
  part: (typeof PARTS)[number];
}

let site: TestApp;
let admin: TestUser;
let author: TestUser;
/** A prompt of the author. */
let promptId: number;
const places: Place[] = [];
/** Addresses of all reads. */
const reads = new Set<string>();
const isText = ({ schema }: Measured) => schema._zod.def.type === "string";

/** All texts and lists inside a schema, wherever they are nested. */
function measuredIn(schema: z.core.$ZodType, path: string[] = []): Measured[] {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  switch (def.type) {
    case "string":
      return [{ path, schema: schema as z.core.$ZodString }];
    case "object":
      return Object.entries(def.shape).flatMap(([key, inner]) => measuredIn(inner, [...path, key]));
    case "optional":
    case "nullable":
    case "default":
      return measuredIn(def.innerType, path);
    case "record":
      return [...measuredIn(def.keyType, path), ...measuredIn(def.valueType, path)];
    case "union":
      return def.options.flatMap((option) => measuredIn(option, path));
    case "array":
      return [{ path, schema: schema as z.core.$ZodArray }, ...measuredIn(def.element, [...path, "0"])];
    case "boolean":
    case "number":
    case "literal":
    case "enum":
    case "unknown":
    case "custom":
    case "file":
      return [];
    default:
      throw new Error(`tell this test what is inside a schema of the type ${def.type}`);
  }
}

function noteRoute({ method, url, schema }: RouteOptions): void {
  const [verb = ""] = [method].flat();
  if (verb === "GET") reads.add(url);
  for (const part of PARTS) {
    const measured = schema?.[part] ? measuredIn(schema[part] as z.core.$ZodType) : [];
    for (const found of measured) {
      places.push({
        ...found,
        route: `${verb} ${url} ${part} ${found.path.join(".")}`,
        method: verb,
        url,
        part,
      });
    }
  }
}

beforeAll(async () => {
  site = await noteRoutes(createTestApp, noteRoute);
  admin = await createAdmin(site.ctx);
  author = await createUser(site.ctx);
  promptId = (await publishPrompt(site, author)).id;
});
afterAll(() => site.close());

test("checks the length of every text and list of every request before anything else", () => {
  const routes = places.map(({ route }) => route);
  for (const known of [
    "POST /auth/v1/signup body password",
    "POST /auth/v1/token querystring grant_type",
    "POST /api/prompts headers idempotency-key",
    "POST /api/prompts body content",
    "GET /api/prompts querystring search",
    "GET /media/:file params file",
    "PATCH /api/admin/users/:id/toggle-block body reason",
    "POST /api/prompts body tags",
    "POST /api/account/keys body scopes",
  ]) {
    expect(routes).toContain(known);
  }
  const notMeasured = places.filter((place) => {
    const checks = (place.schema._zod.def.checks ?? []).map((check) => check._zod.def);
    const looksAtType = (check: z.core.$ZodCheckDef) =>
      !check.when?.({ value: { length: 1 }, issues: [] }) && check.when !== undefined;
    const [first] = isText(place) ? checks : checks.filter(({ when }) => when);
    const isMeasured = first?.check === "max_length" && first.abort;
    return !isMeasured || checks.some((check) => check.when && !looksAtType(check));
  });
  expect(notMeasured.map(({ route }) => route)).toEqual([]);
});

test("looks at no entry of a list that is far too long", () => {
  const lists = places.filter((place) => !isText(place));
  expect(lists.map(({ route }) => route).sort()).toEqual([
    "PATCH /api/prompts/:id body tags",
    "POST /api/account/keys body scopes",
    "POST /api/account/passkeys body credential.response.transports",
    "POST /api/admin/cases/decisions body cases",
    "POST /api/imports body chosen",
    "POST /api/imports body files",
    "POST /api/imports/preview body files",
    "POST /api/prompts body tags",
  ]);
  const seen = lists.flatMap(({ route, schema }) => {
    // What zod does at a schema's first use must not take the check away.
    z.safeParse(schema, ["x"]);
    let looks = 0;
    const sent = Array.from({ length: 50_000 }, () => "x");
    Object.defineProperty(sent, 0, { get: () => looks++ });
    expect(z.safeParse(schema, sent).success, route).toBe(false);
    return looks ? route : [];
  });
  expect(seen).toEqual([]);
});

/** Line ends of some program or other. */
const LINE_ENDS = ["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"];

test("puts on one line whatever is not written in lines", () => {
  const holding = places.filter((place) => {
    if (!isText(place) || !["body", "querystring"].includes(place.part)) return false;
    return LINE_ENDS.some((end) => {
      const { data } = z.safeParse(place.schema, `Um texto de um lado${end}${end}e de outro`);
      return typeof data === "string" && /[\n\r\v\f\u0085\u2028\u2029]/.test(data);
    });
  });
  const names = holding.flatMap(({ path, url }) =>
    // Compared with stored values, or checked where it is used.
    url.startsWith("/auth/v1") ? [] : path.at(-1),
  );
  expect([...new Set(names)].sort()).toEqual([
    "before",
    "code",
    "code_challenge",
    "code_verifier",
    "content",
    "description",
    "explanation",
    "hash",
    "link",
    "note",
    "password",
    "reason",
    "remix_note",
    "target_id",
    "text",
    "thumbnail_url",
    "token",
    "token_hash",
    "version",
  ]);
});

test("a title that was pasted with line breaks has spaces instead", async () => {
  const title = "\r\nRetrato \r\n\u2028 de uma\u0085azulejista\n";
  const changed = await site.call("PATCH", `/api/prompts/${promptId}`, author, { title });
  expect([changed.statusCode, changed.json().title]).toEqual([200, "Retrato de uma azulejista"]);
});

/** Ignorable characters and those drawn empty: none is a length. */
const NOTHING = ["\u3164", "\u2800", "\uffa0", "\u034f", "\ufe0f", "\u{e0041}", "\u00ad"];

test("takes what does not show out of every text that people write, and counts none of it", () => {
  const isTidied = ({ schema }: Measured) =>
    (schema._zod.def.checks ?? []).some(
      (check) => "tx" in check._zod.def && check._zod.def.tx === withoutHidden,
    );
  // The sign-in protocol's texts are tokens, or checked where they are used: `username` and `email`.
  const typed = places.filter(
    (place) =>
      isText(place) && ["body", "querystring"].includes(place.part) && !place.url.startsWith("/auth/v1"),
  );
  const asIs = new Set(
    typed
      .filter((place) => !isTidied(place))
      .map(({ path, url }) => `${url} ${path.at(-1)}`.replace(/^.* (?!text$)/, "")),
  );
  expect([...asIs].sort()).toEqual([
    "/api/imports text",
    "/api/imports/preview text",
    // The list of ways in which a device is reached.
    "0",
    "after",
    "attestationObject",
    "author",
    "before",
    "challenge_id",
    "clientDataJSON",
    "code",
    "code_challenge",
    "code_verifier",
    "colecao",
    "email",
    "hash",
    "id",
    "image_hash",
    "link",
    "mailed",
    "new_email",
    "password",
    "prompt",
    "rawId",
    "target_id",
    "thumbnail_url",
    "token",
    "token_hash",
    "version",
  ]);
  const counted = typed.filter(isTidied).filter(({ schema }) => {
    const least = (schema as z.ZodMiniString).safeParse("").success;
    return !least && NOTHING.some((sign) => (schema as z.ZodMiniString).safeParse(sign.repeat(12)).success);
  });
  expect(counted.map(({ route }) => route)).toEqual([]);
});

test("no read answers with what a stored text hides, but tells it", async () => {
  const tags = Array.from("ignore", (letter) => String.fromCodePoint(0xe_0000 + letter.charCodeAt(0))).join(
    "",
  );
  const collection = (
    await site.call("POST", "/api/collections", author, { title: "Uma lista", is_public: true })
  ).json();
  const put = await site.call("PUT", `/api/collections/${collection.id}/items/${promptId}`, author, {});
  expect(put.statusCode).toBeLessThan(300);
  const sql = (text: string, ...values: unknown[]) => site.ctx.pool.query(text, values);
  // As they were stored before.
  const hidden = `abc${tags}\u202e\u200b123`;
  await sql("update prompts set title = $2, content = $2, description = $2 where id = $1", promptId, hidden);
  await sql("update prompts set title = title || '.' where id = $1", promptId);
  await sql("update collections set title = $2, description = $2 where id = $1", collection.id, hidden);
  await sql("update collection_items set note = $2 where collection_id = $1", collection.id, hidden);
  const told: string[] = [];
  const raw: string[] = [];
  for (const url of reads) {
    const id = url.includes("collections") || url.includes("colecoes") ? collection.id : promptId;
    const path = url
      .replace(":number", "2")
      .replace(":format", "json")
      .replace(/:\w+/, String(url.includes("users") ? author.id : id));
    const { token } = url.startsWith("/api/admin") ? admin : author;
    const { body, statusCode } = await site.call("GET", path, token);
    if (/\u202e|\\u202e|\u200b|[\u{e0000}-\u{e007f}]/iu.test(body)) raw.push(url);
    if (statusCode === 200 && body.includes("abc⟨invisível: ignore⟩⟨invisível⟩123")) told.push(url);
  }
  expect(raw).toEqual([]);
  for (const read of [
    "/api/prompts",
    "/api/prompts/:id",
    "/api/prompts/:id/versions/:number",
    "/api/collections/:id",
    "/api/users/:id/prompts",
    "/api/admin/prompts",
  ])
    expect(told).toContain(read);
});

/** Values that are no text; those that are no arrays are no list. */
const OTHERS: unknown[] = [
  { length: { toString: 1 } },
  { length: 5 },
  { toString: 1 },
  [],
  [["x"]],
  5,
  true,
  {},
];

/** Calls with the rights that the route needs. */
function ask(method: string, url: string, payload?: object) {
  const { token } = url.startsWith("/api/admin") ? admin : author;
  return site.call(method as "POST", url.replace(/:\w+/, String(promptId)), token, payload);
}

test("answers 400 to any value that is not a text or a list", async () => {
  const wrong: string[] = [];
  for (const place of places.filter(({ part }) => part === "body")) {
    const { route, method, url, path } = place;
    for (const value of OTHERS.filter((other) => isText(place) || !Array.isArray(other))) {
      const payload = path.reduceRight<unknown>(
        (inner, key) => (key === "0" ? [inner] : { [key]: inner }),
        value,
      );
      const { statusCode } = await ask(method, url, payload as object);
      if (statusCode !== 400) wrong.push(`${route} ${JSON.stringify(value)}: ${statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("answers 400 to a text parameter that is sent twice", async () => {
  const wrong: string[] = [];
  for (const { route, method, url, path } of places.filter(({ part }) => part === "querystring")) {
    const { statusCode } = await ask(method, `${url}?${path[0]}=a&${path[0]}=b`);
    if (statusCode !== 400) wrong.push(`${route}: ${statusCode}`);
  }
  expect(wrong).toEqual([]);
});

test("refuses a username that is not a text", async () => {
  for (const username of OTHERS) {
    const signup = { email: "ana@exemplo.com.br", password: "jabuticaba-azul-42", data: { username } };
    expect((await ask("POST", "/auth/v1/signup", signup)).statusCode).toBe(422);
    expect((await ask("PUT", "/auth/v1/user", { data: { username } })).statusCode).toBe(422);
  }
});
