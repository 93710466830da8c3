/** Login and registration through the sign-in service. */
// Imported with the form, so that submitting does not wait for another script.
import "@supabase/auth-js";
import type { CheckUserExistsAnswer, LoginForm, RegisterForm } from "#accounts/contract.ts";
import { displayName } from "#accounts/display-name.ts";
import { messages } from "#accounts/messages.ts";
import { fetchApi } from "#platform/client/api.ts";
import { readStored, writeStored } from "#platform/client/browser-storage.ts";
import { accountError, refusal } from "./account-error.ts";
import { DEVICE_KEY } from "./device-secret.ts";
import { authClient } from "./session.ts";
import { keepSession } from "./session-storage.ts";

/** Whether the next session lasts; then this browser is known from now on. */
export function rememberDevice(lasts: boolean): void {
  keepSession(lasts);
  if (lasts) keepDeviceSecret();
}

/**
 * Logs in on this device.
 * @returns the display name, and whether the account has passkeys
 * @throws ApiError when the service refuses
 */
export async function signIn({ email, password, rememberMe }: LoginForm) {
  const auth = await authClient();
  rememberDevice(rememberMe);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw accountError(error, "Erro ao fazer login");
  const { has_passkeys: hasPasskeys } = data.session as unknown as { has_passkeys: boolean };
  return { username: displayName(data.user), hasPasskeys };
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

/**
 * Creates the secret if missing, for users who want to be remembered. It survives logging out; without storage the browser is
 * unknown every time.
 */
export function keepDeviceSecret(): void {
  if (readStored(DEVICE_KEY)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
  writeStored(DEVICE_KEY, secret);
}
