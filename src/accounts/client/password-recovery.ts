/** Recovery of a forgotten password: requests the mail, and sets a new password with the link's token. */
// Imported with the form, so that submitting does not wait for another script.
import "@supabase/auth-js";
import { fetchApi } from "#platform/client/api.ts";
import { accountError } from "./account-error.ts";
import { deviceHeaders } from "./device-secret.ts";
import { authClient, checkSession, getSession } from "./session.ts";

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

/**
 * Sets a new password with a link's token, and ends all sessions of the account; a refused password spends no token.
 * Independent of the browser's own session.
 * @throws ApiError
 */
export async function resetPassword(tokenHash: string, password: string): Promise<void> {
  await fetchApi("/api/auth/reset-password", {
    method: "POST",
    headers: deviceHeaders(),
    body: { token_hash: tokenHash, password },
  });
  if (getSession().user) await checkSession();
}
