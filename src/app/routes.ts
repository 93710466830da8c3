/** The route table (specification, section 2): each pattern with the page module that answers it. */
import { loadPart } from "#platform/client/parts.ts";
import type { Page } from "./page.ts";

export interface Route {
  /** Segments, of which `:name` stands for any one; Fastify reads it the same way. */
  pattern: string;
  /** The page's module in `./pages`, which is also its key in the build's manifest. */
  file: string;
}

export const routes: readonly Route[] = [
  { pattern: "/", file: "home" },
  { pattern: "/prompts", file: "library" },
  { pattern: "/prompts/:id", file: "prompt" },
  { pattern: "/prompts/:id/edit", file: "prompt-edit" },
  { pattern: "/users/:id", file: "author" },
  { pattern: "/submit", file: "submit" },
  { pattern: "/profile", file: "profile" },
  { pattern: "/auth", file: "auth" },
  { pattern: "/registration-success", file: "registration-success" },
  { pattern: "/verify-email", file: "verify-email" },
  { pattern: "/forgot-password", file: "forgot-password" },
  { pattern: "/reset-password", file: "reset-password" },
  { pattern: "/blocked-account", file: "blocked-account" },
  { pattern: "/terms-of-use", file: "terms-of-use" },
  { pattern: "/privacy-policy", file: "privacy-policy" },
  { pattern: "/accessibility", file: "accessibility" },
  { pattern: "/admin", file: "admin" },
  { pattern: "/admin/users", file: "admin-users" },
  { pattern: "/admin/audit-log", file: "admin-audit-log" },
  { pattern: "/admin/health", file: "admin-health" },
  // The server answers it outside production alone.
  { pattern: "/dev/ui", file: "dev-ui" },
];

/** What answers every other address. */
export const notFoundRoute: Route = { pattern: "*", file: "not-found" };

/** Addresses that the source's screens link to without having them; the query goes along. */
const redirects: Readonly<Record<string, string>> = {
  "/login": "/auth",
  "/auth-page": "/auth",
  "/settings": "/profile?tab=configuracoes",
};

const modules = import.meta.glob<{ page: Page }>("./pages/*.page.tsx");
const loaded = new Map<Route, Page>();
const loading = new Map<Route, Promise<Page>>();

/** The page of a route when its module is here already. */
export function loadedPage(route: Route): Page | undefined {
  return loaded.get(route);
}

/** The page of a route; its module is fetched once. @throws PartMissingError */
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

/** The named parts of a path, given in segments, that fits the pattern. */
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

/** The route of a path and its named parts. */
export function findRoute(path: string): { route: Route; params: Record<string, string> } {
  // Counted from the end: a pattern would try every slash of an address that is made of them.
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
 * Where an address leads that has no page of its own, its query going along.
 * @param search with or without the leading question mark
 */
export function findRedirect(path: string, search: string): string | undefined {
  const target = redirects[path];
  const query = search.replace(/^\?/, "");
  if (!target || !query) return target;
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
