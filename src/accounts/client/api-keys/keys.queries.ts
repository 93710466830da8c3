/** Queries and mutations of the user's own API keys. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import type { CreatedKey, KeyList, NewKeyForm } from "#accounts/key-contract.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";

const PATH = "/api/account/keys";

/** Always refetched when shown; disabled after logging out. */
export function keysOptions(userId: string) {
  return queryOptions({
    queryKey: [PATH, userId],
    queryFn: () => fetchApi<KeyList>(PATH),
    enabled: () => getSession().user?.id === userId,
    staleTime: 0,
    refetchOnMount: "always",
  });
}

const lookAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: [PATH] });

/** @param form the password only when it is required @throws ApiError */
export async function createKey(
  client: QueryClient,
  form: NewKeyForm & { password?: string },
): Promise<CreatedKey> {
  const created = await fetchApi<CreatedKey>(PATH, { method: "POST", body: form });
  void lookAgain(client);
  return created;
}

/** Succeeds if it was revoked already. @throws ApiError */
export async function revokeKey(client: QueryClient, id: string): Promise<void> {
  await fetchApi(`${PATH}/${id}`, { method: "DELETE" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  await lookAgain(client);
}
