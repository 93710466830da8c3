/** The response cache: responses that are the same for everybody, computed once, compressed once, sent as ready bytes. */
import { createHash, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { AppError, tooBusy } from "./errors.ts";
import { openSemaphore } from "./semaphore.ts";

/**
 * How long a response is fresh, in milliseconds. A page is rendered from cached values and then cached itself: what it
 * shows is at most twice as old, the two seconds that a like may be late for others.
 */
const FRESH_MS = 1000;
/** How exactly that is measured, in milliseconds: the cache looks at the clock, and sets a timer, no more often. */
const CLOCK_MS = 20;
/**
 * Texts, such as pages, and values, such as lists: the bytes of those cached, and how many are computed or wait for it, in all
 * and for one address. More would wait longer than people do. A flood that asks for ever new values displaces no page.
 */
const TEXTS = { name: "texts", maxBytes: 16 * 1024 * 1024, capacity: 64, perCaller: 16 };
const VALUES = { name: "values", maxBytes: 8 * 1024 * 1024, capacity: 256, perCaller: 64 };
/**
 * Texts computed at once. The more of them become ready together, the longer is a turn of the event loop, which accepts one
 * new connection; the longest part of a page, writing it, has a turn of its own besides (render.tsx).
 */
const TEXTS_AT_ONCE = 8;
/** URLs whose responses are found without their route's handler: how many, and of how many characters at most. */
const MAX_URLS = 4000;
const MAX_URL_LENGTH = 300;
/** Below this many bytes compressing costs more than it saves. */
const MIN_COMPRESSED = 1024;
const JSON_TYPE = "application/json; charset=utf-8";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";

/** What to send: a status, a content type and the text itself. */
export interface CacheableResponse {
  status: number;
  contentType: string;
  body: string;
}

/** A response in one encoding (RFC 9110, section 3.2), with the headers that say what it is. */
interface Representation {
  bytes: Buffer;
  etag: string;
  headers: Record<string, string>;
  /** For a 304 (RFC 9110, section 15.4.5). */
  notModifiedHeaders: Record<string, string>;
}

/** A response that only has to be written. */
export interface ReadyResponse {
  status: number;
  headers: Record<string, string>;
  /** Absent where the client has them. */
  bytes: Buffer | undefined;
  /** The pattern of the route that answered first. */
  route: string | undefined;
}

/** A response as it is counted and logged. */
export interface ResponseRecord {
  id: string;
  method: string;
  /** With its query, which is not logged. */
  url: string;
  /** The pattern of its route. */
  route: string | undefined;
  status: number;
  /** Milliseconds that it took. */
  ms: number;
}

interface Entry {
  status: number;
  contentType: string;
  /** The text as bytes, outside of the heap that the collector has to walk through. */
  plain: Buffer;
  hash: string;
  /** Made when they are first asked for. */
  representations: Map<Encoding, Representation | Promise<Representation>>;
  /** What the text was written from; absent where it is no JSON. */
  value?: object;
}

export interface ResponseCacheCounts {
  /** Found ready, or joined while it was computed for somebody else. */
  shared: number;
  computed: number;
  /** In the cache at the moment: responses and their bytes. */
  kept: number;
  bytes: number;
}

export interface ResponseCache {
  /**
   * Sends the response cached under `key`, computing it when there is none; many callers at once wait for one computation.
   * Revalidates with a strong ETag per encoding (RFC 9110, section 8.8.3).
   * @throws AppError 503 when too many responses are being computed and none is cached
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    compute: () => Promise<CacheableResponse>,
  ): Promise<FastifyReply>;
  /** Sends a value as JSON, in the same way. Its bytes are cached with it, so they are never older. */
  sendJson(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    compute: () => Promise<object>,
  ): Promise<FastifyReply>;
  /** The value that {@link sendJson} sends under `key`; callers must not change it. */
  shared<T extends object>(key: string, compute: () => Promise<T>): Promise<T>;
  /**
   * What answered the same URL a moment ago, if that is the same for everybody: found without the route's handler.
   * @param allowStale whether a response that is no longer fresh will do, because there is no time to compute another
   */
  find(request: IncomingMessage, allowStale: boolean): ReadyResponse | Promise<ReadyResponse> | undefined;
  /** Since the start, and what is cached at the moment. */
  counts(): ResponseCacheCounts;
  /** Forgets everything: what was published, removed or edited shows at once. */
  clear(): void;
}

/** The best encoding that the client accepts. */
function encodingFor(headers: IncomingHttpHeaders, { plain }: Entry): Encoding {
  const accepted = headers["accept-encoding"]?.toString();
  if (accepted === undefined || plain.length < MIN_COMPRESSED) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "br";
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "gzip";
  return "identity";
}

/**
 * Whether a client already has a version: ETags are compared weakly, as intermediaries may have weakened them (RFC 9110,
 * section 13.1.2).
 * @param ifNoneMatch the header: a list of ETags, or `*`
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((known) => {
    const tag = known.trim().replace(/^W\//, "");
    return tag === etag || tag === "*";
  });
}

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "br") return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return encoding === "gzip" ? gzipped(plain, { level: 6 }) : plain;
}

async function represent({ plain, hash, contentType }: Entry, encoding: Encoding): Promise<Representation> {
  const bytes = await encode(plain, encoding);
  const etag = `"${hash}-${encoding}"`;
  const notModifiedHeaders = {
    "content-type": contentType,
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "accept-encoding, authorization",
    etag,
  };
  const headers = {
    ...notModifiedHeaders,
    "content-length": String(bytes.length),
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  };
  return { bytes, etag, headers, notModifiedHeaders };
}

/** A response in an encoding, made once however many wait for it. */
function representationOf(entry: Entry, encoding: Encoding): Representation | Promise<Representation> {
  const found = entry.representations.get(encoding);
  if (found) return found;
  const making = represent(entry, encoding).then((made) => {
    entry.representations.set(encoding, made);
    return made;
  });
  entry.representations.set(encoding, making);
  return making;
}

function makeEntry({ status, contentType, body }: CacheableResponse, value?: object): Entry {
  const plain = Buffer.from(body);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { status, contentType, plain, hash, representations: new Map(), ...(value && { value }) };
}

/** About the bytes that an entry takes: its text, half of that compressed twice, and twice the text for a value. */
function sizeOf({ plain, value }: Entry, key: string): number {
  return Math.ceil(plain.length * (value ? 4.5 : 1.5)) + 2048 + key.length;
}

/** What to write for a client: the representation, or only that it has not changed. */
function responseTo(
  headers: IncomingHttpHeaders,
  { status }: Entry,
  representation: Representation,
  route?: string,
): ReadyResponse {
  return status === 200 && isKnown(headers["if-none-match"], representation.etag)
    ? { status: 304, headers: representation.notModifiedHeaders, bytes: undefined, route }
    : { status, headers: representation.headers, bytes: representation.bytes, route };
}

const isOverCapacity = (error: unknown) => error instanceof AppError && error.code === "over_capacity";

/** Responses by key, and how many of them may be computed at once. */
interface Store {
  entries: LRUCache<string, Entry, () => Promise<Entry>>;
  /**
   * Finds, waits for or computes an entry; a stale one will do when there is no room to compute.
   * @param address whose share of that room it takes
   */
  fetch(key: string, address: string | undefined, compute: () => Promise<Entry>): Promise<Entry>;
  /** How often an entry was asked for, and computed. */
  counts: { asked: number; computed: number };
}

function openStore({ name, maxBytes, capacity, perCaller }: typeof TEXTS): Store {
  const acquire = openSemaphore({ name, capacity, perCaller, refusal: tooBusy });
  const counts = { asked: 0, computed: 0 };
  const entries: Store["entries"] = new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    ttl: FRESH_MS,
    ttlResolution: CLOCK_MS,
    // A stale entry stays: it is sent when there is no room to compute another.
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    // What was being computed when the cache was cleared is sent to those who wait for it, and not cached.
    ignoreFetchAbort: true,
    async fetchMethod(_key, stale, { context: compute }) {
      counts.computed++;
      try {
        return await compute();
      } catch (error) {
        if (stale && isOverCapacity(error)) return stale;
        throw error;
      }
    },
  });
  return {
    entries,
    counts,
    fetch(key, address, compute) {
      counts.asked++;
      return entries.forceFetch(key, {
        async context() {
          const release = acquire(1, address);
          try {
            return await compute();
          } finally {
            release();
          }
        },
      });
    },
  };
}

