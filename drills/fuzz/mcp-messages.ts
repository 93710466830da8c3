/** Malformed messages to the MCP server: envelopes, arguments and headers that do not belong together. */
import fc from "fast-check";
import {
  hostileBody,
  hostileJson,
  hostileText,
  KNOWN_PROMPT,
  PROTOTYPE_KEYS,
  properFields,
} from "./values.ts";

/** Headers and body of a message. */
export interface Message {
  query: string;
  headers: [name: string, value: string][];
  body: string;
}

const META = "io.modelcontextprotocol/" as const;
const NEWEST = "2026-07-28";
const REVISIONS = [NEWEST, NEWEST, "2025-11-25", "2025-06-18", "2024-11-05", "2999-01-01", "x", ""];

const mostly = <T>(proper: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown>, one = 8): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: one - 1, arbitrary: proper }, { weight: 1, arbitrary: odd });

const ofName = (of: Record<string, fc.Arbitrary<unknown>>, name: unknown) =>
  (typeof name === "string" && Object.hasOwn(of, name) && of[name]) || hostileJson;
const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Arguments by tool; a known prompt is one that exists. */
const ARGUMENTS: Record<string, fc.Arbitrary<unknown>> = {
  search_prompts: fc.record(
    {
      text: mostly(fc.lorem({ maxCount: 3 }), hostileText, 3),
      tool: mostly(fc.constantFrom("ChatGPT", "Claude"), hostileJson),
      tag: mostly(fc.constant("receitas"), hostileText, 3),
      order: mostly(fc.constantFrom("top", "newest", "works"), hostileJson),
      only_working: mostly(fc.boolean(), hostileJson),
      page: mostly(fc.integer({ min: -1, max: 60 }), hostileJson),
      limit: mostly(fc.integer({ min: -1, max: 30 }), hostileJson),
    },
    { requiredKeys: [] },
  ),
  get_prompt: fc.record(
    {
      id: mostly(fc.constant(KNOWN_PROMPT), hostileJson, 4),
      version: mostly(fc.integer({ min: -1, max: 3 }), hostileJson),
      values: mostly(fc.dictionary(hostileText, hostileText, { maxKeys: 5 }), hostileJson),
    },
    { requiredKeys: ["id"] },
  ),
  list_tools: hostileJson,
  list_favorites: fc.record(
    { page: mostly(fc.integer({ min: -1, max: 60 }), hostileJson) },
    { requiredKeys: [] },
  ),
  save_prompt: fc.record(
    { id: mostly(fc.constant(KNOWN_PROMPT), hostileJson, 4), saved: mostly(fc.boolean(), hostileJson) },
    { requiredKeys: ["id"] },
  ),
  publish_prompt: fc.record(
    {
      ...properFields({ properties: { title: {}, content: {}, description: {} } }),
      tool: mostly(fc.constant("Claude"), hostileJson),
      tags: hostileJson,
      image: properFields({ properties: { thumbnail_url: {} } }).thumbnail_url ?? hostileText,
    },
    { requiredKeys: [] },
  ),
};

const toolCall = mostly(fc.constantFrom(...Object.keys(ARGUMENTS)), hostileText).chain((name) =>
  fc.record({
    name: fc.constant(name),
    arguments: mostly(ofName(ARGUMENTS, name), hostileJson),
  }),
);

const promptCall = fc.record(
  {
    name: mostly(fc.constantFrom(KNOWN_PROMPT, `${KNOWN_PROMPT}-titulo`), hostileJson, 4),
    arguments: mostly(fc.dictionary(hostileText, hostileText, { maxKeys: 4 }), hostileJson),
  },
  { requiredKeys: [] },
);

const handshake = fc.record(
  {
    protocolVersion: mostly(fc.constantFrom(...REVISIONS), hostileJson),
    capabilities: mostly(fc.constant({}), hostileJson),
    clientInfo: mostly(fc.constant({ name: "x", version: "1" }), hostileJson),
  },
  { requiredKeys: [] },
);

/** Parameters by method. */
const METHODS: Record<string, fc.Arbitrary<unknown>> = {
  "tools/call": toolCall,
  "prompts/get": promptCall,
  "tools/list": fc.record({ cursor: hostileJson }, { requiredKeys: [] }),
  "prompts/list": fc.record({ cursor: hostileJson }, { requiredKeys: [] }),
  initialize: handshake,
  "server/discover": fc.constant({}),
  ping: hostileJson,
  "subscriptions/listen": fc.record({ notifications: hostileJson }, { requiredKeys: [] }),
  "resources/read": fc.record({ uri: hostileJson }),
  "completion/complete": hostileJson,
  "logging/setLevel": fc.record({ level: hostileJson }),
  "notifications/initialized": hostileJson,
  "notifications/cancelled": fc.record({ requestId: hostileJson, reason: hostileText }),
  "tasks/get": fc.record({ taskId: hostileJson }),
};

