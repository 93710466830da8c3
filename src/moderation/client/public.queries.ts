/** Public pages of moderation: their addresses and queries. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  ACTIONS,
  type Action,
  CATEGORIES,
  type Category,
  type ModerationLog,
  type Transparency,
} from "#moderation/contract.ts";
import { type Fetcher, fetchApi } from "#platform/client/api.ts";

export const LOG_PATH = "/moderacao";
export const TRANSPARENCY_PATH = "/transparencia";
/** The first year with decisions: earlier ones are not offered. */
export const FIRST_YEAR = 2026;

export interface LogFilters {
  action?: Action | undefined;
  category?: Category | undefined;
  page: number;
}

/** Filters in the page's address; whatever is not known there is ignored. */
export function readLogFilters(search: URLSearchParams): LogFilters {
  const action = search.get("acao") ?? "";
  const category = search.get("categoria") ?? "";
  const page = search.get("page") ?? "";
  return {
    action: Object.hasOwn(ACTIONS, action) ? (action as Action) : undefined,
    category: Object.hasOwn(CATEGORIES, category) ? (category as Category) : undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

const pageOf = (page: number) => (page > 1 ? String(page) : undefined);

export function logPath({ action, category, page }: LogFilters): string {
  return withQuery(LOG_PATH, { acao: action, categoria: category, page: pageOf(page) });
}

export function logOptions({ action, category, page }: LogFilters, fetcher: Fetcher = fetchApi) {
  const path = withQuery("/api/moderation/log", { action, category, page: pageOf(page) });
  return queryOptions({
    queryKey: [path],
    queryFn: () => fetcher<ModerationLog>(path),
    placeholderData: keepPreviousData,
  });
}

/** The year in the page's address; undefined, which is the current one, where there is none. */
export function readYear(search: URLSearchParams): number | undefined {
  const year = search.get("ano") ?? "";
  return /^\d{4}$/.test(year) && Number(year) >= FIRST_YEAR ? Number(year) : undefined;
}

/** The figures as JSON. */
export const figuresPath = (year: number | undefined) =>
  withQuery("/api/transparency", { year: year?.toString() });

export function transparencyOptions(year: number | undefined, fetcher: Fetcher = fetchApi) {
  const path = figuresPath(year);
  return queryOptions({ queryKey: [path], queryFn: () => fetcher<Transparency>(path) });
}
