/** The response cache: responses that are the same for all users are computed and compressed once. */
import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { createFairQueue } from "#platform/queue.ts";
import { isVersioned } from "./api-version.ts";
import { READABLE_ANYWHERE } from "./cross-origin.ts";
import { AppError, tooBusy } from "./errors.ts";
import { isReadAhead, type PostedRead } from "./posted-reads.ts";
import { networkOf } from "./rate-limits.ts";
import {
  type CacheableResponse,
  type Entry,
  type Form,
  JSON_TYPE,
  makeEntry,
  representationOf,
  responseTo,
} from "./representations.ts";
import { openSemaphore, showRoom } from "./semaphore.ts";
import { ASK_ALWAYS, LISTS, purgedHeaders } from "./shared-caches.ts";

/**
 * How long a response is fresh, in milliseconds. A page is rendered from cached values and then cached itself, so its
 * content is at most twice as old: the two seconds after which other users see a like.
 */
const FRESH_MS = 1000;
/** Resolution of that time, in milliseconds: the cache reads the clock and sets a timer at most this often. */
const CLOCK_MS = 20;
/**
 * Bytes of texts, such as pages, and of values, such as lists, that are kept. The caches are separate, so that a flood of new
 * values displaces no page.
 */
const TEXTS_BYTES = 16 * 1024 * 1024;
const VALUES_BYTES = 8 * 1024 * 1024;
/**
 * Bounds for texts that are computed or wait, in all and for one network, which take turns: more would wait longer than users
 * do. The more of them finish together, the longer is a turn of the event loop, which accepts only one new connection. The
 * longest part of a page, writing it, has its own turn (render.tsx).
 */
const TEXTS_AT_ONCE = { running: 8, waiting: 56, each: 32 };
/** The same for values. None of them waits for its turn, because one may need another. */
const VALUES_AT_ONCE = { capacity: 256, perCaller: 64 };
/**
 * Bytes of what each of the two does not keep, because it would displace most of the rest: lists of two hundred long prompts.
 * It is kept for as long as it is fresh, so that whoever asks again and again costs no more than once a second.
 */
const LARGE_BYTES = 48 * 1024 * 1024;
/**
 * Number of computations under way from which on a response is cached only if it is asked for a second time. A flood of
 * pages that nobody asks for again would otherwise displace those of readers, which are then refused.
 */
const MIN_FLOOD = 16;
/** Maximum number, and maximum length in characters, of keys that a store remembers as asked for. */
const MAX_KNOWN_KEYS = 4000;
const MAX_KNOWN_LENGTH = 500;
/** Maximum number, and maximum length in characters, of URLs whose responses are found without the handler. */
const MAX_URLS = 4000;
const MAX_URL_LENGTH = 300;

export type ResponseCache = ReturnType<typeof openResponseCache>;

/** Estimates the bytes of an entry: its text, half of it for two compressed forms, and four times it for a value with what viewers share of its JSON. */
function sizeOf({ plain, value }: Entry, key: string): number {
  return Math.ceil(plain.length * (value ? 5.5 : 1.5)) + 2048 + key.length;
}

/** Whether somebody may not compute it, who is not everybody. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 429 || error.code === "over_capacity");

/** The network whose computation a refusal has ended. */
const refusedTo = new WeakMap<AppError, string>();

const LIMITS_OF_PAGES = new Set(["pagePerAddress", "pageTimePerAddress"]);

/** Whether what is refused is the work of computing, and not the answer. */
const isForWork = ({ code, limit }: AppError) => code === "over_capacity" || LIMITS_OF_PAGES.has(limit ?? "");

type Store = ReturnType<typeof openStore>;

/** Runs a computation for a caller by IP address. @throws AppError 503 when too many run or wait */
type Admit = <T>(address: string, compute: () => Promise<T>) => Promise<T>;

function openTextQueue(): Admit {
  const { running, waiting } = TEXTS_AT_ONCE;
  const queue = createFairQueue({
    name: "texts",
    ...TEXTS_AT_ONCE,
    spares: true,
    refusal: tooBusy,
    ownRefusal: tooBusy,
  });
  let underWay = 0;
  showRoom("texts", () => underWay / (running + waiting));
  return (address, compute) => {
    underWay++;
    return queue(networkOf(address), compute).finally(() => underWay--);
  };
}

function openValueRoom(): Admit {
  const acquire = openSemaphore({ name: "values", ...VALUES_AT_ONCE });
  return async (address, compute) => {
    const release = acquire(1, address);
    return compute().finally(release);
  };
}