const envelope = fc.record(
  {
    [`${META}protocolVersion`]: mostly(
      fc.constant(NEWEST),
      fc.oneof(fc.constantFrom(...REVISIONS), hostileJson),
      20,
    ),
    [`${META}clientInfo`]: mostly(fc.constant({ name: "x", version: "1" }), hostileJson, 20),
    [`${META}clientCapabilities`]: mostly(fc.constant({}), hostileJson, 20),
    progressToken: mostly(fc.integer(), hostileJson, 3),
  },
  { requiredKeys: [`${META}protocolVersion`, `${META}clientInfo`, `${META}clientCapabilities`] },
);

const id = mostly(fc.integer(), fc.oneof(hostileJson, fc.constant(null), hostileText), 20);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A message, and the headers that go with it. */
const request = mostly(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("tools/call", "prompts/get") },
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(METHODS)) },
  ),
  fc.oneof(hostileText, fc.constantFrom(...PROTOTYPE_KEYS)),
).chain((method) =>
  fc
    .record({
      version: mostly(fc.constant("2.0"), hostileJson, 20),
      id: fc.option(id, { freq: 8 }),
      params: mostly(ofName(METHODS, method), hostileJson),
      meta: fc.option(mostly(envelope, hostileJson), { freq: 3 }),
      more: mostly(fc.constant({}), fc.dictionary(hostileText, hostileJson, { maxKeys: 2 }), 12),
    })
    .map(({ version, id, params, meta, more }) => ({
      method: asText(method),
      isNewest: meta !== null,
      name: isObject(params) && "name" in params ? asText(params.name) : undefined,
      message: {
        ...(more as object),
        jsonrpc: version,
        ...(id !== null && { id }),
        method,
        params: meta && isObject(params) && !Array.isArray(params) ? { ...params, _meta: meta } : params,
      },
    })),
);

/** In a header, a text as its bytes. */
const asLatin1 = (text: string) =>
  Buffer.from(text.toWellFormed())
    .toString("latin1")
    .replace(/\p{Cc}/gu, "?")
    .slice(0, 500);

function withHeaders(
  {
    method,
    name,
    isNewest,
    message,
  }: { method: string; name: string | undefined; isNewest: boolean; message: object },
  [hasHeaders, odd, isBatch]: [boolean, string, boolean],
): Omit<Message, "query"> {
  const headers: Message["headers"] = [["accept", "application/json, text/event-stream"]];
  if (hasHeaders && isNewest) {
    headers.push(["mcp-protocol-version", NEWEST], ["mcp-method", asLatin1(method)]);
    if (name !== undefined) headers.push(["mcp-name", asLatin1(name)]);
  } else if (odd) headers.push(["mcp-protocol-version", asLatin1(odd)]);
  // Ids that exist are numbers.
  const body = JSON.stringify(isBatch ? [message, message] : message).replaceAll(
    `"id":"${KNOWN_PROMPT}"`,
    `"id":${KNOWN_PROMPT}`,
  );
  return { headers, body };
}

const made = fc
  .tuple(
    request,
    fc.tuple(
      fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      mostly(fc.constantFrom("", "2025-11-25"), fc.oneof(fc.constantFrom(...REVISIONS), hostileText)).map(
        String,
      ),
      fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
    ),
  )
  .map((parts) => withHeaders(...parts));

export const messages: fc.Arbitrary<Message> = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: made },
      {
        weight: 1,
        arbitrary: fc
          .oneof(
            hostileBody,
            hostileJson.map((value) => JSON.stringify(value) ?? "null"),
          )
          .map((body) => ({
            headers: [["accept", "application/json, text/event-stream"]] as Message["headers"],
            body,
          })),
      },
    ),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant("") },
      {
        weight: 1,
        arbitrary: fc
          .oneof(hostileText, fc.constantFrom("1", "0", "12"))
          .map((of) => `?colecao=${encodeURIComponent(of.toWellFormed()).slice(0, 2000)}`),
      },
    ),
  )
  .map(([message, query]) => ({ ...message, query }));
