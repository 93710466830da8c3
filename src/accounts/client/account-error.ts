/** The error of an account action for a form: a Portuguese message and, if known, its field. */
import type { AuthError } from "@supabase/auth-js";
import { authErrorMessage } from "#accounts/messages.ts";

export class AccountError extends Error {
  readonly code: string | undefined;
  /** Name of the input. */
  readonly field: string | undefined;

  constructor(message: string, details: { code?: string | undefined; field?: string | undefined } = {}) {
    super(message);
    this.name = "AccountError";
    this.code = details.code;
    this.field = details.field;
  }
}

/** Input to which an error code of the sign-in service belongs. */
const fields: Record<string, string> = {
  username_invalid: "username",
  username_profane: "username",
  username_reserved: "username",
  username_address: "username",
  username_taken: "username",
  user_already_exists: "email",
  email_exists: "email",
  email_address_invalid: "email",
  weak_password: "password",
  same_password: "password",
  current_password_required: "currentPassword",
  current_password_invalid: "currentPassword",
};

/** The service tells the waiting time in English: "… you can only request this after 42 seconds." */
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
export function accountError(
  error: AuthError & { reasons?: readonly string[] },
  fallback: string,
): AccountError {
  // For an ended session the client throws its own error, without the code.
  const code = error.name === "AuthSessionMissingError" ? "session_not_found" : error.code;
  const { message: said, status, reasons } = error;
  const message =
    waitMessage(error) ?? authErrorMessage({ code, message: said, status, reasons }) ?? fallback;
  return new AccountError(message, { code, field: fields[code ?? ""] });
}
