/** HTTP of tags: those that exist, for who looks for one or writes one. */
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { everybody } from "#accounts/server/sessions/access.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { linksTo } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { TAGS_PAGE_SIZE } from "#prompts/catalog.ts";
import { tagList, tagListQuery, tagQuery, tagView } from "#prompts/contract.ts";
import { TAG_LIST, tagSlug } from "#prompts/tag-path.ts";
import { startMoving } from "./tag-moving.service.ts";
import { deleteUnusedTags, listTags, suggestTags } from "./tags.service.ts";

/** Mounts the calls of tags, moves prompts of merged ones, and deletes unused ones daily. */
export async function mountTags(app: App, ctx: Context): Promise<void> {
  const ending = new AbortController();
  app.addHook("onClose", async () => ending.abort());
  await startMoving(ctx, ending.signal);
  await ctx.jobs.schedule("delete-unused-tags", "23 7 * * *", () => deleteUnusedTags(ctx));

  app.get(
    "/api/tags",
    apiCall(everybody, {
      tags: ["prompts"],
      security: [],
      operationId: "listTags",
      summary: "Tags que existem",
      description:
        "Com search, as que começam assim e a que se escreve assim, sem diferença de acentos, maiúsculas e plural; sem search, todas. As mais usadas primeiro, no máximo seis.",
      querystring: tagQuery,
      response: { 200: z.array(tagView) },
    }),
    async (request, reply) => {
      const slug = tagSlug(request.query.search);
      return ctx.responseCache.sendJson(request, reply, `/api/tags ${slug}`, async () => {
        await ctx.rateLimits.consume("suggestPerAddress", addressOf(request));
        return suggestTags(ctx.publicReads, slug);
      });
    },
  );

  app.get(
    TAG_LIST,
    apiCall(everybody, {
      tags: ["prompts"],
      security: [],
      operationId: "listAllTags",
      summary: "Todas as tags, com quantos prompts e imagens de cada uma",
      description:
        "As mais usadas primeiro. Com search, as que têm isso no nome ou em outro nome delas, a partir de duas letras.",
      querystring: tagListQuery,
      response: { 200: tagList },
    }),
    async (request, reply) => {
      const { query } = request;
      return ctx.responseCache.sendJson(
        request,
        reply,
        `${TAG_LIST} ${JSON.stringify(query)}`,
        async () => {
          const address = addressOf(request);
          if (query.search) await ctx.rateLimits.consume("suggestPerAddress", address);
          const list = () => listTags(ctx.publicReads, query);
          // Each tag's pictures are looked for by its words; pages of the site ask for few.
          const mayTakeLong = query.after !== undefined || query.limit > TAGS_PAGE_SIZE;
          return mayTakeLong ? ctx.rateLimits.timed("textTimePerCaller", address, list) : list();
        },
        { linksOf: linksTo(TAG_LIST, query) },
      );
    },
  );
}
