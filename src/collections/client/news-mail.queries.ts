/** Queries and mutations of the weekly mail, and their cache. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import type { NewsMail } from "#collections/contract.ts";
import { NEWS_MAIL, NEWS_MAIL_BY_TOKEN } from "#collections/paths.ts";
import { ApiError, type Fetcher, fetchApi } from "#platform/client/api.ts";

/** Whether the viewer gets it. */
export function newsMailOptions(userId: string) {
  return queryOptions({
    queryKey: [NEWS_MAIL, userId],
    queryFn: () => fetchApi<NewsMail>(NEWS_MAIL),
    enabled: () => getSession().user?.id === userId,
  });
}

/** Asks for it, or for no more; shown at once, and as before when that fails. @throws ApiError */
export async function setNewsMail(client: QueryClient, userId: string, weekly: boolean): Promise<void> {
  const { queryKey } = newsMailOptions(userId);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, { weekly });
  try {
    await fetchApi<void>(NEWS_MAIL, { method: "PUT", body: { weekly } });
  } catch (error) {
    client.setQueryData(queryKey, { weekly: !weekly });
    throw error;
  }
}

/** Whether a mail's link can end the mails; null for an unknown link. */
export function newsMailByTokenOptions(token: string, fetcher: Fetcher = fetchApi) {
  const path = `${NEWS_MAIL_BY_TOKEN}?token=${encodeURIComponent(token)}`;
  return queryOptions({
    queryKey: [path],
    queryFn: () =>
      fetcher<NewsMail>(path).catch((error: unknown): null => {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
        throw error;
      }),
  });
}
