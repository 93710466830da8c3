/** Routes of the admin. Other callers are refused before their input is read. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { retryFailedMails } from "#accounts/server/mails/mail-jobs.ts";
import { accountKey, reportEvent } from "#accounts/server/records/security-events.ts";
import {
  adminPromptList,
  adminUserList,
  auditLog,
  blockAnswer,
  blockRequest,
  pageQuery,
  removalRequest,
  retryAnswer,
  searchQuery,
  siteHealth,
  targetParams,
} from "#admin/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { requireAdmin } from "./admin.ts";
import { listAdminPrompts, removePromptAsAdmin } from "./admin-prompts.service.ts";
import { deleteUserAsAdmin, listAdminUsers, type Report, setUserBlocked } from "./admin-users.service.ts";
import { readAuditLog } from "./audit-log.service.ts";
import { countGrowth } from "./growth.queries.ts";
import { openFirstCount, readHealth } from "./health.service.ts";

const documented = { tags: ["administração"], security: [{ bearer: [] }] };

/** Registers the routes under `/api/admin` and the hourly count of the site's growth. */
export async function mountAdmin(app: App, ctx: Context): Promise<void> {
  await ctx.jobs.schedule("count-growth", "7 * * * *", () => countGrowth(ctx));
  const countFirst = openFirstCount(ctx);
  const reportOf =
    (request: FastifyRequest): Report =>
    (action, email) =>
      reportEvent(ctx, request, "admin_action", { action, target: accountKey(ctx, email) });
  await app.register(async (plain) => {
    const room: App = plain.withTypeProvider();
    room.addHook("onRequest", async (request) => void (await requireAdmin(ctx, request)));

    room.get(
      "/api/admin/prompts",
      {
        schema: {
          ...documented,
          summary: "Todos os prompts, com quem os enviou",
          querystring: searchQuery,
          response: { 200: adminPromptList },
        },
      },
      async ({ query }) => listAdminPrompts(ctx, query),
    );

    room.delete(
      "/api/admin/prompts/:id",
      {
        schema: {
          ...documented,
          summary: "Remove um prompt",
          params: targetParams,
          body: removalRequest,
          response: { 204: z.void() },
        },
      },
      async (request, reply) => {
        const admin = await requireAdmin(ctx, request);
        await removePromptAsAdmin(
          ctx,
          admin,
          request.params.id,
          request.body?.reason || null,
          reportOf(request),
        );
        return reply.code(204).send();
      },
    );

    room.get(
      "/api/admin/users",
      {
        schema: {
          ...documented,
          summary: "Todas as pessoas",
          querystring: searchQuery,
          response: { 200: adminUserList },
        },
      },
      async ({ query }) => listAdminUsers(ctx, query),
    );

    room.patch(
      "/api/admin/users/:id/toggle-block",
      {
        schema: {
          ...documented,
          summary: "Bloqueia ou desbloqueia uma pessoa; ao bloquear, pode remover tudo dela",
          params: targetParams,
          body: blockRequest,
          response: { 200: blockAnswer },
        },
      },
      async (request) => {
        const admin = await requireAdmin(ctx, request);
        return setUserBlocked(ctx, admin, request.params.id, request.body, reportOf(request));
      },
    );

    room.delete(
      "/api/admin/users/:id",
      {
        schema: {
          ...documented,
          summary: "Exclui uma pessoa e tudo dela",
          params: targetParams,
          body: removalRequest,
          response: { 204: z.void() },
        },
      },
      async (request, reply) => {
        const admin = await requireAdmin(ctx, request);
        await deleteUserAsAdmin(
          ctx,
          admin,
          request.params.id,
          request.body?.reason || null,
          reportOf(request),
        );
        return reply.code(204).send();
      },
    );

    room.get(
      "/api/admin/audit-log",
      {
        schema: {
          ...documented,
          summary: "O registro do que a administração fez",
          querystring: pageQuery,
          response: { 200: auditLog },
        },
      },
      async ({ query }) => readAuditLog(ctx, query.page),
    );

    room.get(
      "/api/admin/health",
      {
        schema: {
          ...documented,
          summary:
            "A saúde do site: pessoas, prompts e curtidas por dia, armazenamento, filas, emails que falharam, versão",
          response: { 200: siteHealth },
        },
      },
      async () => readHealth(ctx, countFirst),
    );

    room.post(
      "/api/admin/failed-mails/retry",
      {
        schema: {
          ...documented,
          summary: "Tenta de novo, agora, enviar os emails que falharam",
          response: { 200: retryAnswer },
        },
      },
      async () => ({ retried: await retryFailedMails(ctx) }),
    );
  });
}
