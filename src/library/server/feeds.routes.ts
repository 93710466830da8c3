/** Routes of the Atom feeds. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { feedPath } from "#library/feeds.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { userParams } from "#prompts/contract.ts";
import { inTurnTimed } from "#prompts/server/large-lists.ts";
import { tagSlug } from "#prompts/tag-path.ts";
import { authorFeed, FEED_SIZE, siteFeed, tagFeed, toolFeed, worksFeed } from "./discovery.service.ts";

const ATOM = "application/atom+xml; charset=utf-8";
const hidden = { hide: true };
const config = { keyScope: "public" } as const;

/** Registers the feeds of all prompts, of a tool, of an author and of a tag. */
export function mountFeeds(app: App, ctx: Context): void {
  const send = (request: FastifyRequest, reply: FastifyReply, path: string, write: () => Promise<string>) =>
    ctx.responseCache.send(request, reply, path, async () => ({
      status: 200,
      contentType: ATOM,
      // Of the longest texts it takes some hundredths of a second.
      body: await inTurnTimed(ctx, FEED_SIZE, addressOf(request), write),
    }));

  app.get(feedPath("site"), { config, schema: hidden }, async (request, reply) =>
    send(request, reply, feedPath("site"), () => siteFeed(ctx.publicReads)),
  );
  app.get(feedPath("works"), { config, schema: hidden }, async (request, reply) =>
    send(request, reply, feedPath("works"), () => worksFeed(ctx.publicReads)),
  );
  const asTyped = (id: string) => id;
  for (const [kind, write, normal] of [
    ["tools", toolFeed, asTyped],
    ["users", authorFeed, (id: string) => id.toLowerCase()],
    ["tags", tagFeed, tagSlug],
  ] as const) {
    app.get(
      feedPath(kind, ":id"),
      { config, schema: { ...hidden, params: userParams } },
      async (request, reply) => {
        // One key for all spellings.
        const id = normal(request.params.id);
        return send(request, reply, feedPath(kind, id), () => write(ctx.publicReads, id));
      },
    );
  }
}
