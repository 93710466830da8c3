/** HTTP of reading prompts: anonymous answers come ready from the store, signed-in ones get the person's marks on top. */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { claimedId, requireViewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import {
  listQuery,
  type PromptView,
  pageQuery,
  promptList,
  promptParams,
  promptView,
  userParams,
} from "#prompts/contract.ts";
import { writeViewerState } from "#reactions/server/marked-answer.ts";
import { parsePromptId } from "#reactions/server/reactions.service.ts";
import { openAnchors } from "./anchors.service.ts";
import { findPrompt, listByAuthor, listFavorites, listPrompts, listTrending } from "./prompts.service.ts";
import { forgetOldViews, openViews } from "./views.service.ts";

const tags = ["prompts"];
/** With or without a session. */
const security: Record<string, string[]>[] = [{ bearer: [] }, {}];

/** Mounts the calls of prompts and starts what they need. */
export async function mountPrompts(app: App, ctx: Context): Promise<void> {
  const views = openViews(ctx);
  const anchors = openAnchors(ctx);
  app.addHook("onClose", () => views.close());
  await ctx.jobs.schedule("forget-old-views", "*/30 * * * *", () => forgetOldViews(ctx));

  /**
   * Shared data for everybody; with the person's marks, and for them alone, when somebody is signed in.
   * @param promptsIn the prompts that a value shows
   */
  async function answer<T extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    shared: () => Promise<T>,
    promptsIn: (value: T) => PromptView[],
  ) {
    const userId = await claimedId(ctx, request);
    if (userId) {
      const mark = async () => {
        const answer = await ctx.responseCache.shared(key, shared);
        return writeViewerState(ctx.batchedReads, userId, answer, promptsIn(answer.value));
      };
      // Asked at once, so that both go to the database together. Of who is not let in, the marks are shown to nobody.
      const [viewer, body] = await Promise.all([viewerOf(ctx, request), mark()]);
      if (viewer) return reply.type("application/json; charset=utf-8").send(body);
    }
    return ctx.responseCache.sendJson(request, reply, key, shared);
  }

  app.get(
    "/api/prompts",
    {
      schema: {
        tags,
        security,
        summary: "Lista e busca prompts",
        querystring: listQuery,
        response: { 200: promptList },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const key = `/api/prompts ${JSON.stringify(query)}`;
      return answer(
        request,
        reply,
        key,
        async () => {
          if (query.search) await ctx.rateLimits.consume("searchPerAddress", addressOf(request));
          return listPrompts(ctx, query, anchors);
        },
        (list) => list.data,
      );
    },
  );

  app.get(
    "/api/prompts/top",
    { schema: { tags, security, summary: "Prompts em alta", response: { 200: z.array(promptView) } } },
    async (request, reply) =>
      answer(
        request,
        reply,
        "/api/prompts/top",
        () => listTrending(ctx),
        (list) => list,
      ),
  );

  app.get(
    "/api/prompts/:id",
    { schema: { tags, security, summary: "Um prompt", params: promptParams, response: { 200: promptView } } },
    async (request, reply) => {
      const { id } = request.params;
      return answer(
        request,
        reply,
        `/api/prompts/${parsePromptId(id)}`,
        () => findPrompt(ctx, id),
        (prompt) => [prompt],
      );
    },
  );

  app.post(
    "/api/prompts/:id/view",
    {
      config: { recorded: false },
      schema: {
        tags,
        security,
        summary: "Conta uma visualização",
        params: promptParams,
        response: { 204: z.void() },
      },
    },
    async (request, reply) => {
      await ctx.rateLimits.consume("viewPerAddress", addressOf(request));
      const visitor = { address: request.ip, agent: request.headers["user-agent"] ?? "" };
      await views.record(parsePromptId(request.params.id), visitor, await viewerOf(ctx, request));
      return reply.code(204).send();
    },
  );

  app.get(
    "/api/users/:id/prompts",
    {
      schema: {
        tags,
        security,
        summary: "Prompts de uma pessoa",
        params: userParams,
        querystring: pageQuery,
        response: { 200: promptList },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const id = request.params.id.toLowerCase();
      return answer(
        request,
        reply,
        `/api/users/${id}/prompts ${JSON.stringify(query)}`,
        () => listByAuthor(ctx, id, query),
        (list) => list.data,
      );
    },
  );

  app.get(
    "/api/users/:id/favorites",
    {
      schema: {
        tags,
        security: [{ bearer: [] }],
        summary: "Favoritos de uma pessoa, só para ela",
        params: userParams,
        querystring: pageQuery,
        response: { 200: promptList },
      },
    },
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      return listFavorites(ctx, viewer, request.params.id, request.query);
    },
  );
}
