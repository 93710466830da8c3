/** Reads a mailed link's token and removes it from the URL at once: not in history, bookmarks or screenshots. */
import type { MailedLinkAnswer } from "#accounts/contract.ts";
import { fetchApi } from "#platform/client/api.ts";
import { keep, readStored } from "#platform/client/browser-storage.ts";
import { deviceHeaders } from "./device-secret.ts";

/** The last link's token, in the tab that opened it, so that a reload works. It goes with the person (left-behind.ts). */
const KEY = "prompteca-mailed-link";
/** Names the link in the state of its history entry: another entry of the same page is not its. */
const STATE_KEY = "mailedLink";

function readToken(): string | undefined {
  try {
    const { link, token } = JSON.parse(readStored(KEY, "tab") ?? "null");
    return link === history.state?.[STATE_KEY] && typeof token === "string" ? token : undefined;
  } catch {
    return undefined;
  }
}

/** @returns the original URL, restored after a reload */
export function takeAddress(): URL {
  const opened = new URL(location.href);
  const stored = readToken();
  if (stored && !opened.search && !opened.hash) opened.searchParams.set("token_hash", stored);
  const token =
    opened.searchParams.get("token_hash") ?? new URLSearchParams(opened.hash.slice(1)).get("token_hash");
  const link = token ? Date.now() : undefined;
  if (token) keep(KEY, JSON.stringify({ link, token }), "tab");
  history.replaceState({ ...history.state, [STATE_KEY]: link }, "", location.pathname);
  return opened;
}

/** Forgets the token, which is spent or invalid. */
export function forgetToken(): void {
  keep(KEY, null, "tab");
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
