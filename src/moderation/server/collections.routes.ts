/** HTTP by which moderators make a collection private, and undo that. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import { collectionParams } from "#collections/contract.ts";
import { parseCollectionId } from "#collections/server/collections.service.ts";
import { withdrawalRequest } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { restore, withdraw } from "./collections.service.ts";
import { requireModerator } from "./moderators.service.ts";

export function mountCollectionWithdrawals(app: App, ctx: Context): void {
  const url = "/api/admin/collections/:id/withdrawal";
  const documented = {
    tags: ["administração"],
    security: [{ bearer: [] }],
    params: collectionParams,
    response: { 204: z.void() },
  };
  const onRequest = async (request: FastifyRequest) => void (await requireModerator(ctx, request));
  const report = (request: FastifyRequest, action: string, id: number) =>
    reportEvent(ctx, request, "admin_action", { action, target: accountKey(ctx, `collection ${id}`) });

  app.put(
    url,
    {
      onRequest,
      schema: {
        ...documented,
        summary: "Torna privada uma coleção pública, com o motivo",
        body: withdrawalRequest,
      },
    },
    async (request, reply) => {
      const id = parseCollectionId(request.params.id);
      await withdraw(ctx, await requireModerator(ctx, request), id, request.body.reason);
      report(request, "collection_withdrawn", id);
      return reply.code(204).send();
    },
  );
  app.delete(
    url,
    { onRequest, schema: { ...documented, summary: "Devolve ao público uma coleção que a moderação tirou" } },
    async (request, reply) => {
      const id = parseCollectionId(request.params.id);
      await restore(ctx, await requireModerator(ctx, request), id);
      report(request, "collection_restored", id);
      return reply.code(204).send();
    },
  );
}
