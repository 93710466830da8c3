/**
 * Rate limits. They are counted in PostgreSQL, so that all processes share the counters, except for operations that
 * cost less than such a count.
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
import { addLimitHeaders } from "./rate-limit-headers.ts";
import { deleteExpiredCounts } from "./rate-limits.queries.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Points of a second of work: they are whole numbers, and most work takes less than a second. */
const MS_OF_WORK = 1000;

interface Limit {
  points: number;
  /** In seconds. */
  duration: number;
  /** Applies even with RATE_LIMITS=off. */
  always?: boolean;
  /** Counted by each process in memory. */
  inProcess?: boolean;
  /** How many times its points an IPv6 network has; `NETWORK_TIMES` by default. */
  networkTimes?: number;
  /**
   * Whether answers tell the caller what is left; not for limits that others use up too, such as logins to an account.
   */
  inHeaders?: boolean;
}

/** A /48, free of charge, has 65,536 callers: together they have as much as this many, so that it is no way around a limit. */
const NETWORK_TIMES = 16;

/** Points per duration, modelled on Mastodon and Discourse; see docs/decisions. */
export const RATE_LIMITS = {
  signInPerAddress: { points: 50, duration: 5 * MINUTE },
  signInPerAccountAndAddress: { points: 10, duration: 15 * MINUTE },
  // Refuses no login by itself. Once reached, unknown devices are limited by the next line; the password still works.
  signInPerAccount: { points: 100, duration: HOUR },
  signInPerNetworkWhileGuessed: { points: 1, duration: 5 * MINUTE },
  // Refuses no login by itself: beyond it, the device is an unknown one.
  signInPerKnownDevice: { points: 10, duration: 15 * MINUTE },
  // Nobody guesses a signature; it takes a thousandth of a second to find that out.
  passkeyPerAddress: { points: 120, duration: 5 * MINUTE, inProcess: true },
  // A school class, or many customers of an operator, may share one address.
  signUpPerAddress: { points: 60, duration: HOUR },
  // Ways to an issuer and answers from it: two for a sign-in, and a school may share one address.
  issuerPerAddress: { points: 120, duration: 5 * MINUTE },
  verifyPerAddress: { points: 30, duration: 5 * MINUTE },
  // Attempts at a sign-up's password on the confirmation page: per sign-up, so only the mail's reader can use it up.
  confirmPerSignup: { points: 10, duration: 15 * MINUTE },
  mailedLinkPerAddress: { points: 60, duration: 5 * MINUTE, inProcess: true },
  recoverPerAddress: { points: 10, duration: 30 * MINUTE },
  resendPerAddress: { points: 10, duration: 30 * MINUTE },
  // Mails to whatever address is typed: for each network what it may ask for one mailbox, so that nobody uses up what is the
  // owner's, and far more from all networks together, which bounds what a mailbox gets. It takes four networks to reach that.
  recoverPerMailboxAndNetwork: { points: 5, duration: 30 * MINUTE },
  recoverPerMailbox: { points: 30, duration: 30 * MINUTE },
  confirmationPerMailboxAndNetwork: { points: 10, duration: HOUR },
  confirmationPerMailbox: { points: 60, duration: HOUR },
  // The interval between mails that a network asks for applies even when the other limits are off.
  confirmationMailPace: { points: 1, duration: MINUTE, always: true },
  recoveryMailPace: { points: 1, duration: MINUTE, always: true },
  // Mails that notify of sign-ins and new passwords: further ones add nothing to the first.
  signInNoticePerAccount: { points: 5, duration: 24 * HOUR },
  passwordNoticePerAccount: { points: 5, duration: HOUR },
  copiedPasskeyNoticePerAccount: { points: 5, duration: 24 * HOUR },
  // Who has stolen one session uses up nothing of another.
  firstPasskeyMailPerSession: { points: 5, duration: HOUR },
  firstPasskeyMailPerAccount: { points: 30, duration: HOUR },
  // Unlinking has none, as there is never more to unlink. Each is told by a mail, which this bounds.
  linkIssuerPerAccount: { points: 15, duration: HOUR },
  // Removing has none: whoever made keys in a stolen session could use it up before the owner, and there is never more to remove
  // than was made. Each is told by a mail, which this bounds.
  createPasskeyPerAccount: { points: 15, duration: HOUR },
  renamePasskeyPerAccount: { points: 30, duration: HOUR },
  // Passwords typed in a session, and new ones: who has stolen one session cannot use up what is the owner's in another.
  passwordPerSession: { points: 10, duration: 15 * MINUTE },
  // Far more than one session, or one known device, may guess: for who makes any number of them without the password, such as by
  // an issuer.
  passwordPerAccount: { points: 100, duration: HOUR },
  correctEmailPerAddress: { points: 10, duration: 30 * MINUTE },
  checkUserPerAddress: { points: 30, duration: 5 * MINUTE },
  publishPerAccount: { points: 20, duration: 10 * MINUTE, inHeaders: true },
  // For authors on their first day or with fewer than three prompts. Only publications that succeed count.
  publishPerNewAuthor: { points: 5, duration: HOUR, inHeaders: true },
  publishPerNewAuthorDaily: { points: 10, duration: 24 * HOUR, inHeaders: true },
  // Calls; imported prompts are counted by themselves (decision 50).
  importPerAccount: { points: 20, duration: HOUR, inHeaders: true },
  // Reads up to five million characters, and compares texts for some seconds.
  previewImportPerAccount: { points: 30, duration: 10 * MINUTE, inHeaders: true },
  exportTextsPerCaller: { points: 60, duration: 10 * MINUTE, inProcess: true },
  // A fifth of a core: fifteen of the heaviest animations, or more photos than may be published.
  pictureTimePerAccount: { points: 120 * MS_OF_WORK, duration: 10 * MINUTE, inProcess: true },
  // Time of looking through texts and long lists: imports, previews, comparisons of versions and with others' prompts, copies.
  textTimePerCaller: { points: 120 * MS_OF_WORK, duration: 10 * MINUTE, inProcess: true, networkTimes: 4 },
  // A form asks once for each text and picture; a query takes some hundredths of a second of the database.
  similarPerAccount: { points: 60, duration: 10 * MINUTE, inProcess: true, inHeaders: true },
  editPerAccount: { points: 60, duration: 10 * MINUTE, inHeaders: true },
  // Bringing back has none, for the same reason as removing passkeys: there are only minutes for it.
  deletePerAccount: { points: 120, duration: 10 * MINUTE, inHeaders: true },
  // Every call with a key, ten a second; what it does counts for its owner's limits besides.
  callPerKey: { points: 600, duration: MINUTE, inProcess: true, inHeaders: true },
  createKeyPerAccount: { points: 20, duration: HOUR },
  exportPerAccount: { points: 5, duration: HOUR, inHeaders: true },
  // Names and metadata; a new password has what is typed in its session.
  changeAccountPerAccount: { points: 30, duration: 10 * MINUTE },
  // By the present one; a mailed link has none. Each voids the links that were mailed: who stole the password must not do that
  // all the time.
  newPasswordPerAccount: { points: 10, duration: 24 * HOUR },
  // The search documents of all prompts have the name.
  renamePerAccount: { points: 10, duration: 24 * HOUR },
  // Cached searches are not counted. A school or many customers of an operator may share one address.
  searchPerAddress: { points: 120, duration: MINUTE, inProcess: true, inHeaders: true },
  // Apart from searches, which typing must not use up: for what is typed, prompts and tags are asked for.
  suggestPerAddress: { points: 480, duration: MINUTE, inProcess: true, inHeaders: true },
  // Pages that are rendered anew: those of the cache are not counted. Crawlers ask less often, and so does a school.
  pagePerAddress: { points: 1200, duration: MINUTE, inProcess: true },
  // Time of writing large pages, apart from that of texts: who has used up that still reads pages.
  pageTimePerAddress: { points: 120 * MS_OF_WORK, duration: 10 * MINUTE, inProcess: true, networkTimes: 4 },
  // A comparison takes up to a fifteenth of a second of the event loop; cached ones are not counted.
  comparePerAddress: { points: 60, duration: MINUTE, inProcess: true, inHeaders: true, networkTimes: 4 },
  viewPerAddress: { points: 120, duration: MINUTE, inProcess: true, inHeaders: true },
  // Six a second is more than a user can press, and keeps one account's share of a prompt's write queue small.
  reactPerAccount: { points: 60, duration: 10, inProcess: true, inHeaders: true },
  // Answers whether prompts worked, and takes them back; each is typed by hand.
  answerPerAccount: { points: 30, duration: 10 * MINUTE, inHeaders: true },
  // Two a second: moving an entry by the keyboard is a call for each press.
  collectPerAccount: { points: 120, duration: MINUTE, inProcess: true, inHeaders: true },
  // Of public ones, which empties everybody's caches, as often as deleting prompts does.
  changeShownPerAccount: { points: 120, duration: 10 * MINUTE, inProcess: true, inHeaders: true },
  // For visitors, who are asked to confirm by mail; the target's limit bounds the mails that one network can cause by
  // one page.
  reportPerAddress: { points: 20, duration: HOUR },
  // Mails that ask to confirm, as above.
  reportPerMailboxAndNetwork: { points: 3, duration: HOUR },
  reportPerMailboxAndNetworkDaily: { points: 6, duration: 24 * HOUR },
  reportPerMailbox: { points: 18, duration: HOUR },
  reportPerTarget: { points: 100, duration: HOUR },
  reportPerAccount: { points: 20, duration: HOUR },
  // On an account's first day, as often as from a mailbox without an account.
  reportPerNewAccount: { points: 5, duration: HOUR },
  // Reports by which one person may hide a prompt before anybody has looked. Refuses no report.
  hidingsPerReporter: { points: 3, duration: 24 * HOUR },
  // A domain of one's own has any number of addresses.
  hidingsPerNetwork: { points: 6, duration: 24 * HOUR },
  confirmReportPerAddress: { points: 30, duration: 5 * MINUTE },
  readReportPerAddress: { points: 60, duration: 5 * MINUTE, inProcess: true },
  appealPerAddress: { points: 20, duration: HOUR },
  appealPerAccount: { points: 20, duration: HOUR },
} as const satisfies Record<string, Limit>;

