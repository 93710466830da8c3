/** The server's rules for usernames (reserved names: decision 6). */
import { usernameText } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import { isProfane } from "#language/profanity.ts";
import { AppError } from "#platform/http/errors.ts";
import { holdsAddress, isReservedName } from "./reserved-names.ts";

const refused = (code: string, message: string) => new AppError(422, code, message, { field: "username" });

/** The user who gets the name. */
interface Bearer {
  /** The current username, which may always be kept. */
  username: string;
  /** Whether reserved names are free: the admin's. */
  isExempt: boolean;
}

/**
 * Validates a username: normalised, allowed letters, no profanity, neither reserved nor an address.
 * @param value the client's input, possibly missing
 * @param bearer absent for a sign-up
 * @throws AppError 422 with a Portuguese message
 */
export function checkUsername(value: unknown, bearer?: Bearer): string {
  const parsed = usernameText.safeParse(value);
  const isKept = bearer !== undefined && value === bearer.username;
  if (!parsed.success && !isKept) {
    throw refused("username_invalid", parsed.error.issues[0]?.message ?? messages.usernameCharacters);
  }
  const username = isKept ? bearer.username : (parsed.data as string);
  if (isProfane(username)) throw refused("username_profane", messages.usernameProfane);
  if (username === bearer?.username) return username;
  if (holdsAddress(username)) throw refused("username_address", messages.usernameAddress);
  if (!bearer?.isExempt && isReservedName(username)) {
    throw refused("username_reserved", messages.usernameReserved);
  }
  return username;
}

/** The error for a taken username. */
export const usernameTaken = () => refused("username_taken", messages.usernameTaken);
