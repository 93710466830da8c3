/** Password rules, with the reasons of the wire contract. */
import { hasThreeLetters } from "#accounts/contract.ts";
import { OWN_NAME_AS_PASSWORD } from "#accounts/messages.ts";
import { AppError } from "#platform/http/errors.ts";
import { isCommonPassword, isOwnName, type Owner } from "./common-passwords.ts";

type WeakReason = "length" | "characters" | "pwned";

const MIN_PASSWORD_LENGTH = 8;
const MAX_LENGTH = 200;

/** In characters (code points), as the forms count them. */
const lengthOf = (password: string) => Array.from(password).length;

const SENTENCES: Record<WeakReason, string> = {
  length: `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
  characters: "Password should contain at least 3 letters.",
  pwned: "Password is known to be weak and easy to guess, please choose a different one.",
};

export interface Weakness {
  message: string;
  reasons: WeakReason[];
}

/**
 * The rules that a password breaks, or null. A password equal to one's name has the reason of common passwords, because the
 * wire contract has no other.
 * @param owner absent when the owner is unknown
 */
export function passwordWeakness(password: string, owner?: Owner): Weakness | null {
  const reasons: WeakReason[] = [];
  if (lengthOf(password) < MIN_PASSWORD_LENGTH) reasons.push("length");
  if (!hasThreeLetters(password)) reasons.push("characters");
  if (reasons.length === 0 && isCommonPassword(password)) reasons.push("pwned");
  if (reasons.length === 0 && owner && isOwnName(password, owner)) {
    return { message: OWN_NAME_AS_PASSWORD, reasons: ["pwned"] };
  }
  return reasons.length ? { message: reasons.map((reason) => SENTENCES[reason]).join(" "), reasons } : null;
}

/** A refused password; the response lists the reasons. */
export class WeakPasswordError extends AppError {
  readonly reasons: WeakReason[];

  constructor(weakness: Weakness) {
    super(422, "weak_password", weakness.message, { field: "password" });
    this.reasons = weakness.reasons;
  }
}

/**
 * Refuses a weak password.
 * @throws AppError 400 when it is too long; WeakPasswordError
 */
export function checkNewPassword(password: string, owner: Owner): void {
  if (lengthOf(password) > MAX_LENGTH) {
    throw new AppError(400, "validation_failed", `Password cannot be longer than ${MAX_LENGTH} characters`, {
      field: "password",
    });
  }
  const weakness = passwordWeakness(password, owner);
  if (weakness) throw new WeakPasswordError(weakness);
}
