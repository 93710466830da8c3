/** Queries and mutation for deleting one's account. */
import { queryOptions } from "@tanstack/react-query";
import { leaveSession } from "#accounts/client/session.ts";
import type { Footprint } from "#members/contract.ts";
import { fetchApi } from "#platform/client/api.ts";

/** In milliseconds: deleting many pictures takes a while. */
export const DELETION_LIMIT = 120_000;

/** Always refetched: it must list what will really be deleted. */
export function footprintOptions(userId: string) {
  return queryOptions({
    queryKey: ["/api/account/footprint", userId],
    queryFn: () => fetchApi<Footprint>("/api/account/footprint"),
    gcTime: 0,
  });
}

/**
 * Deletes the logged-in user's account, ends the session and clears cached queries and drafts.
 * @param userId the user's id
 * @param password empty when not required
 * @throws ApiError naming `password` when it is wrong
 */
export async function deleteAccount(userId: string, password: string): Promise<void> {
  await fetchApi("/api/account", {
    method: "DELETE",
    body: { password: password || null },
    timeout: DELETION_LIMIT,
  });
  await leaveSession().catch(() => undefined);
  // Loaded only here. Drafts that cannot be cleared expire after 30 days.
  const store = await import("#prompts/client/form/draft-store.ts").catch(() => undefined);
  await store?.removeDraftsOf(userId);
}
