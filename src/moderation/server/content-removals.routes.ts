/** HTTP by which moderators remove what they read, an answer about a prompt or a collection, without a report. */
import type { FastifyRequest } from "fastify";
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import { contentRemoval, contentRemoved, idParams } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { decideDirectly } from "./direct-decisions.service.ts";
import { requireModerator } from "./moderators.service.ts";

const TYPES = {
  result: [
    "/api/admin/results/:id/removal",
    "adminRemoveResult",
    "Remove uma resposta sobre um prompt, com a observação",
  ],
  collection: [
    "/api/admin/collections/:id/removal",
    "adminRemoveCollection",
    "Tira do site uma coleção pública",
  ],
} as const;

export function mountContentRemovals(app: App, ctx: Context): void {
  for (const type of ["result", "collection"] as const) {
    const [url, operationId, summary] = TYPES[type];
    app.put(
      url,
      {
        // Authorisation comes before validation of the input.
        onRequest: async (request: FastifyRequest) => void (await requireModerator(ctx, request)),
        schema: {
          tags: ["administração"],
          security: [{ bearer: [] }],
          operationId,
          summary: `${summary}, com a regra e o motivo; o caso a restaura`,
          params: idParams,
          body: contentRemoval,
          response: { 200: contentRemoved },
        },
      },
      async (request) => {
        const moderator = await requireModerator(ctx, request);
        const { id } = request.params;
        const outcome = await decideDirectly(
          ctx,
          moderator,
          { type, id },
          { action: "remove", ...request.body },
        );
        if (!outcome) throw new AppError(404, "target_not_found", messages.notOnSite);
        reportEvent(ctx, request, "admin_action", {
          action: `${type}_removed`,
          target: accountKey(ctx, `${type} ${id}`),
        });
        return { case_id: outcome.caseId };
      },
    );
  }
}
