/** The route table: each pattern with its page module. */
import { loadPart } from "#platform/client/parts.ts";
import type { Page } from "./page.ts";

export interface Route {
  /** Path pattern; `:name` matches one segment, as in Fastify. */
  pattern: string;
  /** Path of the page's module in `./pages`, also its key in the build's manifest. */
  file: string;
}

/** @param file by default named like the pattern; the browser's first visit fetches this table */
const at = (pattern: string, file = pattern.slice(1).replaceAll("/", "-")): Route => ({ pattern, file });

export const routes: readonly Route[] = [
  at("/", "home"),
  at("/prompts", "library"),
  at("/prompts/:id", "prompt"),
  at("/prompts/:id/edit", "prompt-edit"),
  at("/prompts/:id/remixes", "remixes"),
  at("/prompts/:id/versoes", "versions"),
  at("/prompts/:id/versoes/:number", "version"),
  at("/users/:id", "author"),
  at("/acompanhar", "feed"),
  at("/tags"),
  at("/tags/:slug", "tag"),
  at("/colecoes", "collections"),
  at("/colecoes/:name", "collection"),
  at("/submit"),
  at("/importar", "import"),
  at("/profile"),
  at("/novidades", "news"),
  at("/avisos", "notices"),
  at("/settings"),
  at("/auth"),
  at("/entrar-com", "auth"),
  at("/registration-success"),
  at("/verify-email"),
  at("/forgot-password"),
  at("/reset-password"),
  at("/blocked-account"),
  at("/denunciar", "report"),
  at("/denuncias/:code", "receipt"),
  at("/cancelar-novidades", "unsubscribe"),
  at("/moderacao", "moderation-log"),
  at("/transparencia", "transparency"),
  at("/terms-of-use"),
  at("/privacy-policy"),
  at("/accessibility"),
  at("/programas", "programs"),
  at("/admin"),
  at("/admin/users"),
  at("/admin/tags"),
  at("/admin/denuncias", "admin-cases"),
  at("/admin/denuncias/:id", "admin-cases"),
  at("/admin/audit-log"),
  at("/admin/health"),
  // Not served in production.
  at("/dev/ui"),
];

/** The page of all other paths. */
export const notFoundRoute: Route = { pattern: "*", file: "not-found" };

/** Dead links of the original screens, redirected with their query. */
const redirects: ReadonlyMap<string, string> = new Map([
  ["/login", "/auth"],
  ["/auth-page", "/auth"],
]);

/** Tabs of the profile that became pages. */
const formerTabs: ReadonlyMap<string, string> = new Map([
  ["configuracoes", "/settings"],
  ["avisos", "/avisos"],
  ["novidades", "/novidades"],
]);

const modules = import.meta.glob<{ page: Page }>("./pages/*.page.tsx");
const loaded = new Map<Route, Page>();
const loading = new Map<Route, Promise<Page>>();

/** The page of a route, if its module is loaded. */
export function loadedPage(route: Route): Page | undefined {
  return loaded.get(route);
}

/** The page of a route; its module is loaded once. @throws PartMissingError */
export function loadPage(route: Route): Promise<Page> {
  let promise = loading.get(route);
  if (!promise) {
    const load = modules[`./pages/${route.file}.page.tsx`];
    if (!load) throw new Error(`no page module: ${route.file}`);
    promise = loadPart(load).then(({ page }) => {
      loaded.set(route, page);
      return page;
    });
    loading.set(route, promise);
  }
  return promise;
}

/** The parameters of a path's segments, if they match the pattern. */
function matchPattern(pattern: string, given: string[]): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith(":") && value) params[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}

/** The route of a path, and its parameters. */
export function findRoute(path: string): { route: Route; params: Record<string, string> } {
  // Not a regular expression, which would try every slash of a path made of slashes.
  let end = path.length;
  while (path.length > 1 && path[end - 1] === "/") end--;
  const segments = path.slice(0, end).split("/");
  for (const route of routes) {
    const params = matchPattern(route.pattern, segments);
    if (params) return { route, params };
  }
  return { route: notFoundRoute, params: {} };
}

/**
 * Redirect target of a path without page, with the query.
 * @param search with or without the leading question mark
 */
export function findRedirect(path: string, search: string): string | undefined {
  const query = new URLSearchParams(search);
  const tab = path === "/profile" ? formerTabs.get(query.get("tab") ?? "") : undefined;
  if (tab) query.delete("tab");
  const target = tab ?? redirects.get(path);
  return target && query.size > 0 ? `${target}?${query}` : target;
}
