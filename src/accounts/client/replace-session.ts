/** Logs in with tokens that a page was given, in place of whoever is logged in here. */
import type { AuthError } from "@supabase/auth-js";
import { accountError, refusal } from "./account-error.ts";
import { authClient, leaveSession } from "./session.ts";
import { readStoredSession } from "./session-storage.ts";

/** A refused token is no session, whatever the reason; without a response it may be one. */
export function sessionError(error: AuthError) {
  const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500;
  return isRefused
    ? refusal("Sessão inválida", { code: error.code ?? "refused" })
    : accountError(error, "Sessão inválida");
}

/** @param userId user of the new session: an open session of the same user need not end @throws ApiError */
export async function replaceSession(
  { refresh_token }: { refresh_token: string },
  userId?: string,
): Promise<void> {
  const auth = await authClient();
  const present = readStoredSession()?.user;
  if (present && present.id !== userId) await leaveSession("replaced");
  // Not `setSession`, which believes the device's clock.
  const { error } = await auth.refreshSession({ refresh_token });
  if (error) throw sessionError(error);
}
