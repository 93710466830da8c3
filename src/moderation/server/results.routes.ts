/** HTTP by which moderators take answers about prompts away, and undo that. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import { toId } from "#language/text.ts";
import { idParams, withdrawalRequest } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { requireModerator } from "./moderators.service.ts";
import { moderateResult } from "./results.service.ts";

export function mountResultRemovals(app: App, ctx: Context): void {
  const url = "/api/admin/results/:id/removal";
  const documented = {
    tags: ["administração"],
    security: [{ bearer: [] }],
    params: idParams,
    response: { 204: z.void() },
  };
  const onRequest = async (request: FastifyRequest) => void (await requireModerator(ctx, request));
  const act = async (request: FastifyRequest, id: string, reason: string | null) => {
    await moderateResult(ctx, await requireModerator(ctx, request), toId(id), reason);
    const action = reason === null ? "result_restored" : "result_removed";
    reportEvent(ctx, request, "admin_action", { action, target: accountKey(ctx, `result ${id}`) });
  };

  app.put(
    url,
    {
      onRequest,
      schema: {
        ...documented,
        summary: "Remove uma resposta sobre um prompt, com a observação, e diz o motivo",
        body: withdrawalRequest,
      },
    },
    async (request, reply) => {
      await act(request, request.params.id, request.body.reason);
      return reply.code(204).send();
    },
  );
  app.delete(
    url,
    { onRequest, schema: { ...documented, summary: "Devolve uma resposta que a moderação removeu" } },
    async (request, reply) => {
      await act(request, request.params.id, null);
      return reply.code(204).send();
    },
  );
}
