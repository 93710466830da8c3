/** The rules of a username as the server holds everybody to them (design 4.10). */
import { usernameText } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import { isProfane } from "#language/profanity.ts";
import { AppError } from "#platform/errors.ts";

const refused = (code: string, message: string) => new AppError(422, code, message, { field: "username" });

/**
 * The name as it is stored: normalised, of allowed letters, decent.
 * @param value what the client sent, perhaps nothing
 * @throws AppError 422 with a Portuguese message
 */
export function checkUsername(value: unknown): string {
  const parsed = usernameText.safeParse(value);
  if (!parsed.success) {
    throw refused("username_invalid", parsed.error.issues[0]?.message ?? messages.usernameCharacters);
  }
  if (isProfane(parsed.data)) throw refused("username_profane", messages.usernameProfane);
  return parsed.data;
}

/** Somebody else holds the name. */
export const usernameTaken = () => refused("username_taken", messages.usernameTaken);
