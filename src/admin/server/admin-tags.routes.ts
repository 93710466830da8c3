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
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { documented, requireAdmin } from "./admin.ts";
import { freeAliasAsAdmin, listAdminTags, mergeTagsAsAdmin, renameTagAsAdmin } from "./admin-tags.service.ts";

/** @param room that refuses others before their input is read */
export function mountAdminTags(room: App, ctx: Context): void {
  room.get(
    "/api/admin/tags",
    documented("Todas as tags, as mais usadas primeiro, com os outros nomes que levam a elas", {
      operationId: "adminListTags",
      querystring: searchQuery,
      response: { 200: adminTagList },
    }),
    async ({ query }) => listAdminTags(ctx, query),
  );

  room.patch(
    "/api/admin/tags/:id",
    documented("Renomeia uma tag; o nome de antes continua levando a ela", {
      operationId: "adminRenameTag",
      params: targetParams,
      body: renameRequest,
      response: { 200: adminTag },
    }),
    async (request) => {
      const admin = await requireAdmin(ctx, request);
      return renameTagAsAdmin(ctx, admin, request.params.id, request.body.name);
    },
  );

  room.post(
    "/api/admin/tags/:id/merge",
    documented("Une uma tag a outra, que fica; não dá para desfazer", {
      operationId: "adminMergeTags",
      params: targetParams,
      body: mergeRequest,
      response: { 200: adminTag },
    }),
    async (request) => {
      const admin = await requireAdmin(ctx, request);
      return mergeTagsAsAdmin(ctx, admin, request.params.id, request.body.into);
    },
  );

  room.delete(
    "/api/admin/tags/:id/aliases/:alias",
    documented("Libera outro nome de uma tag: quem o escrever cria uma tag própria", {
      operationId: "adminReleaseAlias",
      params: aliasParams,
      response: { 200: adminTag },
    }),
    async (request) => {
      const admin = await requireAdmin(ctx, request);
      return freeAliasAsAdmin(ctx, admin, request.params.id, request.params.alias);
    },
  );
}
