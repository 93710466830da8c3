/** Answers requests for pages: rendered on the server from the API's own answers, kept for a moment, sent as ready bytes. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { addressOf } from "#accounts/server/records/access-records.ts";
import type { SiteSettings } from "#app/page.ts";
import type { Context } from "#platform/context.ts";
import { pathOf } from "#platform/http/error-handler.ts";
import { internalError, tooOften, unavailable } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import type { PageBundle } from "./page-bundle.ts";

/** What is said instead of a page whose data could not be had; limits on reading count by the minute. */
const FAILURES = { away: unavailable, broken: internalError, refused: () => tooOften(60) };

const HTML = "text/html; charset=utf-8";

/** What answers a request for a page: the page of its address, or the one that says there is none. */
export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Pages have no routes of their own here: the route table that the browser uses decides. */
export function createPageHandler(app: App, ctx: Context, bundle: PageBundle): PageHandler {
  /** Pages are made of what the API answers an anonymous visitor, asked inside the process. @param remoteAddress of the visitor */
  const callApiFrom = (remoteAddress: string) => async (path: string) => {
    const answer = await app.inject({ method: "GET", url: path, remoteAddress });
    return { status: answer.statusCode, body: answer.json() };
  };
  const site: SiteSettings = {
    origin: ctx.config.publicUrl,
    communityUrl: ctx.config.communityUrl,
    socialUrl: ctx.config.socialUrl,
    contactEmail: ctx.config.contactEmail,
    privacyEmail: ctx.config.privacyEmail,
  };

  return async (request, reply) => {
    const path = pathOf(request.url);
    // By the time that it is rendered, whoever asked may have gone, and their address with them.
    const callApi = callApiFrom(addressOf(request));
    const search = new URLSearchParams(request.url.slice(path.length).split("#")[0]);
    const { planPage, renderPage, findRedirect } = await bundle.renderer();
    const target = findRedirect(path, search.toString());
    if (target) return reply.redirect(target, 302);
    const plan = await planPage(path, search);
    request.pageRoute = plan.route;
    const render = async () => {
      const page = await renderPage({ path, search, site, callApi, assetsOf: bundle.assetsOf });
      if ("failed" in page) throw FAILURES[page.failed]();
      return page;
    };
    if (plan.personal) {
      const { status, html } = await render();
      return reply.code(status).header("cache-control", "no-store").type(HTML).send(html);
    }
    return ctx.responseCache.send(request, reply, plan.key, async () => {
      const { status, html } = await render();
      return { status, contentType: HTML, body: html };
    });
  };
}
