/** Password hashes: argon2id, a few at a time, with the same work for accounts that do not exist. */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { messages } from "#accounts/messages.ts";
import { overloaded } from "#platform/http/errors.ts";
import { createQueue } from "#platform/queue.ts";

/** The first choice of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one thread. The default is argon2id. */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing fills a core, on threads that also read files and compress answers: whoever floods the sign-in, a core and half of
 * those threads are left to everybody else. Beyond so many who wait it takes seconds.
 */
const inTurn = createQueue({
  name: "passwords",
  running: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 60,
  refusal: () => overloaded(messages.tooManySignIns, 5),
});

/** Keyboards differ in how they compose an accent; the password is the same. */
const composed = (password: string) => password.normalize("NFC");

let nobodysHash: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2_COST));
}

/**
 * @param stored the account's hash; null where there is no account or no password, which takes as long to refuse
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(16).toString("hex"));
  const compared = stored ?? (await nobodysHash);
  const matches = await inTurn(() => verify(compared, composed(password)));
  return stored !== null && matches;
}
