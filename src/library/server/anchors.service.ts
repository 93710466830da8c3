/** Anchors in the library's long lists: a page in the middle is scanned from the nearest one, not from the start. */
import { LRUCache } from "lru-cache";
import type { PublicContext } from "#platform/context.ts";
import { type Anchor, type OrderedList, selectAnchors } from "./lists.queries.ts";

/** Prompts between anchors: the maximum cost of a page, and the list length below which anchors are not made. */
export const ANCHOR_STEP = 1000;
/** Lifetime of anchors, in milliseconds. Meanwhile a page may be off by the prompts inserted or moved before it. */
const HELD_MS = 60_000;
/** Anchors of all lists together, some 200 bytes each: three times those of a million prompts in all orders and tools. */
const MAX_ANCHORS = 20_000;

export interface Anchors {
  /**
   * The last anchor at or before a position of a list. Expired anchors serve until new ones are made, which happens
   * once for concurrent callers.
   * @param offset number of prompts before the position
   * @returns undefined for a position before the first anchor
   */
  before(list: OrderedList, offset: number): Promise<Anchor | undefined>;
}

/** The anchors of one process. */
export function openAnchors(ctx: Pick<PublicContext, "db">): Anchors {
  const lists = new LRUCache<string, Anchor[], OrderedList>({
    maxSize: MAX_ANCHORS,
    sizeCalculation: (anchors) => 1 + anchors.length,
    ttl: HELD_MS,
    allowStale: true,
    // If the database is unavailable, the existing anchors stay.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_key, _stale, { context }) => selectAnchors(ctx.db, context, ANCHOR_STEP),
  });
  return {
    async before(list, offset) {
      const anchors = await lists.fetch(JSON.stringify(list), { context: list });
      return anchors?.[Math.min(Math.floor(offset / ANCHOR_STEP), anchors.length) - 1];
    },
  };
}
