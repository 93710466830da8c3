/** ETags of answers that are not cached, and whether a client has a version already. */
import { createHash, hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Whether the client already has a version. ETags are compared weakly, because proxies may have weakened them (RFC
 * 9110, section 13.1.2).
 * @param ifNoneMatch the `If-None-Match` header: a list of ETags, or `*`
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  // An ETag has its quotation marks: no part of another one is the same.
  return ifNoneMatch !== undefined && (ifNoneMatch.includes(etag) || ifNoneMatch.trim() === "*");
}

const etagOf = (digest: string) => `"${digest.slice(0, 22)}"`;

/** The ETag of a text that is too long to be held: of its parts, which are read for that alone. */
export async function etagOfParts(parts: AsyncIterable<string>): Promise<string> {
  const digest = createHash("sha256");
  for await (const part of parts) digest.update(part);
  return etagOf(digest.digest("base64url"));
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
    const etag = etagOf(hash("sha256", payload, "base64url"));
    reply.header("etag", etag);
    if (!isKnown(request.headers["if-none-match"], etag)) return done(null, payload);
    reply.code(304).removeHeader("content-type").removeHeader("content-length");
    done(null, null);
  });
}
