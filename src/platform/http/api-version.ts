/** The version in the API's paths, which programs use; the site's own pages leave it out. */

/** Where programs find the API. What may change there, and what never does: docs/api.md, The promise. */
export const API_V1 = "/api/v1";

/** Whether a URL is the API's, with its version. */
export function isVersioned(url: string): boolean {
  return url.startsWith(`${API_V1}/`);
}

/** Returns the URL without the API's version, which changes no answer. */
export function withoutVersion(url: string): string {
  if (!url.startsWith(API_V1)) return url;
  const rest = url.slice(API_V1.length);
  return /^([/?#]|$)/.test(rest) ? `/api${rest}` : url;
}

/** Returns a path of the API as programs write it. */
export function versioned(path: string): string {
  return path.replace(/^\/api(?=\/|$)/, API_V1);
}
