/**
 * Rules for shared caches between readers and the site: which answers they keep, and the keys by which the configured
 * one is purged (decision 54). The database's triggers write the same keys into their notices.
 */

/** Key of every answer. */
export const EVERYTHING = "everything";
/** Key of every answer that is not about a few prompts alone: each change of public content may change it. */
export const LISTS = "lists";
export const promptKey = (id: number): string => `prompt-${id}`;
export const userKey = (id: string): string => `user-${id.slice(-12)}`;

/** An answer with more keys than these is dropped with the lists. */
const MAX_KEYS = 64;

/** `Cache-Control` of answers whose caches ask each time. */
export const ASK_ALWAYS = "public, max-age=0, must-revalidate";
/** The same for answers that are the same for everybody. Nobody purges unknown caches, so they may keep them for a second. */
export const SHARED_BRIEFLY = "public, max-age=0, s-maxage=1, must-revalidate";

/**
 * Seconds for which the purged cache keeps an answer, and sends it while it asks for a newer one. What is not purged, such as
 * likes, is as old as both at most.
 */
const FRESH = 30;
const STALE = 30;
/** Seconds for which it sends an old answer when the site fails. */
const IN_NEED = 24 * 60 * 60;

/**
 * Headers for the purged cache, which alone reads the first (RFC 9213). Fastly and Varnish name keys by the second, Cloudflare
 * by the third.
 * @param keys of what the answer shows
 */
export function purgedHeaders(keys: readonly string[], seconds: number = FRESH): Record<string, string> {
  const all = [...new Set([EVERYTHING, ...(keys.length > MAX_KEYS ? [LISTS] : keys)])];
  return {
    "cdn-cache-control": `max-age=${seconds}, stale-while-revalidate=${STALE}, stale-if-error=${IN_NEED}`,
    "surrogate-key": all.join(" "),
    "cache-tag": all.join(","),
  };
}

/** The keys in a header of {@link purgedHeaders}. */
export function keysIn(header: unknown): string[] {
  return typeof header === "string" ? header.split(" ") : [LISTS];
}
