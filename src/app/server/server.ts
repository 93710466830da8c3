/** Registers the routes of all rooms. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { mountAccounts } from "#accounts/server/accounts.routes.ts";
import { mountAccessRecords } from "#accounts/server/records/access-records.ts";
import { mountSecurityEvents } from "#accounts/server/records/security-events.ts";
import { mountAdmin } from "#admin/server/admin.routes.ts";
import { mountCollections } from "#collections/server/collections.routes.ts";
import { mountFollows } from "#collections/server/follows.routes.ts";
import { mountNewsMails, mountUnsubscribing } from "#collections/server/news-mails/news-mails.routes.ts";
import { mountPublicList } from "#collections/server/public-list.routes.ts";
import { mountExchange } from "#exchange/server/exchange.routes.ts";
import { mountFeeds } from "#library/server/feeds.routes.ts";
import { mountLibrary } from "#library/server/library.routes.ts";
import { mountMcp } from "#mcp/server/mcp.routes.ts";
import { mountMedia } from "#media/server/media.routes.ts";
import { startPictureJobs } from "#media/server/removal.jobs.ts";
import { mountMembers } from "#members/server/members.routes.ts";
import { moderates } from "#moderation/server/cases/moderators.service.ts";
import { mountModeration } from "#moderation/server/moderation.routes.ts";
import { ownModerationRecords } from "#moderation/server/records/personal-records.service.ts";
import { preservingOwners } from "#moderation/server/records/preservation.service.ts";
import { mountReportForm } from "#moderation/server/reports/report-form.routes.ts";
import type { Context } from "#platform/context.ts";
import { answerOtherMethods } from "#platform/http/allowed-methods.ts";
import { isApiPath, pathOf } from "#platform/http/error-handler.ts";
import { AppError } from "#platform/http/errors.ts";
import { tagReads } from "#platform/http/etags.ts";
import { localToken, requireLocal } from "#platform/http/loopback.ts";
import { type App, createHttpServer } from "#platform/http/server.ts";
import { mountAuthoring } from "#prompts/server/authoring.routes.ts";
import { promptsWithResults } from "#prompts/server/prompt-results.service.ts";
import { mountPrompts } from "#prompts/server/prompts.routes.ts";
import { mountTags } from "#prompts/server/tags.routes.ts";
import { mountVersions } from "#prompts/server/versions/versions.routes.ts";
import { reactedPrompts } from "#prompts/server/viewer-state.service.ts";
import { mountReactions } from "#reactions/server/reactions.routes.ts";
import { mountResults } from "#results/server/results.routes.ts";
import { mountApiDocument } from "./api-document.ts";
import { mountCollectionPages } from "./collection-pages.routes.ts";
import { openReads } from "./cross-origin-reads.ts";
import { mountDiscovery } from "./discovery.routes.ts";
import { mountEmbeds } from "./embed/embed.routes.ts";
import { mountOEmbed } from "./embed/oembed.routes.ts";
import { writeErrorPage } from "./error-page.ts";
import { mountMetrics } from "./metrics.routes.ts";
import { openBuiltPages, openLivePages, type PageBundle } from "./page-bundle.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";
import { mountTagRedirects } from "./tag-redirects.ts";

/** Cache lifetime of the readiness check, in milliseconds. */
const READY_KEPT = 500;

/**
 * `/healthz`: the process accepts requests and is not shutting down. For load balancers: it ignores shared services, which
 * fail for all processes at once. `/readyz`: database and storage respond as well.
 */
