/** A purged cache in miniature: answers with their keys, and the keys that changes name. */
import { createHash } from "node:crypto";
import { expect, vi } from "vitest";
import { listenForInvalidations } from "#platform/database/cache-invalidation.ts";
import { EVERYTHING, keysIn } from "#platform/http/shared-caches.ts";
import type { TestApp } from "./app.ts";

/** Settings of a site that purges, though no cache is there. */
export const PURGING = {
  PUBLIC_URL: "https://prompteca.example",
  CACHE_PURGE_URL: "http://127.0.0.1:9",
  CACHE_PURGE_TOKEN: "p5oY7wq2Zk9RtUe1LmXa",
};

/** Answers by path: what they say, and their keys, none if no shared cache keeps them. */
export type Shown = Map<string, { text: string; keys: string[] }>;

/** @param paths that are read @returns what a cache in front of the site would hold; close it at the end */
export async function openSharedCache(site: TestApp, paths: () => string[]) {
  let heard: string[][] = [];
  const changes = await listenForInvalidations(
    { connectionString: site.databaseUrl },
    site.ctx.log,
    (keys) => {
      heard.push(keys);
    },
  );

  async function readAll(): Promise<Shown> {
    // A job may change something while this reads: what was read before its notice is purged by it.
    heard = [];
    site.ctx.responseCache.clear();
    const shown: Shown = new Map();
    for (const path of paths()) {
      // A busy machine's refusal is no answer.
      const { statusCode, headers, rawPayload } = await vi.waitFor(async () => {
        const answer = await site.call("GET", path);
        expect(answer.statusCode, `${path}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
        return answer;
      }, 30_000);
      // Pages tell the minute that they were written in.
      const body = rawPayload.toString("latin1").replaceAll(/"(now|dataUpdatedAt|dehydratedAt)":\d+/g, "");
      const kept = headers["surrogate-key"] !== undefined;
      shown.set(path, {
        text: `${statusCode} ${createHash("sha1").update(body).digest("hex")}`,
        keys: kept ? keysIn(headers["surrogate-key"]) : [],
      });
    }
    return shown;
  }

  /** The keys of the notices since the last reading began. */
  async function namedSince(): Promise<string[]> {
    await site.ctx.pool.query("notify content_changed, 'last'");
    // Notices of earlier writes may arrive later.
    await expect.poll(() => heard.some(([key]) => key === "last")).toBe(true);
    return heard.filter(([key]) => key !== "last").flatMap((keys) => (keys.length ? keys : [EVERYTHING]));
  }

  return {
    readAll,
    /** Makes a change after `readAll`. @returns the paths that a cache would go on showing as they were, and how many others changed */
    async staleAfter(before: Shown, change: () => Promise<unknown>) {
      await change();
      const named = new Set<string>();
      const isStale = ({ keys }: { keys: string[] }) =>
        keys.length > 0 && !keys.some((key) => named.has(key));
      const differing = (now: Shown) =>
        [...before].filter(([path, { text }]) => now.get(path)?.text !== text);
      const read = async () => {
        for (const key of await namedSince()) named.add(key);
        return readAll();
      };
      let after = await read();
      // An answer that a busy machine gave once is right when it is asked for again.
      if (differing(after).some(([, shown]) => isStale(shown))) after = await read();
      const changed = differing(after);
      const stale = changed.filter(([, shown]) => isStale(shown)).map(([path]) => path);
      const untouched = [...before.values()].filter(isStale).length;
      return { after, stale, changed: changed.map(([path]) => path), untouched };
    },
    close: () => changes.close(),
  };
}
