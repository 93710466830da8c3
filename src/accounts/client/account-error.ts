/** What a form shows when an account action fails: one Portuguese message, and the field at fault where there is one. */
import type { AuthError } from "@supabase/auth-js";
import { authErrorMessage } from "#accounts/messages.ts";

export class AccountError extends Error {
  readonly code: string | undefined;
  /** Name of the input at fault. */
  readonly field: string | undefined;

  constructor(message: string, details: { code?: string | undefined; field?: string | undefined } = {}) {
    super(message);
    this.name = "AccountError";
    this.code = details.code;
    this.field = details.field;
  }
}

/** Which input a code of the sign-in service speaks of. */
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

/** The service says how long to wait, in English and in seconds: "… you can only request this after 42 seconds." */
const WAIT = /\bafter (\d+) seconds?\b/;

function waitMessage({ status, message }: AuthError): string | undefined {
  const seconds = status === 429 && Number(WAIT.exec(message)?.[1]);
  if (!seconds) return undefined;
  return seconds === 1
    ? "Aguarde 1 segundo antes de tentar novamente."
    : `Aguarde ${seconds} segundos antes de tentar novamente.`;
}

/**
 * @param error as `@supabase/auth-js` reports it
 * @param fallback what to say where the service gave no reason that people can act upon
 */
export function accountError(
  error: AuthError & { reasons?: readonly string[] },
  fallback: string,
): AccountError {
  // The client makes an error of its own, without the code, of a session that has ended.
  const code = error.name === "AuthSessionMissingError" ? "session_not_found" : error.code;
  const { message: said, status, reasons } = error;
  const message =
    waitMessage(error) ?? authErrorMessage({ code, message: said, status, reasons }) ?? fallback;
  return new AccountError(message, { code, field: fields[code ?? ""] });
}
