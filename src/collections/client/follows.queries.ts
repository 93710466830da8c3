/** Queries and mutations of following, and their cache. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import type { Follows, News } from "#collections/contract.ts";
import { FOLLOWS, followApi, NEWS } from "#collections/paths.ts";
import { fetchApi } from "#platform/client/api.ts";

export type Followed = keyof Follows;

/** Authors, collections and tags that the viewer follows. */
export function followsOptions(userId: string) {
  return queryOptions({
    queryKey: [FOLLOWS, userId],
    queryFn: () => fetchApi<Follows>(FOLLOWS),
    enabled: () => getSession().user?.id === userId,
  });
}

/** A page of news. @param before `next` of the page before; null for the first */
export function newsOptions(userId: string, before: string | null) {
  return queryOptions({
    queryKey: [NEWS, userId, before],
    queryFn: () => fetchApi<News>(before ? `${NEWS}?before=${before}` : NEWS),
    enabled: () => getSession().user?.id === userId,
  });
}

/** The newest news, for the mark that there is some. */
export function newestNewsOptions(userId: string) {
  return queryOptions({
    queryKey: [NEWS, userId, "newest"],
    queryFn: () => fetchApi<News>(`${NEWS}?limit=1`),
    // Asked again by who comes back to the tab after a while.
    staleTime: 5 * 60_000,
    enabled: () => getSession().user?.id === userId,
  });
}

/** Follows, or follows no longer. */
export async function setFollowed(
  client: QueryClient,
  of: Followed,
  id: string | number,
  wanted: boolean,
): Promise<void> {
  await fetchApi<void>(followApi(of, id), { method: wanted ? "PUT" : "DELETE" });
  void client.invalidateQueries({ queryKey: [NEWS] });
  await client.invalidateQueries({ queryKey: [FOLLOWS] });
}