/** Opens a cache of responses by key. @param admit bounds what is computed */
function openStore(maxBytes: number, admit: Admit) {
  const counts = { asked: 0, computed: 0 };
  let computing = 0;
  let clears = 0;
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_KEYS });
  const entries = new LRUCache<string, Entry, () => Promise<Entry>>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    ttl: FRESH_MS,
    ttlResolution: CLOCK_MS,
    // Stale entries stay: they are sent when too many are being computed.
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    // A computation that was running when the cache was cleared is sent to its waiting callers, but not cached.
    ignoreFetchAbort: true,
    async fetchMethod(key, stale, { context: compute, options }) {
      counts.computed++;
      computing++;
      const before = clears;
      try {
        const entry = await compute();
        if (clears !== before) entry.isLate = true;
        else if (sizeOf(entry, key) > maxBytes) large.set(key, entry);
        // Too large to be cached.
        if (computing >= MIN_FLOOD && !known.has(key)) options.size = maxBytes + 1;
        return entry;
      } catch (error) {
        if (stale && error instanceof AppError && isForWork(error)) return stale;
        throw error;
      } finally {
        computing--;
        if (key.length <= MAX_KNOWN_LENGTH) known.set(key, true);
      }
    },
  });
  const large = new LRUCache<string, Entry>({
    maxSize: LARGE_BYTES,
    sizeCalculation: sizeOf,
    ttl: FRESH_MS,
    ttlAutopurge: true,
  });
  /**
   * Finds, waits for or computes an entry; returns a stale one when too many are being computed. A caller who waits for the
   * computation of another network, which is then refused, computes it in turn.
   * @param address IP address whose share of the computations it uses
   */
  async function fetch(key: string, address: string, compute: () => Promise<Entry>): Promise<Entry> {
    counts.asked++;
    const kept = large.get(key);
    if (kept) return kept;
    const network = networkOf(address);
    const computeOwn = () =>
      admit(address, compute).catch((error: unknown) => {
        if (isRefusal(error)) refusedTo.set(error, network);
        throw error;
      });
    for (;;) {
      try {
        return await entries.forceFetch(key, { context: computeOwn });
      } catch (error) {
        // A network that is refused is so at once, however many of it wait.
        if (!isRefusal(error) || refusedTo.get(error) === network) throw error;
        await nextTurn();
      }
    }
  }
  function clear() {
    clears++;
    entries.clear();
    large.clear();
  }
  return { entries, counts, admit, fetch, clear };
}

/** Details of a URL's value beside the text. */
interface ValueDetails<T> {
  /** Writes the `Link` header of a page of a list. */
  linksOf?: ((value: T) => string) | undefined;
  /** Keys of its contents for shared caches; without them it is purged with the lists. */
  keysOf?: ((value: T) => string[]) | undefined;
}

interface FoundUrl extends Form {
  store: Store;
  key: string;
  route: string | undefined;
}

/**
 * Opens an empty cache; there is one per process.
 * @param options.isPurged whether a cache in front of the site is told of changes, and so may keep responses for longer
 */