/** An empty cache, one per process. */
export function openResponseCache(): ResponseCache {
  const texts = openStore(TEXTS);
  const values = openStore(VALUES);
  const limit = pLimit(TEXTS_AT_ONCE);
  /** Where the response to a URL is cached. That follows from the URL alone, so it never grows old. */
  const urls = new LRUCache<string, { store: Store; key: string; route: string | undefined }>({
    max: MAX_URLS,
  });

  const fetchValue = (key: string, compute: () => Promise<object>, address?: string) =>
    values.fetch(key, address, async () => {
      const value = await compute();
      return makeEntry({ status: 200, contentType: JSON_TYPE, body: JSON.stringify(value) }, value);
    });

  async function send(request: FastifyRequest, reply: FastifyReply, store: Store, key: string, entry: Entry) {
    const { url, headers, pageRoute, routeOptions } = request;
    if (url.length <= MAX_URL_LENGTH) urls.set(url, { store, key, route: pageRoute ?? routeOptions.url });
    const representation = await representationOf(entry, encodingFor(headers, entry));
    const response = responseTo(headers, entry, representation);
    return reply.code(response.status).headers(response.headers).send(response.bytes);
  }

  return {
    async send(request, reply, key, compute) {
      const entry = await texts.fetch(key, request.ip, async () => makeEntry(await limit(compute)));
      return send(request, reply, texts, key, entry);
    },
    async sendJson(request, reply, key, compute) {
      return send(request, reply, values, key, await fetchValue(key, compute, request.ip));
    },
    async shared<T extends object>(key: string, compute: () => Promise<T>) {
      return (await fetchValue(key, compute)).value as T;
    },
    find({ method, url = "", headers }, allowStale) {
      if (method !== "GET" || headers.authorization !== undefined) return undefined;
      const found = urls.get(url);
      const entry = found?.store.entries.get(found.key, { allowStale });
      if (!found || !entry) return undefined;
      found.store.counts.asked++;
      const { route } = found;
      const representation = representationOf(entry, encodingFor(headers, entry));
      return representation instanceof Promise
        ? representation.then((made) => responseTo(headers, entry, made, route))
        : responseTo(headers, entry, representation, route);
    },
    counts() {
      const sum = (of: (store: Store) => number) => of(texts) + of(values);
      return {
        shared: sum(({ counts }) => counts.asked - counts.computed),
        computed: sum(({ counts }) => counts.computed),
        kept: sum(({ entries }) => entries.size),
        bytes: sum(({ entries }) => entries.calculatedSize),
      };
    },
    clear() {
      texts.entries.clear();
      values.entries.clear();
    },
  };
}

