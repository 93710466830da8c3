/** Recovery of a forgotten password: requests the mail, and sets a new password with the link's token. */
// Imported with the form, so that submitting does not wait for another script.
import "@supabase/auth-js";
import type { GoTrueClient as AuthClient } from "@supabase/auth-js";
import { accountError } from "./account-error.ts";
import { authClient, checkSession, getSession, loadAuthClients } from "./session.ts";

export const RESET_FAILED = "Erro ao redefinir senha";

/**
 * Requests the recovery mail; the response does not reveal whether the address is known.
 * @throws ApiError
 */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await authClient();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/reset-password`,
  });
  if (error) throw accountError(error, "Erro ao solicitar redefinição de senha");
}

async function spendToken(tokenHash: string): Promise<AuthClient> {
  const auth = (await loadAuthClients()).createDetachedClient();
  const { error } = await auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
  if (error) throw accountError(error, RESET_FAILED);
  return auth;
}

/**
 * Prepares setting a new password. The token is spent by the first submission; after a refused password another one can
 * follow. Independent of the browser's own session.
 * @returns a function that sets the password and ends all sessions of the account; it throws ApiError
 */
export function createPasswordRecovery(tokenHash: string): (password: string) => Promise<void> {
  let recovery: Promise<AuthClient> | undefined;
  return async (password) => {
    recovery ??= spendToken(tokenHash).catch((error) => {
      recovery = undefined;
      throw error;
    });
    const auth = await recovery;
    const { error } = await auth.updateUser({ password });
    if (error) throw accountError(error, RESET_FAILED);
    // The change ended all other sessions. This one is discarded even if the call fails.
    await auth.signOut({ scope: "global" });
    if (getSession().user) await checkSession();
  };
}