function mountHealth(app: App, ctx: Context, state: ServerState) {
  let checked: Promise<unknown> | undefined;
  function check() {
    checked ??= Promise.all([ctx.pool.query("select 1"), ctx.storage.check()]).finally(() => {
      setTimeout(() => {
        checked = undefined;
      }, READY_KEPT).unref();
    });
    return checked;
  }
  const answerEnding = (reply: FastifyReply) =>
    reply.code(503).header("retry-after", "5").send({ status: "ending" });
  app.get("/healthz", { schema: { hide: true } }, async (_request, reply) =>
    state.ending ? answerEnding(reply) : { status: "ok" },
  );
  app.get("/readyz", { schema: { hide: true } }, async (request, reply) => {
    if (state.ending) return answerEnding(reply);
    try {
      await check();
      return { status: "ok" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "5").send({ status: "unavailable" });
    }
  });
}

/** Whether a path without route may be a page's; the rest is for programs or developers. */
function asksForPage({ method, url }: FastifyRequest): boolean {
  const path = pathOf(url);
  return (method === "GET" || method === "HEAD") && !isApiPath(path) && !path.startsWith("/dev/");
}

/** `/dev/ui`: every component in every state. Not in production; only from this machine. */
function mountDevUi(app: App, ctx: Context, answerPage: PageHandler) {
  if (ctx.config.production) return;
  const token = localToken(ctx);
  app.get("/dev/ui", { schema: { hide: true } }, (request, reply) => {
    requireLocal(request, token);
    return answerPage(request, reply);
  });
}

interface ServerState {
  /** The process still accepts requests but is about to stop. */
  ending: boolean;
}

/**
 * Creates the server of the whole site, ready to listen.
 * @param pages built pages, Vite's live ones in development, or none for the API alone
 */
export async function createServer(
  ctx: Context,
  pages: "built" | "live" | "none",
  state: ServerState = { ending: false },
): Promise<App> {
  const app = await createHttpServer(ctx.config, ctx.log, {
    live: pages === "live",
    errorPage: writeErrorPage,
    responseCache: ctx.responseCache,
  });
  mountAccessRecords(app, ctx);
  mountSecurityEvents(app, ctx);
  let bundle: PageBundle | undefined;
  answerOtherMethods(app, async (path) => (await bundle?.renderer())?.isPage(path) ?? false);
  // Not for sessions: browsers do not keep `no-store` answers, so nothing is revalidated.
  tagReads(app, ({ apiKey, headers }) => apiKey !== null || headers.authorization === undefined);
  openReads(app);
  await mountApiDocument(app, ctx);
  mountHealth(app, ctx, state);
  mountMetrics(app, ctx);
  await mountAccounts(app, ctx, moderates);
  await mountMedia(app, ctx, preservingOwners);
  await startPictureJobs(ctx, preservingOwners);
  mountReactions(app, ctx, reactedPrompts(ctx));
  await mountResults(app, ctx, promptsWithResults(ctx));
  mountLibrary(app, ctx);
  await mountPrompts(app, ctx);
  await mountTags(app, ctx);
  mountFeeds(app, ctx);
  mountDiscovery(app, ctx);
  await mountAuthoring(app, ctx);
  await mountVersions(app, ctx);
  mountCollections(app, ctx);
  mountPublicList(app, ctx);
  mountFollows(app, ctx);
  mountNewsMails(app, ctx);
  await mountExchange(app, ctx);
  await mountMcp(app, ctx);
  mountMembers(app, ctx, ownModerationRecords);
  await mountModeration(app, ctx);
  await mountAdmin(app, ctx);
  mountEmbeds(app, ctx);
  mountOEmbed(app, ctx);
  let answerPage: PageHandler | undefined;
  if (pages !== "none") {
    bundle = await (pages === "built" ? openBuiltPages(app, ctx.config.production) : openLivePages(app));
    answerPage = createPageHandler(app, ctx, bundle);
    mountDevUi(app, ctx, answerPage);
    mountReportForm(app, ctx, answerPage);
    mountCollectionPages(app, ctx, answerPage);
    mountUnsubscribing(app, ctx, answerPage);
    mountTagRedirects(app, ctx, answerPage);
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (answerPage && asksForPage(request)) return answerPage(request, reply);
    throw new AppError(404, "not_found", "Endereço não encontrado.");
  });
  return app;
}
