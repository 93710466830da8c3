/** Queries of the public profile. */
import { queryOptions } from "@tanstack/react-query";
import type { PublicUser } from "#members/contract.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";

/** A user's id for API paths; `0`, which no user has, for malformed ids. */
export function userIdOf(id: string): string {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : "0";
}

/**
 * A public profile; null when there is no such user, `removed` when moderation has removed the account.
 * @param id from the page's URL; may be malformed
 */
export function userOptions(id: string, fetcher: Fetcher = fetchApi) {
  const path = `/api/users/${userIdOf(id)}`;
  return queryOptions({
    queryKey: [path],
    queryFn: () =>
      fetcher<PublicUser>(path).catch((error: unknown): null | "removed" => {
        if (error instanceof ApiError && error.status === 404) return null;
        if (error instanceof ApiError && error.status === 410) return "removed";
        throw error;
      }),
  });
}
