/** The rules of a username as the server holds everybody to them (design 4.10; what is reserved: decision 6). */
import { usernameText } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import { isProfane } from "#language/profanity.ts";
import { AppError } from "#platform/http/errors.ts";
import { holdsAddress, isReservedName } from "./reserved-names.ts";

const refused = (code: string, message: string) => new AppError(422, code, message, { field: "username" });

/** Whose name it becomes. */
interface Bearer {
  /** What they are called now: whoever has a name may keep it. */
  username: string;
  /** The admin may speak for the site. */
  isAdmin: boolean;
}

/**
 * The name as it is stored: normalised, of allowed letters, decent, neither of the site or its staff nor an address.
 * @param value what the client sent, perhaps nothing
 * @param bearer absent where somebody signs up
 * @throws AppError 422 with a Portuguese message
 */
export function checkUsername(value: unknown, bearer?: Bearer): string {
  const parsed = usernameText.safeParse(value);
  if (!parsed.success) {
    throw refused("username_invalid", parsed.error.issues[0]?.message ?? messages.usernameCharacters);
  }
  const username = parsed.data;
  if (isProfane(username)) throw refused("username_profane", messages.usernameProfane);
  if (username === bearer?.username) return username;
  if (holdsAddress(username)) throw refused("username_address", messages.usernameAddress);
  if (!bearer?.isAdmin && isReservedName(username)) {
    throw refused("username_reserved", messages.usernameReserved);
  }
  return username;
}

/** Somebody else holds the name. */
export const usernameTaken = () => refused("username_taken", messages.usernameTaken);
