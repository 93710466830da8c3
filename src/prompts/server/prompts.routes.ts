/** HTTP of reading prompts: anonymous answers come from the response cache, and a viewer's state is joined for who is signed in. */
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { requireViewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { linksTo, sendLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { promptKey } from "#platform/http/shared-caches.ts";
import {
  listQuery,
  type PromptView,
  pageQuery,
  promptList,
  promptParams,
  promptView,
  remixesQuery,
  suggestionQuery,
  suggestions,
  userParams,
} from "#prompts/contract.ts";
import { openAnchors } from "./anchors.service.ts";
import { keysOfPrompts } from "./cache-keys.ts";
import { parsePromptId } from "./prompt-id.ts";
import {
  findOwnInReview,
  findPrompt,
  listByAuthor,
  listFavorites,
  listInReview,
  listPrompts,
  listTrending,
} from "./prompts.service.ts";
import { listRelated } from "./related.service.ts";
import { listRemixes } from "./remixes.service.ts";
import { openResponder } from "./responder.ts";
import { scheduleRenewal } from "./search/renewal.service.ts";
import { scheduleWordCounts } from "./search/spelling.service.ts";
import { suggestPrompts } from "./search/suggestions.service.ts";
import { listJson, promptJson, promptsJson } from "./viewer-state-json.ts";
import { forgetOldViews, openViews } from "./views.service.ts";

const tags = ["prompts"];
const security: Record<string, string[]>[] = [{ bearer: [] }, {}];

/** Mounts the calls of prompts and starts what they need. */
export async function mountPrompts(app: App, ctx: Context): Promise<void> {
  const views = openViews(ctx);
  const anchors = openAnchors(ctx.publicReads);
  app.addHook("onClose", () => views.close());
  await ctx.jobs.schedule("forget-old-views", "*/30 * * * *", () => forgetOldViews(ctx));
  const ending = new AbortController();
  app.addHook("onClose", async () => ending.abort());
  await scheduleRenewal(ctx, ending.signal);
  await scheduleWordCounts(ctx);

  const respond = openResponder(ctx);

  app.get(
    "/api/prompts",
    {
      config: { keyScope: "public" },
      schema: {
        tags,
        security,
        operationId: "searchPrompts",
        summary: "Lista e busca prompts",
        querystring: listQuery,
        response: { 200: promptList },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const read = async () => {
        if (query.search) await ctx.rateLimits.consume("searchPerAddress", addressOf(request));
        return listPrompts(ctx.publicReads, query, anchors);
      };
      const key = `/api/prompts ${JSON.stringify(query)}`;
      return respond(request, reply, key, listJson, read, { linksOf: linksTo("/api/prompts", query) });
    },
  );

  app.get(
    "/api/prompts/top",
    {
      config: { keyScope: "public" },
      schema: {
        tags,
        security,
        operationId: "listTrendingPrompts",
        summary: "Prompts em alta",
        response: { 200: z.array(promptView) },
      },
    },
    async (request, reply) =>
      respond(request, reply, "/api/prompts/top", promptsJson, () => listTrending(ctx.publicReads)),
  );

  app.get(
    "/api/prompts/suggestions",
    {
      config: { keyScope: "public" },
      schema: {
        tags,
        security: [],
        operationId: "suggestPrompts",
        summary: "Sugestões enquanto se digita uma busca",
        querystring: suggestionQuery,
        response: { 200: suggestions },
      },
    },
    async (request, reply) => {
      const words = request.query.search.trim().toLowerCase();
      return ctx.responseCache.sendJson(request, reply, `/api/prompts/suggestions ${words}`, async () => {
        await ctx.rateLimits.consume("suggestPerAddress", addressOf(request));
        return suggestPrompts(ctx.publicReads, words);
      });
    },
  );

  app.get(
    "/api/prompts/:id",
    {
      config: { keyScope: "public" },
      schema: {
        tags,
        security,
        operationId: "getPrompt",
        summary: "Um prompt",
        params: promptParams,
        response: { 200: promptView },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const promptId = parsePromptId(id);
      try {
        const read = () => findPrompt(ctx.publicReads, id);
        const keysOf = (prompt: PromptView) => keysOfPrompts([prompt]);
        return await respond(request, reply, `/api/prompts/${promptId}`, promptJson, read, { keysOf });
      } catch (error) {
        const viewer = error instanceof AppError && error.status === 404 && (await viewerOf(ctx, request));
        const own = viewer && (await findOwnInReview(ctx, viewer, promptId));
        if (!own) throw error;
        return reply.send(own);
      }
    },
  );

  app.get(
    "/api/prompts/:id/related",
    {
      config: { keyScope: "public" },
      schema: {
        tags,
        security,
        operationId: "listRelatedPrompts",
        summary: "Prompts relacionados a um: com as mesmas tags, depois os mais curtidos da mesma ferramenta",
        params: promptParams,
        response: { 200: z.array(promptView) },
      },
    },
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      const keysOf = (related: PromptView[]) => [promptKey(id), ...keysOfPrompts(related)];
      const read = () => listRelated(ctx.publicReads, id);
      return respond(request, reply, `/api/prompts/${id}/related`, promptsJson, read, { keysOf });
    },
  );

  app.get(
    "/api/prompts/:id/remixes",
    {
      config: { keyScope: "public" },
      schema: {
        tags,
        security,
        operationId: "listRemixes",
        summary: "Prompts feitos a partir de um",
        description:
          "Os diretos, dos mil mais novos: os mais curtidos primeiro (top), ou os mais novos (newest). Um prompt fora do ar não tem lista, nem aparece na de outro.",
        params: promptParams,
        querystring: remixesQuery,
        response: { 200: promptList },
      },
    },
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      const path = `/api/prompts/${id}/remixes`;
      const { query } = request;
      const key = `${path} ${JSON.stringify(query)}`;
      return respond(request, reply, key, listJson, () => listRemixes(ctx.publicReads, id, query), {
        linksOf: linksTo(path, query),
        keysOf: ({ data }) => [promptKey(id), ...keysOfPrompts(data)],
      });
    },
  );

  app.get(
    "/api/prompts/in-review",
    {
      config: { keyScope: "read" },
      schema: {
        tags,
        security: [{ bearer: [] }],
        operationId: "listPromptsInReview",
        summary: "Os próprios prompts que esperam a análise da moderação",
        response: { 200: z.array(promptView) },
      },
    },
    async (request) => listInReview(ctx, await requireViewer(ctx, request)),
  );

  app.post(
    "/api/prompts/:id/view",
    {
      config: { keyScope: "public", recorded: false },
      schema: {
        tags,
        security,
        operationId: "countView",
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
      config: { keyScope: "public" },
      schema: {
        tags,
        security,
        operationId: "listPromptsByUser",
        summary: "Prompts de uma pessoa",
        params: userParams,
        querystring: pageQuery,
        response: { 200: promptList },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const id = request.params.id.toLowerCase();
      const path = `/api/users/${id}/prompts`;
      const key = `${path} ${JSON.stringify(query)}`;
      return respond(request, reply, key, listJson, () => listByAuthor(ctx.publicReads, id, query), {
        linksOf: linksTo(path, query),
      });
    },
  );

  app.get(
    "/api/users/:id/favorites",
    {
      config: { keyScope: "read" },
      schema: {
        tags,
        security: [{ bearer: [] }],
        operationId: "listFavorites",
        summary: "Favoritos de uma pessoa, só para ela; id pode ser me, quem chama",
        params: userParams,
        querystring: pageQuery,
        response: { 200: promptList },
      },
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const { id } = request.params;
      const list = await listFavorites(ctx, viewer, id, request.query);
      sendLinks(reply, linksTo(`/api/users/${id}/favorites`, request.query)(list));
      return list;
    },
  );
}
