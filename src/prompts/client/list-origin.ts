/** The list from which a prompt was opened: the way back leads there, with its filters and its place. */

import type { MouseEvent } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { tagPath } from "#prompts/tag-path.ts";
import { useAddressSearch } from "#ui/use-address-search.ts";

/** Stands in the history entry of a prompt's page. */
export interface ListOrigin {
  /** Address of the list. */
  list: string;
  /** Number of entries since. */
  steps: number;
}

const LIBRARY = "/prompts";
/** Beginnings of other lists' addresses: of a tag, a collection, an author, one's own, and what is new. */
const LISTS = [tagPath(""), "/colecoes/", "/users/", "/profile", "/novidades"];
const isList = (path: string) => LISTS.some((list) => path.startsWith(list));

function useOrigin(): ListOrigin | undefined {
  const state: unknown = useHistoryState<unknown>();
  const { list, steps } = (state ?? {}) as Partial<ListOrigin>;
  return typeof list === "string" && (list.startsWith(LIBRARY) || isList(list)) && typeof steps === "number"
    ? { list, steps }
    : undefined;
}

/** @returns the state of links to prompts on this page; undefined where no list leads to it */
export function useLinkOrigin(): ListOrigin | undefined {
  const [path] = useLocation();
  const search = useAddressSearch();
  const origin = useOrigin();
  if (path === LIBRARY || isList(path)) return { list: search ? `${path}?${search}` : path, steps: 1 };
  return origin && { ...origin, steps: origin.steps + 1 };
}

/** @returns properties of the link back to the list: within the history where it can, so that the place is kept */
export function useWayBack() {
  const origin = useOrigin();
  return {
    href: origin?.list ?? LIBRARY,
    onClick(event: MouseEvent) {
      if (!origin || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      history.go(-origin.steps);
    },
  };
}
