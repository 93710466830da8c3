/** What people change about their own account while they are logged in. */
import type { UserAttributes } from "@supabase/auth-js";
import { accountError } from "./account-error.ts";
import { authClient, checkSession } from "./session.ts";

/** The client keeps the answer with the session, so that every part of the page sees the change at once. */
async function updateAccount(attributes: UserAttributes, fallback: string): Promise<void> {
  const auth = await authClient();
  const { error } = await auth.updateUser(attributes);
  if (!error) return;
  const refusal = accountError(error, fallback);
  // No input is at fault: it may be the session, which then ends here as well. Before the form says what it was told.
  if (!refusal.field) await checkSession().catch(() => undefined);
  throw refusal;
}

/**
 * Replaces the password; the service ends the person's other sessions, this one goes on.
 * @throws AccountError naming `currentPassword` or `password` when one of them is refused
 */
export function changePassword(currentPassword: string, password: string): Promise<void> {
  return updateAccount(
    { password, current_password: currentPassword },
    "Ocorreu um erro ao alterar sua senha",
  );
}

/** @throws AccountError naming `username` when it is taken, profane or malformed */
export function changeUsername(username: string): Promise<void> {
  return updateAccount({ data: { username } }, "Ocorreu um erro ao salvar seu perfil");
}
