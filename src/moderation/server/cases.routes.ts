/** Routes of moderators, and of the admin who names them. Other callers are refused before their input is read. */
import * as z from "zod/mini";
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import {
  auditLog,
  auditQuery,
  caseDetail,
  caseList,
  caseReportParams,
  casesQuery,
  decisionRequest,
  idParams,
  moderatorList,
  pictureQuery,
  sanctionRequest,
  userIdParams,
} from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { readAuditLog } from "./audit-log.service.ts";
import { listCases, parseCaseId, readCase, readCasePicture } from "./cases.service.ts";
import { decide } from "./decisions.service.ts";
import {
  dismissModerator,
  listModerators,
  nameModerator,
  requireModerator,
  requireSiteAdmin,
} from "./moderators.service.ts";
import { sanctionReporter } from "./sanctions.service.ts";

const documented = <Schema extends object>(summary: string, schema: Schema) => ({
  schema: { tags: ["administração"], security: [{ bearer: [] }], summary, ...schema },
});

/** Registers the routes under `/api/admin/cases`, `/api/admin/audit-log` and `/api/admin/moderators`. */
export async function mountCases(app: App, ctx: Context): Promise<void> {
  await app.register(async (plain) => {
    const room: App = plain.withTypeProvider();
    room.addHook("onRequest", async (request) => void (await requireModerator(ctx, request)));

    room.get(
      "/api/admin/cases",
      documented("A fila de casos, por prazo, ou os decididos", {
        operationId: "adminListCases",
        querystring: casesQuery,
        response: { 200: caseList },
      }),
      async (request) => listCases(ctx, await requireModerator(ctx, request), request.query),
    );
    room.get(
      "/api/admin/cases/:id",
      documented("Um caso, com denúncias, decisões e contestações", {
        operationId: "adminGetCase",
        params: idParams,
        response: { 200: caseDetail },
      }),
      async (request) => readCase(ctx, await requireModerator(ctx, request), parseCaseId(request.params.id)),
    );
    room.get(
      "/api/admin/cases/:id/picture",
      documented("A imagem denunciada de um caso, como WebP", {
        operationId: "adminGetCasePicture",
        params: idParams,
        querystring: pictureQuery,
      }),
      async (request, reply) => {
        const moderator = await requireModerator(ctx, request);
        const id = parseCaseId(request.params.id);
        const { body, size } = await readCasePicture(ctx, moderator, id, request.query.hash);
        return reply
          .type("image/webp")
          .header("content-length", size)
          .header("cache-control", "no-store")
          .send(body);
      },
    );
    room.post(
      "/api/admin/cases/:id/decisions",
      documented("Decide um caso; responde com o caso como ficou", {
        operationId: "adminDecideCase",
        params: idParams,
        body: decisionRequest,
        response: { 200: caseDetail },
      }),
      async (request) => {
        const moderator = await requireModerator(ctx, request);
        const id = parseCaseId(request.params.id);
        await decide(ctx, moderator, id, request.body);
        const action = `case_${request.body.action}`;
        reportEvent(ctx, request, "admin_action", { action, target: accountKey(ctx, `case ${id}`) });
        return readCase(ctx, moderator, id);
      },
    );
    room.post(
      "/api/admin/cases/:id/reports/:reportId/decisions",
      documented("Adverte quem denunciou de má-fé, ou pausa suas denúncias; responde com o caso", {
        operationId: "adminDecideReport",
        params: caseReportParams,
        body: sanctionRequest,
        response: { 200: caseDetail },
      }),
      async (request) => {
        const moderator = await requireModerator(ctx, request);
        const id = parseCaseId(request.params.id);
        await sanctionReporter(ctx, moderator, id, request.params.reportId, request.body);
        const action = `reporter_${request.body.action}`;
        reportEvent(ctx, request, "admin_action", { action, target: accountKey(ctx, `case ${id}`) });
        return readCase(ctx, moderator, id);
      },
    );
  });

  await app.register(async (plain) => {
    const room: App = plain.withTypeProvider();
    room.addHook("onRequest", async (request) => void (await requireSiteAdmin(ctx, request)));

    room.get(
      "/api/admin/audit-log",
      documented("O registro de todas as decisões, e de quem modera", {
        operationId: "adminListAuditLog",
        querystring: auditQuery,
        response: { 200: auditLog },
      }),
      async ({ query }) => readAuditLog(ctx, query.page),
    );
    room.get(
      "/api/admin/moderators",
      documented("Quem modera, além da administração", {
        operationId: "adminListModerators",
        response: { 200: moderatorList },
      }),
      async () => listModerators(ctx),
    );
    room.put(
      "/api/admin/moderators/:userId",
      documented("Nomeia uma pessoa para a moderação", {
        operationId: "adminAppointModerator",
        params: userIdParams,
        response: { 204: z.void() },
      }),
      async (request, reply) => {
        await nameModerator(ctx, await requireSiteAdmin(ctx, request), request.params.userId);
        return reply.code(204).send();
      },
    );
    room.delete(
      "/api/admin/moderators/:userId",
      documented("Tira uma pessoa da moderação", {
        operationId: "adminDismissModerator",
        params: userIdParams,
        response: { 204: z.void() },
      }),
      async (request, reply) => {
        await dismissModerator(ctx, await requireSiteAdmin(ctx, request), request.params.userId);
        return reply.code(204).send();
      },
    );
  });
}
