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
import { findNewPath } from "./old-addresses.ts";
import type { PageBundle } from "./page-bundle.ts";

/** Message of a page whose data could not be loaded; rate limits on reads count by the minute. */
const FAILURES = { away: unavailable, broken: internalError, busy: tooBusy, refused: () => tooOften(60) };

/** Characters from which on what a page costs is counted: ten times as many as most have. */
const LARGE_PAGE = 256 * 1024;

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

/** Pages have no routes of Fastify's: app/routes.ts, which the browser uses too, decides. */
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
    issuers,
  } = ctx.config;
  const site: SiteSettings = {
    origin,
    communityUrl,
    socialUrl,
    contactEmail,
    privacyEmail,
    representative,
    reviewNewAccounts: reviewNewAccounts || undefined,
    ...(issuers.length && { issuers: issuers.map(({ provider, name }) => ({ provider, name })) }),
  };

  return async (request, reply, posted) => {
    const path = pathOf(request.url);
    const keys = new Set<string>();
    // The address is read now: once the client disconnects, it is unknown.
    const address = addressOf(request);
    const callApi = callApiFrom(address, keys);
    const search = new URLSearchParams(request.url.slice(path.length).split("#")[0]);
    const { planPage, renderPage, findRedirect, isPage, mendPath, mendQuery } = await bundle.renderer();
    const target = findRedirect(path, search.toString());
    if (target) return reply.redirect(target, 302);
    const moved = await findNewPath(ctx, path, request.ip);
    if (moved)
      // Otherwise browsers keep it for ever, past the prompt's end.
      return reply.header("cache-control", "no-cache").redirect(moved + request.url.slice(path.length), 301);
    const query = mendQuery(request.url.slice(path.length));
    const right = mendPath(path) ?? (isPage(path) ? path : undefined);
    if (right && right + query !== request.url)
      return reply.redirect(right + (right.includes("?") ? query.replace("?", "&") : query), 302);
    const plan = await planPage(path, search);
    request.pageRoute = plan.route.pattern;
    const render = async () => {
      await ctx.rateLimits.consume("pagePerAddress", address);
      await ctx.rateLimits.requireLeft("pageTimePerAddress", address);
      const page = await renderPage(plan, { site, callApi, assetsOf: bundle.assetsOf });
      if ("failed" in page) throw FAILURES[page.failed]();
      if (page.html.length > LARGE_PAGE) await ctx.rateLimits.charge("pageTimePerAddress", address, page.ms);
      return page;
    };
    if (plan.page.personal || posted) {
      plan.location.posted = posted;
      const { status, html } = await ctx.responseCache.computeOwn(request.ip, render);
      if (!posted || status !== 200) reply.code(status);
      return reply.header("cache-control", "no-store").type(HTML).send(html);
    }
    return ctx.responseCache.send(request, reply, plan.key, async () => {
      const { status, html } = await render();
      return { status, contentType: HTML, body: html, ...(keys.size && { keys: [...keys] }) };
    });
  };
}