export function openResponseCache({ isPurged = false }: { isPurged?: boolean } = {}) {
  const texts = openStore(TEXTS_BYTES, openTextQueue());
  const values = openStore(VALUES_BYTES, openValueRoom());
  const listeners: (() => void)[] = [];
  /** Store and key of the response to a URL. They depend only on the URL, so they never become stale. */
  const urls = new LRUCache<string, FoundUrl>({ max: MAX_URLS });
  /** By path. */
  const postedReads = new Map<string, PostedRead>();

  const fetchValue = (key: string, compute: () => Promise<object>, address: string) =>
    values.fetch(key, address, async () => {
      const value = await compute();
      const response = { status: 200, contentType: JSON_TYPE, body: JSON.stringify(value) };
      return makeEntry(response, { headers: READABLE_ANYWHERE, value });
    });

  async function sendEntry(
    { originalUrl, headers, pageRoute, routeOptions }: FastifyRequest,
    reply: FastifyReply,
    store: Store,
    key: string,
    entry: Entry,
    { linksOf, keysOf }: ValueDetails<object> = {},
  ): Promise<FastifyReply> {
    const route = pageRoute ?? routeOptions.url;
    const sharedHeaders = isPurged
      ? ({ value, keys }: Entry) => purgedHeaders(keys ?? (value && keysOf?.(value)) ?? [LISTS])
      : undefined;
    const found = { store, key, route, isVersioned: isVersioned(originalUrl), linksOf, sharedHeaders };
    if (originalUrl.length <= MAX_URL_LENGTH) urls.set(originalUrl, found);
    const response = responseTo(headers, await representationOf(entry, headers, found));
    reply.code(response.status).headers(response.headers);
    // A cached response must not have the rate limit headers of the caller who computed it.
    if (reply.hasHeader("ratelimit")) {
      if (isPurged) reply.removeHeader("ratelimit").removeHeader("ratelimit-policy");
      else reply.header("cache-control", ASK_ALWAYS);
    }
    return reply.send(response.bytes);
  }

  return {
    /**
     * Sends the response cached under `key`, or computes it; concurrent callers share one computation. Revalidates with
     * a strong ETag per encoding (RFC 9110, section 8.8.3).
     * @throws AppError 503 when too many responses are being computed and none is cached
     */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      compute: () => Promise<CacheableResponse>,
    ) {
      const entry = await texts.fetch(key, request.ip, async () =>
        makeEntry(await compute(), { headers: {} }),
      );
      return sendEntry(request, reply, texts, key, entry);
    },
    /** Computes a text that is for one caller alone, within the bounds of the others. @param address as below */
    computeOwn<T>(address: string, compute: () => Promise<T>): Promise<T> {
      return texts.admit(address, compute);
    },
    /**
     * Sends a value as JSON in the same way, which pages of other sites may read. Value and text are cached together, so
     * they have the same age.
     */
    async sendJson<T extends object>(
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      compute: () => Promise<T>,
      details: ValueDetails<T> = {},
    ) {
      const entry = await fetchValue(key, compute, request.ip);
      return sendEntry(request, reply, values, key, entry, details as ValueDetails<object>);
    },
    /**
     * Returns the value that `sendJson` sends under `key`; callers must not modify it.
     * @param address as below; INTERNAL_CALLER within a computation, for which a share is taken already
     */
    async shared<T extends object>(key: string, compute: () => Promise<T>, address: string): Promise<T> {
      return (await fetchValue(key, compute, address)).value as T;
    },
    /** Returns the JSON of that value as UTF-8. @param address IP address whose share of the computations it uses */
    async sharedJson(key: string, compute: () => Promise<object>, address: string): Promise<Buffer> {
      return (await fetchValue(key, compute, address)).plain;
    },
    /**
     * Finds the cached response to a URL without running the route's handler, and the pattern of that route.
     * @param allowStale whether to accept a response that is no longer fresh, because the process is overloaded
     */
    find({ method, url = "", headers }: IncomingMessage, allowStale: boolean) {
      if (method !== "GET" || headers.authorization !== undefined) return undefined;
      const found = urls.get(url);
      const entry = found?.store.entries.get(found.key, { allowStale });
      if (!found || !entry) return undefined;
      found.store.counts.asked++;
      const representation = representationOf(entry, headers, found);
      const response =
        representation instanceof Promise
          ? representation.then((made) => responseTo(headers, made))
          : responseTo(headers, representation);
      return { response, route: found.route };
    },
    /** Has short bodies that visitors post to a path answered from the values cached here, if they can be. */
    answerPosts(path: string, read: PostedRead) {
      postedReads.set(path, read);
    },
    /** Returns what finds the answer to the body of a request, which is still to be read. */
    findPosted(request: IncomingMessage) {
      const { method, url = "", headers } = request;
      const read = method === "POST" ? postedReads.get(url) : undefined;
      if (!read || !isReadAhead(request)) return undefined;
      return (body: Buffer, allowStale: boolean) =>
        read(headers, body, (key) => {
          const entry = values.entries.get(key, { allowStale });
          if (entry) values.counts.asked++;
          return entry?.plain;
        });
    },
    /** Returns the numbers of responses sent from the cache and computed, and the cache's current size. */
    counts() {
      const sum = (count: (store: Store) => number) => count(texts) + count(values);
      return {
        shared: sum(({ counts }) => counts.asked - counts.computed),
        computed: sum(({ counts }) => counts.computed),
        kept: sum(({ entries }) => entries.size),
        bytes: sum(({ entries }) => entries.calculatedSize),
      };
    },
    /** Invalidates everything, so that published, edited and removed prompts show at once. */
    clear() {
      texts.clear();
      values.clear();
      for (const listener of listeners) listener();
    },
    /** Headers for the purged cache of a response that is not from here; none without one. As {@link purgedHeaders}. */
    sharedHeaders: (...about: Parameters<typeof purgedHeaders>): Record<string, string> =>
      isPurged ? purgedHeaders(...about) : {},
    /** Calls a listener whenever everything is invalidated. */
    onClear(listener: () => void) {
      listeners.push(listener);
    },
  };
}
