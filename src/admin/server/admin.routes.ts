/** Routes of the admin. */
import { retryFailedMails } from "#accounts/server/mails/mail-jobs.ts";
import {
  adminPromptList,
  adminUserList,
  blockAnswer,
  blockRequest,
  promptsQuery,
  removalAnswer,
  removalRequest,
  retryAnswer,
  searchQuery,
  siteHealth,
  targetParams,
} from "#admin/contract.ts";
import { admin } from "#moderation/server/access.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { adminOf, reasonsOf } from "./admin.ts";
import { listAdminPrompts, removePromptAsAdmin } from "./admin-prompts.service.ts";
import { mountAdminTags } from "./admin-tags.routes.ts";
import { listAdminUsers, removeUserAsAdmin, setUserBlocked } from "./admin-users.service.ts";
import { countGrowth } from "./growth.queries.ts";
import { openFirstCount, readHealth } from "./health.service.ts";

const tags = ["administração"];

/** Registers the routes under `/api/admin` and the hourly count of the site's growth. */
export async function mountAdmin(app: App, ctx: Context): Promise<void> {
  await ctx.jobs.schedule("count-growth", "7 * * * *", () => countGrowth(ctx));
  const countFirst = openFirstCount(ctx);

  app.get(
    "/api/admin/prompts",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminListPrompts",
      summary: "Todos os prompts, com quem os enviou, ou os removidos",
      querystring: promptsQuery,
      response: { 200: adminPromptList },
    }),
    async ({ query }) => listAdminPrompts(ctx, query),
  );

  app.delete(
    "/api/admin/prompts/:id",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminRemovePrompt",
      summary: "Remove um prompt; por 30 dias dá para restaurar",
      params: targetParams,
      body: removalRequest,
      response: { 200: removalAnswer },
    }),
    async (request) =>
      removePromptAsAdmin(ctx, adminOf(ctx, request), request.params.id, reasonsOf(request.body)),
  );

  app.get(
    "/api/admin/users",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminListUsers",
      summary: "Todas as pessoas",
      querystring: searchQuery,
      response: { 200: adminUserList },
    }),
    async ({ query }) => listAdminUsers(ctx, query),
  );

  app.patch(
    "/api/admin/users/:id/toggle-block",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminToggleBlock",
      summary: "Bloqueia ou desbloqueia uma pessoa; ao bloquear, pode remover o que ela publicou",
      params: targetParams,
      body: blockRequest,
      response: { 200: blockAnswer },
    }),
    async (request) => setUserBlocked(ctx, adminOf(ctx, request), request.params.id, request.body),
  );

  app.delete(
    "/api/admin/users/:id",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminRemoveUser",
      summary: "Remove uma pessoa e tudo dela; por 30 dias dá para restaurar",
      params: targetParams,
      body: removalRequest,
      response: { 200: removalAnswer },
    }),
    async (request) =>
      removeUserAsAdmin(ctx, adminOf(ctx, request), request.params.id, reasonsOf(request.body)),
  );

  mountAdminTags(app, ctx);

  app.get(
    "/api/admin/health",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminGetHealth",
      summary:
        "A saúde do site: pessoas, prompts e curtidas por dia, armazenamento, filas, e-mails que falharam, versão",
      response: { 200: siteHealth },
    }),
    async () => readHealth(ctx, countFirst),
  );

  app.post(
    "/api/admin/failed-mails/retry",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminRetryFailedMails",
      summary: "Tenta de novo, agora, enviar os e-mails que falharam",
      response: { 200: retryAnswer },
    }),
    async () => ({ retried: await retryFailedMails(ctx) }),
  );
}
