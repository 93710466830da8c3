/** Logging in and registering through the sign-in service. */
// With the form itself: what was typed never depends on a script that is still to come.
import "@supabase/auth-js";
import type { CheckUserExistsAnswer, LoginForm, RegisterForm } from "#accounts/contract.ts";
import { displayName } from "#accounts/display-name.ts";
import { messages } from "#accounts/messages.ts";
import { fetchApi } from "#platform/client/api.ts";
import { AccountError, accountError } from "./account-error.ts";
import { keepDeviceSecret } from "./device-secret.ts";
import { authClient } from "./session.ts";
import { keepSession } from "./session-storage.ts";

/**
 * Logs in on this device.
 * @returns what to call the person
 * @throws AccountError when the service refuses
 */
export async function signIn({ email, password, rememberMe }: LoginForm): Promise<string> {
  const auth = await authClient();
  keepSession(rememberMe);
  if (rememberMe) keepDeviceSecret();
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw accountError(error, "Erro ao fazer login");
  return displayName(data.user);
}

/** @throws AccountError when the name or the address is taken; silent when the server could not say */
async function refuseTaken(username: string, email: string): Promise<void> {
  const body = { username, email };
  const answer = await fetchApi<CheckUserExistsAnswer>("/api/auth/check-user-exists", {
    method: "POST",
    body,
  }).catch(() => undefined);
  if (!answer?.exists) return;
  const message = answer.field === "username" ? messages.usernameTaken : messages.emailTaken;
  throw new AccountError(message, { field: answer.field });
}

/**
 * Registers; nobody is logged in before the address is confirmed.
 * @throws AccountError naming the field when the name or the address is taken or refused
 */
export async function signUp({ username, email, password }: RegisterForm): Promise<void> {
  await refuseTaken(username, email);
  const auth = await authClient();
  // In this browser the link of the mail needs no password.
  keepDeviceSecret();
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { username }, emailRedirectTo: `${location.origin}/verify-email` },
  });
  if (error) throw accountError(error, "Erro ao registrar usuário");
  // The service's own sign for an address that has an account: a user without identities, and no mail.
  if (data.user?.identities?.length === 0) throw new AccountError(messages.emailTaken, { field: "email" });
}
