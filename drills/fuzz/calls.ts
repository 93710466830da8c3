/** Malformed requests that are still HTTP: calls of the API document, sign-in calls, pages, pictures, addresses of no sense. */
import fc from "fast-check";
import { PASSWORD } from "#tests/support/users.ts";
import { messages } from "./mcp-messages.ts";
import {
  CANARY_ATTRIBUTE,
  CANARY_HEADER,
  CANARY_TAG,
  hostileBody,
  hostileId,
  hostileJson,
  hostileText,
  hostileValueOf,
  KNOWN_PICTURE,
  KNOWN_PROMPT,
  lookAlike,
  PROTOTYPE_KEYS,
  properFields,
  spoiler,
} from "./values.ts";

export type Actor = "nobody" | "person" | "admin";

/** Operations of the API document: how calls are made, and the schemas of their answers. */
export interface Operation {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  /** Whether nobody may call it without a session. */
  isProtected: boolean;
  isForAdmin: boolean;
  query: { name: string; schema: object }[];
  body: object | undefined;
  /** Schemas of the answers by status, `default` for the others. */
  answers: Record<string, object | undefined>;
}

export interface Call {
  actor: Actor;
  method: string;
  /** As it is written in the first line. */
  target: string;
  headers: [name: string, value: string][];
  body: string | undefined;
  /** Encoding of the body: some programs send another than they name. */
  encoding?: BufferEncoding;
  /** Operation of the call; its answers follow its schema. */
  operation?: Operation;
}

interface Documented {
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string; schema: object }[];
  requestBody?: { content?: Record<string, { schema?: object }> };
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Documented>>;
  /** Components to which schemas of answers refer. */
  components: object;
}

/** A schema alone, with the schemas that it refers to. */
function answerSchema({ components }: ApiDocument, schema: object | undefined): object | undefined {
  return schema && { ...schema, components };
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { tags, security = [], parameters = [], requestBody, responses }]) => ({
        method: method.toUpperCase(),
        path,
        // None needs nothing, and neither does an empty one of several ways.
        isProtected: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
        isForAdmin: tags?.includes("administração") ?? false,
        query: parameters.filter((parameter) => parameter.in === "query"),
        body: requestBody?.content?.["application/json"]?.schema,
        answers: Object.fromEntries(
          Object.entries(responses ?? {}).map(([status, { content }]) => [
            status,
            answerSchema(document, content?.["application/json"]?.schema),
          ]),
        ),
      }),
    ),
  );
}

/** Calls of sign-in clients, by endpoint; described by the wire contract. */
const SIGN_IN: { method: string; path: string; query?: string[]; fields?: string[] }[] = [
  { method: "POST", path: "/signup", fields: ["email", "password", "data", "phone", "code_challenge"] },
  {
    method: "POST",
    path: "/token",
    query: ["grant_type"],
    fields: ["email", "password", "refresh_token", "auth_code", "code_verifier"],
  },
  { method: "GET", path: "/user" },
  {
    method: "PUT",
    path: "/user",
    fields: ["password", "current_password", "data", "email", "phone", "app_metadata", "nonce"],
  },
  { method: "POST", path: "/recover", fields: ["email", "code_challenge", "code_challenge_method"] },
  { method: "POST", path: "/resend", fields: ["email", "type"] },
  {
    method: "POST",
    path: "/verify",
    fields: ["type", "token_hash", "token", "email", "phone", "redirect_to"],
  },
  { method: "GET", path: "/verify", query: ["token", "type", "redirect_to"] },
  { method: "POST", path: "/logout", query: ["scope"] },
  { method: "GET", path: "/.well-known/jwks.json" },
  { method: "GET", path: "/settings" },
  { method: "GET", path: "/health" },
  { method: "GET", path: "/authorize", query: ["provider", "redirect_to"] },
  { method: "POST", path: "/admin/users", fields: ["email"] },
  { method: "POST", path: "/factors", fields: ["factor_type"] },
];

const PLACES = [
  "/robots.txt",
  "/sitemap.xml",
  "/sitemaps/pages.xml",
  "/sitemaps/prompts-1.xml",
  "/opensearch.xml",
  "/feed.xml",
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/docs",
  "/api/docs/",
  "/api/docs/static/../../../package.json",
  "/api/openapi.json",
  "/dev/ui",
  "/dev/mail",
  "/dev/mail/x/html",
  "/login",
  "/settings",
  "/auth-page",
  "/favicon.svg",
  "/assets/",
  "/.git/config",
  "/.env",
  "/.well-known/security.txt",
  `/media/${KNOWN_PICTURE}`,
  "/media/preview-1.jpg",
];

