/** Routes of results. */
import * as z from "zod/mini";
import { members, viewers } from "#accounts/server/sessions/access.ts";
import { requireViewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import { pathPart } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { onwardLinks, sendLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import {
  type ResultsView,
  resultQuery,
  resultRequest,
  resultsQuery,
  resultsView,
} from "#results/contract.ts";
import {
  countDueResults,
  type PromptsWithResults,
  readResults,
  removeOwnResult,
  saveOwnResult,
  withOwnResults,
} from "./results.service.ts";

const common = { tags: ["resultados"], params: z.object({ id: pathPart }) };

/** Registers the three routes under `/api/prompts/{id}`, and the job that lets the results of new accounts count. */
export async function mountResults(app: App, ctx: Context, prompts: PromptsWithResults): Promise<void> {
  await ctx.jobs.schedule("count-due-results", "*/5 * * * *", (signal) => countDueResults(ctx, signal));
  app.get(
    "/api/prompts/:id/results",
    apiCall(viewers, {
      ...common,
      operationId: "listResults",
      summary: "Para quem o prompt funcionou, por modelo, com as observações",
      querystring: resultsQuery,
      response: { 200: resultsView },
    }),
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
    apiCall(members(ctx, "react"), {
      ...common,
      operationId: "saveResult",
      summary: "Diz se o prompt funcionou em um modelo, ou muda a resposta",
      description:
        "A resposta é sobre o texto, a ferramenta e a imagem: com version, e com last_edit (o edited_at que você leu), a que chega depois de uma mudança deles é recusada com 409 (version_changed). No primeiro dia da conta ela fica guardada e só depois conta: counts_from diz a partir de quando.",
      body: resultRequest,
      response: { 200: resultsView },
    }),
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      await ctx.rateLimits.consume("answerPerAccount", viewer.id);
      return saveOwnResult(ctx, prompts, viewer, prompts.parseId(request.params.id), request.body);
    },
  );
  app.delete(
    "/api/prompts/:id/result",
    apiCall(members(ctx, "react"), {
      ...common,
      operationId: "deleteResult",
      summary: "Remove a própria resposta para um modelo",
      querystring: resultQuery,
      response: { 200: resultsView },
    }),
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      await ctx.rateLimits.consume("answerPerAccount", viewer.id);
      const { id } = request.params;
      return removeOwnResult(ctx, prompts, viewer, prompts.parseId(id), request.query.model);
    },
  );
}
