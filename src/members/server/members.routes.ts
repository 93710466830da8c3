/** Routes of users: the public profile, and export and deletion of one's own account. */
import * as z from "zod/mini";
import { requireViewer } from "#accounts/server/sessions/authenticate.ts";
import { deleteAccountRequest, footprint, publicUser } from "#members/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { userParams } from "#prompts/contract.ts";
import { mountBlockedUsers } from "./blocked-users.routes.ts";
import { openExport } from "./export.service.ts";
import { exportName } from "./export-texts.ts";
import { deleteOwnAccount, readFootprint } from "./leaving.service.ts";
import { findPublicUser } from "./public-user.service.ts";

const common = { tags: ["contas"], security: [{ bearer: [] }] };

export function mountMembers(app: App, ctx: Context): void {
  mountBlockedUsers(app, ctx);
  app.get(
    "/api/users/:id",
    {
      schema: {
        tags: ["contas"],
        summary: "O que é público de uma pessoa",
        params: userParams,
        response: { 200: publicUser },
      },
    },
    async (request, reply) => {
      const id = request.params.id.toLowerCase();
      return ctx.responseCache.sendJson(request, reply, `/api/users/${id}`, () => findPublicUser(ctx, id));
    },
  );
  app.get(
    "/api/account/footprint",
    { schema: { ...common, summary: "O que some com a sua conta", response: { 200: footprint } } },
    async (request) => readFootprint(ctx, await requireViewer(ctx, request)),
  );
  app.get(
    "/api/account/export",
    {
      config: { recorded: true },
      schema: { ...common, summary: "Uma cópia de tudo o que é seu, em um arquivo ZIP" },
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const zip = await openExport(ctx, viewer);
      return reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="${exportName(viewer.username)}"`)
        .send(zip);
    },
  );
  app.delete(
    "/api/account",
    {
      // Authorisation comes before validation of the input.
      onRequest: async (request) => void (await requireViewer(ctx, request)),
      schema: {
        ...common,
        summary: "Exclui a sua conta e tudo o que é dela",
        body: deleteAccountRequest,
        response: { 204: z.void() },
      },
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      await deleteOwnAccount(ctx, viewer, request.body?.password ?? undefined);
      return reply.code(204).send();
    },
  );
}