const mixed = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, one = 4) =>
  fc.oneof({ weight: one - 1, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** A text in an address: escaped as it should be, or written as bytes. */
const inAddress = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.integer({ min: 0, max: 9 })).map(([value, way]) => {
    if (value.startsWith("~~")) return value;
    const escaped = encodeURIComponent(value.toWellFormed());
    if (way > 2) return escaped;
    if (way === 0) return encodeURIComponent(escaped);
    if (way === 1) return `${escaped.slice(0, 40)}%E0%A4%A`;
    // Line ends and spaces would make another request of it: those are for the raw ones.
    return Buffer.from(value.slice(0, 500))
      .toString("latin1")
      .replace(/[\p{Cc} ]/gu, "_");
  });

const extraParameters = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom("page", "limit", "search", "q", "x", ...PROTOTYPE_KEYS), hostileText),
    hostileText,
  ),
  { maxLength: 3 },
);

const escapeText = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3000);

function queryOf(names: { name: string; schema: object }[]): fc.Arbitrary<string> {
  const parameters = fc.tuple(
    ...names.map(({ name, schema }) =>
      fc
        .option(mixed(hostileValueOf(schema), hostileText), { freq: 3 })
        .map((value) => [name, value] as const),
    ),
  );
  return fc
    .tuple(parameters, mixed(fc.constant<[string, string][]>([]), extraParameters))
    .map(([known, extra]) => {
      const pairs = [...known.filter(([, value]) => value !== null), ...extra].map(
        ([name, value]) =>
          `${escapeText(name)}=${escapeText(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))}`,
      );
      return pairs.length ? `?${pairs.join("&")}` : "";
    });
}

/** Characters that no header may hold are left to the raw requests. */
const inHeader = (text: string) =>
  Buffer.from(text.toWellFormed())
    .toString("latin1")
    .replace(/(?!\t)\p{Cc}/gu, "?")
    .slice(0, 6000);

const HEADERS: [string, string[]][] = [
  [
    "accept",
    [
      "text/html",
      "application/json",
      "*/*",
      "text/html;q=0, */*",
      "x".repeat(4000),
      "application/problem+json",
      'application/problem+json;q="0.9;x=\\", */*;q=x, ;,/',
    ],
  ],
  ["accept-encoding", ["br", "gzip;q=0, br;q=0", "identity", "zstd, x", "br;q=0.0001", ",".repeat(500)]],
  ["accept-version", ["1.x", "99.0.0"]],
  ["if-none-match", ["*", '"x"', 'W/"x", "y"', `${'"a",'.repeat(1000)}"b"`]],
  ["if-modified-since", ["Thu, 01 Jan 1970 00:00:00 GMT", "x"]],
  ["range", ["bytes=0-0", "bytes=5-1", "bytes=-99999999999", "bytes=0-0,1-1,2-2", "x=1"]],
  ["x-http-method-override", ["DELETE", "PATCH"]],
  ["x-forwarded-for", ["1.2.3.4", "::1", "x, y", "127.0.0.1, 10.0.0.1"]],
  ["x-forwarded-host", ["evil.example"]],
  ["x-forwarded-proto", ["javascript"]],
  ["x-original-url", ["/api/admin/users"]],
  ["forwarded", ["for=evil.example;host=evil.example;proto=https"]],
  ["origin", ["https://evil.example", "null"]],
  ["sec-fetch-site", ["cross-site", "same-site", "same-origin", "none", "x"]],
  ["referer", ["https://evil.example/", "http://%zz", "javascript:alert(1)"]],
  ["redirect_to", ["https://evil.example/", "//evil.example", "http://localhost@evil.example/"]],
  ["idempotency-key", ["0123456789abcdef", "curto", "a".repeat(64), CANARY_TAG]],
  ["x-supabase-api-version", ["2024-01-01", "2999-99-99", "x"]],
  ["x-request-id", [CANARY_TAG]],
  ["user-agent", ["", "curl/8", "a".repeat(5000), CANARY_ATTRIBUTE]],
  ["cookie", ["session=1; __proto__=x", "a=".repeat(1000)]],
  ["expect", ["100-continue", "200-ok"]],
  ["te", ["trailers, deflate"]],
  ["upgrade", ["h2c", "websocket"]],
  [
    "authorization",
    ["Bearer", "Bearer x", "Basic YTpi", `Bearer ${"a.".repeat(1500)}`, "bearer eyJhbGciOiJub25lIn0.e30."],
  ],
];

const oddHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.oneof(
    fc
      .constantFrom(...HEADERS)
      .chain(([name, values]) =>
        mixed(fc.constantFrom(...values), hostileText.map(inHeader)).map((value): [string, string] => [
          name,
          value,
        ]),
      ),
    hostileText.map((text): [string, string] => [CANARY_HEADER.replace("x-", "y-"), inHeader(text)]),
  ),
  { maxLength: 4 },
);

const contentType = mixed(
  fc.constant("application/json"),
  fc.constantFrom(
    "",
    "text/plain",
    "text/html",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json; charset=utf-16",
    "application/json;charset=x-unknown",
    "APPLICATION/JSON",
    "application/vnd.api+json",
    "json",
    ";",
    "a".repeat(2000),
  ),
  8,
);

const actor: fc.Arbitrary<Actor> = fc.constantFrom<Actor>("nobody", "person", "person", "admin");

/** A JSON body as text, in which values that JSON cannot write are left out. */
const asText = (value: unknown) => JSON.stringify(value) ?? "null";

function callOf(
  parts: {
    method: fc.Arbitrary<string>;
    target: fc.Arbitrary<string>;
    body: fc.Arbitrary<string | undefined>;
  },
  operation?: Operation,
): fc.Arbitrary<Call> {
  return fc
    .record({
      actor,
      ...parts,
      type: contentType,
      encoding: mixed(
        fc.constant<BufferEncoding>("utf8"),
        fc.constantFrom<BufferEncoding>("latin1", "utf16le"),
        20,
      ),
      odd: mixed(fc.constant<[string, string][]>([]), oddHeaders, 3),
    })
    .map(({ actor, method, target, body, type, encoding, odd }) => {
      const headers: [string, string][] = [...odd];
      if (body !== undefined && type) headers.unshift(["content-type", type]);
      return { actor, method, target, headers, body, encoding, ...(operation && { operation }) };
    });
}

const anyBody = mixed(hostileBody, hostileJson.map(asText));
const maybeBody = mixed(fc.constant(undefined), anyBody, 8) as fc.Arbitrary<string | undefined>;

function operationCall(operation: Operation): fc.Arbitrary<Call> {
  const { method, path, query, body } = operation;
  const segments = path
    .split("/")
    .map((part) => (part.startsWith("{") ? inAddress(hostileId) : fc.constant(part)));
  return callOf(
    {
      method: fc.constant(method),
      target: fc
        .tuple(fc.tuple(...segments), queryOf(query))
        .map(([parts, search]) => parts.join("/") + search),
      body: body
        ? fc.oneof(
            { weight: 4, arbitrary: hostileValueOf(body).map(asText) },
            { weight: 3, arbitrary: spoiledBody(properFields(body)) },
            { weight: 1, arbitrary: anyBody },
          )
        : maybeBody,
    },
    operation,
  );
}

const pick = <T>(of: Record<string, T>, names: string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));

/** A body in which all is proper but one field. @param proper by name */
function spoiledBody(proper: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.record(proper), fc.constantFrom(...Object.keys(proper)), spoiler, fc.boolean())
    .map(([body, name, bad, isInside]) => {
      const value = body[name];
      // For a value with texts inside, one of those.
      const inside = typeof value === "object" && isInside && Object.keys(value ?? {})[0];
      return asText({ ...body, [name]: inside ? { ...value, [inside]: bad } : bad });
    });
}

/** Proper values for the fields of sign-in calls: one that is wrong among proper ones passes the most checks. */
const SIGN_IN_VALUES: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.constantFrom("ana@exemplo.com.br", "fuzz@exemplo.com.br"),
  password: mixed(fc.constant(PASSWORD), hostileText, 2),
  data: fc.record({ username: fc.oneof(lookAlike, mixed(hostileText, hostileJson)) }),
};

