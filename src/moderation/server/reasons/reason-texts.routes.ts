/** Routes of the texts with which reasons begin: moderators read them, the admin changes them. */
import * as z from "zod/mini";
import { reasonText, reasonTextRequest, reasonTexts } from "#moderation/cases-contract.ts";
import { idParams } from "#moderation/contract.ts";
import { admin, moderators } from "#moderation/server/access.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { selectReasonTexts } from "./reason-texts.queries.ts";
import { changeReasonText, createReasonText, removeReasonText } from "./reason-texts.service.ts";

const tags = ["administração"];

export function mountReasonTexts(app: App, ctx: Context): void {
  app.get(
    "/api/admin/reason-texts",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminListReasonTexts",
      summary: "Os textos prontos para o motivo de uma decisão",
      response: { 200: reasonTexts },
    }),
    async () => ({ texts: await selectReasonTexts(ctx.db) }),
  );
  app.post(
    "/api/admin/reason-texts",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminCreateReasonText",
      summary: "Cria um texto pronto",
      body: reasonTextRequest,
      response: { 201: reasonText },
    }),
    async ({ body }, reply) => reply.code(201).send(await createReasonText(ctx, body)),
  );
  app.put(
    "/api/admin/reason-texts/:id",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminChangeReasonText",
      summary: "Altera um texto pronto",
      params: idParams,
      body: reasonTextRequest,
      response: { 200: reasonText },
    }),
    async ({ params, body }) => changeReasonText(ctx, params.id, body),
  );
  app.delete(
    "/api/admin/reason-texts/:id",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminRemoveReasonText",
      summary: "Exclui um texto pronto",
      params: idParams,
      response: { 204: z.void() },
    }),
    async ({ params }, reply) => {
      await removeReasonText(ctx, params.id);
      return reply.code(204).send();
    },
  );
}
