/** The query of the user's own passkeys. */
import { queryOptions } from "@tanstack/react-query";
import { getSession } from "#accounts/client/session.ts";
import type { PasskeyList } from "#accounts/passkey-contract.ts";
import { PASSKEYS_PATH } from "#accounts/passkey-messages.ts";
import { fetchApi } from "#platform/client/api.ts";

/** Always refetched when shown; disabled after logging out. */
export function passkeysOptions(userId: string | undefined) {
  return queryOptions({
    queryKey: [PASSKEYS_PATH, userId],
    queryFn: () => fetchApi<PasskeyList>(PASSKEYS_PATH),
    enabled: () => userId !== undefined && getSession().user?.id === userId,
    staleTime: 0,
    refetchOnMount: "always",
  });
}
