/** The query cache's defaults (specification, section 7: no refetch, infinite stale time, no retries). */
import { QueryClient } from "@tanstack/react-query";

/** One per visit in the browser, one per rendered page on the server: never shared between requests. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // Without a connection a call fails and says so, instead of waiting unseen for one.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
