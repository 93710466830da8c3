/** Storage of the session: persistent, or until the tab is closed when "remember me" is off. */
import type { Session, SupportedStorage } from "@supabase/auth-js";

export const SESSION_KEY = "prompteca-auth";

export type PlainStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Fallback when the browser refuses storage: the session then ends with the page. */
export function memoryStorage(): PlainStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function openStorage(name: "localStorage" | "sessionStorage"): PlainStorage {
  try {
    const storage = window[name];
    storage.getItem(SESSION_KEY);
    return storage;
  } catch {
    return memoryStorage();
  }
}

/** The tab's choice; what it finds first decides until the next login. */
let chosen: PlainStorage | undefined;

function currentStorage(): PlainStorage {
  if (!chosen) {
    const untilClosed = openStorage("sessionStorage");
    chosen = untilClosed.getItem(SESSION_KEY) ? untilClosed : openStorage("localStorage");
  }
  return chosen;
}

/** Chooses the storage of the next session. */
export function keepSession(remember: boolean): void {
  chosen = openStorage(remember ? "localStorage" : "sessionStorage");
}

/** The storage for auth-js, delegating to this tab's choice. */
export const sessionStorageAdapter: SupportedStorage = {
  getItem: (key) => currentStorage().getItem(key),
  setItem: (key, value) => currentStorage().setItem(key, value),
  removeItem: (key) => currentStorage().removeItem(key),
};

/** The stored session, unverified; null when missing or unreadable. */
export function readStoredSession(): Session | null {
  try {
    const session = JSON.parse(currentStorage().getItem(SESSION_KEY) ?? "null") as Session | null;
    return session?.access_token && session.refresh_token && session.user?.id ? session : null;
  } catch {
    return null;
  }
}

/** Session id of an access token. */
function sessionIdOf({ access_token: token }: Session): string | undefined {
  const [, claims = ""] = token.split(".");
  try {
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).session_id;
  } catch {
    return undefined;
  }
}

/**
 * Adopts tokens that another tab received for the same session. A duplicated tab has its own copy of a tab session, and two
 * copies that refresh from the same token would look like theft.
 */
export function adoptSession(renewed: Session | null): void {
  const stored = readStoredSession();
  if (!renewed?.expires_at || !stored?.expires_at || renewed.expires_at < stored.expires_at) return;
  const id = sessionIdOf(renewed);
  if (id && id === sessionIdOf(stored)) currentStorage().setItem(SESSION_KEY, JSON.stringify(renewed));
}
