/** HTTP of following and news. */
import * as z from "zod/mini";
import { members } from "#accounts/server/sessions/access.ts";
import { requireViewer } from "#accounts/server/sessions/authenticate.ts";
import { collectionParams, follows, news, newsQuery } from "#collections/contract.ts";
import { FOLLOWS, followApi, NEWS } from "#collections/paths.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { onwardLinks, sendLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { requireCollecting } from "./collecting.ts";
import { follow, listFollows, listNews, unfollow } from "./follows.service.ts";

const tags = ["coleções"];
const DOCUMENTED = {
  users: [
    { operationId: "followUser", summary: "Segue uma pessoa" },
    { operationId: "unfollowUser", summary: "Deixa de seguir uma pessoa" },
  ],
  collections: [
    { operationId: "followCollection", summary: "Segue uma coleção pública" },
    { operationId: "unfollowCollection", summary: "Deixa de seguir uma coleção" },
  ],
  tags: [
    { operationId: "followTag", summary: "Segue uma tag; id é o nome dela, como em /tags" },
    { operationId: "unfollowTag", summary: "Deixa de seguir uma tag" },
  ],
} as const;

export function mountFollows(app: App, ctx: Context): void {
  for (const followed of ["users", "collections", "tags"] as const) {
    const [put, remove] = DOCUMENTED[followed];
    const documented = { tags, params: collectionParams, response: { 204: z.void() } };
    app.put(
      followApi(followed, ":id"),
      apiCall(members(ctx, "react"), { ...documented, ...put }),
      async (request, reply) => {
        await follow(ctx, await requireCollecting(ctx, request), followed, request.params.id);
        return reply.code(204).send();
      },
    );
    app.delete(
      followApi(followed, ":id"),
      apiCall(members(ctx, "react"), { ...documented, ...remove }),
      async (request, reply) => {
        await unfollow(ctx, await requireCollecting(ctx, request), followed, request.params.id);
        return reply.code(204).send();
      },
    );
  }

  app.get(
    FOLLOWS,
    apiCall(members(ctx, "read"), {
      tags,
      operationId: "listFollows",
      summary: "Quem e o que você segue",
      response: { 200: follows },
    }),
    async (request) => listFollows(ctx, await requireViewer(ctx, request)),
  );

  app.get(
    NEWS,
    apiCall(members(ctx, "read"), {
      tags,
      operationId: "listNews",
      summary: "Novidades das pessoas, coleções e tags que você segue, as mais recentes primeiro",
      querystring: newsQuery,
      response: { 200: news },
    }),
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      // Authors whose many prompts have many remixes read all of those.
      const list = await ctx.rateLimits.timed("textTimePerCaller", viewer.id, () =>
        listNews(ctx, viewer.id, request.query),
      );
      sendLinks(reply, onwardLinks(NEWS, list.next));
      return list;
    },
  );
}
