/** Anchors in the library's long lists: a page in the middle is walked to from the nearest one, not from the beginning. */
import { LRUCache } from "lru-cache";
import type { Context } from "#platform/context.ts";
import { type Anchor, type ListFilter, selectAnchors } from "./prompts.queries.ts";

/** Prompts from one anchor to the next: what a page costs at most, and what anchors are not worth making for. */
export const ANCHOR_STEP = 1000;
/** How long anchors hold, in milliseconds. Meanwhile a page may be off by the prompts that came or moved before it. */
const HELD_MS = 60_000;
/** Lists whose anchors are kept: three orders of all prompts and of each tool's, and some to spare. */
const MAX_LISTS = 100;

export interface Anchors {
  /**
   * The last anchor at or before a place in a list. Those of a minute ago serve until newer ones are made, which happens
   * once, however many ask.
   * @param offset prompts before the place
   * @returns undefined for a place before the first anchor
   */
  before(filter: ListFilter, offset: number): Promise<Anchor | undefined>;
}

/** The anchors that one process keeps. */
export function openAnchors(ctx: Pick<Context, "db">): Anchors {
  const lists = new LRUCache<string, Anchor[], ListFilter>({
    max: MAX_LISTS,
    ttl: HELD_MS,
    allowStale: true,
    // A database that is away leaves the anchors that there are.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_key, _stale, { context }) => selectAnchors(ctx.db, context, ANCHOR_STEP),
  });
  return {
    async before(filter, offset) {
      const list = await lists.fetch(`${filter.order} ${filter.llmTypeId}`, { context: filter });
      return list?.[Math.min(Math.floor(offset / ANCHOR_STEP), list.length) - 1];
    },
  };
}
