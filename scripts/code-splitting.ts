/**
 * Assigns modules to the browser's script files.
 *
 * A visit loads few files: the libraries, which rarely change; code shared by the first pages; code of one of them;
 * code shared by pages with forms, and code of one family of pages. By default the bundler creates a file for each set
 * of pages that share modules: 26 files on /prompts and on /auth, each with a kilobyte of headers.
 */
import { basename } from "node:path";

/** The pages on which most visits start. */
const FIRST_PAGES = ["home.page.tsx", "library.page.tsx", "prompt.page.tsx"];

/** Other pages that share much code, and lazily loaded parts of pages, by purpose. */
const FAMILIES: Record<string, string[]> = {
  accounts: [
    "auth.page.tsx",
    "auth-dialog.tsx",
    "forgot-password.page.tsx",
    "registration-success.page.tsx",
    "reset-password.page.tsx",
    "verify-email.page.tsx",
  ],
  authoring: ["submit-form.tsx", "edit-form.tsx"],
  profile: [
    "profile.page.tsx",
    "news.page.tsx",
    "notices.page.tsx",
    "settings.page.tsx",
    "blocked-account.page.tsx",
  ],
  reports: ["report.page.tsx", "receipt.page.tsx"],
  moderation: ["moderation-log.page.tsx", "transparency.page.tsx"],
  admin: [
    "admin.page.tsx",
    "admin-audit-log.page.tsx",
    "admin-cases.page.tsx",
    "admin-health.page.tsx",
    "admin-tags.page.tsx",
    "admin-users.page.tsx",
  ],
};

const ENTRIES = new Set([...FIRST_PAGES, ...Object.values(FAMILIES).flat()]);

const isModeration = (id: string) => id.includes("/src/moderation/");
const isStart = (id: string) => id.endsWith("/src/app/client/browser.tsx");

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Returns the pages and parts that import a module statically; all of them for modules of the entry point. */
function entriesOf(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const entries = new Set<string>();
  if (seen.has(id)) return entries;
  seen.add(id);
  if (ENTRIES.has(basename(id))) entries.add(basename(id));
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) {
    // The entry point imports pages dynamically, so no page imports it.
    if (isStart(importer)) return ENTRIES;
    for (const entry of entriesOf(importer, graph, seen)) entries.add(entry);
  }
  return entries;
}

const familiesOf = (entries: Set<string>) =>
  Object.keys(FAMILIES).filter((name) => FAMILIES[name]?.some((entry) => entries.has(entry)));

const firstPageOf = (entries: Set<string>) =>
  FIRST_PAGES.find((page) => entries.has(page))?.replace(".page.tsx", "") ?? null;

/** Rules for the file of a module, by priority; null when only another page needs it. */
const files: ((entries: Set<string>, id: string) => string | null)[] = [
  (entries) => (FIRST_PAGES.filter((page) => entries.has(page)).length > 1 ? "site" : null),
  // Fields and dialogs of a first page: forms need these, but not the rest of that page.
  (entries) => {
    const page = firstPageOf(entries);
    return page && familiesOf(entries).length > 0 ? `${page}-controls` : null;
  },
  firstPageOf,
  // A mail opens this page, perhaps on a phone with an empty cache. It has one field and does not need the forms.
  (entries) => (entries.size > 1 && entries.has("verify-email.page.tsx") ? "confirmation" : null),
  (entries, id) => (familiesOf(entries).length > 1 && !isModeration(id) ? "forms" : null),
  // Moderation has pages in most families, and who logs in needs none of it.
  (entries, id) => (familiesOf(entries).length > 1 && isModeration(id) ? "moderation-forms" : null),
  (entries) => (entries.size > 1 ? (familiesOf(entries)[0] ?? null) : null),
];

/** Rolldown's option `output.codeSplitting`. */
export const codeSplitting = {
  groups: [
    {
      name: "libraries",
      test: /\/node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store|wouter|regexparam)\//,
      priority: 9,
    },
    // Signed-in users may need it on any page, even without a form.
    { name: "auth", test: /\/node_modules\/@supabase\//, priority: 8 },
    ...files.map((fileOf, index) => ({
      debugName: `pages ${index}`,
      name: (id: string, graph: ModuleGraph) => fileOf(entriesOf(id, graph), id),
      // A group includes the imports of its modules, except those in groups of higher priority.
      priority: files.length - index,
    })),
  ],
};
