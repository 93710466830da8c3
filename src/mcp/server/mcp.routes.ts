/** `POST /mcp`: the Model Context Protocol over HTTP, without sessions (docs/decisions/0049). */
import type { IncomingHttpHeaders } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { MCP_PATH, MESSAGE_BYTES, mcpQuery } from "#mcp/contract.ts";
import { messages, PROTOCOL_MESSAGES } from "#mcp/messages.ts";
import type { Context } from "#platform/context.ts";
import { refusals, toAppError } from "#platform/http/error-handler.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { UPLOAD_BODY_LIMIT } from "#prompts/contract.ts";
import { errorBody, findAnswer, openAnswers } from "./answers.ts";
import { callerOf, mayPublish } from "./authorize.ts";
import type { Caller } from "./caller.ts";

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

/** As revisions with a handshake want it; the SDK does not ask for it in the newest. */
function takesBoth({ accept = "" }: IncomingHttpHeaders): boolean {
  const takes = (type: string) => accept.includes(type) || accept.includes("*/*");
  return takes("application/json") && takes("text/event-stream");
}

function requireTypes({ headers }: FastifyRequest): void {
  if (!takesBoth(headers)) throw new AppError(406, "not_acceptable", messages.acceptBoth);
  if (!isJsonContentType(headers["content-type"])) throw new AppError(415, "bad_request", messages.jsonOnly);
}

/** @throws AppError 400 unless it is an object: revisions from 2025-06-18 on have no batches */
function requireMessage(body: unknown): object {
  if (Array.isArray(body)) throw new AppError(400, "invalid_request", messages.batch);
  if (typeof body !== "object" || body === null) {
    const code = body === undefined ? -32700 : -32600;
    throw new AppError(400, "invalid_request", PROTOCOL_MESSAGES[code] ?? "");
  }
  return body;
}

const tooLarge = () => new AppError(413, "bad_request", messages.tooLarge);

/** Mounts the MCP server. */
export async function mountMcp(app: App, ctx: Context): Promise<void> {
  const answers = openAnswers(ctx);
  app.addHook("onClose", () => answers.close());
  app.decorateRequest("mcpCaller", null);
  // Whatever could be refused goes through the route.
  ctx.responseCache.answerPosts(MCP_PATH, (headers, body, cached) => {
    const isPlain = headers.origin === undefined && headers["content-type"] === "application/json";
    return isPlain && takesBoth(headers) ? findAnswer(headers, body, cached) : undefined;
  });
  await app.register(async (scope: App) => mountRoutes(scope, ctx, answers));
}

function mountRoutes(app: App, ctx: Context, { answer }: ReturnType<typeof openAnswers>): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toAppError(error);
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
      config: { keyScope: "public", recorded: "named" },
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
      const message = requireMessage(request.body);
      const exchange = { caller, log: request.log };
      const headers = request.headers as Record<string, string | undefined>;
      const { status, contentType, body } = await answer({ message, headers, exchange }, addressOf(request));
      reply.code(status);
      return contentType ? reply.type(contentType).send(body) : reply.send();
    },
  );

  // A server without sessions has no stream to open and none to end.
  const refuseMethod = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header("allow", "POST");
    throw new AppError(405, "method_not_allowed", messages.methodNotAllowed);
  };
  app.route({
    method: ["GET", "DELETE"],
    url: MCP_PATH,
    config: { keyScope: "public" },
    schema: { hide: true },
    handler: refuseMethod,
  });
}
