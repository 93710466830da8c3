/** Paths of the account pages, and the redirect after a login, which must stay on this site and be told. */

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

/** Pages that need a login, the more particular ones first, and what one is there for, as in "Entre para …". */
const purposes: readonly [RegExp, string][] = [
  [/^\/submit\?(.*&)?de=\d+\b/, "fazer uma versão sua"],
  [/^\/submit$/, "enviar seu prompt"],
  [/^\/importar$/, "importar prompts"],
  [/^\/profile\?(.*&)?tab=favoritos\b/, "ver seus favoritos"],
  [/^\/profile\?(.*&)?tab=novidades\b/, "ver suas novidades"],
  [/^\/profile\?(.*&)?tab=colecoes\b/, "ver suas coleções"],
  [/^\/profile\?(.*&)?tab=configuracoes\b/, "abrir suas configurações"],
  [/^\/profile\b/, "abrir seu perfil"],
  [/^\/prompts\/\d+\/edit$/, "editar seu prompt"],
  [/^\/admin\b/, "administrar o site"],
];

/** @param path from {@link safeNextPath} @returns undefined for pages that need no login */
export function purposeOf(path: string): string | undefined {
  return purposes.find(([pattern]) => pattern.test(path))?.[1];
}

/** URL of the login that redirects back to `path`. */
export function loginPath(path: string): string {
  return `/auth?next=${encodeURIComponent(path)}`;
}

/** URL of the page after a registration, which explains the next step and resends the mail. */
export function registrationSuccessPath(email: string): string {
  return `/registration-success?email=${encodeURIComponent(email)}`;
}
