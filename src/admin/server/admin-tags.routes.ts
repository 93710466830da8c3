/** Routes of the admin's work on tags. */
import {
  adminTag,
  adminTagList,
  aliasParams,
  mergeRequest,
  renameRequest,
  searchQuery,
  targetParams,
} from "#admin/contract.ts";
import { admin } from "#moderation/server/access.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { adminOf } from "./admin.ts";
import { freeAliasAsAdmin, listAdminTags, mergeTagsAsAdmin, renameTagAsAdmin } from "./admin-tags.service.ts";

const tags = ["administração"];

export function mountAdminTags(app: App, ctx: Context): void {
  app.get(
    "/api/admin/tags",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminListTags",
      summary: "Todas as tags, as mais usadas primeiro, com os outros nomes que levam a elas",
      querystring: searchQuery,
      response: { 200: adminTagList },
    }),
    async ({ query }) => listAdminTags(ctx, query),
  );

  app.patch(
    "/api/admin/tags/:id",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminRenameTag",
      summary: "Renomeia uma tag; o nome de antes continua levando a ela",
      params: targetParams,
      body: renameRequest,
      response: { 200: adminTag },
    }),
    async (request) => renameTagAsAdmin(ctx, adminOf(ctx, request), request.params.id, request.body.name),
  );

  app.post(
    "/api/admin/tags/:id/merge",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminMergeTags",
      summary: "Une uma tag a outra, que fica; não dá para desfazer",
      params: targetParams,
      body: mergeRequest,
      response: { 200: adminTag },
    }),
    async (request) => mergeTagsAsAdmin(ctx, adminOf(ctx, request), request.params.id, request.body.into),
  );

  app.delete(
    "/api/admin/tags/:id/aliases/:alias",
    apiCall(admin(ctx), {
      tags,
      operationId: "adminReleaseAlias",
      summary: "Libera outro nome de uma tag: quem o escrever cria uma tag própria",
      params: aliasParams,
      response: { 200: adminTag },
    }),
    async (request) => freeAliasAsAdmin(ctx, adminOf(ctx, request), request.params.id, request.params.alias),
  );
}
