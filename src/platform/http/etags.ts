/** ETags: of what is sent once and not cached, and whether a client has a version already. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Whether the client already has a version. ETags are compared weakly, because proxies may have weakened them (RFC
 * 9110, section 13.1.2).
 * @param ifNoneMatch the `If-None-Match` header: a list of ETags, or `*`
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag;
  return ifNoneMatch.split(",").some((known) => {
    const tag = known.trim().replace(/^W\//, "");
    return tag === etag || tag === "*";
  });
}

const READS = new Set(["GET", "HEAD"]);

/**
 * Gives JSON that is read an ETag of its bytes, and answers 304 to clients that have it. What comes from the response
 * cache has one already.
 * @param isAskedAgain whether a caller may keep what it is sent: for all others the hash would be wasted
 */
export function tagReads(app: FastifyInstance, isAskedAgain: (request: FastifyRequest) => boolean): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const isTagged =
      reply.statusCode === 200 &&
      READS.has(request.method) &&
      isAskedAgain(request) &&
      !reply.hasHeader("etag") &&
      (typeof payload === "string" || Buffer.isBuffer(payload)) &&
      String(reply.getHeader("content-type")).startsWith("application/json");
    if (!isTagged) return done(null, payload);
    const etag = `"${hash("sha256", payload, "base64url").slice(0, 22)}"`;
    reply.header("etag", etag);
    if (!isKnown(request.headers["if-none-match"], etag)) return done(null, payload);
    reply.code(304).removeHeader("content-type").removeHeader("content-length");
    done(null, null);
  });
}
