/** Shows the error of an account action or an API call: at its field, else in a toast. */
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { authErrorMessage } from "#accounts/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { toast } from "#ui/toast.ts";

/** @param general description of errors without a message for users */
export function toastFailure(title: string, error: unknown, general: string): void {
  const description = error instanceof ApiError ? error.message : general;
  toast({ title, description, variant: "destructive" });
}

/**
 * @param error any thrown value
 * @param title the toast's
 */
export function showFailure<Form extends FieldValues>(
  error: unknown,
  title: string,
  setError: UseFormSetError<Form>,
): void {
  if (error instanceof ApiError && error.field) {
    setError(error.field as Path<Form>, { message: error.message }, { shouldFocus: true });
    return;
  }
  // Without a message the sign-in client failed to load.
  toastFailure(title, error, authErrorMessage({ status: 0 }) ?? "");
}
