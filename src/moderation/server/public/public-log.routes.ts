/** Routes of what everybody may read of moderation: the log of decisions, and a year's figures. */
import { everybody } from "#accounts/server/sessions/access.ts";
import {
  logQuery,
  MODERATION_PAGE_SIZE,
  moderationLog,
  transparency,
  transparencyQuery,
} from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { numberedLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { formatYear } from "#ui/dates.ts";
import { openTransparency, readLog } from "./public-log.service.ts";

const tags = ["transparência"];

export function mountPublicLog(app: App, ctx: Context): void {
  const figuresOf = openTransparency(ctx);

  app.get(
    "/api/moderation/log",
    apiCall(everybody, {
      tags,
      operationId: "listModerationLog",
      summary: "O registro público das decisões, das mais novas às mais antigas",
      querystring: logQuery,
      response: { 200: moderationLog },
    }),
    async (request, reply) => {
      const { query } = request;
      const { action = "", category = "", page, after = "" } = query;
      const path = "/api/moderation/log";
      const read = () => readLog(ctx.publicReads, query);
      return ctx.responseCache.sendJson(
        request,
        reply,
        `${path} ${action} ${category} ${page} ${after}`,
        read,
        {
          linksOf: ({ totalCount, next }) =>
            numberedLinks(path, query, Math.ceil(totalCount / MODERATION_PAGE_SIZE), next),
        },
      );
    },
  );
  app.get(
    "/api/transparency",
    apiCall(everybody, {
      tags,
      operationId: "getTransparency",
      summary: "Os números da moderação em um ano, por mês",
      querystring: transparencyQuery,
      response: { 200: transparency },
    }),
    async (request, reply) => {
      const { year = Number(formatYear(new Date())) } = request.query;
      const key = `/api/transparency ${year}`;
      return ctx.responseCache.sendJson(request, reply, key, () => figuresOf(year));
    },
  );
}
