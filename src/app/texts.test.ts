import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as z from "zod/mini";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

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
  admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
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

/** Asks as whoever is let in. */
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
