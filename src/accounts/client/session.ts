/** The session state of the page: a small store in front of the sign-in client. */
import type { AuthChangeEvent, GoTrueClient as AuthClient, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { displayName } from "#accounts/display-name.ts";
import { ApiError, setAccessTokenSource } from "#platform/client/api.ts";
import { loadPart } from "#platform/client/parts.ts";
import { serverNow } from "#platform/client/server-time.ts";
import { createStore } from "#platform/client/store.ts";
import { toast } from "#ui/toast.ts";
import { openAuthDialog } from "./auth-dialog-state.ts";
import { type Learnt, notePageLeft, notePerson, ownerOfPage } from "./left-behind.ts";
import {
  adoptSession,
  claimsOf,
  keepSession,
  readStoredSession,
  SESSION_KEY,
  SESSION_NOT_KEPT,
  sessionLasts,
  wantEnd,
  wasEndedByServer,
} from "./session-storage.ts";

export interface SessionUser {
  id: string;
  email: string;
  username: string;
  /** ISO 8601. */
  createdAt: string;
  /** Only decides what is shown; the server checks it itself. */
  isAdmin: boolean;
}

/** "loading" on the server and until the browser's storage was read. */
type SessionState =
  | { status: "loading"; user: null }
  | { status: "anonymous"; user: null }
  | { status: "signed-in"; user: SessionUser };

const LOADING: SessionState = { status: "loading", user: null };
const ANONYMOUS: SessionState = { status: "anonymous", user: null };

export const ENDED = { title: "Sua sessão terminou", variant: "destructive" } as const;

const state = createStore<SessionState>(LOADING);
/** Why this page ends a session: now, as its person wants; replaced by another; or ended, because the service refuses it. */
type Leaving = Exclude<Learnt, "again">;

/** Set while this page ends the session, which then shows no message. */
let leaving: Leaving | undefined;
let client: Promise<AuthClient> | undefined;
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

/**
 * Reads the session from storage, the single source of truth for all tabs.
 * @param learnt how, where the page knows: an end that nobody here has asked for is the server's, if so noted
 */
function followStorage(learnt: Learnt = leaving ?? (wasEndedByServer() ? "ended" : "now")): void {
  const stored = readStoredSession();
  const user = stored && toSessionUser(stored.user);
  const { status, user: previous } = state.get();
  // The client tells an end more than once. Of a page that was kept it is not known who was there in between.
  if (status === "anonymous" && !user && learnt !== "again") return;
  const tellLeft = notePerson(user?.id, learnt);
  const before = previous?.id;
  const isNew = status === "loading" || !sameUser(previous, user);
  if (isNew) state.set(user ? { status: "signed-in", user } : ANONYMOUS);
  tellLeft();
  if (before !== user?.id) for (const listen of listeners) listen(user);
  if (before && !user && !leaving) {
    toast({
      ...ENDED,
      description: "Entre novamente para continuar.",
      action: { label: "Entrar", onPress: () => openAuthDialog("login") },
    });
  }
}

let lasted = true;

/** A login says by itself whether the session lasts; later a renewed one may find no room. */
function tellIfNoLongerKept(event: AuthChangeEvent): void {
  const lasts = sessionLasts();
  if (event === "TOKEN_REFRESHED" && lasted && !lasts) {
    toast({ title: "Sessão não guardada", description: SESSION_NOT_KEPT });
  }
  lasted = lasts;
}

/** Loads what makes sign-in clients: visitors without a session do without it. @throws PartMissingError */
export const loadAuthClients = () => loadPart(() => import("./auth-client.ts"));

/** The sign-in client, loaded at the first call. A failed load is retried at the next. */
export function authClient(): Promise<AuthClient> {
  client ??= loadAuthClients().then(
    ({ createSessionClient }) => {
      const created = createSessionClient();
      created.onAuthStateChange((event, session) => {
        adoptSession(session);
        followStorage();
        tellIfNoLongerKept(event);
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

/** Whether a token has expired by the server's time: the client asks the device's clock, which may be set back. */
const isExpired = (token: string) => (claimsOf(token).exp ?? Number.POSITIVE_INFINITY) * 1000 <= serverNow();

/**
 * The current access token, refreshed when about to expire; undefined without a session.
 * @throws ApiError when the sign-in client fails to load, or no new token comes
 */
export async function readAccessToken(): Promise<string | undefined> {
  if (!state.get().user) return undefined;
  const auth = await authClient().catch(() => {
    throw new ApiError(0, {});
  });
  let { data, error } = await auth.getSession();
  const held = data.session?.access_token;
  if (held && isExpired(held)) ({ data, error } = await auth.refreshSession());
  // After an error, another tab may have been faster.
  const session = error ? readStoredSession() : data.session;
  // Another tab may have logged somebody else in, of whom this one has not heard yet.
  if (session && session.user.id !== state.get().user?.id) followStorage();
  const token = session?.access_token;
  if (!error || (token && token !== held && !isExpired(token))) return token;
  // Without a new token the user is still logged in: an anonymous call would return wrong data.
  if (state.get().user) throw new ApiError(0, {});
  return undefined;
}

/** Ends the session on this device without a message, even when the service is unreachable. */
export async function leaveSession(why: Leaving = "now"): Promise<void> {
  leaving = why;
  wantEnd(why !== "ended");
  try {
    await authClient().then((auth) => auth.signOut({ scope: "local" }));
  } finally {
    leaving = undefined;
    wantEnd(false);
  }
}

/**
 * Checks with the service that the session is open and its user unchanged; after a failure the next refresh checks again.
 * The client itself ends a session that was ended elsewhere or belongs to a blocked or deleted user.
 */
export async function checkSession(): Promise<void> {
  try {
    const auth = await authClient();
    const { data, error } = await auth.getUser();
    const said = error && (await loadAuthClients()).SAID[error.code ?? ""];
    if (said) {
      await leaveSession("ended");
      toast({ ...ENDED, ...said });
    } else if (data.user && !sameUser(toSessionUser(data.user), state.get().user)) {
      // The user was changed elsewhere: a new token contains the new name.
      await auth.refreshSession();
    }
  } catch {}
}

/** Reads the stored session; the shell calls it once, after hydration. */
export function startSession(): void {
  const look = (learnt?: Learnt) => {
    followStorage(learnt);
    if (state.get().user) void checkSession();
  };
  setAccessTokenSource(readAccessToken, checkSession, ownerOfPage);
  window.addEventListener("storage", ({ key }) => {
    if (!key || key.startsWith(SESSION_KEY)) followStorage();
    // After a login in another tab this tab refreshes the session as well.
    if (state.get().user) void authClient().catch(() => undefined);
  });
  window.addEventListener("pagehide", notePageLeft);
  // Back, to a page as it was left, perhaps with somebody who is not there any more.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    keepSession(undefined);
    look("again");
  });
  // Whoever opens a page without a session is nobody's heir.
  look("now");
}

/**
 * Calls back when another user, or nobody any more, is logged in; not for the first reading that finds nobody.
 * @returns a function that ends it
 */
export function onSessionChange(listen: (user: SessionUser | null) => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** The session now, outside of components. */
export const getSession = state.get;

export function useSession(): SessionState {
  return useSyncExternalStore(state.subscribe, getSession, () => LOADING);
}

/** Logs out on this device. @returns whether nobody is logged in here any more */
export async function endSession(): Promise<boolean> {
  await leaveSession().catch(() => undefined);
  // The stored session is deleted before the call to the service, so a user who is still logged in here means failure.
  return !state.get().user;
}

/** Logs out on this device and says how it went. */
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
