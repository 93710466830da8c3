/** Routes of the Atom feeds. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { feedPath } from "#library/feeds.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { userParams } from "#prompts/contract.ts";
import { authorFeed, siteFeed, tagFeed, toolFeed, worksFeed } from "./discovery.service.ts";

const ATOM = "application/atom+xml; charset=utf-8";
const hidden = { hide: true };
const config = { keyScope: "public" } as const;

/** Registers the feeds of all prompts, of a tool, of an author and of a tag. */
export function mountFeeds(app: App, ctx: Context): void {
  const send = (request: FastifyRequest, reply: FastifyReply, path: string, write: () => Promise<string>) =>
    ctx.responseCache.send(request, reply, path, async () => ({
      status: 200,
      contentType: ATOM,
      body: await write(),
    }));

  app.get(feedPath("site"), { config, schema: hidden }, async (request, reply) =>
    send(request, reply, feedPath("site"), () => siteFeed(ctx.publicReads)),
  );
  app.get(feedPath("works"), { config, schema: hidden }, async (request, reply) =>
    send(request, reply, feedPath("works"), () => worksFeed(ctx.publicReads)),
  );
  for (const [kind, write] of [
    ["tools", toolFeed],
    ["users", authorFeed],
    ["tags", tagFeed],
  ] as const) {
    app.get(
      feedPath(kind, ":id"),
      { config, schema: { ...hidden, params: userParams } },
      async (request, reply) => {
        const { id } = request.params;
        return send(request, reply, feedPath(kind, id), () => write(ctx.publicReads, id));
      },
    );
  }
}
