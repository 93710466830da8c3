/** Answers that are the same for everybody but for a viewer's state. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { claimedId, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import { sendLinks } from "#platform/http/page-links.ts";

/** Opens what answers the calls that read prompts. */
export function openResponder(ctx: Context) {
  /**
   * Answers everybody with the same cached value; whoever is signed in gets it with their own state, which nobody else may see.
   * @param personal writes the value with a viewer's state as JSON; must not change it
   * @param shared reads the value that is cached under `key`
   * @param details.linksOf writes the `Link` header of a page of a list
   * @param details.keysOf names what it shows, as `keysOfPrompts` does; without it, it shows lists
   */
  return async function respond<T extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    personal: (reads: BatchedReads, viewerId: string, value: T) => Promise<Buffer>,
    shared: () => Promise<T>,
    details: { linksOf?: (value: T) => string; keysOf?: (value: T) => string[] } = {},
  ) {
    const userId = await claimedId(ctx, request);
    if (userId) {
      const read = async () => {
        const value = await ctx.responseCache.shared(key, shared, request.ip);
        if (details.linksOf) sendLinks(reply, details.linksOf(value));
        return personal(ctx.batchedReads, userId, value);
      };
      // Both at once, so that one batch takes both statements. The state is discarded unless the token still holds.
      const [viewer, json] = await Promise.all([viewerOf(ctx, request, true), read()]);
      if (viewer) return reply.type("application/json; charset=utf-8").send(json);
    }
    return ctx.responseCache.sendJson(request, reply, key, shared, details);
  };
}
