/** How often things may be done: one table, counted in PostgreSQL so that every process sees the same numbers. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "./errors.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Points per duration in seconds. Mastodon and Discourse were the models; see docs/decisions. */
const LIMITS = {
  signInPerAddress: { points: 50, duration: 5 * MINUTE },
  signInPerAccount: { points: 10, duration: 15 * MINUTE },
  signUpPerAddress: { points: 20, duration: HOUR },
  verifyPerAddress: { points: 30, duration: 5 * MINUTE },
  recoverPerAddress: { points: 10, duration: 30 * MINUTE },
  recoverPerAccount: { points: 5, duration: 30 * MINUTE },
  resendPerAddress: { points: 10, duration: 30 * MINUTE },
  changePasswordPerAccount: { points: 10, duration: 15 * MINUTE },
  checkUserPerAddress: { points: 30, duration: 5 * MINUTE },
  publishPerAccount: { points: 20, duration: 10 * MINUTE },
} as const;

export type LimitName = keyof typeof LIMITS;

export interface Limits {
  /**
   * Counts one use.
   * @param subject whom the limit is for: an address, an account id, an e-mail; only its hash is stored
   * @throws AppError 429 with `Retry-After` in seconds when the limit is reached
   */
  consume(name: LimitName, subject: string): Promise<void>;
}

/**
 * The limits over one database.
 * @param enabled false lifts every limit (RATE_LIMITS=off, for tests only)
 */
export function openLimits(pool: Pool, enabled: boolean): Limits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, duration }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
        points,
        duration,
      }),
    ]),
  );
  return {
    async consume(name, subject) {
      if (!enabled) return;
      const key = createHash("sha256").update(subject).digest("base64url");
      try {
        await limiters.get(name)?.consume(key);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
        throw new AppError(
          429,
          "over_request_rate_limit",
          "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente.",
          { headers: { "retry-after": String(seconds) } },
        );
      }
    },
  };
}
