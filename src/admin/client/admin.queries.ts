/** Queries and mutations of the admin's screens. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callSignedIn } from "#accounts/client/signed-in-call.ts";
import type {
  AdminTag,
  BlockAnswer,
  BlockRequest,
  RemovalAnswer,
  RetryAnswer,
  SiteHealth,
} from "#admin/contract.ts";
import type { AdminAddress } from "./admin-address.ts";
import type { Reasons } from "./reason-fields.tsx";

/** A page of a list, refetched whenever shown, as users act too. The current page stays while the next one loads. */
export function pageOptions<List>(
  path: string,
  { page, search }: AdminAddress,
  filter: Record<string, string> = {},
) {
  const query = new URLSearchParams({ ...filter, page: String(page) });
  if (search) query.set("search", search);
  return queryOptions({
    queryKey: [path, { page, search, ...filter }],
    queryFn: () => callSignedIn<List>(`${path}?${query}`),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Refetched every minute while visible; every few seconds during the first count. */
export const healthOptions = queryOptions({
  queryKey: ["/api/admin/health"],
  queryFn: () => callSignedIn<SiteHealth>("/api/admin/health"),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.totals.counted_at === null ? 3000 : 60_000),
});

export const retryFailedMails = () =>
  callSignedIn<RetryAnswer>("/api/admin/failed-mails/retry", { method: "POST" });

/** @param reasons mailed to the author and kept in the log */
export const removePrompt = (id: number, reasons: Reasons) =>
  callSignedIn<RemovalAnswer>(`/api/admin/prompts/${id}`, { method: "DELETE", body: reasons });

export const setBlocked = (id: string, body: BlockRequest) =>
  callSignedIn<BlockAnswer>(`/api/admin/users/${id}/toggle-block`, { method: "PATCH", body });

export const removeUser = (id: string, reasons: Reasons) =>
  callSignedIn<RemovalAnswer>(`/api/admin/users/${id}`, { method: "DELETE", body: reasons });

const tagPath = (id: number) => `/api/admin/tags/${id}`;

export const renameTag = (id: number, name: string) =>
  callSignedIn<AdminTag>(tagPath(id), { method: "PATCH", body: { name } });

/** @param into the tag that stays */
export const mergeTags = (id: number, into: number) =>
  callSignedIn<AdminTag>(`${tagPath(id)}/merge`, { method: "POST", body: { into } });

export const freeAlias = (id: number, alias: number) =>
  callSignedIn<AdminTag>(`${tagPath(id)}/aliases/${alias}`, { method: "DELETE" });