/** Maximum number of callers with counters of their own per limit and duration; later callers share counters. */
const MAX_TRACKED_CALLERS = 10_000;
/** Prefix length of the keys of shared counters: 4096 counters. */
const SHARED_KEY_LENGTH = 2;

/** Refused uses by limit. */
const reached = new Counter({
  name: "prompteca_limits_reached_total",
  help: "Uses that a rate limit refused, by the name of the limit.",
  labelNames: ["limit"],
});

export type RateLimitName = keyof typeof RATE_LIMITS;

export type RateLimits = ReturnType<typeof openRateLimits>;

/** Maps an IP address to a caller: an IPv6 customer has at least a /64, so only the first four groups count. */
export function callerOf(subject: string): string {
  return networkOf(subject, 4);
}

/**
 * Returns the network of an IP address; an IPv4 address is its own network.
 * @param groups length of an IPv6 prefix in groups of 16 bits; a /48 is free of charge, so three by default
 */
export function networkOf(subject: string, groups = 3): string {
  if (!isIPv6(subject) || subject.includes(".")) return subject;
  const [head = "", tail] = subject.split("::");
  const first = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  while (first.length + rest.length < 8) first.push("0");
  return first.concat(rest).slice(0, groups).join(":");
}

type Wait = (until: () => Promise<void>) => Promise<void>;

