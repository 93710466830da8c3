/** Storage of the session: persistent, or until the tab is closed when "remember me" is off. */
import type { Session, SupportedStorage } from "@supabase/auth-js";
import { keep, lasts, type Place, readStored } from "#platform/client/browser-storage.ts";

/** Apart from messages.ts, which the first pages do without. */
export const SESSION_NOT_KEPT =
  "Este navegador não está guardando dados: sua sessão continua aberta até você fechar ou recarregar a página.";

export const SESSION_KEY = "prompteca-auth";

/** The tab's choice; the first storage in which a session is found decides until the next login. */
let chosen: Place | undefined;

function currentPlace(): Place {
  chosen ??= readStored(SESSION_KEY, "tab") ? "tab" : "browser";
  return chosen;
}

/** Chooses the storage of the next session. @param remember undefined for the one in which a session is found next */
export function keepSession(remember: boolean | undefined): void {
  chosen = remember === undefined ? remember : remember ? "browser" : "tab";
}

/** The sessions that somebody has left last in this browser: copies of them, in tabs that were duplicated, are over. */
const LEFT_KEY = "prompteca-auth-left";
/** Ids and spaces. */
const MOST_LEFT = 20 * 37;

/** Says that the last session was ended by the server, until the next one: to other tabs too. */
const ENDED_KEY = "prompteca-auth-ended";

/** Whether somebody who is there ends the session. */
let wanted = false;

/** The client removes the session of whoever leaves, too. @param is whether that is what it does from now on */
export function wantEnd(is: boolean): void {
  wanted = is;
}

/** Whether the server has ended the last session, which nobody wanted. */
export const wasEndedByServer = () => readStored(ENDED_KEY, currentPlace()) !== null;

/** Whether the session outlives the page: not where the browser keeps nothing. */
export const sessionLasts = () => lasts(SESSION_KEY, currentPlace());

/** The storage for auth-js, delegating to this tab's choice. */
export const sessionStorageAdapter: SupportedStorage = {
  getItem: (key) => readStored(key, currentPlace()),
  setItem(key, value) {
    keep(key, value, currentPlace());
    if (key === SESSION_KEY) keep(ENDED_KEY, null, currentPlace());
    // The tab's copy would be taken for its session again by its next page. What the browser has besides a tab's session
    // may be another tab's.
    if (currentPlace() === "browser") keep(key, null, "tab");
  },
  removeItem(key) {
    if (key === SESSION_KEY) {
      // Before it is gone, here and at the service: other tabs hear of that at once.
      keep(ENDED_KEY, wanted ? null : "1", currentPlace());
      const session = wanted && readStoredSession();
      if (session) keep(LEFT_KEY, `${sessionIdOf(session)} ${readLeft()}`.slice(0, MOST_LEFT));
    }
    keep(key, null, currentPlace());
  },
};

/** The stored session, unverified; null when missing or unreadable, or left in the tab that it was copied from. */
export function readStoredSession(): Session | null {
  try {
    const session = JSON.parse(readStored(SESSION_KEY, currentPlace()) ?? "null") as Session | null;
    if (!session?.access_token || !session.refresh_token || !session.user?.id) return null;
    const id = sessionIdOf(session);
    if (!id || !readLeft().includes(id)) return session;
    keep(SESSION_KEY, null, currentPlace());
  } catch {}
  return null;
}

const readLeft = () => readStored(LEFT_KEY) ?? "";

/** What an access token says, unverified. */
export function claimsOf(token: string): { session_id?: string; exp?: number } {
  const [, claims = ""] = token.split(".");
  try {
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) ?? {};
  } catch {
    return {};
  }
}

const sessionIdOf = ({ access_token: token }: Session) => claimsOf(token).session_id;

/**
 * Adopts tokens that another tab received for the same session. A duplicated tab has its own copy of a tab session, and two
 * copies that refresh from the same token would look like theft.
 */
export function adoptSession(renewed: Session | null): void {
  const stored = readStoredSession();
  if (!renewed?.expires_at || !stored?.expires_at || renewed.expires_at < stored.expires_at) return;
  const id = sessionIdOf(renewed);
  if (id && id === sessionIdOf(stored)) keep(SESSION_KEY, JSON.stringify(renewed), currentPlace());
}
