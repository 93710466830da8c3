/** Queries and mutations of the user's own sessions. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { EndedSessions, SessionList } from "#accounts/contract.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { getSession } from "./session.ts";
import { callSignedIn } from "./signed-in-call.ts";

const PATH = "/api/account/sessions";

/** Always refetched when shown; disabled after logging out. */
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

/** Error code when ending another session requires the password. */
export function isPasswordWanted(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "password_required";
}

/** Ends one session; succeeds if it has ended already. @throws ApiError */
export async function endOwnSession(client: QueryClient, id: string, password: string | null): Promise<void> {
  await callSignedIn(`${PATH}/${id}`, { method: "DELETE", body: { password } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  await lookAgain(client);
}

/** Ends all sessions but this one. @returns their number; throws ApiError */
export async function endOtherSessions(client: QueryClient, password: string | null): Promise<number> {
  const { ended } = await callSignedIn<EndedSessions>(PATH, { method: "DELETE", body: { password } });
  await lookAgain(client);
  return ended;
}
