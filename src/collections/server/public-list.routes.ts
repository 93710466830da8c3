/** HTTP of the collections that everybody may see. */
import { addressOf } from "#accounts/server/records/access-records.ts";
import { everybody } from "#accounts/server/sessions/access.ts";
import {
  collectionsOfPrompt,
  PUBLIC_PAGE_SIZE,
  publicCollections,
  publicListQuery,
} from "#collections/contract.ts";
import { PUBLIC_COLLECTIONS } from "#collections/paths.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { linksTo } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { promptParams } from "#prompts/contract.ts";
import { parsePromptId } from "#prompts/server/prompt-id.ts";
import { searching } from "#prompts/server/searching.ts";
import { listOfPrompt, listPublic } from "./public-list.service.ts";

const documented = { tags: ["coleções"], security: [] };

export function mountPublicList(app: App, ctx: Context): void {
  app.get(
    PUBLIC_COLLECTIONS,
    apiCall(everybody, {
      ...documented,
      operationId: "listPublicCollections",
      summary: "As coleções públicas, com as imagens dos primeiros prompts",
      description:
        "As mais seguidas primeiro, ou as mais novas. Com search, as que têm as palavras no título. Coleções sem prompts ficam de fora.",
      querystring: publicListQuery,
      response: { 200: publicCollections },
    }),
    async (request, reply) => {
      const { query } = request;
      const key = `${PUBLIC_COLLECTIONS} ${JSON.stringify(query)}`;
      const read = async () => {
        const address = addressOf(request);
        const list = () => listPublic(ctx.publicReads, query);
        // Apart from searches of prompts, beside which a page asks for these.
        if (query.search) return searching(ctx, "suggestPerAddress", address, query.search, list);
        // The entries of each are counted; pages of the site ask for few.
        const mayTakeLong = query.after !== undefined || query.limit > PUBLIC_PAGE_SIZE;
        return mayTakeLong ? ctx.rateLimits.timed("textTimePerCaller", address, list) : list();
      };
      return ctx.responseCache.sendJson(request, reply, key, read, {
        linksOf: linksTo(PUBLIC_COLLECTIONS, query),
      });
    },
  );

  app.get(
    "/api/prompts/:id/collections",
    apiCall(everybody, {
      ...documented,
      operationId: "listCollectionsOfPrompt",
      summary: "Coleções públicas em que um prompt está, as mais seguidas primeiro, no máximo cinco",
      params: promptParams,
      response: { 200: collectionsOfPrompt },
    }),
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      return ctx.responseCache.sendJson(request, reply, `/api/prompts/${id}/collections`, () =>
        listOfPrompt(ctx.publicReads, id),
      );
    },
  );
}
