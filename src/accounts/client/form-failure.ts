/** Shows a service's error in a form: at its field, else in a toast. */
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { authErrorMessage } from "#accounts/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { toast } from "#ui/toast.ts";
import { AccountError } from "./account-error.ts";

/**
 * @param error any value thrown by an account action or an API call
 * @param title the toast's
 */
export function showFailure<Form extends FieldValues>(
  error: unknown,
  title: string,
  setError: UseFormSetError<Form>,
): void {
  const failure = error instanceof AccountError || error instanceof ApiError ? error : undefined;
  if (failure?.field) {
    setError(failure.field as Path<Form>, { message: failure.message }, { shouldFocus: true });
    return;
  }
  // Anything else: the sign-in client failed to load.
  toast({ title, description: failure?.message ?? authErrorMessage({ status: 0 }), variant: "destructive" });
}
