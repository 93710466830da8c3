/** Reads a mailed link's token and removes it from the URL at once: not in history, bookmarks or screenshots. */
import type { MailedLinkAnswer } from "#accounts/contract.ts";
import { fetchApi } from "#platform/client/api.ts";
import { deviceHeaders } from "./device-secret.ts";

/** Key in the history entry's state that keeps the token, so that a reload works. */
const STATE_KEY = "mailedToken";

/** @returns the original URL, restored after a reload */
export function takeAddress(): URL {
  const opened = new URL(location.href);
  const stored: unknown = history.state?.[STATE_KEY];
  if (typeof stored === "string" && !opened.search && !opened.hash)
    opened.searchParams.set("token_hash", stored);
  const token =
    opened.searchParams.get("token_hash") ?? new URLSearchParams(opened.hash.slice(1)).get("token_hash");
  history.replaceState({ ...history.state, [STATE_KEY]: token ?? undefined }, "", location.pathname);
  return opened;
}

/** Forgets the token, which is spent or invalid. */
export function forgetToken(): void {
  history.replaceState({ ...history.state, [STATE_KEY]: undefined }, "", location.href);
}

/**
 * Describes a link without spending it.
 * @throws ApiError when the service is unreachable
 */
export function lookUpLink(tokenHash: string): Promise<MailedLinkAnswer> {
  const body = { token_hash: tokenHash };
  return fetchApi<MailedLinkAnswer>("/api/auth/mailed-link", {
    method: "POST",
    headers: deviceHeaders(),
    body,
  });
}
