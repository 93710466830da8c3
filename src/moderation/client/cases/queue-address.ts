/** Where a moderator is in the queue: state, filters and page, in the addresses of the queue and of its cases. */
import { useMemo } from "react";
import { type CaseFilter, DUE, type Due, UNREPORTED } from "#moderation/cases-contract.ts";
import { CATEGORY_KEYS, type Category } from "#moderation/contract.ts";
import { useAddressSearch } from "#ui/use-address-search.ts";
import { QUEUE } from "./waiting-cases.tsx";

export interface QueuePlace extends CaseFilter {
  state: "open" | "decided";
  /** From 1. */
  page: number;
}

const isCategory = (text: string): text is Category => CATEGORY_KEYS.some((key) => key === text);
const isDue = (text: string): text is Due => text in DUE;

/** Parses a URL's query; invalid parameters are ignored. */
export function readQueuePlace(query: URLSearchParams): QueuePlace {
  const state = query.get("state") === "decided" ? "decided" : "open";
  const category = query.get("category") ?? "";
  const due = query.get("due") ?? "";
  const author = query.get("author") ?? "";
  const page = Number(query.get("page"));
  return {
    state,
    ...((isCategory(category) || category === UNREPORTED) && { category }),
    ...(isDue(due) && state === "open" && { due }),
    ...(/^[0-9a-f-]{36}$/.test(author) && { author }),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** The filter as parameters, without those that are as by default. */
export function filterOf({ state, category, due, author }: QueuePlace): Record<string, string> {
  return {
    ...(state === "decided" && { state }),
    ...(category && { category }),
    ...(due && { due }),
    ...(author && { author }),
  };
}

function queryOf(place: QueuePlace): string {
  const query = new URLSearchParams(filterOf(place));
  if (place.page > 1) query.set("page", String(place.page));
  return query.size ? `?${query}` : "";
}

/** @param id of a case that is shown first, with the focus */
export const queuePath = (place: QueuePlace, id?: number) =>
  `${QUEUE}${queryOf(place)}${id === undefined ? "" : `#${rowId(id)}`}`;

export const rowId = (id: number) => `caso-${id}`;

/** A case, from which one comes back to that place. */
export const casePath = (id: number, place: QueuePlace) => `${QUEUE}/${id}${queryOf(place)}`;

/** The place that the current URL names. */
export function useQueuePlace(): QueuePlace {
  const query = useAddressSearch();
  return useMemo(() => readQueuePlace(new URLSearchParams(query)), [query]);
}
