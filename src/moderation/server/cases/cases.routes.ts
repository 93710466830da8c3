/** Routes of moderators, and of the admin who names them. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import {
  auditLog,
  auditQuery,
  caseDetail,
  caseList,
  caseNeighbours,
  casesQuery,
  decisionRequest,
  moderatorList,
  neighboursQuery,
  pictureQuery,
  sanctionRequest,
  togetherAnswer,
  togetherRequest,
} from "#moderation/cases-contract.ts";
import { caseReportParams, idParams, userIdParams } from "#moderation/contract.ts";
import { admin, callerOf, moderators } from "#moderation/server/access.ts";
import { readAuditLog } from "#moderation/server/records/audit-log.service.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { listCases, parseCaseId, readCase, readCasePicture, readNeighbours } from "./cases.service.ts";
import { decide, decideTogether } from "./decisions.service.ts";
import {
  dismissModerator,
  listModerators,
  nameModerator,
  resetModeratorsPasskeys,
} from "./moderators.service.ts";
import { sanctionReporter } from "./sanctions.service.ts";

const tags = ["administração"];

/** Registers the routes under `/api/admin/cases`, `/api/admin/audit-log` and `/api/admin/moderators`. */
export function mountCases(app: App, ctx: Context): void {
  const report = (request: FastifyRequest, action: string, target: string) =>
    reportEvent(ctx, request, "admin_action", { action, target: accountKey(ctx, target) });
  app.get(
    "/api/admin/cases",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminListCases",
      summary: "A fila de casos, por prazo, ou os decididos; por categoria, prazo e autor",
      querystring: casesQuery,
      response: { 200: caseList },
    }),
    async (request) => listCases(ctx, callerOf(request), request.query),
  );
  app.get(
    "/api/admin/cases/:id",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminGetCase",
      summary: "Um caso, com denúncias, decisões e contestações",
      params: idParams,
      response: { 200: caseDetail },
    }),
    async (request) => readCase(ctx, callerOf(request), parseCaseId(request.params.id)),
  );
  app.get(
    "/api/admin/cases/:id/neighbours",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminGetCaseNeighbours",
      summary: "Os casos antes e depois de um, na fila com os mesmos filtros",
      params: idParams,
      querystring: neighboursQuery,
      response: { 200: caseNeighbours },
    }),
    async (request) => {
      const moderator = callerOf(request);
      return readNeighbours(ctx, moderator, parseCaseId(request.params.id), request.query);
    },
  );
  app.get(
    "/api/admin/cases/:id/picture",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminGetCasePicture",
      summary: "A imagem denunciada de um caso, como WebP",
      params: idParams,
      querystring: pictureQuery,
    }),
    async (request, reply) => {
      const moderator = callerOf(request);
      const id = parseCaseId(request.params.id);
      const { body, size } = await readCasePicture(ctx, moderator, id, request.query);
      return reply
        .type("image/webp")
        .header("content-length", size)
        .header("cache-control", "no-store")
        .send(body);
    },
  );
  app.post(
    "/api/admin/cases/:id/decisions",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminDecideCase",
      summary: "Decide um caso; responde com o caso como ficou",
      params: idParams,
      body: decisionRequest,
      response: { 200: caseDetail },
    }),
    async (request) => {
      const moderator = callerOf(request);
      const id = parseCaseId(request.params.id);
      await decide(ctx, moderator, id, request.body);
      const action = `case_${request.body.action}`;
      report(request, action, `case ${id}`);
      return readCase(ctx, moderator, id);
    },
  );
  app.post(
    "/api/admin/cases/decisions",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminDecideTogether",
      summary:
        "Decide junto casos da mesma pessoa ou da mesma categoria; diz quais não foram decididos, e por quê",
      body: togetherRequest,
      response: { 200: togetherAnswer },
    }),
    async (request) => {
      const moderator = callerOf(request);
      const action = `case_${request.body.action}`;
      return decideTogether(ctx, moderator, request.body, (id) => report(request, action, `case ${id}`));
    },
  );
  app.post(
    "/api/admin/cases/:id/reports/:reportId/decisions",
    apiCall(moderators(ctx), {
      tags,
      operationId: "adminDecideReport",
      summary: "Adverte quem denunciou de má-fé, ou pausa suas denúncias; responde com o caso",
      params: caseReportParams,
      body: sanctionRequest,
      response: { 200: caseDetail },
    }),
    async (request) => {
      const moderator = callerOf(request);
      const id = parseCaseId(request.params.id);
      await sanctionReporter(ctx, moderator, id, request.params.reportId, request.body);
      const action = `reporter_${request.body.action}`;
      report(request, action, `case ${id}`);
      return readCase(ctx, moderator, id);
    },
  );

  app.get(
    "/api/admin/audit-log",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminListAuditLog",
      summary: "O registro de todas as decisões, e de quem modera",
      querystring: auditQuery,
      response: { 200: auditLog },
    }),
    async ({ query }) => readAuditLog(ctx, query.page),
  );
  app.get(
    "/api/admin/moderators",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminListModerators",
      summary: "Quem modera, além da administração",
      response: { 200: moderatorList },
    }),
    async () => listModerators(ctx),
  );
  app.put(
    "/api/admin/moderators/:userId",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminAppointModerator",
      summary: "Nomeia uma pessoa para a moderação",
      params: userIdParams,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const email = await nameModerator(ctx, callerOf(request), request.params.userId);
      if (email) report(request, "moderator_named", email);
      return reply.code(204).send();
    },
  );
  app.delete(
    "/api/admin/moderators/:userId",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminDismissModerator",
      summary: "Remove uma pessoa da moderação",
      params: userIdParams,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const email = await dismissModerator(ctx, callerOf(request), request.params.userId);
      if (email) report(request, "moderator_dismissed", email);
      return reply.code(204).send();
    },
  );
  app.post(
    "/api/admin/moderators/:userId/passkey-reset",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminResetPasskeys",
      summary: "Pede a remoção das chaves de acesso de quem modera e as perdeu; acontece um dia depois",
      params: userIdParams,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const email = await resetModeratorsPasskeys(ctx, callerOf(request), request.params.userId);
      if (email) report(request, "passkeys_reset", email);
      return reply.code(204).send();
    },
  );
}