function signInCall(): fc.Arbitrary<Call> {
  return fc.constantFrom(...SIGN_IN).chain(({ method, path, query = [], fields }) => {
    const values = Object.fromEntries(
      (fields ?? []).map((name) => [name, mixed(SIGN_IN_VALUES[name] ?? hostileJson, hostileJson, 3)]),
    );
    const grant = fc.constantFrom("password", "refresh_token", "pkce", "x");
    return callOf({
      method: fc.constant(method),
      target: queryOf(query.map((name) => ({ name, schema: {} })))
        .chain((search) =>
          query[0] === "grant_type" ? grant.map((kind) => `?grant_type=${kind}`) : fc.constant(search),
        )
        .map((search) => `/auth/v1${path}${search}`),
      body: fields
        ? fc.oneof(
            { weight: 4, arbitrary: fc.record(values, { requiredKeys: [] }).map(asText) },
            { weight: 4, arbitrary: spoiledBody({ ...values, ...pick(SIGN_IN_VALUES, fields) }) },
            { weight: 1, arbitrary: hostileBody },
          )
        : maybeBody,
    });
  });
}

const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
  "PURGE",
];

/** Any method on any address that is known. */
function misusedCall(known: string[]): fc.Arbitrary<Call> {
  return callOf({
    method: fc.constantFrom(...METHODS),
    target: fc.constantFrom(...known, ...PLACES).map((path) => path.replace(/\{[^}]*\}/g, KNOWN_PROMPT)),
    body: maybeBody,
  });
}

/** @param patterns of the site's pages, with `:name` for each part */
function pageCall(patterns: string[]): fc.Arbitrary<Call> {
  const parameters = ["q", "page", "llm", "order", "tab", "token_hash", "type", "email", "next", "returnTo"];
  const search = queryOf(parameters.map((name) => ({ name, schema: { type: "string" } })));
  const target = fc
    .constantFrom(...patterns)
    .chain((pattern) =>
      fc
        .tuple(
          fc.tuple(
            ...pattern
              .split("/")
              .map((part) =>
                part.startsWith(":")
                  ? inAddress(hostileId)
                  : mixed(fc.constant(part), inAddress(hostileText), 20),
              ),
          ),
          search,
        )
        .map(([parts, query]) => parts.join("/") + query),
    );
  return callOf({ method: fc.constantFrom("GET", "GET", "GET", "HEAD"), target, body: maybeBody }).map(
    (call) => ({
      ...call,
      headers: [["accept", "text/html"], ...call.headers.filter(([name]) => name !== "accept")],
    }),
  );
}

function placeCall(): fc.Arbitrary<Call> {
  const target = fc.oneof(
    fc.tuple(fc.constantFrom(...PLACES), queryOf([])).map((parts) => parts.join("")),
    fc
      .tuple(
        fc.constantFrom(
          "/media/",
          "/assets/",
          "/api/docs/static/",
          "/feeds/tools/",
          "/feeds/users/",
          "/sitemaps/",
          "/dev/mail/",
          "/",
          "//",
          "/api/",
          "/auth/v1/",
          "/icons/",
        ),
        inAddress(fc.oneof(hostileText, hostileId)),
      )
      .map((parts) => parts.join("")),
  );
  return callOf({ method: fc.constantFrom("GET", "HEAD"), target, body: maybeBody });
}

/** Messages to the MCP server, most of them with the headers that it asks for. */
export const mcpCall: fc.Arbitrary<Call> = messages.chain(({ query, headers, body }) =>
  callOf({
    method: mixed(fc.constant("POST"), fc.constantFrom(...METHODS), 30),
    target: fc.constant(`/mcp${query}`),
    body: fc.constant(body),
  }).map((call) => ({
    ...call,
    headers: [...headers.filter(([name]) => !call.headers.some(([odd]) => odd === name)), ...call.headers],
  })),
);

/** All kinds of calls, each as often as it finds something. */
export function calls(operations: Operation[], patterns: string[]): fc.Arbitrary<Call> {
  return fc.oneof(
    { weight: 10, arbitrary: fc.oneof(...operations.map(operationCall)) },
    { weight: 3, arbitrary: signInCall() },
    { weight: 3, arbitrary: pageCall(patterns) },
    { weight: 2, arbitrary: placeCall() },
    { weight: 2, arbitrary: mcpCall },
    { weight: 1, arbitrary: misusedCall(operations.map(({ path }) => path)) },
  );
}
