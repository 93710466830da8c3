/** Which calls pages of other sites may read: those of the library, but not what is for the site's own screens. */
import type { FastifyContextConfig } from "fastify";
import { PREFLIGHT, READABLE_ANYWHERE } from "#platform/http/cross-origin.ts";
import type { App } from "#platform/http/server.ts";

/** What is read, and what keys open too. */
function isOpen(method: unknown, url = "", config: FastifyContextConfig | undefined): boolean {
  return (method === "GET" || method === "HEAD") && url.startsWith("/api/") && config?.keyScope !== undefined;
}

/** Opens the calls that are mounted after this to pages of other sites, which may write nothing. */
export function openReads(app: App): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (method !== "GET" || !isOpen(method, url, config)) return;
    app.options(url, { config: { recorded: false }, schema: { hide: true } }, async (_request, reply) =>
      reply.code(204).headers(PREFLIGHT).send(),
    );
  });
  // Not before: a refusal by any hook is read as well.
  app.addHook("onSend", ({ method, routeOptions: { url, config } }, reply, payload, done) => {
    if (isOpen(method, url, config)) reply.headers(READABLE_ANYWHERE);
    done(null, payload);
  });
}
