/** Answers requests of the protocol: by the SDK, or from the response cache. */
import type { IncomingHttpHeaders } from "node:http";
import { setImmediate } from "node:timers/promises";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { ANSWER_TIME, BATCH_BYTES } from "#mcp/contract.ts";
import { messages, PROTOCOL_MESSAGES } from "#mcp/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError, tooBusy } from "#platform/http/errors.ts";
import type { PostedRead } from "#platform/http/posted-reads.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import { textOf } from "#platform/http/request-bodies.ts";
import { INTERNAL_CALLER, openSemaphore } from "#platform/http/semaphore.ts";
import { createFairQueue } from "#platform/queue.ts";
import { createProtocolServer, type Exchange } from "./protocol-server.ts";
import { openTools } from "./tools.ts";

/** A request as this room has read it. */
interface ReadRequest {
  message: object;
  headers: Record<string, string | undefined>;
  exchange: Exchange;
}

interface Answer {
  status: number;
  contentType: string | null;
  /** Empty for what has no answer, such as a notification. */
  body: string | Buffer;
}

/** The headers that the protocol knows; `Accept` and the type of the body are checked before. */
const PROTOCOL_HEADERS = ["mcp-protocol-version", "mcp-method", "mcp-name"];
/** Batches under way: their answers are in memory until the last one is there. */
const acquireBatch = openSemaphore({ name: "batches", capacity: 16, perCaller: 4 });
/**
 * Prompts that are filled in: of a text in which a variable stands a thousand times, writing the answer takes some megabytes of
 * the heap.
 */
const filling = createFairQueue({
  name: "filled prompts",
  running: 8,
  waiting: 100,
  each: 32,
  refusal: tooBusy,
  ownRefusal: tooBusy,
});
/** Largest key of a cached answer, in characters. */
const LONGEST_KEY = 2000;
/** Methods whose answers are the same for all visitors. */
const SHARED_METHODS = new Set([
  "initialize",
  "server/discover",
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
]);
const JSON_TYPE = "application/json";

/** An answer that is for one caller alone. */
class Unshared extends AppError {
  readonly answer: Answer;
  /** @param refusal of which only the status matters: after 429, others ask in turn */
  constructor(answer: Answer, refusal: AppError | undefined) {
    super(refusal?.status ?? answer.status, "unshared", "");
    this.answer = answer;
  }
}

type Id = string | number;
const idOf = (body: unknown): Id | undefined => {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : undefined;
};

/** Whether a message asks for a prompt with values in its places. */
function isFilling(message: object): boolean {
  const { params } = message as { params?: { arguments?: { values?: unknown } | null } | null };
  const given = params?.arguments;
  const { method } = message as { method?: unknown };
  return method === "prompts/get" || (typeof given === "object" && given !== null && "values" in given);
}

/** The body of an error of the protocol. */
export function errorBody(code: number, message: string, body: unknown, data?: object): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    error: { code, message, ...(data && { data }) },
    id: idOf(body) ?? null,
  });
}

