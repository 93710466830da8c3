/** Redirects a collection's page from an older title's address, or none at all, to the one of today. */

import * as z from "zod/mini";
import { COLLECTIONS, collectionIdOf, collectionPageApi } from "#collections/paths.ts";
import { findPublicCollection } from "#collections/server/collections.service.ts";
import { pathPart } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { pathOf } from "#platform/http/error-handler.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import type { PageHandler } from "./page-handler.ts";

/** Redirects never show a private collection's title: its page asks for it with its owner's session. */
export function mountCollectionPages(app: App, ctx: Context, answerPage: PageHandler): void {
  app.get(
    `${COLLECTIONS}:name`,
    { schema: { hide: true, params: z.object({ name: pathPart }) } },
    async (request, reply) => {
      const id = collectionIdOf(request.params.name);
      const path = id > 0 ? await pathOfPublic(ctx, id, request.ip) : undefined;
      const asked = pathOf(request.url);
      if (!path || path === asked) return answerPage(request, reply);
      return reply.redirect(path + request.url.slice(asked.length), 301);
    },
  );
}

/** From the response cache, where the page's own data is too. */
async function pathOfPublic(ctx: Context, id: number, address: string): Promise<string | undefined> {
  try {
    return (
      await ctx.responseCache.shared(
        collectionPageApi(id),
        () => findPublicCollection(ctx.publicReads, id, address, "limited"),
        address,
      )
    ).path;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
