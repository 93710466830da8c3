/** Answers the messages of one request, in either revision of the protocol. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { INSTRUCTIONS, messages } from "#mcp/messages.ts";
import type { Context } from "#platform/context.ts";
import { refusals, toAppError } from "#platform/http/error-handler.ts";
import { AppError } from "#platform/http/errors.ts";
import { readVersion } from "#platform/version.ts";
import type { Caller } from "./caller.ts";
import { getCallersPrompt, listCallersPrompts } from "./prompt-lists.ts";
import { refusedCall, type Tool } from "./tool.ts";
import { allowedTools } from "./tools.ts";

/**
 * Revisions with a handshake. The newest one, 2026-07-28, has none, and the SDK offers it apart. In the older ones answers have
 * fields that their clients do not know, and ignore.
 */
const HANDSHAKE_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** One request. */
export interface Exchange {
  caller: Caller;
  log: Context["log"];
  /** Why it was refused, if it was: the answer is then for this caller alone, or its text ours. */
  refusal?: AppError;
}

/** Notes why a call fails. @returns what may be told */
function refuse(exchange: Exchange, error: unknown): AppError {
  const refusal = toAppError(error as Error);
  if (refusal.status >= 500 && !(error instanceof AppError)) exchange.log.error({ err: error }, "failed");
  refusals.inc({ code: refusal.code });
  exchange.refusal = refusal;
  return refusal;
}

/** A refusal in words of the protocol, which has codes only for what is wrong with a message. */
function protocolError(exchange: Exchange, error: unknown): ProtocolError {
  if (error instanceof ProtocolError) {
    exchange.refusal = new AppError(400, "validation_failed", error.message);
    return error;
  }
  const { status, message, code } = refuse(exchange, error);
  const isInternal = status >= 500 || status === 429;
  const protocolCode = isInternal ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(protocolCode, message, { code });
}

/** A server for one request: it knows who asks, and keeps nothing. */
export function createProtocolServer(
  ctx: Context,
  tools: ReadonlyMap<string, Tool>,
  exchange: Exchange,
): Server {
  const { caller } = exchange;
  const server = new Server(
    {
      name: "prompteca",
      title: messages.title,
      version: readVersion().version,
      websiteUrl: ctx.config.publicUrl,
    },
    {
      capabilities: { tools: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: HANDSHAKE_REVISIONS,
    },
  );
  const unlessRefused = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw protocolError(exchange, error);
    }
  };
  server.setRequestHandler("tools/list", async ({ params }) =>
    unlessRefused(async () => {
      // There is only one page, so no cursor is valid.
      if (params?.cursor) throw new ProtocolError(ProtocolErrorCode.InvalidParams, messages.cursor);
      return { tools: allowedTools(tools, caller).map(({ listing }) => listing) };
    }),
  );
  server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
    const tool = tools.get(params.name);
    if (!tool) {
      const unknown = new ProtocolError(ProtocolErrorCode.InvalidParams, messages.unknownTool);
      throw protocolError(exchange, unknown);
    }
    try {
      return await tool.call(ctx, caller, params.arguments);
    } catch (error) {
      return refusedCall(refuse(exchange, error));
    }
  });
  server.setRequestHandler("prompts/list", async ({ params }) =>
    unlessRefused(() => listCallersPrompts(ctx, caller, params?.cursor)),
  );
  server.setRequestHandler("prompts/get", async ({ params }) =>
    unlessRefused(() => getCallersPrompt(ctx, caller, params.name, params.arguments)),
  );
  return server;
}
