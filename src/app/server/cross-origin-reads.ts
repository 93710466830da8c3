/** Calls that pages of other sites may read: those of the library, not those of the site's own screens. */
import type { FastifyContextConfig } from "fastify";
import { allowOf } from "#platform/http/allowed-methods.ts";
import { PREFLIGHT, READABLE_ANYWHERE } from "#platform/http/cross-origin.ts";
import type { App } from "#platform/http/server.ts";

const isRead = (method: unknown) => method === "GET" || method === "HEAD";

/** Reads that keys open too. */
function isOpen(method: unknown, url = "", config: FastifyContextConfig | undefined): boolean {
  return isRead(method) && url.startsWith("/api/") && config?.keyScope !== undefined;
}

/** Opens the calls that are mounted after this to pages of other sites, which may write nothing. */
export function openReads(app: App): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (method !== "GET" || !isOpen(method, url, config)) return;
    app.options(url, { config: { recorded: false }, schema: { hide: true } }, async (request, reply) => {
      const { "access-control-request-method": asked = "GET" } = request.headers;
      // Browsers allow POST though the list does not name it.
      if (isRead(asked)) reply.headers(PREFLIGHT);
      return reply.code(204).header("allow", allowOf(app, request.url)).send();
    });
  });
  // In onSend, so that refusals by any hook have them too.
  app.addHook("onSend", ({ method, routeOptions: { url, config } }, reply, payload, done) => {
    if (isOpen(method, url, config)) reply.headers(READABLE_ANYWHERE);
    done(null, payload);
  });
}
