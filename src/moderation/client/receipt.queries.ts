/** Queries of a report by its code. */
import { queryOptions } from "@tanstack/react-query";
import type { Receipt } from "#moderation/contract.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";

/** Path of a report's page. */
export const receiptPath = (code: string) => `/denuncias/${encodeURIComponent(code)}`;

/** Path of the calls on a report. @param code from the page's URL; may be anything */
export const reportCallPath = (code: string) => `/api/reports/${encodeURIComponent(code)}`;

/** The state of a report; null when the code is unknown. */
export function receiptOptions(code: string, fetcher: Fetcher = fetchApi) {
  const path = reportCallPath(code);
  return queryOptions({
    queryKey: [path],
    queryFn: () =>
      fetcher<Receipt>(path).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    // Fresh for half a minute only: readers come back to see what has changed.
    staleTime: 30_000,
  });
}
