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
        // Offline calls fail with a message instead of waiting silently.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
