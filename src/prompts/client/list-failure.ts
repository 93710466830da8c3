/** Why a list of prompts is not shown. */
import { ApiError } from "#platform/client/api.ts";
import { messages } from "#prompts/messages.ts";

/** @returns the server's reason; of a failure that has none to tell (500), the specification's words */
export function listFailure(error: Error): string {
  const isInternal = error instanceof ApiError && error.status === 500;
  return (!isInternal && error.message) || messages.listFailed;
}
