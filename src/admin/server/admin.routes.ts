/** Routes of the admin. Other callers are refused before their input is read. */
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
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { documented, reasonsOf, requireAdmin } from "./admin.ts";
import { listAdminPrompts, removePromptAsAdmin } from "./admin-prompts.service.ts";
import { mountAdminTags } from "./admin-tags.routes.ts";
import { listAdminUsers, removeUserAsAdmin, setUserBlocked } from "./admin-users.service.ts";
import { countGrowth } from "./growth.queries.ts";
import { openFirstCount, readHealth } from "./health.service.ts";

/** Registers the routes under `/api/admin` and the hourly count of the site's growth. */
export async function mountAdmin(app: App, ctx: Context): Promise<void> {
  await ctx.jobs.schedule("count-growth", "7 * * * *", () => countGrowth(ctx));
  const countFirst = openFirstCount(ctx);
  await app.register(async (plain) => {
    const room: App = plain.withTypeProvider();
    room.addHook("onRequest", async (request) => void (await requireAdmin(ctx, request)));

    room.get(
      "/api/admin/prompts",
      documented("Todos os prompts, com quem os enviou, ou os removidos", {
        operationId: "adminListPrompts",
        querystring: promptsQuery,
        response: { 200: adminPromptList },
      }),
      async ({ query }) => listAdminPrompts(ctx, query),
    );

    room.delete(
      "/api/admin/prompts/:id",
      documented("Remove um prompt; por 30 dias dá para restaurar", {
        operationId: "adminRemovePrompt",
        params: targetParams,
        body: removalRequest,
        response: { 200: removalAnswer },
      }),
      async (request) => {
        const admin = await requireAdmin(ctx, request);
        return removePromptAsAdmin(ctx, admin, request.params.id, reasonsOf(request.body));
      },
    );

    room.get(
      "/api/admin/users",
      documented("Todas as pessoas", {
        operationId: "adminListUsers",
        querystring: searchQuery,
        response: { 200: adminUserList },
      }),
      async ({ query }) => listAdminUsers(ctx, query),
    );

    room.patch(
      "/api/admin/users/:id/toggle-block",
      documented("Bloqueia ou desbloqueia uma pessoa; ao bloquear, pode remover o que ela publicou", {
        operationId: "adminToggleBlock",
        params: targetParams,
        body: blockRequest,
        response: { 200: blockAnswer },
      }),
      async (request) => {
        const admin = await requireAdmin(ctx, request);
        return setUserBlocked(ctx, admin, request.params.id, request.body);
      },
    );

    room.delete(
      "/api/admin/users/:id",
      documented("Remove uma pessoa e tudo dela; por 30 dias dá para restaurar", {
        operationId: "adminRemoveUser",
        params: targetParams,
        body: removalRequest,
        response: { 200: removalAnswer },
      }),
      async (request) => {
        const admin = await requireAdmin(ctx, request);
        return removeUserAsAdmin(ctx, admin, request.params.id, reasonsOf(request.body));
      },
    );

    mountAdminTags(room, ctx);

    room.get(
      "/api/admin/health",
      documented(
        "A saúde do site: pessoas, prompts e curtidas por dia, armazenamento, filas, e-mails que falharam, versão",
        { operationId: "adminGetHealth", response: { 200: siteHealth } },
      ),
      async () => readHealth(ctx, countFirst),
    );

    room.post(
      "/api/admin/failed-mails/retry",
      documented("Tenta de novo, agora, enviar os e-mails que falharam", {
        operationId: "adminRetryFailedMails",
        response: { 200: retryAnswer },
      }),
      async () => ({ retried: await retryFailedMails(ctx) }),
    );
  });
}
