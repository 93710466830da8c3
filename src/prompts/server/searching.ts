/** Searches: how often a caller may ask, and how long for the longest. */
import { foldText } from "#language/fold.ts";
import type { RateLimits } from "#platform/http/rate-limits.ts";

/** Each word is parsed for a fifth of a millisecond, some times: two hundred for some hundredths of a second. */
const LONG_SEARCH = 20;

const wordsOf = (search: string) => foldText(search).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/**
 * Counts a search, and its time if it has many words.
 * @throws AppError 429 for who has asked too often, or used up the time for texts
 */
export async function searching<T>(
  { rateLimits }: { rateLimits: Pick<RateLimits, "consume" | "timed"> },
  limit: "searchPerAddress" | "suggestPerAddress",
  address: string,
  search: string,
  read: () => Promise<T>,
): Promise<T> {
  await rateLimits.consume(limit, address);
  return wordsOf(search) > LONG_SEARCH ? rateLimits.timed("textTimePerCaller", address, read) : read();
}
