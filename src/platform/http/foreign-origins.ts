/** Pages of other sites may change nothing here through the browsers of their visitors. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError } from "./errors.ts";

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Origins of browser extensions and desktop programs: of schemes in which browsers open no page. */
const PROGRAM = /^(?!(?:https?|ftp|file|content|ip[fn]s):)[a-z][a-z0-9+.-]*:\/\//i;

/** Whether an origin is the site's, or the host by which it was asked: without encryption only where the site has none either. */
function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const { host: named, protocol } = new URL(origin);
  return named === host && (protocol === "https:" || publicUrl.startsWith("http:"));
}

/**
 * Whether a page of another site sent a request. Browsers tell by `Sec-Fetch-Site`; old ones, and all of them on plain
 * HTTP, by the `Origin` of whatever is posted. Programs, and the servers of mail providers that unsubscribe by RFC 8058,
 * send neither.
 * @param publicUrl the site's address; the request's own host counts too, by which a trial is reached
 */
function isForeign(
  { origin, host, "sec-fetch-site": site = "none" }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (origin !== undefined && PROGRAM.test(origin)) return false;
  // "none": the person asked, such as by loading a page again.
  if (site !== "none") return site !== "same-origin";
  return origin !== undefined && !isOwn(origin, host, publicUrl);
}

/**
 * Refuses whatever a page of another site could make its visitors' browsers do: every request by another method than
 * those for reading. No cookie is sent along, so it would happen as nobody, but from the network of whoever looks at that
 * page. An `Authorization` is no excuse: a browser that was allowed to read an address with one sends a POST with it there
 * without asking again (Fetch, CORS-preflight cache).
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string): void {
  app.addHook("onRequest", ({ method, headers }, _reply, done) => {
    if (SAFE_METHODS.has(method) || !isForeign(headers, publicUrl)) return done();
    done(
      new AppError(
        403,
        "foreign_origin",
        "Páginas de outros sites não podem enviar nada para cá. Abra a página aqui, neste site, e envie de novo por ela.",
      ),
    );
  });
}
