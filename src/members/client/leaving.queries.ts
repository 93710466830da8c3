/** Asking what goes with one's account, and deleting it. */
import { queryOptions } from "@tanstack/react-query";
import { leaveSession } from "#accounts/client/session.ts";
import type { Footprint } from "#members/contract.ts";
import { fetchApi } from "#platform/client/api.ts";

/** Many pictures take a while to remove, in milliseconds. */
export const DELETION_LIMIT = 120_000;

/** Asked anew each time: what is told must be what goes. */
export function footprintOptions(userId: string) {
  return queryOptions({
    queryKey: ["/api/account/footprint", userId],
    queryFn: () => fetchApi<Footprint>("/api/account/footprint"),
    gcTime: 0,
  });
}

/**
 * Deletes the account of whoever is logged in; with it the session here ends, and what was loaded or drafted is forgotten.
 * @param userId whose account it is
 * @param password empty where none is needed
 * @throws ApiError naming `password` when it is refused
 */
export async function deleteAccount(userId: string, password: string): Promise<void> {
  await fetchApi("/api/account", {
    method: "DELETE",
    body: { password: password || null },
    timeout: DELETION_LIMIT,
  });
  await leaveSession().catch(() => undefined);
  // Loaded only here; drafts that cannot be reached end after 30 days.
  const store = await import("#prompts/client/form/draft-store.ts").catch(() => undefined);
  await store?.removeDraftsOf(userId);
}
