/** Routes of likes and favourites. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { members } from "#accounts/server/sessions/access.ts";
import { requireViewer, type Viewer } from "#accounts/server/sessions/authenticate.ts";
import { pathPart } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import {
  favoriteAnswer,
  favoriteRequest,
  likeAnswer,
  likeRequest,
  unlikeAnswer,
} from "#reactions/contract.ts";
import { openReactions, type ReactedPrompts } from "./reactions.service.ts";

const params = z.object({ id: pathPart });
const common = { tags: ["reações"], params };

/** Registers the four routes under `/api/prompts/{id}`. */
export function mountReactions(app: App, ctx: Context, prompts: ReactedPrompts): void {
  const { like, favorite } = openReactions(ctx, prompts);

  /** @throws AppError 401 or 403 without permission, 429 when too fast */
  async function requireReacting(request: FastifyRequest): Promise<Viewer> {
    const viewer = await requireViewer(ctx, request);
    await ctx.rateLimits.consume("reactPerAccount", viewer.id);
    return viewer;
  }

  app.post(
    "/api/prompts/:id/like",
    apiCall(members(ctx, "react"), {
      ...common,
      operationId: "likePrompt",
      summary: "Curte, descurte ou alterna",
      body: likeRequest,
      response: { 200: likeAnswer },
    }),
    async (request) => {
      const viewer = await requireReacting(request);
      return like(viewer.id, prompts.parseId(request.params.id), request.body?.liked);
    },
  );
  app.delete(
    "/api/prompts/:id/like",
    apiCall(members(ctx, "react"), {
      ...common,
      operationId: "unlikePrompt",
      summary: "Remove a curtida",
      response: { 200: unlikeAnswer },
    }),
    async (request) => {
      const viewer = await requireReacting(request);
      const { likesCount } = await like(viewer.id, prompts.parseId(request.params.id), false);
      return { likes_count: likesCount };
    },
  );
  app.post(
    "/api/prompts/:id/favorite",
    apiCall(members(ctx, "react"), {
      ...common,
      operationId: "favoritePrompt",
      summary: "Favorita, desfavorita ou alterna",
      body: favoriteRequest,
      response: { 200: favoriteAnswer },
    }),
    async (request) => {
      const viewer = await requireReacting(request);
      return favorite(viewer.id, prompts.parseId(request.params.id), request.body?.favorited);
    },
  );
  app.delete(
    "/api/prompts/:id/favorite",
    apiCall(members(ctx, "react"), {
      ...common,
      operationId: "unfavoritePrompt",
      summary: "Remove dos favoritos",
      response: { 200: favoriteAnswer },
    }),
    async (request) => {
      const viewer = await requireReacting(request);
      return favorite(viewer.id, prompts.parseId(request.params.id), false);
    },
  );
}
