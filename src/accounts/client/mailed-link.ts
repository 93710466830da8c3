/** What a mailed link brought along, taken out of the address at once: it stays in no history, bookmark or picture of the screen. */
import type { MailedLinkAnswer } from "#accounts/contract.ts";
import { fetchApi } from "#platform/client/api.ts";
import { deviceHeaders } from "./device-secret.ts";

/** Where the entry of the browser's history keeps a single-use token, so that a reload asks again instead of failing. */
const KEPT = "mailedToken";

/** @returns the address as it was opened, after a reload with the token that it had */
export function takeAddress(): URL {
  const opened = new URL(location.href);
  const kept: unknown = history.state?.[KEPT];
  if (typeof kept === "string" && !opened.search && !opened.hash) opened.searchParams.set("token_hash", kept);
  const token =
    opened.searchParams.get("token_hash") ?? new URLSearchParams(opened.hash.slice(1)).get("token_hash");
  history.replaceState({ ...history.state, [KEPT]: token ?? undefined }, "", location.pathname);
  return opened;
}

/** The token is spent, or void. */
export function forgetToken(): void {
  history.replaceState({ ...history.state, [KEPT]: undefined }, "", location.href);
}

/**
 * Asks what a link is for and whom it names; it is not spent.
 * @throws ApiError when the service could not be asked
 */
export function lookUpLink(tokenHash: string): Promise<MailedLinkAnswer> {
  const body = { token_hash: tokenHash };
  return fetchApi<MailedLinkAnswer>("/api/auth/mailed-link", {
    method: "POST",
    headers: deviceHeaders(),
    body,
  });
}
