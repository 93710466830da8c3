/** A prompt's id as paths have it, and the answer when there is no such prompt. */
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";

export const promptNotFound = (): AppError => new AppError(404, "prompt_not_found", messages.notFound);

/**
 * @param text of a path: digits that a JavaScript number holds exactly; anything else names no prompt
 * @throws AppError 404
 */
export function parsePromptId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw promptNotFound();
  return id;
}
