/** Password hashing: argon2id with bounded concurrency, and the same work for unknown accounts. */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { messages } from "#accounts/messages.ts";
import { overloaded } from "#platform/http/errors.ts";
import { createQueue } from "#platform/queue.ts";

/** The OWASP Password Storage Cheat Sheet's first recommendation: argon2id, 19 MiB, two passes, one thread. */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash takes a whole core, on libuv threads that also read files and compress responses. This leaves a core and half of
 * the threads to other requests during a flood of sign-ins, and keeps waits below seconds.
 */
const inTurn = createQueue({
  name: "passwords",
  running: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 60,
  refusal: () => overloaded(messages.tooManySignIns, 5),
});

/** Normalised, as keyboards compose accents differently. */
const composed = (password: string) => password.normalize("NFC");

let nobodysHash: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2_COST));
}

/**
 * @param stored the account's hash; null without account or password, which takes equally long
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(16).toString("hex"));
  const compared = stored ?? (await nobodysHash);
  const matches = await inTurn(() => verify(compared, composed(password)));
  return stored !== null && matches;
}
