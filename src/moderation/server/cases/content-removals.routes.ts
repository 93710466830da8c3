/** HTTP by which moderators remove what they read, an answer about a prompt or a collection, without a report. */
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import { contentRemoval, contentRemoved } from "#moderation/cases-contract.ts";
import { idParams } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { callerOf, moderators } from "#moderation/server/access.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { decideDirectly } from "./direct-decisions.service.ts";

const TYPES = {
  result: [
    "/api/admin/results/:id/removal",
    "adminRemoveResult",
    "Remove uma resposta sobre um prompt, com a observação",
  ],
  collection: [
    "/api/admin/collections/:id/removal",
    "adminRemoveCollection",
    "Remove do site uma coleção pública",
  ],
} as const;

export function mountContentRemovals(app: App, ctx: Context): void {
  for (const type of ["result", "collection"] as const) {
    const [url, operationId, summary] = TYPES[type];
    app.put(
      url,
      apiCall(moderators(ctx), {
        tags: ["administração"],
        operationId,
        summary: `${summary}, com a regra e o motivo; o caso a restaura`,
        params: idParams,
        body: contentRemoval,
        response: { 200: contentRemoved },
      }),
      async (request) => {
        const { id } = request.params;
        const removal = { decision: "remove" as const, ...request.body };
        const outcome = await decideDirectly(ctx, callerOf(request), { type, id }, removal);
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