/** Puts the SDK's errors into Portuguese; its own words stay as data for who debugs a client. */
function translate(text: string, { refusal }: Exchange): string {
  if (!text.includes('"error"') || refusal) return text;
  const answer = JSON.parse(text);
  return JSON.stringify(Array.isArray(answer) ? answer.map(translateAnswer) : translateAnswer(answer));
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the SDK has written
function translateAnswer(answer: any): unknown {
  if (!answer.error) return answer;
  const { message, data } = answer.error;
  // Not a failure of ours: the SDK refuses parameters of the wrong kind with this code.
  const code = answer.error.code === -32603 ? -32602 : answer.error.code;
  return {
    ...answer,
    error: {
      code,
      message: PROTOCOL_MESSAGES[code] ?? PROTOCOL_MESSAGES[-32000],
      ...(code !== -32700 && { data: { ...data, detail: message } }),
    },
  };
}

/** Cache key of the answer that all visitors get to a message, whatever its id; undefined when there is none. */
function sharedKey(
  message: object,
  headers: ReadRequest["headers"] | IncomingHttpHeaders,
  collection: number | undefined,
): string | undefined {
  const { method } = message as { method?: unknown };
  if (idOf(message) === undefined || typeof method !== "string" || !SHARED_METHODS.has(method))
    return undefined;
  const asked = { ...message, id: 0 };
  const key = JSON.stringify([collection, PROTOCOL_HEADERS.map((name) => headers[name]), asked]);
  return key.length > LONGEST_KEY ? undefined : `/mcp ${key}`;
}

/** The JSON that everybody gets, after the id of a message. */
const withId = (rest: Buffer, message: object): Buffer =>
  Buffer.concat([Buffer.from(`{"id":${JSON.stringify(idOf(message))},`), rest.subarray(1)]);

/** A refusal that somebody else was given for the same message. */
function withOwnId(answer: Answer, message: object): Answer {
  const text = String(answer.body);
  if (!text.startsWith("{")) return answer;
  return { ...answer, body: JSON.stringify({ ...JSON.parse(text), id: idOf(message) ?? null }) };
}

/** The cached answer to a visitor's message without parameters of its address; undefined for whatever has to be looked at. */
export const findAnswer: PostedRead = (headers, body, cached) => {
  const message = parse(body);
  const key = message && sharedKey(message, headers, undefined);
  const rest = key === undefined ? undefined : cached(key);
  return rest && message && withId(rest, message);
};

/** A message whose id can be repeated without looking at its characters. */
function parse(body: Buffer): object | undefined {
  try {
    const message: unknown = JSON.parse(textOf(body));
    return typeof message === "object" && message && /^[ -~]*$/.test(String(idOf(message)))
      ? message
      : undefined;
  } catch {
    return undefined;
  }
}

/** Opens what answers requests; one per process, which keeps nothing of them. */
export function openAnswers(ctx: Context) {
  const tools = openTools(ctx);
  /** The request that the SDK asks a server for. */
  const exchanges = new WeakMap<Request, Exchange>();
  const newest = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo);
      if (!exchange) throw new Error("a request without an exchange");
      return createProtocolServer(ctx, tools, exchange);
    },
    { legacy: "reject", maxSubscriptions: 1 },
  );

  /** Revisions with a handshake. Nothing of it is kept: whichever process gets the next request answers it. */
  async function answerHandshake(request: Request, parsedBody: unknown, exchange: Exchange) {
    const server = createProtocolServer(ctx, tools, exchange);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const end = () => void server.close();
    return { response: transport.handleRequest(request, { parsedBody }).finally(end), end };
  }

  async function compute({ message, headers, exchange }: ReadRequest): Promise<Answer> {
    const sent = PROTOCOL_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    const request = new Request(`${ctx.config.publicUrl}/mcp`, {
      method: "POST",
      headers: [["content-type", JSON_TYPE], ["accept", `${JSON_TYPE}, text/event-stream`], ...sent],
    });
    exchanges.set(request, exchange);
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, ANSWER_TIME);
    let end = () => {};
    try {
      const answering = (async () => {
        if (!(await isLegacyRequest(request, message))) return newest.fetch(request, { parsedBody: message });
        const handshake = await answerHandshake(request, message, exchange);
        end = handshake.end;
        return handshake.response;
      })();
      const response = await Promise.race([answering, late]);
      if (!response) {
        end();
        answering.catch(() => {});
        throw new AppError(503, "out_of_time", messages.outOfTime, { headers: { "retry-after": "5" } });
      }
      const text = await response.text();
      // Errors of our handlers are answers by now.
      if (response.status >= 500) throw new Error(`the SDK answered ${response.status}`);
      return {
        status: response.status,
        contentType: response.headers.get("content-type"),
        body: translate(text, exchange),
      };
    } finally {
      clearTimeout(timer);
    }
  }

  /** One message after the other, between which others have their turn. Kept as buffers, which lie outside of the heap. */
  async function answerBatch(request: ReadRequest, batch: unknown[], address: string): Promise<Answer> {
    const release = acquireBatch(1, address);
    try {
      const parts: Buffer[] = [];
      let written = 0;
      for (const message of batch) {
        const bytes = Buffer.from(await answerBatched(request, message, address, written > BATCH_BYTES));
        // Notifications have no answer.
        if (bytes.length > 0) parts.push(Buffer.from(parts.length === 0 ? "[" : ","), bytes);
        written += bytes.length;
        await setImmediate();
      }
      if (parts.length === 0) return { status: 202, contentType: null, body: "" };
      return { status: 200, contentType: JSON_TYPE, body: Buffer.concat([...parts, Buffer.from("]")]) };
    } finally {
      release();
    }
  }

  async function answerBatched(
    request: ReadRequest,
    message: unknown,
    address: string,
    isFull: boolean,
  ): Promise<string | Buffer> {
    if (typeof message !== "object" || message === null || Array.isArray(message))
      return errorBody(-32600, PROTOCOL_MESSAGES[-32600] ?? "", undefined);
    if (isFull && idOf(message) !== undefined) return errorBody(-32000, messages.batchTooLarge, message);
    return (await answer({ ...request, message, exchange: { ...request.exchange } }, address)).body;
  }

  /** @throws AppError 503 when there is too much to do, or it takes too long */
  async function answer(request: ReadRequest, address: string): Promise<Answer> {
    const { message, headers, exchange } = request;
    if (Array.isArray(message)) return answerBatch(request, message, address);
    const { viewer, collection } = exchange.caller;
    const key = viewer ? undefined : sharedKey(message, headers, collection);
    const make = (own: ReadRequest) =>
      isFilling(message) ? filling(networkOf(address), () => compute(own)) : compute(own);
    if (key === undefined) return make(request);
    try {
      const rest = await ctx.responseCache.sharedJson(
        key,
        async () => {
          // Its share is taken.
          const caller = { ...exchange.caller, share: INTERNAL_CALLER };
          const own = { ...exchange, caller };
          const answer = await make({ ...request, exchange: own });
          const { id: _, result, ...others } = JSON.parse(String(answer.body) || "{}");
          if (answer.status !== 200 || result === undefined || own.refusal) {
            throw new Unshared(answer, own.refusal);
          }
          return { ...others, result };
        },
        address,
      );
      return { status: 200, contentType: JSON_TYPE, body: withId(rest, message) };
    } catch (error) {
      if (error instanceof Unshared) return withOwnId(error.answer, message);
      throw error;
    }
  }
  return { answer, close: () => newest.close() };
}
