/** Recovering a forgotten password: asking for the mail, and setting a new password with the token from its link. */
// With the form itself: what was typed never depends on a script that is still to come.
import "@supabase/auth-js";
import type { GoTrueClient as AuthClient } from "@supabase/auth-js";
import { accountError } from "./account-error.ts";
import { createDetachedClient } from "./auth-client.ts";
import { authClient, checkSession, getSession } from "./session.ts";

/**
 * Has the recovery mail sent; the answer never tells whether the address is known.
 * @throws AccountError
 */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await authClient();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/reset-password`,
  });
  if (error) throw accountError(error, "Erro ao solicitar redefinição de senha");
}

async function spendToken(tokenHash: string): Promise<AuthClient> {
  const auth = await createDetachedClient();
  const { error } = await auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
  if (error) throw accountError(error, "Erro ao redefinir senha");
  return auth;
}

/**
 * Prepares setting a new password. The token works once: it is spent with the first password sent, and a password that
 * was refused can be followed by another. Beside the browser's own session, whosever that is.
 * @returns sets the password and ends all sessions of its account; throws AccountError
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
    if (error) throw accountError(error, "Erro ao redefinir senha");
    // The service ended the others with the change; what is left here is this one, and it is forgotten either way.
    await auth.signOut({ scope: "global" });
    if (getSession().user) await checkSession().catch(() => undefined);
  };
}
