/** Tells the caches in front of the site which answers to drop. Nothing waits for them. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Counter } from "prom-client";
import type { Config } from "#platform/config/config.ts";
import { EVERYTHING } from "./shared-caches.ts";

/** Milliseconds that a cache has to answer. */
const TIMEOUT_MS = 2000;
/**
 * Milliseconds after which keys are purged once more: an answer that was on its way to the cache may have reached it after
 * the first purge.
 */
const REPEAT_MS = 500;
/** Least pause between two purges, and the pauses after failures, in milliseconds. */
const PAUSE_MS = 10;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 30_000;
/** Keys that wait for one cache; beyond, everything is purged instead. */
const MAX_WAITING = 200;

const counted = new Counter({
  name: "prompteca_cache_purges_total",
  help: "Requests to drop answers, sent to the caches in front of the site, by whether they were done.",
  labelNames: ["outcome"],
});

type Settings = NonNullable<Config["cachePurge"]>;

/** @throws Error when the cache does not do it */
async function requestPurge(url: string, { method, token }: Settings, keys: string[]): Promise<void> {
  const header = { PURGE: "xkey-purge", POST: "surrogate-key" }[method];
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      [header]: keys.join(" "),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { body: JSON.stringify({ tags: keys }) }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the cache answered ${answer.status}`);
}

/** Opens one cache: one purge of it is under way at a time, and takes all keys that came meanwhile. */
function openCache(url: string, settings: Settings, log: FastifyBaseLogger) {
  /** Whether a key is to be purged once more later. */
  const waiting = new Map<string, boolean>();
  const repeats = new Set<NodeJS.Timeout>();
  const ending = new AbortController();
  let isRunning = false;

  function add(keys: Iterable<string>, isRepeated: boolean): void {
    for (const key of keys) waiting.set(key, isRepeated || waiting.get(key) === true);
    if (waiting.size <= MAX_WAITING && !waiting.has(EVERYTHING)) return;
    const areRepeated = [...waiting.values()].includes(true);
    waiting.clear();
    waiting.set(EVERYTHING, areRepeated);
  }

  function repeatLater(keys: string[]): void {
    const timer = setTimeout(() => {
      repeats.delete(timer);
      add(keys, false);
      void run();
    }, REPEAT_MS);
    repeats.add(timer.unref());
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    const pause = (ms: number) => delay(ms, undefined, { ref: false, signal: ending.signal }).catch(() => {});
    for (let retry = FIRST_RETRY_MS; waiting.size > 0; ) {
      const batch = [...waiting];
      waiting.clear();
      try {
        await requestPurge(
          url,
          settings,
          batch.map(([key]) => key),
        );
        counted.inc({ outcome: "done" });
        retry = FIRST_RETRY_MS;
        const repeated = batch.flatMap(([key, isRepeated]) => (isRepeated ? key : []));
        if (repeated.length && !ending.signal.aborted) repeatLater(repeated);
        await pause(PAUSE_MS);
      } catch (error) {
        counted.inc({ outcome: "failed" });
        // It may have got answers meanwhile: they are purged as if the change came now.
        add(
          batch.map(([key]) => key),
          true,
        );
        if (ending.signal.aborted) break;
        log.warn({ err: error, cache: new URL(url).host, retry }, "cache: not purged, trying again");
        await pause(retry);
        retry = Math.min(2 * retry, LONGEST_RETRY_MS);
      }
    }
    isRunning = false;
  }

  return {
    purge(keys: Iterable<string>): void {
      add(keys, true);
      void run();
    },
    /** Purges what waits, once. */
    async close(): Promise<void> {
      ending.abort();
      for (const timer of repeats) clearTimeout(timer);
      while (isRunning) await delay(PAUSE_MS);
      await run();
    },
  };
}

/** Opens the configured caches. A purge that fails is tried again until it is done, with ever longer pauses. */
export function openCachePurges(settings: Settings, log: FastifyBaseLogger) {
  const caches = settings.urls.map((url) => openCache(url, settings, log));
  return {
    /** Drops all answers with one of these keys, now and once more in a moment; returns at once. */
    purge(keys: readonly string[]): void {
      for (const cache of caches) cache.purge(keys);
    },
    /** Ends after a last attempt to purge what waits. */
    async close(): Promise<void> {
      await Promise.all(caches.map((cache) => cache.close()));
    },
  };
}
