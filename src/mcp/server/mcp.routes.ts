/** `POST /mcp`: the Model Context Protocol over HTTP, without sessions (docs/decisions/0049). */
import type { IncomingHttpHeaders } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { MCP_PATH, MESSAGE_BYTES, MOST_BATCHED, MOST_NAMES, mcpQuery } from "#mcp/contract.ts";
import { messages, PROTOCOL_MESSAGES } from "#mcp/messages.ts";
import type { Context } from "#platform/context.ts";
import { refusals, toAppError } from "#platform/http/error-handler.ts";
import { AppError } from "#platform/http/errors.ts";
import { LONGEST_ACCEPT } from "#platform/http/problem.ts";
import type { App } from "#platform/http/server.ts";
import { UPLOAD_BODY_LIMIT } from "#prompts/contract.ts";
import { errorBody, findAnswer, openAnswers } from "./answers.ts";
import { callerOf, mayPublish } from "./authorize.ts";
import type { Caller } from "./caller.ts";
import { tidyMessage } from "./tidy.ts";

declare module "fastify" {
  interface FastifyRequest {
    mcpCaller: Caller | null;
  }
}

/** JSON-RPC's code for a request that HTTP refuses. */
function codeOf({ status, code }: AppError, isJson: boolean): number {
  if (status >= 500) return -32603;
  if (status === 400 && !isJson) return -32700;
  if (status === 400) return code === "invalid_request" ? -32600 : -32602;
  return -32000;
}

/** Refuses pages of other sites (the specification, Transports, Security): programs send no Origin, or none of the web. */
function requireOwnOrigin(
  { config }: Pick<Context, "config">,
  { headers: { origin } }: FastifyRequest,
): void {
  if (origin === undefined || origin === config.publicUrl) return;
  if (/^(https?:|null$)/i.test(origin) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(origin)) {
    throw new AppError(403, "foreign_origin", messages.foreignOrigin);
  }
}

const TYPES = ["application/json", "text/event-stream"];

/**
 * Whether a client accepts both types. Revisions with a handshake want that; in the newest the SDK does not ask for it. No
 * header accepts everything.
 */
function takesBoth({ accept = "" }: IncomingHttpHeaders): boolean {
  if (accept.length > LONGEST_ACCEPT) return false;
  // Parameters are ignored: neither type has any.
  const plain = accept.replace(/;\s*(?!q\s*=)[^,;]*/gi, "").trim();
  return new Negotiator({ headers: { accept: plain || "*/*" } }).mediaTypes(TYPES).length === TYPES.length;
}

function requireTypes({ headers }: FastifyRequest): void {
  if (!takesBoth(headers)) throw new AppError(406, "not_acceptable", messages.acceptBoth);
  if (!isJsonContentType(headers["content-type"])) throw new AppError(415, "bad_request", messages.jsonOnly);
}

/** Revisions with batches; clients of these need not name theirs. */
const BATCH_REVISIONS: unknown[] = [undefined, "2025-03-26", "2024-11-05"];

function hasTooManyNames(message: unknown): boolean {
  let part = message;
  while (typeof part === "object" && part !== null && !Array.isArray(part)) {
    if (Object.keys(part).length > MOST_NAMES) return true;
    const { params, arguments: given } = part as { params?: unknown; arguments?: unknown };
    part = params ?? given;
  }
  return false;
}

/** @throws AppError 400 unless it is a message, or a batch of them where the revision has such */
function requireMessage({ body, headers }: FastifyRequest): object {
  const isBatch = Array.isArray(body);
  if (isBatch && (body.length > MOST_BATCHED || !BATCH_REVISIONS.includes(headers["mcp-protocol-version"])))
    throw new AppError(400, "invalid_request", messages.batch);
  const refuse = (code: number) => new AppError(400, "invalid_request", PROTOCOL_MESSAGES[code] ?? "");
  const requireFew = (messages: unknown[]) => {
    if (messages.some(hasTooManyNames)) throw refuse(-32600);
    return messages;
  };
  if (isBatch && body.length === 0) throw refuse(-32600);
  if (typeof body !== "object" || body === null) throw refuse(body === undefined ? -32700 : -32600);
  // Once more: arguments may have been written as one text.
  const tidied = requireFew(requireFew(isBatch ? body : [body]).map(tidyMessage));
  return (isBatch ? tidied : tidied[0]) as object;
}

const tooLarge = () => new AppError(413, "bad_request", messages.tooLarge);

/** Mounts the MCP server. */
export async function mountMcp(app: App, ctx: Context): Promise<void> {
  const answers = openAnswers(ctx);
  app.addHook("onClose", () => answers.close());
  app.decorateRequest("mcpCaller", null);
  // Requests that might be refused are left to the route.
  ctx.responseCache.answerPosts(MCP_PATH, (headers, body, cached) => {
    const isPlain = headers.origin === undefined && headers["content-type"] === "application/json";
    return isPlain && takesBoth(headers) ? findAnswer(headers, body, cached) : undefined;
  });
  await app.register(async (scope: App) => mountRoutes(scope, ctx, answers));
}

function mountRoutes(app: App, ctx: Context, { answer }: ReturnType<typeof openAnswers>): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toAppError(error, request);
    if (refusal.status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "failed");
    refusals.inc({ code: refusal.code });
    const { code: name, field } = refusal;
    const code = codeOf(refusal, request.body !== undefined);
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type("application/json")
      .send(errorBody(code, refusal.message, request.body, { code: name, ...(field && { field }) }));
  });

  const mayBeLarge = ({ mcpCaller }: FastifyRequest) => mcpCaller !== null && mayPublish(mcpCaller);

  app.post(
    MCP_PATH,
    {
      bodyLimit: UPLOAD_BODY_LIMIT,
      config: { keyScope: "public", recorded: "named", isRead: true },
      schema: { hide: true, querystring: mcpQuery },
      async onRequest(request) {
        requireOwnOrigin(ctx, request);
        request.mcpCaller = await callerOf(ctx, request);
        if (Number(request.headers["content-length"] ?? 0) > MESSAGE_BYTES && !mayBeLarge(request))
          throw tooLarge();
      },
      // A body without a length is counted while it arrives.
      preParsing(request, _reply, payload, done) {
        let bytes = 0;
        function count(piece: Buffer) {
          bytes += piece.length;
          if (bytes <= MESSAGE_BYTES || mayBeLarge(request)) return;
          payload.off("data", count);
          if (payload.listenerCount("error") > 0) payload.emit("error", tooLarge());
        }
        if (request.headers["content-length"] === undefined) payload.on("data", count);
        done(null, payload);
      },
    },
    async (request, reply) => {
      requireTypes(request);
      const caller = request.mcpCaller as Caller;
      const { colecao } = request.query;
      if (colecao !== undefined) caller.collection = Number(colecao);
      const message = requireMessage(request);
      const exchange = { caller, log: request.log };
      const headers = request.headers as Record<string, string | undefined>;
      const { status, contentType, body } = await answer({ message, headers, exchange }, addressOf(request));
      reply.code(status);
      return contentType ? reply.type(contentType).send(body) : reply.send();
    },
  );
}
