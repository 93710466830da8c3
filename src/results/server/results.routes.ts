/** Routes of results. */
import * as z from "zod/mini";
import { requireViewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import { pathPart } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { onwardLinks, sendLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import {
  type ResultsView,
  resultQuery,
  resultRequest,
  resultsQuery,
  resultsView,
} from "#results/contract.ts";
import { type AnsweredPrompts, answer, readResults, withdraw, withOwnResults } from "./results.service.ts";

const documented = { tags: ["resultados"], params: z.object({ id: pathPart }) };

/** Registers the three routes under `/api/prompts/{id}`. */
export function mountResults(app: App, ctx: Context, prompts: AnsweredPrompts): void {
  app.get(
    "/api/prompts/:id/results",
    {
      config: { keyScope: "public" },
      schema: {
        ...documented,
        security: [{ bearer: [] }, {}],
        operationId: "listResults",
        summary: "Para quem o prompt funcionou, por modelo, com as observações",
        querystring: resultsQuery,
        response: { 200: resultsView },
      },
    },
    async (request, reply) => {
      const id = prompts.parseId(request.params.id);
      const { before = null } = request.query;
      const read = () => readResults(ctx, prompts, id, before);
      const viewer = await viewerOf(ctx, request);
      const path = `/api/prompts/${id}/results`;
      const linksOf = ({ notes }: ResultsView) => onwardLinks(path, notes.next);
      if (!viewer) return ctx.responseCache.sendJson(request, reply, `${path} ${before}`, read, { linksOf });
      const results = await read();
      sendLinks(reply, linksOf(results));
      return withOwnResults(ctx, viewer.id, id, results);
    },
  );
  app.put(
    "/api/prompts/:id/result",
    {
      config: { keyScope: "react" },
      schema: {
        ...documented,
        security: [{ bearer: [] }],
        operationId: "saveResult",
        summary: "Diz se o prompt funcionou em um modelo, ou muda a resposta",
        body: resultRequest,
        response: { 200: resultsView },
      },
    },
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      await ctx.rateLimits.consume("answerPerAccount", viewer.id);
      return answer(ctx, prompts, viewer, prompts.parseId(request.params.id), request.body);
    },
  );
  app.delete(
    "/api/prompts/:id/result",
    {
      config: { keyScope: "react" },
      schema: {
        ...documented,
        security: [{ bearer: [] }],
        operationId: "deleteResult",
        summary: "Remove a própria resposta para um modelo",
        querystring: resultQuery,
        response: { 200: resultsView },
      },
    },
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      await ctx.rateLimits.consume("answerPerAccount", viewer.id);
      const { id } = request.params;
      return withdraw(ctx, prompts, viewer, prompts.parseId(id), request.query.model);
    },
  );
}
