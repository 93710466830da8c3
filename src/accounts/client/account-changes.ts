/** Changes of the logged-in user's own account. */
import type { UserAttributes } from "@supabase/auth-js";
import { noteAsker } from "#platform/client/api.ts";
import { accountError } from "./account-error.ts";
import { authClient, checkSession, readAccessToken } from "./session.ts";

/** The client stores the response with the session, so that the whole page sees the change at once. */
async function updateAccount(attributes: UserAttributes, fallback: string): Promise<void> {
  const requireAsker = noteAsker();
  const auth = await authClient();
  // Renewed now if it has to be: the client would renew it while somebody else may come, and go on as them.
  await readAccessToken();
  await requireAsker();
  const { error } = await auth.updateUser(attributes);
  if (!error) return;
  const failure = accountError(error, fallback);
  // The error names no input, so the session may have ended: check it before the form shows the error.
  if (!failure.field) await checkSession();
  throw failure;
}

/**
 * Changes the password; the service ends the user's other sessions.
 * @throws ApiError naming `currentPassword` or `password` when it is refused
 */
export function changePassword(currentPassword: string, password: string): Promise<void> {
  return updateAccount(
    { password, current_password: currentPassword },
    "Ocorreu um erro ao alterar sua senha",
  );
}

/** @throws ApiError naming `username` when it is taken, profane or malformed */
export function changeUsername(username: string): Promise<void> {
  return updateAccount({ data: { username } }, "Ocorreu um erro ao salvar seu perfil");
}
