/** Fetching and ending one's own sessions. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { EndedSessions, SessionList } from "#accounts/contract.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { getSession } from "./session.ts";

const PATH = "/api/account/sessions";

/** Asked anew whenever it is shown. Who has just left is asked about no more. */
export function sessionsOptions(userId: string) {
  return queryOptions({
    queryKey: [PATH, userId],
    queryFn: () => fetchApi<SessionList>(PATH),
    enabled: () => getSession().user?.id === userId,
    staleTime: 0,
    refetchOnMount: "always",
  });
}

const lookAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: [PATH] });

/** Ends one session; one that has ended already is as wished. @throws ApiError */
export async function endOwnSession(client: QueryClient, id: string): Promise<void> {
  await fetchApi(`${PATH}/${id}`, { method: "DELETE" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  await lookAgain(client);
}

/** Ends all sessions but this one. @returns how many there were; throws ApiError */
export async function endOtherSessions(client: QueryClient): Promise<number> {
  const { ended } = await fetchApi<EndedSessions>(PATH, { method: "DELETE" });
  await lookAgain(client);
  return ended;
}
