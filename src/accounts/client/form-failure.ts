/** Shows the error of an account action or an API call: at its field, else in its form and in a toast. */
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { authErrorMessage } from "#accounts/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { currentToast, toast } from "#ui/toast.ts";
import { ENDED } from "./session.ts";

/**
 * @param general description of errors without a message for users
 * @returns the description: a toast passes by, so a form says it too
 */
export function toastFailure(title: string, error: unknown, general: string): string {
  const description = error instanceof ApiError ? error.message : general;
  const shown = currentToast.get();
  // That the session has ended says more than the refusal by which that came out.
  const isTold =
    shown?.open && shown.title === ENDED.title && error instanceof ApiError && error.status === 401;
  if (!isTold) toast({ title, description, variant: "destructive" });
  return description;
}

/**
 * The form shows `errors.root` in a `FormAlert`.
 * @param error any thrown value
 * @param title the toast's
 * @param general as in {@link toastFailure}; without one it speaks of the connection
 */
export function showFailure<Form extends FieldValues>(
  error: unknown,
  title: string,
  setError: UseFormSetError<Form>,
  // An error without a message comes from a sign-in client that could not be loaded: the connection failed.
  general = authErrorMessage({ status: 0 }) ?? "",
): void {
  const errors = error instanceof ApiError ? error.errors : [];
  for (const [index, { field, message }] of errors.entries())
    setError(field as Path<Form>, { message }, { shouldFocus: index === 0 });
  if (errors.length === 0) setError("root", { message: toastFailure(title, error, general) });
}
