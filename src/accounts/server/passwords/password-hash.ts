/**
 * Password hashing: argon2id with bounded concurrency, and the same work for unknown accounts. Accounts that were moved in
 * have bcrypt until they log in.
 */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";
import { messages } from "#accounts/messages.ts";
import { overloaded } from "#platform/http/errors.ts";
import { networkOf } from "#platform/http/rate-limits.ts";
import { createFairQueue } from "#platform/queue.ts";

/** The OWASP Password Storage Cheat Sheet's first recommendation: argon2id, 19 MiB, two passes, one thread. */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash takes a whole core, on libuv threads that also read files and compress responses. This leaves a core and half of
 * the threads to other requests during a flood of sign-ins. Networks take turns: one waits for each other network, not for
 * each guess of theirs.
 */
const refusal = () => overloaded(messages.tooManySignIns, 5);
const queue = createFairQueue({
  name: "passwords",
  running: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 240,
  each: 60,
  refusal,
  ownRefusal: refusal,
});
const inTurn = <T>(caller: string, task: () => Promise<T>) => queue(networkOf(caller), task);

/** Normalised, as keyboards compose accents differently. */
const composed = (password: string) => password.normalize("NFC");

let nobodysHash: Promise<string> | undefined;

/** @param caller whose turn it takes: an address, or the id of an account */
export function hashPassword(password: string, caller: string): Promise<string> {
  return inTurn(caller, () => hash(composed(password), ARGON2_COST));
}

/** bcrypt's cost; each step doubles the work. Higher ones would hold a core for seconds: nobody logs in by such a hash. */
export const HIGHEST_BCRYPT_COST = 14;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** The cost of a bcrypt hash; 0 for any other one, and for one that costs too much. */
export function bcryptCost(stored: string | null): number {
  const cost = Number(BCRYPT.exec(stored ?? "")?.[1] ?? 0);
  return cost <= HIGHEST_BCRYPT_COST ? cost : 0;
}

/** Whether a hash of another site may be kept: bcrypt, or argon2. */
export const isKnownHash = (stored: string): boolean =>
  bcryptCost(stored) > 0 || /^\$argon2(id|i|d)\$v=19\$/.test(stored);

/** Hashes that no password has, in place of missing ones: to compare with one takes as long as with any of its cost. */
const nobodysBcrypt = (cost: number) =>
  `$2b$${String(cost).padStart(2, "0")}$${"a".repeat(21)}u${"a".repeat(31)}`;

/**
 * Where anybody may guess, `others` keeps the work equal: while an account has a bcrypt hash, every comparison does the work of
 * argon2id and that of the costliest bcrypt hash.
 * @param stored the account's hash; null without account or password, which takes equally long
 * @param caller whose turn it takes: an address, or the id of an account
 * @param others the highest cost of bcrypt among all accounts, 0 without any
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  caller: string,
  others = 0,
): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(16).toString("hex"), ARGON2_COST);
  const cost = bcryptCost(stored);
  const isArgon2 = stored !== null && cost === 0 && isKnownHash(stored);
  const compared = isArgon2 ? stored : await nobodysHash;
  return inTurn(caller, async () => {
    const matches = (others > 0 || cost === 0) && (await verify(compared, composed(password)));
    // As it was typed: the old service knew no other way.
    const matchesBcrypt =
      (cost || others) > 0 &&
      (await verifyBcrypt(password, cost ? (stored as string) : nobodysBcrypt(others)));
    // A cheaper hash than the costliest: 2^4 + 2^5 + 2^6 is as much as is missing from 2^4 to 2^7.
    for (let more = cost; cost > 0 && more < others; more++)
      await verifyBcrypt(password, nobodysBcrypt(more));
    return isArgon2 ? matches : cost > 0 && matchesBcrypt;
  });
}
