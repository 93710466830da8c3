/** Addresses of the account pages, and the way back after a login, which must stay on this site. */

const BASE = "http://site.invalid";

/** A path on this site: one slash, then neither a slash nor a backslash, which browsers read as another host. */
const LOCAL_PATH = /^\/(?![/\\])/;

/**
 * @param next the `next` parameter of `/auth`, which anybody can write into a link
 * @returns a path with query and fragment on this site; `/` for everything else and for `/auth` itself
 */
export function safeNextPath(next: string | null): string {
  if (!next || !LOCAL_PATH.test(next) || !URL.canParse(next, BASE)) return "/";
  const url = new URL(next, BASE);
  const path = url.pathname + url.search + url.hash;
  // The parser drops line breaks and dot segments: only what it made of the text can be judged.
  if (url.origin !== BASE || !LOCAL_PATH.test(path) || url.pathname === "/auth") return "/";
  return path;
}

/** The address that asks for a login and leads back to `path`. */
export function loginPath(path: string): string {
  return `/auth?next=${encodeURIComponent(path)}`;
}

/** Where a registration leads: the page that says what comes next, and sends the mail again. */
export function registrationSuccessPath(email: string): string {
  return `/registration-success?email=${encodeURIComponent(email)}`;
}
