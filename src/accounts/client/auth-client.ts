/** Clients of the sign-in service: imported dynamically (session.ts), so that visitors without a session never load it. */
import { AuthClient } from "@supabase/auth-js";
import { noteServerTime } from "#platform/client/server-time.ts";
import { limitedFetch } from "#platform/client/time-limit.ts";
import type { ToastOptions } from "#ui/toast.ts";
import { withDeviceSecret } from "./device-secret.ts";
import { claimsOf, readStoredSession, SESSION_KEY, sessionStorageAdapter } from "./session-storage.ts";

/** What is said when the service has ended a session, by the code of its refusal. */
export const SAID: Record<string, Partial<ToastOptions>> = {
  user_banned: {
    title: "Conta bloqueada",
    description: "Sua sessão foi encerrada.",
    action: { label: "Ver o que ainda posso fazer", href: "/blocked-account" },
  },
  user_not_found: { description: "Esta conta não existe mais." },
};

const authFetch: typeof fetch = async (input, init) => {
  const headers = withDeviceSecret(String(input), init?.headers);
  const answer = await limitedFetch(input, { ...init, headers });
  noteServerTime(Date.parse(answer.headers.get("date") ?? ""));
  if (!answer.ok || !/\/(token|verify|signup)\b/.test(String(input))) return answer;
  // auth-js would compare the time with the device's clock, which may be wrong; without it, it counts from now.
  const { expires_at: _, ...session } = await answer.json();
  return new Response(JSON.stringify(session), answer);
};

/**
 * Refuses answers about a session that is not here any more: the client would bring it back, or end the next person's for it.
 */
const sessionFetch: typeof fetch = async (input, init) => {
  const answer = await authFetch(input, init);
  const asked = new Headers(init?.headers).get("authorization")?.replace(/^Bearer /, "");
  if (asked === undefined || !/\/user(\?|$)/.test(String(input))) return answer;
  // Read before it is compared: it may come later than its beginning.
  const text = await answer.text();
  if (claimsOf(asked).session_id !== claimsOf(readStoredSession()?.access_token ?? "").session_id)
    throw new TypeError("the session is not here any more");
  return new Response(text, answer);
};

const common = { url: "/auth/v1", detectSessionInUrl: false, flowType: "implicit" } as const;

/** The client of the browser's session; one per page. */
export function createSessionClient() {
  return new AuthClient({
    ...common,
    fetch: sessionFetch,
    storageKey: SESSION_KEY,
    storage: sessionStorageAdapter,
    autoRefreshToken: true,
    persistSession: true,
  });
}

let detached = 0;

/** A separate client: its session stays in memory and the stored session is untouched. */
export function createDetachedClient() {
  detached += 1;
  return new AuthClient({
    ...common,
    fetch: authFetch,
    storageKey: `${SESSION_KEY}-detached-${detached}`,
    autoRefreshToken: false,
    persistSession: false,
  });
}
