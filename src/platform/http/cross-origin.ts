/**
 * Answers that pages of other sites may read (CORS). The site has no cookies, so nobody's rights come along by
 * themselves.
 */

/** Headers of an answer that every page may read. */
export const READABLE_ANYWHERE: Record<string, string> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset",
};

/** Headers of the answer to a browser that asks first whether a page may read with a key of its own. */
export const PREFLIGHT: Record<string, string> = {
  ...READABLE_ANYWHERE,
  "access-control-allow-methods": "GET, HEAD",
  // All headers are harmless on reads. The wildcard does not include Authorization, and old browsers do not support it.
  "access-control-allow-headers": "Authorization, Content-Type, If-None-Match, *",
  "access-control-max-age": "86400",
};
