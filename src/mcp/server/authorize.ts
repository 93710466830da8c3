/** Tells who calls: by a key, or by a session as on the site's own pages. */
import type { FastifyRequest } from "fastify";
import { KEY_SCOPES } from "#accounts/key-messages.ts";
import { requireStillValid } from "#accounts/server/api-keys/key-check.ts";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { ownerOf, requireSession, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "./caller.ts";

/**
 * The viewer of a call. Which scope a key needs depends on the tool, so the route is open to all (`keyScope: "public"`), and
 * each tool asks for its own.
 */
async function viewerOf(ctx: Context, request: FastifyRequest): Promise<Viewer | null> {
  const { apiKey, headers } = request;
  if (apiKey) return ownerOf(apiKey, request);
  return headers.authorization === undefined ? null : requireSession(ctx, request);
}

/** @throws AppError 401 or 403 for whoever sends something that opens nothing */
export async function callerOf(ctx: Context, request: FastifyRequest): Promise<Caller> {
  const viewer = await viewerOf(ctx, request);
  return {
    address: addressOf(request),
    share: addressOf(request),
    viewer,
    scopes: viewer ? (viewer.key?.scopes ?? KEY_SCOPES) : [],
    collection: undefined,
    async confirm() {
      if (request.apiKey) await requireStillValid(ctx, request.apiKey);
      else await requireSession(ctx, request);
    },
    changes(action) {
      request.accessAction = `POST /mcp ${action}`;
    },
  };
}

export const mayPublish = ({ scopes }: Caller): boolean => scopes.includes("publish");
