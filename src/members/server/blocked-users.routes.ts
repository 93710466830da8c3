/** Routes for blocked users: export and deletion of the account, authorised by the password in each call. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { type BlockedUserRequest, blockedUserRequest } from "#accounts/contract.ts";
import { deviceOf } from "#accounts/server/auth-v1/request.ts";
import { noteAccount } from "#accounts/server/sessions/authenticate.ts";
import { type BlockedUser, proveBlockedUser } from "#accounts/server/users/blocked-users.service.ts";
import { footprint } from "#members/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { openExport } from "./export.service.ts";
import { exportName } from "./export-texts.ts";
import { deleteBlockedAccount, readBlockedFootprint } from "./leaving.service.ts";

const common = {
  tags: ["contas"],
  description: "Só para contas bloqueadas, que não podem entrar: cada chamada leva o email e a senha.",
  body: blockedUserRequest,
};

export function mountBlockedUsers(app: App, ctx: Context): void {
  async function requireBlockedUser(
    request: FastifyRequest<{ Body: BlockedUserRequest }>,
  ): Promise<BlockedUser> {
    request.accountEmail = request.body.email;
    const person = await proveBlockedUser(ctx, request.body, deviceOf(request).ip);
    noteAccount(request, person);
    return person;
  }

  app.post(
    "/api/account/blocked/footprint",
    {
      config: { recorded: false },
      schema: { ...common, summary: "O que some com a conta bloqueada", response: { 200: footprint } },
    },
    async (request) => readBlockedFootprint(ctx, await requireBlockedUser(request)),
  );
  app.post(
    "/api/account/blocked/export",
    { schema: { ...common, summary: "Uma cópia dos dados da conta bloqueada, em um arquivo ZIP" } },
    async (request, reply) => {
      const person = await requireBlockedUser(request);
      const zip = await openExport(ctx, person);
      return reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="${exportName(person.username)}"`)
        .send(zip);
    },
  );
  app.post(
    "/api/account/blocked/leave",
    {
      schema: {
        ...common,
        summary: "Exclui a conta bloqueada e tudo o que é dela",
        response: { 204: z.void() },
      },
    },
    async (request, reply) => {
      await deleteBlockedAccount(ctx, await requireBlockedUser(request));
      return reply.code(204).send();
    },
  );
}
