/**
 * How often things may be done: one table, counted in PostgreSQL so that every process sees the same numbers, but for what
 * costs less than counting it there would.
 */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Pool } from "pg";
import { Counter } from "prom-client";
import {
  type IRateLimiterOptions,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { tooOften } from "./errors.ts";
import { deleteExpiredCounts } from "./rate-limits.queries.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

interface Limit {
  points: number;
  /** Seconds. */
  duration: number;
  /** Holds also with RATE_LIMITS=off. */
  always?: boolean;
  /** Counted by each process for itself, without a row that is written. */
  inProcess?: boolean;
}

/** Points per duration. Mastodon and Discourse were the models; see docs/decisions. */
export const RATE_LIMITS = {
  signInPerAddress: { points: 50, duration: 5 * MINUTE },
  signInPerAccountAndAddress: { points: 10, duration: 15 * MINUTE },
  // Refuses nobody: once reached, strangers may guess only as the next line says, and whoever knows the password still gets in.
  signInPerAccount: { points: 100, duration: HOUR },
  signInPerNetworkWhileGuessed: { points: 1, duration: 5 * MINUTE },
  signInPerKnownDevice: { points: 10, duration: 15 * MINUTE },
  // A school class or the customers of an operator may be one address.
  signUpPerAddress: { points: 60, duration: HOUR },
  verifyPerAddress: { points: 30, duration: 5 * MINUTE },
  // A sign-up's password where its link is confirmed. By sign-up and not by address: only the mail's reader can use it up.
  confirmPerSignup: { points: 10, duration: 15 * MINUTE },
  mailedLinkPerAddress: { points: 60, duration: 5 * MINUTE, inProcess: true },
  recoverPerAddress: { points: 10, duration: 30 * MINUTE },
  recoverPerAccount: { points: 5, duration: 30 * MINUTE },
  resendPerAddress: { points: 10, duration: 30 * MINUTE },
  confirmationPerAccount: { points: 10, duration: HOUR },
  // The pace of mails to one recipient holds even where the other limits are lifted.
  confirmationMailPace: { points: 1, duration: MINUTE, always: true },
  recoveryMailPace: { points: 1, duration: MINUTE, always: true },
  // Mails that tell of sign-ins and of new passwords: whoever causes very many has told the person by the first.
  signInNoticePerAccount: { points: 5, duration: 24 * HOUR },
  passwordNoticePerAccount: { points: 5, duration: HOUR },
  changePasswordPerAccount: { points: 10, duration: 15 * MINUTE },
  correctEmailPerAddress: { points: 10, duration: 30 * MINUTE },
  checkUserPerAddress: { points: 30, duration: 5 * MINUTE },
  publishPerAccount: { points: 20, duration: 10 * MINUTE },
  // Seconds of work, a fifth of a core: fifteen of the heaviest animations, more photos than may be published.
  pictureSecondsPerAccount: { points: 120, duration: 10 * MINUTE, inProcess: true },
  editPerAccount: { points: 60, duration: 10 * MINUTE },
  exportPerAccount: { points: 5, duration: HOUR },
  changeAccountPerAccount: { points: 30, duration: 10 * MINUTE },
  // What somebody searched for a moment ago is answered from what is kept and not counted. A school or an operator may be one address.
  searchPerAddress: { points: 120, duration: MINUTE, inProcess: true },
  viewPerAddress: { points: 120, duration: MINUTE, inProcess: true },
  // Six a second is more than anybody presses, and one account's share of the wishes that may wait for a prompt stays small.
  reactPerAccount: { points: 60, duration: 10, inProcess: true },
} as const satisfies Record<string, Limit>;

/** Callers that a limit counted in this process tells apart within its duration; those who come later share the counts of SHARED_KEY_LENGTH. */
const MAX_TRACKED_CALLERS = 10_000;
/** The first characters of a key that those callers have in common: 4096 counts. */
const SHARED_KEY_LENGTH = 2;

/** Refused uses, by limit. */
const reached = new Counter({
  name: "prompteca_limits_reached_total",
  help: "Uses that a rate limit refused, by the name of the limit.",
  labelNames: ["limit"],
});

export type RateLimitName = keyof typeof RATE_LIMITS;

export interface RateLimits {
  /**
   * Counts one use.
   * @param subject whom the limit is for: an IP address, an account id, an e-mail; only its hash is stored
   * @throws AppError 429 with `Retry-After` in seconds when the limit is reached
   */
  consume(name: RateLimitName, subject: string): Promise<void>;
  /** Counts one use. @returns 0, or when the limit is reached the seconds to wait */
  take(name: RateLimitName, subject: string): Promise<number>;
  /**
   * Refuses who has reached a limit by what was charged; counts nothing.
   * @throws AppError 429 with `Retry-After` in seconds
   */
  check(name: RateLimitName, subject: string): Promise<void>;
  /** Counts what is known only afterwards, such as time, even beyond the limit. @param points of that limit, parts of one too */
  charge(name: RateLimitName, subject: string, points: number): Promise<void>;
  /** Forgets the uses of a subject, because what was counted did not happen. */
  forget(name: RateLimitName, subject: string): Promise<void>;
  /** Clears away what has run out. */
  sweep(): Promise<void>;
}

/** One caller among IP addresses: an IPv6 customer holds at least a /64, so its first four groups count. */
export function callerOf(subject: string): string {
  return networkOf(subject, 4);
}

/**
 * The network of an IP address: an IPv4 address is one of its own.
 * @param groups of 16 bits that an IPv6 network has in common; whoever wants many gets a /48 for nothing, so three
 */
export function networkOf(subject: string, groups = 3): string {
  if (!isIPv6(subject) || subject.includes(".")) return subject;
  const [head = "", tail] = subject.split("::");
  const first = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  while (first.length + rest.length < 8) first.push("0");
  return first.concat(rest).slice(0, groups).join(":");
}

interface Limiter {
  /** @throws RateLimiterRes when the limit is reached */
  consume(key: string, points?: number): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
  delete(key: string): Promise<boolean>;
}

/** Counts in memory, of bounded size: however many addresses somebody has, and a surge of visitors is let through. */
function countInProcess(options: IRateLimiterOptions & { duration: number }): Limiter {
  const limiter = new RateLimiterMemory(options);
  let known = 0;
  let windowEnds = 0;
  async function countOf(key: string): Promise<string> {
    if (Date.now() > windowEnds) {
      known = 0;
      windowEnds = Date.now() + options.duration * 1000;
    }
    const isApart = known < MAX_TRACKED_CALLERS || (await limiter.get(key)) !== null;
    return isApart ? key : key.slice(0, SHARED_KEY_LENGTH);
  }
  return {
    async consume(key, points) {
      const result = await limiter.consume(await countOf(key), points);
      if (result.isFirstInDuration) known++;
      return result;
    },
    get: async (key) => limiter.get(await countOf(key)),
    delete: (key) => limiter.delete(key),
  };
}

/**
 * Counts in PostgreSQL. Once it refuses somebody, this process refuses them from memory until the time is over, so that a flood
 * does not go on writing one row.
 * @param givesBack whether uses may be forgotten, by another process too: then only the row knows
 */
function countInDatabase(
  pool: Pool,
  options: IRateLimiterOptions & { points: number },
  givesBack: boolean,
): Limiter {
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: givesBack ? 0 : options.points + 1,
  });
}

