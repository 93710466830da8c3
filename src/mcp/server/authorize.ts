/** Tells who calls, by the key in `Authorization`. */
import type { FastifyRequest } from "fastify";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { requireViewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "./caller.ts";

/** @throws AppError 401 or 403 for whoever sends something that is no valid key */
export async function callerOf(ctx: Context, request: FastifyRequest): Promise<Caller> {
  const isKnown = request.headers.authorization !== undefined;
  return {
    address: addressOf(request),
    viewer: isKnown ? await requireViewer(ctx, request) : null,
    scopes: isKnown ? ["read", "react", "publish"] : [],
    collection: undefined,
    changes(action) {
      request.accessAction = `POST /mcp ${action}`;
    },
  };
}

export const mayPublish = ({ scopes }: Caller): boolean => scopes.includes("publish");
