/** Parses a prompt id of a path, and the error for an unknown prompt. */
import { AppError } from "#platform/http/errors.ts";
import { messages } from "#prompts/messages.ts";

export const promptNotFound = (): AppError => new AppError(404, "prompt_not_found", messages.notFound);

/**
 * @param text from the path: digits of a safe integer; other texts name no prompt
 * @throws AppError 404
 */
export function parsePromptId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw promptNotFound();
  return id;
}
