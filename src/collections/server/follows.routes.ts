/** HTTP of following, and of what is new. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { requireViewer, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { collectionParams, follows, news, newsQuery } from "#collections/contract.ts";
import { FOLLOWS, followApi, NEWS } from "#collections/paths.ts";
import type { Context } from "#platform/context.ts";
import { onwardLinks, sendLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { follow, listFollows, listNews, unfollow } from "./follows.service.ts";

const common = { tags: ["coleções"], security: [{ bearer: [] }] };
const DOCUMENTED = {
  users: [
    { operationId: "followUser", summary: "Segue uma pessoa" },
    { operationId: "unfollowUser", summary: "Deixa de seguir uma pessoa" },
  ],
  collections: [
    { operationId: "followCollection", summary: "Segue uma coleção pública" },
    { operationId: "unfollowCollection", summary: "Deixa de seguir uma coleção" },
  ],
} as const;

export function mountFollows(app: App, ctx: Context): void {
  /** @throws AppError 401 or 403 without permission, 429 when too fast */
  async function requireFollowing(request: FastifyRequest): Promise<Viewer> {
    const viewer = await requireViewer(ctx, request);
    await ctx.rateLimits.consume("collectPerAccount", viewer.id);
    return viewer;
  }

  for (const followed of ["users", "collections"] as const) {
    const [put, remove] = DOCUMENTED[followed];
    const documented = { ...common, params: collectionParams, response: { 204: z.void() } };
    app.put(
      followApi(followed, ":id"),
      { config: { keyScope: "react" }, schema: { ...documented, ...put } },
      async (request, reply) => {
        await follow(ctx, await requireFollowing(request), followed, request.params.id);
        return reply.code(204).send();
      },
    );
    app.delete(
      followApi(followed, ":id"),
      { config: { keyScope: "react" }, schema: { ...documented, ...remove } },
      async (request, reply) => {
        await unfollow(ctx, await requireFollowing(request), followed, request.params.id);
        return reply.code(204).send();
      },
    );
  }

  app.get(
    FOLLOWS,
    {
      config: { keyScope: "read" },
      schema: {
        ...common,
        operationId: "listFollows",
        summary: "Quem e o que você segue",
        response: { 200: follows },
      },
    },
    async (request) => listFollows(ctx, await requireViewer(ctx, request)),
  );

  app.get(
    NEWS,
    {
      config: { keyScope: "read" },
      schema: {
        ...common,
        operationId: "listNews",
        summary: "Novidades de quem e do que você segue, as mais recentes primeiro",
        querystring: newsQuery,
        response: { 200: news },
      },
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const list = await listNews(ctx, viewer.id, request.query.before);
      sendLinks(reply, onwardLinks(NEWS, list.next));
      return list;
    },
  );
}
