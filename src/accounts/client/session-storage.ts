/** Where the browser keeps the session: for good, or only until the tab is closed when "remember me" is off. */
import type { Session, SupportedStorage } from "@supabase/auth-js";

export const SESSION_KEY = "prompteca-auth";

type PlainStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Stands in where the browser refuses storage: the session then lives as long as the page. */
function memoryStorage(): PlainStorage {
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

/** The tab's own choice; what it finds at its first look decides until somebody logs in here. */
let chosen: PlainStorage | undefined;

function currentStorage(): PlainStorage {
  if (!chosen) {
    const untilClosed = openStorage("sessionStorage");
    chosen = untilClosed.getItem(SESSION_KEY) ? untilClosed : openStorage("localStorage");
  }
  return chosen;
}

/** Decides where the session that is about to begin is kept. */
export function keepSession(remember: boolean): void {
  chosen = openStorage(remember ? "localStorage" : "sessionStorage");
}

/** The storage to give to auth-js: always the place that this tab has chosen. */
export const sessionStorageAdapter: SupportedStorage = {
  getItem: (key) => currentStorage().getItem(key),
  setItem: (key, value) => currentStorage().setItem(key, value),
  removeItem: (key) => currentStorage().removeItem(key),
};

/** The stored session without asking anybody whether it still holds; null when there is none or it is unreadable. */
export function readStoredSession(): Session | null {
  try {
    const session = JSON.parse(currentStorage().getItem(SESSION_KEY) ?? "null") as Session | null;
    return session?.access_token && session.refresh_token && session.user?.id ? session : null;
  } catch {
    return null;
  }
}

/** Which session an access token belongs to. */
function sessionIdOf({ access_token: token }: Session): string | undefined {
  const [, claims = ""] = token.split(".");
  try {
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).session_id;
  } catch {
    return undefined;
  }
}

/**
 * Takes over what the service gave another tab for the same session. A duplicated tab has a copy of its own of a session
 * that lives until the tab is closed, and two who go on from one token are taken for a thief and the owner.
 */
export function adoptSession(renewed: Session | null): void {
  const stored = readStoredSession();
  if (!renewed?.expires_at || !stored?.expires_at || renewed.expires_at < stored.expires_at) return;
  const id = sessionIdOf(renewed);
  if (id && id === sessionIdOf(stored)) currentStorage().setItem(SESSION_KEY, JSON.stringify(renewed));
}
