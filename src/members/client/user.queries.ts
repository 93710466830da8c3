/** What the browser asks about a person, whoever asks. */
import { queryOptions } from "@tanstack/react-query";
import type { PublicUser } from "#members/contract.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";

/** A person's id as addresses of the API have it; `0`, which is nobody's, for whatever is none. */
export function userIdOf(id: string): string {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : "0";
}

/**
 * What is public of a person; null when there is none.
 * @param id as the page's address has it, which may be anything
 */
export function userOptions(id: string, fetcher: Fetcher = fetchApi) {
  const path = `/api/users/${userIdOf(id)}`;
  return queryOptions({
    queryKey: [path],
    queryFn: () =>
      fetcher<PublicUser>(path).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
}