/**
 * The limits over one database.
 * @param enabled false lifts every limit but the pace of mails (RATE_LIMITS=off, for tests only)
 */
export function openRateLimits(pool: Pool, enabled: boolean): RateLimits {
  const limits: [string, Limit][] = Object.entries(RATE_LIMITS);
  const limiters = new Map(
    limits
      .filter(([, { always }]) => enabled || always)
      .map(([name, { points, duration, inProcess, always = false }]): [string, Limiter] => {
        const options = { keyPrefix: name, points, duration };
        return [name, inProcess ? countInProcess(options) : countInDatabase(pool, options, always)];
      }),
  );
  const keyOf = (subject: string) => createHash("sha256").update(callerOf(subject)).digest("base64url");

  const secondsUntil = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

  async function take(name: RateLimitName, subject: string, points?: number): Promise<number> {
    try {
      await limiters.get(name)?.consume(keyOf(subject), points);
      return 0;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      reached.inc({ limit: name });
      return secondsUntil(reason);
    }
  }
  return {
    take,
    async check(name, subject) {
      const used = await limiters.get(name)?.get(keyOf(subject));
      if (used && used.consumedPoints >= RATE_LIMITS[name].points) throw tooOften(secondsUntil(used));
    },
    async charge(name, subject, points) {
      await take(name, subject, points);
    },
    async consume(name, subject) {
      const seconds = await take(name, subject);
      if (seconds > 0) throw tooOften(seconds, name);
    },
    async forget(name, subject) {
      await limiters.get(name)?.delete(keyOf(subject));
    },
    async sweep() {
      await deleteExpiredCounts(pool);
    },
  };
}
