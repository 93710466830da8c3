import diagnostics from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as z from "zod/mini";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const PARTS = ["body", "querystring", "params", "headers"] as const;

/** A place in a request where a route expects a text. */
interface Place {
  route: string;
  method: string;
  url: string;
  part: (typeof PARTS)[number];
  path: string[];
  schema: z.core.$ZodString;
}

let site: TestApp;
let admin: TestUser;
let author: TestUser;
/** A prompt of the author. */
let promptId: number;
const places: Place[] = [];

/** All texts inside a schema, wherever they are nested. */
function textsIn(
  schema: z.core.$ZodType,
  path: string[] = [],
): { path: string[]; schema: z.core.$ZodString }[] {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  switch (def.type) {
    case "string":
      return [{ path, schema: schema as z.core.$ZodString }];
    case "object":
      return Object.entries(def.shape).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
    case "optional":
    case "nullable":
    case "default":
      return textsIn(def.innerType, path);
    case "record":
      return [...textsIn(def.keyType, path), ...textsIn(def.valueType, path)];
    case "union":
      return def.options.flatMap((option) => textsIn(option, path));
    case "boolean":
    case "number":
    case "literal":
    case "enum":
    case "unknown":
    case "custom":
      return [];
    default:
      throw new Error(`tell this test what is inside a schema of the type ${def.type}`);
  }
}

function noteRoute({ method, url, schema }: RouteOptions): void {
  for (const part of PARTS) {
    const whole = schema?.[part];
    if (!whole) continue;
    for (const found of textsIn(whole as z.core.$ZodType)) {
      const [verb = ""] = [method].flat();
      places.push({
        route: `${verb} ${url} ${part} ${found.path.join(".")}`,
        method: verb,
        url,
        part,
        ...found,
      });
    }
  }
}

beforeAll(async () => {
  const onServer = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", noteRoute);
  };
  diagnostics.subscribe("fastify.initialization", onServer);
  site = await createTestApp();
  diagnostics.unsubscribe("fastify.initialization", onServer);
  admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
  author = await createUser(site.ctx);
  const prompt = {
    title: "Um retrato",
    content: "Um retrato em aquarela.",
    llm_type_id: 1,
    thumbnail_url: await pictureDataUrl("#336699", 8, 8),
  };
  promptId = (await ask("POST", "/api/prompts", prompt)).json().id;
});
afterAll(() => site.close());

test("measures every text of every request before anything else is done with it", () => {
  const routes = places.map(({ route }) => route);
  for (const known of [
    "POST /auth/v1/signup body password",
    "POST /auth/v1/token querystring grant_type",
    "POST /api/prompts headers idempotency-key",
    "POST /api/prompts body content",
    "GET /api/prompts querystring search",
    "GET /media/:file params file",
    "PATCH /api/admin/users/:id/toggle-block body reason",
  ]) {
    expect(routes).toContain(known);
  }
  const notMeasured = places.filter(({ schema }) => {
    const [first, ...others] = (schema._zod.def.checks ?? []).map((check) => check._zod.def);
    const asksForText = (check: z.core.$ZodCheckDef) =>
      !check.when?.({ value: { length: 1 }, issues: [] }) && check.when !== undefined;
    const isMeasured = first?.check === "max_length" && first.abort && asksForText(first);
    return !isMeasured || others.some((check) => check.when && !asksForText(check));
  });
  expect(notMeasured.map(({ route }) => route)).toEqual([]);
});

const NO_TEXTS: unknown[] = [
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

test("answers 400 where anything else stands in place of a text", async () => {
  const wrong: string[] = [];
  for (const { route, method, url, path } of places.filter(({ part }) => part === "body")) {
    for (const value of NO_TEXTS) {
      const payload = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      const { statusCode } = await ask(method, url, payload as object);
      if (statusCode !== 400) wrong.push(`${route} ${JSON.stringify(value)}: ${statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("answers 400 where a parameter that is a text is sent twice", async () => {
  const wrong: string[] = [];
  for (const { route, method, url, path } of places.filter(({ part }) => part === "querystring")) {
    const { statusCode } = await ask(method, `${url}?${path[0]}=a&${path[0]}=b`);
    if (statusCode !== 400) wrong.push(`${route}: ${statusCode}`);
  }
  expect(wrong).toEqual([]);
});

test("refuses a name that is no text", async () => {
  for (const username of NO_TEXTS) {
    const signup = { email: "ana@exemplo.com.br", password: "jabuticaba-azul-42", data: { username } };
    expect((await ask("POST", "/auth/v1/signup", signup)).statusCode).toBe(422);
    expect((await ask("PUT", "/auth/v1/user", { data: { username } })).statusCode).toBe(422);
  }
});

const PILED = `a${"\u0301\u0323".repeat(20)}`;

test("refuses marks piled up on a letter, naming the field", async () => {
  for (const field of ["title", "content", "description", "image_alt"]) {
    const answer = await ask("PATCH", "/api/prompts/:id", { [field]: `Um retrato em ${PILED}quarela` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      field,
      message: "O texto empilha acentos ou sinais demais em uma mesma letra",
    });
  }
  const removal = await ask("DELETE", "/api/admin/prompts/:id", { reason: PILED });
  expect([removal.statusCode, removal.json().field]).toEqual([400, "reason"]);
});

test("refuses what is far too long, as a name and as a password, whoever asks", async () => {
  const long = PILED.repeat(5000);
  const signup = { email: "ana@exemplo.com.br", password: "jabuticaba-azul-42", data: { username: long } };
  expect((await ask("POST", "/auth/v1/signup", signup)).json()).toMatchObject({
    error_code: "username_invalid",
    msg: "O nome de usuário deve ter no máximo 40 caracteres",
  });
  const login = { email: "ana@exemplo.com.br", password: long };
  expect((await ask("POST", "/auth/v1/token?grant_type=password", login)).json()).toMatchObject({
    error_code: "validation_failed",
    field: "password",
  });
});

test("merges nothing of client data with more keys than its bytes allow", async () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_, number) => [`k${number}`, null]));
  const answer = await ask("PUT", "/auth/v1/user", { data });
  expect([answer.statusCode, answer.json().field]).toEqual([400, "data"]);
});
