/** Who is logged in, as every part of the page sees it: a small store in front of the sign-in client. */
import type { GoTrueClient as AuthClient, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { displayName } from "#accounts/display-name.ts";
import { ApiError, setAccessTokenSource } from "#platform/client/api.ts";
import { toast } from "#ui/toast.ts";
import { createSessionClient } from "./auth-client.ts";
import { adoptSession, readStoredSession, SESSION_KEY } from "./session-storage.ts";

export interface SessionUser {
  id: string;
  email: string;
  username: string;
  /** ISO 8601. */
  createdAt: string;
  /** Only decides what is shown; the server looks the admin up itself. */
  isAdmin: boolean;
}

/** "loading" on the server and until the browser's storage was read. */
export type SessionState =
  | { status: "loading"; user: null }
  | { status: "anonymous"; user: null }
  | { status: "signed-in"; user: SessionUser };

const LOADING: SessionState = { status: "loading", user: null };
const ANONYMOUS: SessionState = { status: "anonymous", user: null };

let state: SessionState = LOADING;
/** True while this page itself ends the session: whoever asked for it need not be told that it ended. */
let leaving = false;
let client: Promise<AuthClient> | undefined;
const viewers = new Set<() => void>();
const listeners = new Set<(user: SessionUser | null) => void>();

function toSessionUser(user: User): SessionUser {
  return {
    id: user.id,
    email: user.email ?? "",
    username: displayName(user),
    createdAt: user.created_at,
    isAdmin: user.app_metadata?.role === "admin",
  };
}

function sameUser(a: SessionUser | null, b: SessionUser | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Takes over what storage holds now: it is the truth, whichever tab or answer changed it. */
function followStorage(): void {
  const stored = readStoredSession();
  const user = stored && toSessionUser(stored.user);
  if (state.status !== "loading" && sameUser(state.user, user)) return;
  const before = state.user?.id;
  const ended = before && !user && !leaving;
  state = user ? { status: "signed-in", user } : ANONYMOUS;
  for (const notify of viewers) notify();
  if (before !== user?.id) for (const listen of listeners) listen(user);
  if (ended) {
    toast({
      title: "Sua sessão terminou",
      description: "Entre novamente para continuar.",
      variant: "destructive",
    });
  }
}

/** The client that holds the session, loaded at the first call. A failed load may be tried again. */
export function authClient(): Promise<AuthClient> {
  client ??= createSessionClient().then(
    (created) => {
      created.onAuthStateChange((_event, session) => {
        adoptSession(session);
        followStorage();
      });
      return created;
    },
    (error) => {
      client = undefined;
      throw error;
    },
  );
  return client;
}

/**
 * The access token of the moment, refreshed when it is about to expire; undefined when there is none to be had.
 * @throws ApiError when the sign-in client did not arrive
 */
export async function readAccessToken(): Promise<string | undefined> {
  if (!state.user) return undefined;
  const auth = await authClient().catch(() => {
    throw new ApiError(0, {});
  });
  const { data, error } = await auth.getSession();
  // Who cannot get a new token now is still logged in: asking as nobody would show somebody else's answer.
  if (error && state.user) throw new ApiError(0, {});
  return data.session?.access_token;
}

/** Ends the session on this device and tells nobody. The device forgets it even where the service cannot be told. */
export async function leaveSession(): Promise<void> {
  leaving = true;
  try {
    await authClient().then((auth) => auth.signOut({ scope: "local" }));
  } finally {
    leaving = false;
  }
}

/**
 * Asks the service whether the session still holds and its user is unchanged. One that was ended elsewhere ends here by
 * the client's own doing, as do those of blocked and deleted people.
 */
export async function checkSession(): Promise<void> {
  const auth = await authClient();
  const { data, error } = await auth.getUser();
  if (error?.code === "user_banned" || error?.code === "user_not_found") {
    await leaveSession();
    const [title, description] =
      error.code === "user_banned"
        ? ["Conta bloqueada", "Sua conta foi bloqueada e a sessão foi encerrada."]
        : ["Sua sessão terminou", "Esta conta não existe mais."];
    toast({ title, description, variant: "destructive" });
  } else if (data.user && !sameUser(toSessionUser(data.user), state.user)) {
    // The user was changed elsewhere: a new token carries the new name.
    await auth.refreshSession();
  }
}

/** In the background: whoever cannot be asked now is asked with the next refresh. */
function recheck(): void {
  void checkSession().catch(() => undefined);
}

/** Reads the stored session; the shell calls it once, when the page has come alive. */
export function startSession(): void {
  setAccessTokenSource(readAccessToken, recheck);
  window.addEventListener("storage", ({ key }) => {
    if (key === SESSION_KEY || key === null) followStorage();
    // A login in another tab: from here on this tab keeps the session fresh as well.
    if (state.user) void authClient().catch(() => undefined);
  });
  followStorage();
  if (state.user) recheck();
}

/**
 * Tells when another person, or nobody any more, is logged in; the first look that finds nobody is not told.
 * @returns stops telling
 */
export function onSessionChange(listen: (user: SessionUser | null) => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

function subscribe(notify: () => void): () => void {
  viewers.add(notify);
  return () => viewers.delete(notify);
}

/** The session now, outside of components. */
export function getSession(): SessionState {
  return state;
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getSession, () => LOADING);
}

/** Logs out on this device. @returns whether nobody is logged in here any more */
export async function endSession(): Promise<boolean> {
  await leaveSession().catch(() => undefined);
  // The stored session goes before the service is told: whether somebody is still logged in here tells success.
  return !state.user;
}

/** Logs out on this device and says how it went (specification, section 8). */
export async function signOut(): Promise<void> {
  if (await endSession()) {
    toast({ title: "Logout bem-sucedido", description: "Você saiu da sua conta." });
  } else {
    toast({
      title: "Falha no logout",
      description: "Ocorreu um erro ao sair da sua conta",
      variant: "destructive",
    });
  }
}