interface Limiter {
  /** @throws RateLimiterRes when the limit is reached */
  consume(key: string, points?: number): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
  delete(key: string): Promise<boolean>;
}

/** What one caller, or one network, has of a limit. */
interface Share {
  limiter: Limiter;
  points: number;
  key: string;
}

/** Counts in memory of bounded size, whatever number of addresses a caller has. */
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
 * Counts in PostgreSQL. After a refusal, this process refuses the subject from memory until the duration ends, so that
 * a flood does not keep updating one row.
 * @param isResettable whether another process may reset the counter, so that refusals must not be remembered
 */
function countInDatabase(
  pool: Pool,
  options: IRateLimiterOptions & { points: number },
  isResettable: boolean,
): Limiter {
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: isResettable ? 0 : options.points + 1,
  });
}

/**
 * Opens the rate limits of a database.
 * @param enabled false disables all limits except the interval between mails (RATE_LIMITS=off, for tests only)
 */
export function openRateLimits(pool: Pool, enabled: boolean) {
  const limits: [string, Limit][] = Object.entries(RATE_LIMITS);
  const limiters = new Map(
    limits
      .filter(([, { always }]) => enabled || always)
      .map(([name, { points, duration, inProcess, always = false, networkTimes = NETWORK_TIMES }]) => {
        const count = (keyPrefix: string, points: number) => {
          const options = { keyPrefix, points, duration };
          return {
            points,
            limiter: inProcess ? countInProcess(options) : countInDatabase(pool, options, always),
          };
        };
        return [
          name,
          { caller: count(name, points), network: count(`${name} network`, points * networkTimes) },
        ];
      }),
  );
  const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
  const keyOf = (subject: string) => hash(callerOf(subject));

  /** A subject's own share, and that of its network, if that has many callers; none of a limit that is off. */
  function sharesOf(name: RateLimitName, subject: string): [] | [Share] | [Share, Share] {
    const limit = limiters.get(name);
    if (!limit) return [];
    const own = { ...limit.caller, key: keyOf(subject) };
    const network = networkOf(subject);
    return network === subject ? [own] : [own, { ...limit.network, key: hash(network) }];
  }

  const secondsUntil = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

  function tell(name: RateLimitName, used: RateLimiterRes) {
    const { points, duration, inHeaders }: Limit = RATE_LIMITS[name];
    if (!inHeaders) return;
    const remaining = Math.max(0, used.remainingPoints);
    addLimitHeaders({ name, points, duration, remaining, reset: secondsUntil(used) });
  }

  /**
   * Counts one use, or as many points.
   * @param subject an IP address, account id or e-mail address; only its hash is stored
   * @returns 0, or the seconds to wait when the limit is reached
   */
  async function take(name: RateLimitName, subject: string, points?: number): Promise<number> {
    const [own, network] = sharesOf(name, subject);
    if (!own) return 0;
    function refuse(used: RateLimiterRes): number {
      tell(name, used);
      reached.inc({ limit: name });
      return secondsUntil(used);
    }
    // Before its caller is counted, so that a network cannot fill the memory with callers.
    const { inProcess }: Limit = RATE_LIMITS[name];
    const usedUp = inProcess && network && (await findUsedUp(network));
    if (usedUp) return refuse(usedUp);
    try {
      const used = await own.limiter.consume(own.key, points);
      // What a caller is refused is not the network's.
      await network?.limiter.consume(network.key, points);
      tell(name, used);
      return 0;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return refuse(reason);
    }
  }
  async function findUsedUp({ limiter, key, points }: Share): Promise<RateLimiterRes | undefined> {
    const used = await limiter.get(key);
    return used && used.consumedPoints >= points ? used : undefined;
  }
  /** Counts the milliseconds of work that was done, beyond the limit too. */
  async function charge(name: RateLimitName, subject: string, ms: number): Promise<void> {
    const points = Math.ceil(ms);
    await Promise.allSettled(sharesOf(name, subject).map(({ limiter, key }) => limiter.consume(key, points)));
  }
  /** @throws AppError 429 with `Retry-After` in seconds when a limit is reached; counts nothing */
  async function requireLeft(name: RateLimitName, subject: string): Promise<void> {
    const seconds = await waitFor(name, subject);
    if (seconds === 0) return;
    reached.inc({ limit: name });
    throw tooOften(seconds, name);
  }
  /** Seconds to wait until a limit that is reached takes another use; 0 while it is not. Counts nothing. */
  async function waitFor(name: RateLimitName, subject: string): Promise<number> {
    const usedUp = await Promise.all(sharesOf(name, subject).map(findUsedUp));
    return Math.max(0, ...usedUp.map((used) => (used ? secondsUntil(used) : 0)));
  }
  /** Uses that are left of a limit; Infinity without limits. Counts nothing. */
  async function left(name: RateLimitName, subject: string): Promise<number> {
    const unused = sharesOf(name, subject).map(async ({ limiter, key, points }) => {
      const used = await limiter.get(key);
      return Math.max(0, points - (used?.consumedPoints ?? 0));
    });
    return Math.min(Number.POSITIVE_INFINITY, ...(await Promise.all(unused)));
  }
  return {
    take,
    waitFor,
    left,
    charge,
    requireLeft,
    /** Counts one use. @throws AppError 429 with `Retry-After` in seconds when the limit is reached */
    async consume(name: RateLimitName, subject: string): Promise<void> {
      const seconds = await take(name, subject);
      if (seconds > 0) throw tooOften(seconds, name);
    },
    /**
     * Does a piece of work and counts its milliseconds, even beyond the limit.
     * @param work is given what waits for something whose time does not count
     * @throws AppError 429 with `Retry-After` in seconds when earlier work has used up the limit
     */
    async timed<T>(name: RateLimitName, subject: string, work: (wait: Wait) => T | Promise<T>): Promise<T> {
      await requireLeft(name, subject);
      let started = performance.now();
      const wait: Wait = async (until) => {
        const paused = performance.now();
        await until();
        started += performance.now() - paused;
      };
      try {
        return await work(wait);
      } finally {
        await charge(name, subject, performance.now() - started);
      }
    },
    /** Does a piece of what has begun and counts its milliseconds, beyond the limit too. */
    async counted<T>(name: RateLimitName, subject: string, work: () => Promise<T>): Promise<T> {
      const started = performance.now();
      try {
        return await work();
      } finally {
        await charge(name, subject, performance.now() - started);
      }
    },
    /** Resets the counter of a subject, because the counted use did not happen. */
    async forget(name: RateLimitName, subject: string): Promise<void> {
      await limiters.get(name)?.caller.limiter.delete(keyOf(subject));
    },
    /** Deletes expired counters. */
    sweep: () => deleteExpiredCounts(pool),
  };
}
