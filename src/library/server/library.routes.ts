/** HTTP of lists, search and suggestions; answers as those of one prompt (prompts.routes.ts). */
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { everybody, viewers } from "#accounts/server/sessions/access.ts";
import { listQuery, suggestionQuery, suggestions } from "#library/contract.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { linksTo } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { promptKey } from "#platform/http/shared-caches.ts";
import { LLM_TYPES, type PromptView, promptList, promptParams, promptView } from "#prompts/contract.ts";
import { keysOfPrompts } from "#prompts/server/cache-keys.ts";
import { inTurnTimed, readList } from "#prompts/server/large-lists.ts";
import { parsePromptId } from "#prompts/server/prompt-id.ts";
import { openResponder } from "#prompts/server/responder.ts";
import { searching } from "#prompts/server/searching.ts";
import { listJson, promptsJson } from "#prompts/server/viewer-state-json.ts";
import { openAnchors } from "./anchors.service.ts";
import { isFar, listPrompts, listTrending } from "./lists.service.ts";
import { listRelated } from "./related.service.ts";
import { suggestPrompts } from "./search/suggestions.service.ts";

const tags = ["prompts"];
/** As the specification names the lookup (section 3). */
const TOOLS = LLM_TYPES.map(({ id, name }) => ({ id, name }));

/** Mounts the calls of lists and searches. */
export function mountLibrary(app: App, ctx: Context): void {
  const anchors = openAnchors(ctx.publicReads);
  const respond = openResponder(ctx);

  app.get(
    "/api/prompts",
    apiCall(viewers, {
      tags,
      operationId: "searchPrompts",
      summary: "Lista e busca prompts",
      querystring: listQuery,
      response: { 200: promptList },
    }),
    async (request, reply) => {
      const { query } = request;
      const { search, limit } = query;
      const address = addressOf(request);
      const list = () => listPrompts(ctx.publicReads, query, anchors);
      // Only what is not in the cache is counted.
      const read = () =>
        (isFar(query) ? inTurnTimed : readList)(ctx, limit, address, () =>
          search ? searching(ctx, "searchPerAddress", address, search, list) : list(),
        );
      const key = `/api/prompts ${JSON.stringify(query)}`;
      return respond(request, reply, key, listJson, read, { linksOf: linksTo("/api/prompts", query) });
    },
  );

  app.get(
    "/api/prompts/top",
    apiCall(viewers, {
      tags,
      operationId: "listTrendingPrompts",
      summary: "Prompts em alta",
      response: { 200: z.array(promptView) },
    }),
    async (request, reply) =>
      respond(request, reply, "/api/prompts/top", promptsJson, () => listTrending(ctx.publicReads)),
  );

  app.get(
    "/api/prompts/suggestions",
    apiCall(everybody, {
      tags,
      security: [],
      operationId: "suggestPrompts",
      summary: "Sugestões enquanto se digita uma busca",
      querystring: suggestionQuery,
      response: { 200: suggestions },
    }),
    async (request, reply) => {
      const words = request.query.search.trim().toLowerCase();
      return ctx.responseCache.sendJson(request, reply, `/api/prompts/suggestions ${words}`, () =>
        searching(ctx, "suggestPerAddress", addressOf(request), words, () =>
          suggestPrompts(ctx.publicReads, words),
        ),
      );
    },
  );

  app.get(
    "/api/llm_types",
    apiCall(everybody, {
      tags,
      security: [],
      operationId: "listLlmTypes",
      summary: "As ferramentas de IA, com o número que llm_type_id indica",
      response: { 200: z.array(promptView.shape.llm_type) },
    }),
    async (request, reply) => ctx.responseCache.sendJson(request, reply, "/api/llm_types", async () => TOOLS),
  );

  app.get(
    "/api/prompts/:id/related",
    apiCall(viewers, {
      tags,
      operationId: "listRelatedPrompts",
      summary: "Prompts relacionados a um: com as mesmas tags, depois os mais curtidos da mesma ferramenta",
      params: promptParams,
      response: { 200: z.array(promptView) },
    }),
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      const keysOf = (related: PromptView[]) => [promptKey(id), ...keysOfPrompts(related)];
      const read = () => listRelated(ctx.publicReads, id);
      return respond(request, reply, `/api/prompts/${id}/related`, promptsJson, read, { keysOf });
    },
  );
}
