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

/** What the service says when it wants the password before it ends another session. */
export function isPasswordWanted(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "password_required";
}

/** Ends one session; one that has ended already is as wished. @throws ApiError */
export async function endOwnSession(client: QueryClient, id: string, password: string | null): Promise<void> {
  await fetchApi(`${PATH}/${id}`, { method: "DELETE", body: { password } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  await lookAgain(client);
}

/** Ends all sessions but this one. @returns how many there were; throws ApiError */
export async function endOtherSessions(client: QueryClient, password: string | null): Promise<number> {
  const { ended } = await fetchApi<EndedSessions>(PATH, { method: "DELETE", body: { password } });
  await lookAgain(client);
  return ended;
}
