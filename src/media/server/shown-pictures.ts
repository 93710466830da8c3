/** Which files may be sent: pictures and link previews of public prompts, unless their picture is barred. */
import { LRUCache } from "lru-cache";
import type { Context } from "#platform/context.ts";
import { selectIsWithheld } from "./barred-pictures.shared.queries.ts";
import { coverCredit, isCover } from "./covers.ts";
import type { Credit } from "./credit.ts";
import type { PictureOwners } from "./removal.jobs.ts";
import { nameOfKey, promptOfPreview } from "./stored-pictures.ts";

/** How long an answer counts, in milliseconds: as long as anything else that is shown. */
const FRESH_MS = 1000;
/** Pictures and previews of which the answer is kept. */
const MOST_KNOWN = 20_000;

export type ShownOwners = Pick<PictureOwners, "findShown" | "findShownOf">;

/**
 * Answers whose a file is, or undefined when it may not be sent, by an answer that is at most a second old and is asked
 * anew after each change of public content. Without the database the last answer counts.
 */
export function openShownPictures(
  { batchedReads, responseCache }: Pick<Context, "batchedReads" | "responseCache">,
  owners: ShownOwners,
): (key: string) => Promise<Credit | undefined> {
  const fresh = new LRUCache<string, Promise<Credit | undefined>>({ max: MOST_KNOWN, ttl: FRESH_MS });
  const last = new LRUCache<string, { credit: Credit | undefined }>({ max: MOST_KNOWN });
  responseCache.onClear(() => fresh.clear());

  async function read(name: string): Promise<Credit | undefined> {
    const promptId = promptOfPreview(name);
    if (promptId !== undefined) {
      const shown = await owners.findShownOf(batchedReads, promptId);
      return shown && !(await selectIsWithheld(batchedReads, shown.hash, true)) ? shown.credit : undefined;
    }
    const [credit, isWithheld] = await Promise.all([
      owners.findShown(batchedReads, name),
      selectIsWithheld(batchedReads, name, true),
    ]);
    if (credit && isCover(name)) return coverCredit;
    return isWithheld ? undefined : credit;
  }

  return async (key) => {
    const name = nameOfKey(key);
    const known = fresh.get(name);
    const reading = known ?? read(name);
    if (!known) fresh.set(name, reading);
    try {
      const credit = await reading;
      last.set(name, { credit });
      return credit;
    } catch (error) {
      if (fresh.peek(name) === reading) fresh.delete(name);
      const before = last.get(name);
      if (before === undefined) throw error;
      return before.credit;
    }
  };
}
