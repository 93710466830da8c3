/** Handles requests for pages: rendered on the server from the API's responses, through the response cache. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { addressOf } from "#accounts/server/records/access-records.ts";
import type { SiteSettings } from "#app/page.ts";
import type { PostedForm } from "#platform/client/posted-form.ts";
import type { Context } from "#platform/context.ts";
import { pathOf } from "#platform/http/error-handler.ts";
import { internalError, tooBusy, tooOften, unavailable } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { keysIn } from "#platform/http/shared-caches.ts";
import type { PageBundle } from "./page-bundle.ts";

/** Message of a page whose data could not be loaded; rate limits on reads count by the minute. */
const FAILURES = { away: unavailable, broken: internalError, busy: tooBusy, refused: () => tooOften(60) };

const HTML = "text/html; charset=utf-8";

/**
 * Handles a request for a page: its page, or the not-found page.
 * @param posted the refused form that the page shows again; the reply has its status already
 */
export type PageHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  posted?: PostedForm,
) => Promise<FastifyReply>;

/** Pages have no server routes: the browser's route table decides. */
export function createPageHandler(app: App, ctx: Context, bundle: PageBundle): PageHandler {
  /** Calls the API within the process, anonymously. @param remoteAddress of the visitor @param keys takes what the answers show */
  const callApiFrom = (remoteAddress: string, keys: Set<string>) => async (path: string) => {
    const answer = await app.inject({ method: "GET", url: path, remoteAddress });
    for (const key of keysIn(answer.headers["surrogate-key"])) keys.add(key);
    return { status: answer.statusCode, body: answer.json() };
  };
  const {
    publicUrl: origin,
    communityUrl,
    socialUrl,
    contactEmail,
    privacyEmail,
    representative,
    reviewNewAccounts,
  } = ctx.config;
  const site: SiteSettings = {
    origin,
    communityUrl,
    socialUrl,
    contactEmail,
    privacyEmail,
    representative,
    reviewNewAccounts: reviewNewAccounts || undefined,
  };

  return async (request, reply, posted) => {
    const path = pathOf(request.url);
    // Read now: once the client disconnects, its address is unknown.
    const keys = new Set<string>();
    const callApi = callApiFrom(addressOf(request), keys);
    const search = new URLSearchParams(request.url.slice(path.length).split("#")[0]);
    const { planPage, renderPage, findRedirect } = await bundle.renderer();
    const target = findRedirect(path, search.toString());
    if (target) return reply.redirect(target, 302);
    const plan = await planPage(path, search);
    request.pageRoute = plan.route.pattern;
    const render = async () => {
      const page = await renderPage(plan, { site, callApi, assetsOf: bundle.assetsOf });
      if ("failed" in page) throw FAILURES[page.failed]();
      return page;
    };
    if (plan.page.personal || posted) {
      plan.location.posted = posted;
      const { status, html } = await render();
      if (!posted || status !== 200) reply.code(status);
      return reply.header("cache-control", "no-store").type(HTML).send(html);
    }
    return ctx.responseCache.send(request, reply, plan.key, async () => {
      const { status, html } = await render();
      return { status, contentType: HTML, body: html, ...(keys.size && { keys: [...keys] }) };
    });
  };
}
