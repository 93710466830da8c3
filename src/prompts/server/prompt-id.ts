/** Parses a prompt id of a path, and the errors for a prompt that is not there. */
import { toId } from "#language/text.ts";
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";

export const promptNotFound = (): AppError => new AppError(404, "prompt_not_found", messages.notFound);
/** RFC 9110, section 15.5.11: it was here, and the address is no mistake. */
export const promptRemoved = (): AppError =>
  new AppError(410, "prompt_removed", messages.removedByModeration);

/** @param text from the path @throws AppError 404 */
export function parsePromptId(text: string): number {
  const id = toId(text);
  if (id === undefined) throw promptNotFound();
  return id;
}
