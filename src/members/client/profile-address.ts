/** Converts between the profile's URL and its tab and page. */
import { readPageNumber } from "#platform/client/page-number.ts";

const PROFILE_TABS = ["prompts", "favoritos", "colecoes"] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

interface ProfileAddress {
  tab: ProfileTab;
  /** Page of the tab's list, from 1. */
  page: number;
}

/** Parses a URL's query; invalid parameters are ignored. */
export function readProfileAddress(search: URLSearchParams): ProfileAddress {
  return {
    tab: PROFILE_TABS.find((tab) => tab === search.get("tab")) ?? "prompts",
    // Page numbers as in the library.
    page: readPageNumber(search),
  };
}

/** URL of a tab and of a page of its list. */
export function profilePath({ tab, page }: ProfileAddress): string {
  const query = new URLSearchParams();
  if (tab !== "prompts") query.set("tab", tab);
  if (page > 1) query.set("page", String(page));
  return query.size ? `/profile?${query}` : "/profile";
}
