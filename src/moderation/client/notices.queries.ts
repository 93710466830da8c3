/** Queries of the notices, which a session or a blocked account's password opens. */
import { queryOptions } from "@tanstack/react-query";
import { deviceHeaders } from "#accounts/client/device-secret.ts";
import type { BlockedUserRequest } from "#accounts/contract.ts";
import type { NoticeList } from "#moderation/contract.ts";
import { fetchApi } from "#platform/client/api.ts";

const PATH = "/api/notices";
const BLOCKED = "/api/account/blocked";

/** The notices of the viewer. Not fetched again while they are opened, or "Novo" would go as they are marked as read. */
export const noticesOptions = (userId: string) =>
  queryOptions({
    queryKey: [PATH, userId],
    queryFn: () => fetchApi<NoticeList>(PATH),
    staleTime: 30_000,
  });

/** @param newest the id of the newest that was shown */
export const markNoticesRead = (newest: number) =>
  fetchApi<void>(`${PATH}/read`, { method: "POST", body: { newest } });

/** The notices of a blocked user, who cannot log in. */
export const blockedNoticesOptions = (credentials: BlockedUserRequest) =>
  queryOptions({
    queryKey: [`${BLOCKED}/notices`, credentials.email],
    queryFn: () =>
      fetchApi<NoticeList>(`${BLOCKED}/notices`, {
        method: "POST",
        headers: deviceHeaders(),
        body: credentials,
      }),
    staleTime: 0,
  });

/** @param credentials of a blocked user */
export const appeal = (decisionId: number, text: string, credentials?: BlockedUserRequest) =>
  fetchApi<void>(`${credentials ? BLOCKED : "/api"}/decisions/${decisionId}/appeal`, {
    method: "POST",
    ...(credentials && { headers: deviceHeaders() }),
    body: { ...credentials, text },
  });
