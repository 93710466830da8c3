/** Login and registration through the sign-in service. */
// Imported with the form, so that submitting does not wait for another script.
import "@supabase/auth-js";
import type { CheckUserExistsAnswer, LoginForm, RegisterForm } from "#accounts/contract.ts";
import { displayName } from "#accounts/display-name.ts";
import { messages } from "#accounts/messages.ts";
import { fetchApi } from "#platform/client/api.ts";
import { accountError, refusal } from "./account-error.ts";
import { keepDeviceSecret } from "./device-secret.ts";
import { authClient } from "./session.ts";
import { keepSession } from "./session-storage.ts";

/**
 * Logs in on this device.
 * @returns the display name
 * @throws ApiError when the service refuses
 */
export async function signIn({ email, password, rememberMe }: LoginForm): Promise<string> {
  const auth = await authClient();
  keepSession(rememberMe);
  if (rememberMe) keepDeviceSecret();
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw accountError(error, "Erro ao fazer login");
  return displayName(data.user);
}

/** @throws ApiError when username or address is taken; returns silently when the server could not tell */
async function refuseTaken(username: string, email: string): Promise<void> {
  const body = { username, email };
  const answer = await fetchApi<CheckUserExistsAnswer>("/api/auth/check-user-exists", {
    method: "POST",
    body,
  }).catch(() => undefined);
  if (!answer?.exists) return;
  const message = answer.field === "username" ? messages.usernameTaken : messages.emailTaken;
  throw refusal(message, answer.field && { field: answer.field });
}

/**
 * Registers; logging in requires a confirmed address.
 * @throws ApiError naming the field when the name or the address is taken or refused
 */
export async function signUp({ username, email, password }: RegisterForm): Promise<void> {
  await refuseTaken(username, email);
  const auth = await authClient();
  // In this browser the mailed link needs no password.
  keepDeviceSecret();
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { username }, emailRedirectTo: `${location.origin}/verify-email` },
  });
  if (error) throw accountError(error, "Erro ao registrar usuário");
  // The service's response for an address with an account: a user without identities.
  if (data.user?.identities?.length === 0) throw refusal(messages.emailTaken, { field: "email" });
}
