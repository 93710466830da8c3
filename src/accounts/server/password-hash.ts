/** Password hashes: argon2id, a few at a time, with the same work for accounts that do not exist. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "#platform/errors.ts";

/** The first choice of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one thread. The default is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing at once: the threads that are left serve files and other calls, whoever floods the sign-in. */
const CONCURRENCY = 2;
/** Callers who may wait for their turn; beyond it takes longer than anybody waits. */
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws AppError 503 when too many are waiting already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENCY) {
    if (waiting.length >= MAX_WAITING) {
      throw new AppError(
        503,
        "over_capacity",
        "Muitos acessos neste momento. Tente novamente em instantes.",
        {
          headers: { "retry-after": "5" },
        },
      );
    }
    // The one who ends hands its place over, so that nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Keyboards differ in how they compose an accent; the password is the same. */
const composed = (password: string) => password.normalize("NFC");

let nobodysHash: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), COST));
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