/**
 * Answers from the cache, before Fastify sees a request: in a hook of it the same costs a third more (decision 26).
 * @param guards headers of every response
 * @param record is told of each response that is sent
 * @returns whether the request is answered, or will be
 */
export function openCachedResponder(
  cache: ResponseCache,
  guards: Record<string, string>,
  record: (response: ResponseRecord) => void,
): (request: IncomingMessage, response: ServerResponse, allowStale: boolean) => boolean {
  /** Headers as Node.js writes them fastest: names and values in turns. */
  const flatHeaders = new WeakMap<Record<string, string>, string[]>();
  function flatten(headers: Record<string, string>): string[] {
    let flat = flatHeaders.get(headers);
    if (!flat) {
      flat = Object.entries({ ...guards, ...headers }).flat();
      flatHeaders.set(headers, flat);
    }
    return flat;
  }
  return (request, response, allowStale) => {
    const started = performance.now();
    const found = cache.find(request, allowStale);
    if (!found) return false;
    const write = ({ status, headers, bytes, route }: ReadyResponse) => {
      const id = randomUUID();
      const { method = "", url = "" } = request;
      response.writeHead(status, [...flatten(headers), "x-request-id", id]).end(bytes);
      record({ id, method, url, route, status, ms: performance.now() - started });
    };
    if (found instanceof Promise) found.then(write, (error) => response.destroy(error));
    else write(found);
    return true;
  };
}
