/** Routes of a user's own sessions: list and end them. */
import * as z from "zod/mini";
import { endedSessions, endSessionRequest, sessionList, sessionParams } from "#accounts/contract.ts";
import type { Moderates } from "#accounts/server/passkeys/staff-gate.ts";
import { members } from "#accounts/server/sessions/access.ts";
import { requireSession } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./own-sessions.service.ts";

const WHEN_ASKED =
  "Se o login desta sessão tem mais de uma hora, a senha é exigida; sem ela a resposta é 422 `password_required`. A administração e a moderação precisam de uma sessão aberta com chave de acesso, se já têm uma: 403 `passkey_required`.";
const tags = ["contas"];

export function mountOwnSessions(app: App, ctx: Context, moderates: Moderates): void {
  const ending = { tags, description: WHEN_ASKED, body: endSessionRequest };
  app.get(
    "/api/account/sessions",
    apiCall(members(ctx), {
      tags,
      operationId: "listSessions",
      summary: "Suas sessões abertas",
      response: { 200: sessionList },
    }),
    async (request) => ({ sessions: await listSessions(ctx, await requireSession(ctx, request)) }),
  );
  app.delete(
    "/api/account/sessions",
    apiCall(members(ctx), {
      ...ending,
      operationId: "endOtherSessions",
      summary: "Encerra todas as outras sessões",
      response: { 200: endedSessions },
    }),
    async (request) => {
      const viewer = await requireSession(ctx, request);
      const password = request.body?.password ?? undefined;
      return { ended: await endOtherSessions(ctx, viewer, { password, moderates }) };
    },
  );
  app.delete(
    "/api/account/sessions/:id",
    apiCall(members(ctx), {
      ...ending,
      operationId: "endSession",
      summary: "Encerra uma das suas sessões",
      params: sessionParams,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const viewer = await requireSession(ctx, request);
      const password = request.body?.password ?? undefined;
      await endOwnSession(ctx, viewer, request.params.id, { password, moderates });
      return reply.code(204).send();
    },
  );
}
