/**
 * Routes of users: the public profile, and export and deletion of one's own account. Blocked users, who cannot log in,
 * authorise each call by their password.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { type BlockedUserRequest, blockedUserRequest } from "#accounts/contract.ts";
import { proveBlockedUser } from "#accounts/server/account/blocked-users.service.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { anybody, everybody, members } from "#accounts/server/sessions/access.ts";
import { noteAccount, requireSession } from "#accounts/server/sessions/authenticate.ts";
import { hasPassword, needsPassword } from "#accounts/server/sessions/identity.service.ts";
import { deleteAccountRequest, footprint, publicUser } from "#members/contract.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { userParams } from "#prompts/contract.ts";
import { openExport } from "./export.service.ts";
import type { ModerationRecords } from "./export-contents.ts";
import { exportName } from "./export-texts.ts";
import { deleteOwnAccount, deleteProvenAccount, readFootprint } from "./leaving.service.ts";
import { findPublicUser } from "./public-user.service.ts";

const tags = ["contas"];

const blocked = {
  tags,
  description: "Só para contas bloqueadas, que não podem entrar: cada chamada leva o e-mail e a senha.",
  body: blockedUserRequest,
};

/** @param moderation what moderation, a later room, stores of a user: part of the export */
export function mountMembers(app: App, ctx: Context, moderation: ModerationRecords): void {
  async function sendExport(reply: FastifyReply, user: { id: string; username: string }) {
    const zip = await openExport(ctx, user, moderation);
    return reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="${exportName(user.username)}"`)
      .send(zip);
  }
  async function requireBlockedUser(request: FastifyRequest<{ Body: BlockedUserRequest }>) {
    request.accountEmail = request.body.email;
    const user = await proveBlockedUser(ctx, request.body, deviceOf(request));
    noteAccount(request, user);
    return user;
  }

  app.get(
    "/api/users/:id",
    apiCall(everybody, {
      tags: ["pessoas"],
      operationId: "getUser",
      summary: "O que é público de uma pessoa",
      params: userParams,
      response: { 200: publicUser },
    }),
    async (request, reply) => {
      const id = request.params.id.toLowerCase();
      return ctx.responseCache.sendJson(request, reply, `/api/users/${id}`, () =>
        findPublicUser(ctx.publicReads, id),
      );
    },
  );

  app.get(
    "/api/account/footprint",
    apiCall(members(ctx), {
      tags,
      operationId: "getAccountFootprint",
      summary: "O que é apagado com a sua conta",
      response: { 200: footprint },
    }),
    async (request) => {
      const viewer = await requireSession(ctx, request);
      // Without one, an old login is refused by the deletion itself.
      const asksPassword = (await needsPassword(ctx, viewer)) && (await hasPassword(ctx, viewer.id));
      return readFootprint(ctx, viewer.id, asksPassword);
    },
  );
  app.post(
    "/api/account/blocked/footprint",
    apiCall(
      anybody,
      {
        ...blocked,
        operationId: "getBlockedAccountFootprint",
        summary: "O que é apagado com a conta bloqueada",
        response: { 200: footprint },
      },
      { config: { recorded: false } },
    ),
    async (request) => readFootprint(ctx, (await requireBlockedUser(request)).id, true),
  );

  app.get(
    "/api/account/export",
    apiCall(
      members(ctx),
      {
        tags,
        operationId: "exportAccount",
        summary: "Uma cópia de tudo o que é seu, em um arquivo ZIP",
      },
      { config: { recorded: true } },
    ),
    async (request, reply) => sendExport(reply, await requireSession(ctx, request)),
  );
  app.post(
    "/api/account/blocked/export",
    apiCall(anybody, {
      ...blocked,
      operationId: "exportBlockedAccount",
      summary: "Uma cópia dos dados da conta bloqueada, em um arquivo ZIP",
    }),
    async (request, reply) => sendExport(reply, await requireBlockedUser(request)),
  );

  app.delete(
    "/api/account",
    apiCall(members(ctx), {
      tags,
      operationId: "deleteAccount",
      summary: "Exclui a sua conta e tudo o que é dela",
      body: deleteAccountRequest,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const viewer = await requireSession(ctx, request);
      await deleteOwnAccount(ctx, viewer, request.body?.password ?? undefined);
      return reply.code(204).send();
    },
  );
  app.post(
    "/api/account/blocked/leave",
    apiCall(anybody, {
      ...blocked,
      operationId: "deleteBlockedAccount",
      summary: "Exclui a conta bloqueada e tudo o que é dela",
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const user = await requireBlockedUser(request);
      await deleteProvenAccount(ctx, user, user.proof);
      return reply.code(204).send();
    },
  );
}
