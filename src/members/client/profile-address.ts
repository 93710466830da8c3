/** The profile's address and what it shows, each from the other. */
import { readFilters } from "#prompts/client/library/library-filters.ts";

const PROFILE_TABS = ["prompts", "favoritos", "configuracoes"] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

export interface ProfileAddress {
  tab: ProfileTab;
  /** Of the tab's list, from 1. */
  page: number;
}

/** What an address asks for; anything it says wrongly counts as not said. */
export function readProfileAddress(search: URLSearchParams): ProfileAddress {
  return {
    tab: PROFILE_TABS.find((tab) => tab === search.get("tab")) ?? "prompts",
    // Pages are numbered as the library's are.
    page: readFilters(search).page,
  };
}

/** The address of a tab, and of a page of its list. */
export function profilePath({ tab, page }: ProfileAddress): string {
  const query = new URLSearchParams();
  if (tab !== "prompts") query.set("tab", tab);
  if (page > 1) query.set("page", String(page));
  return query.size ? `/profile?${query}` : "/profile";
}
