/** Paths of the account pages, and the redirect after a login, which must stay on this site. */

const BASE = "http://site.invalid";

/** A path on this site: one slash, not followed by a slash or backslash, which browsers read as another host. */
const LOCAL_PATH = /^\/(?![/\\])/;

/**
 * @param next the `next` parameter of `/auth`, which anyone can put into a link
 * @returns a path with query and fragment on this site; `/` for everything else and for `/auth` itself
 */
export function safeNextPath(next: string | null): string {
  if (!next || !LOCAL_PATH.test(next) || !URL.canParse(next, BASE)) return "/";
  const url = new URL(next, BASE);
  const path = url.pathname + url.search + url.hash;
  // Checked after parsing: the parser removes line breaks and dot segments.
  if (url.origin !== BASE || !LOCAL_PATH.test(path) || url.pathname === "/auth") return "/";
  return path;
}

/** URL of the login that redirects back to `path`. */
export function loginPath(path: string): string {
  return `/auth?next=${encodeURIComponent(path)}`;
}

/** URL of the page after a registration, which explains the next step and resends the mail. */
export function registrationSuccessPath(email: string): string {
  return `/registration-success?email=${encodeURIComponent(email)}`;
}
