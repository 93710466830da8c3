/**
 * Which file of the browser's scripts each module goes into.
 *
 * A visit fetches few files: the libraries, which the next version leaves as they are; what the first pages share; what
 * one of them has; what pages with forms share, and what those of one family have. Left alone, each set of pages gets a
 * file of its own for what it shares, 26 on /prompts and on /auth, of which each brings a kilobyte of headers.
 */
import { basename } from "node:path";

/** The pages that most visits begin with. */
const FIRST_PAGES = ["home.page.tsx", "library.page.tsx", "prompt.page.tsx"];

/** The other pages that share much, and the parts of pages that are fetched by themselves, by what they are for. */
const FAMILIES: Record<string, string[]> = {
  accounts: [
    "auth.page.tsx",
    "auth-dialog.tsx",
    "blocked-account.page.tsx",
    "forgot-password.page.tsx",
    "registration-success.page.tsx",
    "reset-password.page.tsx",
    "verify-email.page.tsx",
  ],
  authoring: ["submit-form.tsx", "edit-form.tsx"],
  profile: ["profile.page.tsx"],
  admin: ["admin.page.tsx", "admin-audit-log.page.tsx", "admin-health.page.tsx", "admin-users.page.tsx"],
};

const ENTRIES = new Set([...FIRST_PAGES, ...Object.values(FAMILIES).flat()]);

const isStart = (id: string) => id.endsWith("/src/app/client/browser.tsx");

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Which of those pages and parts need a module at once: all of them what the site itself starts with. */
function entriesOf(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const entries = new Set<string>();
  if (seen.has(id)) return entries;
  seen.add(id);
  if (ENTRIES.has(basename(id))) entries.add(basename(id));
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) {
    // What starts the site waits for its page, and so is in no file that pages import.
    if (isStart(importer)) return ENTRIES;
    for (const entry of entriesOf(importer, graph, seen)) entries.add(entry);
  }
  return entries;
}

const familiesOf = (entries: Set<string>) =>
  Object.keys(FAMILIES).filter((name) => FAMILIES[name]?.some((entry) => entries.has(entry)));

/** The files that modules go into, those that others import first; null for what only some other page needs. */
const files: ((entries: Set<string>) => string | null)[] = [
  (entries) => (FIRST_PAGES.filter((page) => entries.has(page)).length > 1 ? "site" : null),
  (entries) => FIRST_PAGES.find((page) => entries.has(page))?.replace(".page.tsx", "") ?? null,
  // The page that a mail opens, on a phone perhaps that has nothing yet, has one field and none of the forms.
  (entries) => (entries.size > 1 && entries.has("verify-email.page.tsx") ? "confirmation" : null),
  (entries) => (familiesOf(entries).length > 1 ? "forms" : null),
  (entries) => (entries.size > 1 ? (familiesOf(entries)[0] ?? null) : null),
];

/** For the bundler: `output.codeSplitting` of Rolldown. */
export const codeSplitting = {
  groups: [
    {
      name: "libraries",
      test: /\/node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store|wouter|regexparam)\//,
      priority: 9,
    },
    // Whoever is logged in may need it on any page, without a form.
    { name: "auth", test: /\/node_modules\/@supabase\//, priority: 8 },
    ...files.map((fileOf, index) => ({
      debugName: `pages ${index}`,
      name: (id: string, graph: ModuleGraph) => fileOf(entriesOf(id, graph)),
      // A group takes what its modules import with it, except what one of a higher priority has taken.
      priority: files.length - index,
    })),
  ],
};
