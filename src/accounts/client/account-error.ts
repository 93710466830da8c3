/** Turns an error of the sign-in client into the error that forms show: a Portuguese message and, if known, its field. */
import type { AuthError } from "@supabase/auth-js";
import { authErrorMessage } from "#accounts/messages.ts";
import { ApiError } from "#platform/client/api.ts";

/** Input to which an error code of the sign-in service belongs. */
const fields: Record<string, string> = {
  user_already_exists: "email",
  email_exists: "email",
  email_address_invalid: "email",
  weak_password: "password",
  same_password: "password",
  current_password_required: "currentPassword",
  current_password_invalid: "currentPassword",
};

/** The service gives the waiting time in English: "… you can only request this after 42 seconds." */
const WAIT = /\bafter (\d+) seconds?\b/;

function waitMessage({ status, message }: AuthError): string | undefined {
  const seconds = status === 429 && Number(WAIT.exec(message)?.[1]);
  if (!seconds) return undefined;
  return seconds === 1
    ? "Aguarde 1 segundo antes de tentar novamente."
    : `Aguarde ${seconds} segundos antes de tentar novamente.`;
}

/**
 * @param error from `@supabase/auth-js`
 * @param fallback message when the service's reason does not help the user
 */
export function accountError(error: AuthError & { reasons?: readonly string[] }, fallback: string): ApiError {
  // For an ended session the client throws its own error, without the code.
  const code = error.name === "AuthSessionMissingError" ? "session_not_found" : error.code;
  const { message: said, status, reasons } = error;
  const message =
    waitMessage(error) ?? authErrorMessage({ code, message: said, status, reasons }) ?? fallback;
  const field = code?.startsWith("username_") ? "username" : fields[code ?? ""];
  return new ApiError(status ?? 0, { message, ...(code && { code }), ...(field && { field }) });
}

/** A refusal that the page itself finds. */
export function refusal(message: string, details: { code?: string; field?: string } = {}): ApiError {
  return new ApiError(400, { message, ...details });
}
