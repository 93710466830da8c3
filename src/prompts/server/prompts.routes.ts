/** HTTP of reading one prompt, and those of a user: anonymous answers come from the response cache, and a viewer's state is joined for who is signed in. */
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { members, viewers } from "#accounts/server/sessions/access.ts";
import { requireViewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { AppError } from "#platform/http/errors.ts";
import { linksTo, sendLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { promptKey } from "#platform/http/shared-caches.ts";
import {
  type PromptView,
  pageQuery,
  promptList,
  promptParams,
  promptView,
  remixesQuery,
  userParams,
} from "#prompts/contract.ts";
import { keysOfPrompts } from "./cache-keys.ts";
import { readList } from "./large-lists.ts";
import { parsePromptId } from "./prompt-id.ts";
import {
  findOwnInReview,
  findPrompt,
  listByAuthor,
  listFavorites,
  listInReview,
  MOST_IN_REVIEW,
} from "./prompts.service.ts";
import { listRemixes } from "./remixes.service.ts";
import { openResponder } from "./responder.ts";
import { scheduleWordCounts } from "./search-words.service.ts";
import { scheduleRenewals } from "./stale-documents.service.ts";
import { listJson, promptJson } from "./viewer-state-json.ts";
import { forgetOldViews, openViews } from "./views.service.ts";

const tags = ["prompts"];

/** Rows that a numbered page may pass before its time counts. */
const FAR = 1000;

/** Mounts the calls of prompts and starts what they need. */
export async function mountPrompts(app: App, ctx: Context): Promise<void> {
  const views = openViews(ctx);
  app.addHook("onClose", () => views.close());
  await scheduleWordCounts(ctx);
  await scheduleRenewals(ctx);
  await ctx.jobs.schedule("forget-old-views", "*/30 * * * *", () => forgetOldViews(ctx));

  const respond = openResponder(ctx);

  app.get(
    "/api/prompts/:id",
    apiCall(viewers, {
      tags,
      operationId: "getPrompt",
      summary: "Um prompt",
      params: promptParams,
      response: { 200: promptView },
    }),
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
    "/api/prompts/:id/remixes",
    apiCall(viewers, {
      tags,
      operationId: "listRemixes",
      summary: "As adaptações de um prompt",
      description:
        "Só as diretas, entre as mil mais novas: as mais curtidas primeiro (top), ou as mais novas (newest). Um prompt fora do site não tem lista, nem aparece na de outro.",
      params: promptParams,
      querystring: remixesQuery,
      response: { 200: promptList },
    }),
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      const path = `/api/prompts/${id}/remixes`;
      const { query } = request;
      const key = `${path} ${JSON.stringify(query)}`;
      const read = () =>
        readList(ctx, query.limit, addressOf(request), () => listRemixes(ctx.publicReads, id, query));
      return respond(request, reply, key, listJson, read, {
        linksOf: linksTo(path, query),
        keysOf: ({ data }) => [promptKey(id), ...keysOfPrompts(data)],
      });
    },
  );

  app.get(
    "/api/prompts/in-review",
    apiCall(members(ctx, "read"), {
      tags,
      operationId: "listPromptsInReview",
      summary: "Os próprios prompts que esperam a análise da moderação",
      response: { 200: z.array(promptView) },
    }),
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      return readList(ctx, MOST_IN_REVIEW, viewer.id, () => listInReview(ctx, viewer));
    },
  );

  app.post(
    "/api/prompts/:id/view",
    apiCall(
      viewers,
      {
        tags,
        operationId: "countView",
        summary: "Conta uma visualização",
        params: promptParams,
        response: { 204: z.void() },
      },
      { config: { recorded: false } },
    ),
    async (request, reply) => {
      await ctx.rateLimits.consume("viewPerAddress", addressOf(request));
      const visitor = { address: request.ip, agent: request.headers["user-agent"] ?? "" };
      await views.record(parsePromptId(request.params.id), visitor, await viewerOf(ctx, request));
      return reply.code(204).send();
    },
  );

  app.get(
    "/api/users/:id/prompts",
    apiCall(viewers, {
      tags,
      operationId: "listPromptsByUser",
      summary: "Prompts de uma pessoa",
      params: userParams,
      querystring: pageQuery,
      response: { 200: promptList },
    }),
    async (request, reply) => {
      const { query } = request;
      const id = request.params.id.toLowerCase();
      const path = `/api/users/${id}/prompts`;
      const key = `${path} ${JSON.stringify(query)}`;
      const read = () =>
        readList(ctx, query.limit, addressOf(request), () => listByAuthor(ctx.publicReads, id, query));
      return respond(request, reply, key, listJson, read, { linksOf: linksTo(path, query) });
    },
  );

  app.get(
    "/api/users/:id/favorites",
    apiCall(members(ctx, "read"), {
      tags,
      operationId: "listFavorites",
      summary: "Favoritos de uma pessoa, só para ela; id pode ser me, quem chama",
      params: userParams,
      querystring: pageQuery,
      response: { 200: promptList },
    }),
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const { id } = request.params;
      const { page, limit } = request.query;
      const read = () => listFavorites(ctx, viewer, id, request.query);
      // All before a page are passed.
      const reads = page * limit > FAR ? page * limit : limit;
      const list = await readList(ctx, reads, viewer.id, read);
      sendLinks(reply, linksTo(`/api/users/${id}/favorites`, request.query)(list));
      return list;
    },
  );
}
