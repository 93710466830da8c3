/** The query of one's linked issuers. */
import { queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import type { IdentityList } from "#accounts/identity-contract.ts";
import { fetchApi } from "#platform/client/api.ts";

export const IDENTITIES_PATH = "/api/account/identities";

/** What opens the account; disabled after logging out. */
export const identitiesOptions = (userId: string) =>
  queryOptions({
    queryKey: [IDENTITIES_PATH, userId],
    queryFn: () => fetchApi<IdentityList>(IDENTITIES_PATH),
    enabled: () => getSession().user?.id === userId,
    staleTime: 0,
    refetchOnMount: "always",
  });
