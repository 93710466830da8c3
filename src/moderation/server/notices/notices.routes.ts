/** Routes of who is concerned by decisions: notices, and appeals of authors; with a session, or blocked and by password. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { blockedUserRequest } from "#accounts/contract.ts";
import { proveBlockedUser } from "#accounts/server/account/blocked-users.service.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { anybody, members } from "#accounts/server/sessions/access.ts";
import { noteAccount, requireViewer } from "#accounts/server/sessions/authenticate.ts";
import {
  appealRequest,
  blockedAppealRequest,
  idParams,
  noticeList,
  noticesRead,
} from "#moderation/contract.ts";
import { appealAsAuthor } from "#moderation/server/cases/appeals.service.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { markRead } from "./notices.queries.ts";
import { listNotices } from "./notices.service.ts";

const tags = ["moderação"];
const done = { response: { 204: z.void() } };

export function mountNotices(app: App, ctx: Context): void {
  app.post(
    "/api/decisions/:id/appeal",
    apiCall(members(ctx), {
      tags,
      operationId: "appealDecision",
      summary: "Contesta uma decisão sobre um prompt ou a conta de quem chama, uma vez, em até 20 dias",
      params: idParams,
      body: appealRequest,
      ...done,
    }),
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      await appealAsAuthor(ctx, viewer.id, request.params.id, request.body.text);
      return reply.code(204).send();
    },
  );
  app.get(
    "/api/notices",
    apiCall(members(ctx), {
      tags,
      operationId: "listNotices",
      summary: "Os avisos da moderação a quem chama",
      response: { 200: noticeList },
    }),
    async (request) => listNotices(ctx, (await requireViewer(ctx, request)).id),
  );
  app.post(
    "/api/notices/read",
    apiCall(
      members(ctx),
      {
        tags,
        operationId: "markNoticesRead",
        summary: "Marca como lidos os avisos até o mais novo que foi visto",
        body: noticesRead,
        ...done,
      },
      { config: { recorded: false } },
    ),
    async (request, reply) => {
      await markRead(ctx.db, (await requireViewer(ctx, request)).id, request.body.newest);
      return reply.code(204).send();
    },
  );

  mountBlockedUsers(app, ctx);
}

/** The same for blocked users, who cannot log in: each call has e-mail and password. */
function mountBlockedUsers(app: App, ctx: Context): void {
  const description =
    "Só para contas bloqueadas, que não podem entrar: cada chamada leva o e-mail e a senha.";
  async function requireBlockedUser(request: FastifyRequest<{ Body: { email: string; password: string } }>) {
    request.accountEmail = request.body.email;
    const user = await proveBlockedUser(ctx, request.body, deviceOf(request));
    noteAccount(request, user);
    return user.id;
  }
  app.post(
    "/api/account/blocked/notices",
    apiCall(
      anybody,
      {
        tags,
        operationId: "listBlockedAccountNotices",
        summary: "Os avisos da moderação à conta bloqueada",
        description,
        body: blockedUserRequest,
        response: { 200: noticeList },
      },
      { config: { recorded: false } },
    ),
    async (request) => listNotices(ctx, await requireBlockedUser(request)),
  );
  app.post(
    "/api/account/blocked/decisions/:id/appeal",
    apiCall(anybody, {
      tags,
      operationId: "appealDecisionWhileBlocked",
      summary: "Contesta uma decisão, com a conta bloqueada",
      description,
      params: idParams,
      body: blockedAppealRequest,
      ...done,
    }),
    async (request, reply) => {
      await appealAsAuthor(ctx, await requireBlockedUser(request), request.params.id, request.body.text);
      return reply.code(204).send();
    },
  );
}
