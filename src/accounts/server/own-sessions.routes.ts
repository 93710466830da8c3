/** HTTP of one's own sessions: where one is logged in, and logging out there from here. */
import * as z from "zod/mini";
import { endedSessions, sessionList, sessionParams } from "#accounts/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http.ts";
import { requireViewer } from "./authenticate.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./own-sessions.service.ts";

const common = { tags: ["contas"], security: [{ bearer: [] }] };

export function mountOwnSessions(app: App, ctx: Context): void {
  app.get(
    "/api/account/sessions",
    { schema: { ...common, summary: "Suas sessões abertas", response: { 200: sessionList } } },
    async (request) => ({ sessions: await listSessions(ctx, await requireViewer(ctx, request)) }),
  );
  app.delete(
    "/api/account/sessions",
    { schema: { ...common, summary: "Encerra todas as outras sessões", response: { 200: endedSessions } } },
    async (request) => ({ ended: await endOtherSessions(ctx, await requireViewer(ctx, request)) }),
  );
  app.delete(
    "/api/account/sessions/:id",
    {
      schema: {
        ...common,
        summary: "Encerra uma das suas sessões",
        params: sessionParams,
        response: { 204: z.void() },
      },
    },
    async (request, reply) => {
      await endOwnSession(ctx, await requireViewer(ctx, request), request.params.id);
      return reply.code(204).send();
    },
  );
}
