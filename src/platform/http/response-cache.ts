/** The response cache: responses that are the same for everybody, computed once, compressed once, sent as ready bytes. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { AppError, tooBusy } from "./errors.ts";
import { openSemaphore, type Semaphore } from "./semaphore.ts";

/**
 * How long a response is fresh, in milliseconds. A page is rendered from cached values and then cached itself: what it
 * shows is at most twice as old, the two seconds that a like may be late for others.
 */
const FRESH_MS = 1000;
/** Texts and values that are computed or wait for it, in all and for one address: more would wait longer than people do. */
const TEXTS = { most: 64, each: 16 };
const VALUES = { most: 256, each: 64 };
/**
 * Texts computed at once. The more of them become ready together, the longer is a turn of the event loop, which accepts one
 * new connection; the longest part of a page, writing it, has a turn of its own besides (render.tsx).
 */
const TEXTS_AT_ONCE = 8;
/** Bytes of all cached responses together. */
const MAX_BYTES = 24 * 1024 * 1024;
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

/** A value and its JSON, shared by everybody: callers must not change either. */
export interface CachedResponse<T> {
  value: T;
  json: Buffer;
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
  /** What {@link sendJson} would send under `key`: for callers that add something to it. */
  shared<T extends object>(key: string, compute: () => Promise<T>): Promise<CachedResponse<T>>;
  /**
   * What answered the same URL a moment ago, if that is the same for everybody: found without the route's handler.
   * @param allowStale whether a response that is no longer fresh will do, because there is no time to compute another
   */
  find(
    request: FastifyRequest,
    allowStale: boolean,
  ): ReadyResponse | Promise<ReadyResponse> | undefined;
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
function responseTo({ headers }: FastifyRequest, { status }: Entry, representation: Representation): ReadyResponse {
  return status === 200 && isKnown(headers["if-none-match"], representation.etag)
    ? { status: 304, headers: representation.notModifiedHeaders, bytes: undefined }
    : { status, headers: representation.headers, bytes: representation.bytes };
}

const isOverCapacity = (error: unknown) => error instanceof AppError && error.code === "over_capacity";

/** An empty cache, one per process. */
export function openResponseCache(): ResponseCache {
  const texts = openSemaphore({ name: "texts", ...TEXTS, refusal: tooBusy });
  const values = openSemaphore({ name: "values", ...VALUES, refusal: tooBusy });
  const limit = pLimit(TEXTS_AT_ONCE);
  let asked = 0;
  let computed = 0;

  const entries = new LRUCache<string, Entry, () => Promise<Entry>>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    ttl: FRESH_MS,
    // A stale entry stays: it is sent when there is no room to compute another.
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    // What was being computed when the cache was cleared is sent to those who wait for it, and not cached.
    ignoreFetchAbort: true,
    async fetchMethod(_key, stale, { context: compute }) {
      computed++;
      try {
        return await compute();
      } catch (error) {
        if (stale && isOverCapacity(error)) return stale;
        throw error;
      }
    },
  });
  /** Cache keys by URL. They follow from the URL alone, so they never grow old. */
  const keys = new LRUCache<string, { key: string; pageRoute: string | undefined }>({ max: MAX_URLS });

  async function fetchEntry(key: string, room: Semaphore, address: string | undefined, make: () => Promise<Entry>) {
    asked++;
    return entries.forceFetch(key, {
      async context() {
        const leave = room(1, address);
        try {
          return await make();
        } finally {
          leave();
        }
      },
    });
  }
  const fetchText = (key: string, compute: () => Promise<CacheableResponse>, address?: string) =>
    fetchEntry(key, texts, address, async () => makeEntry(await limit(compute)));
  const fetchValue = (key: string, compute: () => Promise<object>, address?: string) =>
    fetchEntry(key, values, address, async () => {
      const value = await compute();
      return makeEntry({ status: 200, contentType: JSON_TYPE, body: JSON.stringify(value) }, value);
    });

  async function send(request: FastifyRequest, reply: FastifyReply, key: string, entry: Entry) {
    const { url, headers, pageRoute } = request;
    if (url.length <= MAX_URL_LENGTH) keys.set(url, { key, pageRoute });
    const representation = await representationOf(entry, encodingFor(headers, entry));
    const response = responseTo(request, entry, representation);
    return reply.code(response.status).headers(response.headers).send(response.bytes);
  }
  const textKey = (key: string) => `text ${key}`;
  const valueKey = (key: string) => `value ${key}`;

  return {
    async send(request, reply, name, compute) {
      const key = textKey(name);
      return send(request, reply, key, await fetchText(key, compute, request.ip));
    },
    async sendJson(request, reply, name, compute) {
      const key = valueKey(name);
      return send(request, reply, key, await fetchValue(key, compute, request.ip));
    },
    async shared<T extends object>(name: string, compute: () => Promise<T>) {
      const { value, plain } = await fetchValue(valueKey(name), compute);
      return { value: value as T, json: plain };
    },
    find(request, allowStale) {
      const { method, url, headers } = request;
      if (method !== "GET" || headers.authorization !== undefined) return undefined;
      const found = keys.get(url);
      const entry = found && entries.get(found.key, { allowStale });
      if (!entry) return undefined;
      asked++;
      request.pageRoute = found.pageRoute;
      const representation = representationOf(entry, encodingFor(headers, entry));
      return representation instanceof Promise
        ? representation.then((made) => responseTo(request, entry, made))
        : responseTo(request, entry, representation);
    },
    counts: () => ({
      shared: asked - computed,
      computed,
      kept: entries.size,
      bytes: entries.calculatedSize,
    }),
    clear: () => entries.clear(),
  };
}

/**
 * Answers GET requests from the cache. Added before all other hooks, so that nothing else runs for them but routing, request ids
 * and `onResponse`, which counts and logs them. They are written to Node.js' response: Fastify's reply would cost as much again.
 * @param guards headers of every response
 */
export function answerFromCache(
  app: FastifyInstance,
  cache: ResponseCache,
  guards: Record<string, string>,
): void {
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
  app.addHook("onRequest", (request, reply, done) => {
    const found = cache.find(request, app.isUnderPressure());
    if (!found) return done();
    const write = ({ status, headers, bytes }: ReadyResponse) => {
      reply.hijack();
      reply.raw.writeHead(status, [...flatten(headers), "x-request-id", request.id]).end(bytes);
    };
    if (found instanceof Promise) found.then(write, done);
    else write(found);
  });
}
