/** Answers that are the same for everybody, kept for a moment: computed once, compressed once, sent as ready bytes. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import pLimit from "p-limit";
import { AppError, tooBusy } from "./errors.ts";
import { openSegmentedCache } from "./segmented-cache.ts";
import { openSemaphore, type Semaphore } from "./semaphore.ts";

/**
 * How long anything is kept, in milliseconds. A page is rendered from kept values and then kept itself: what it shows is
 * at most twice as old, the two seconds that a like may be late for others.
 */
const FRESH_MS = 1000;
/**
 * How old an answer may be, in milliseconds, while there is no room to compute another one. A flood can last; what is
 * published, removed or edited meanwhile still shows at once, for then nothing is kept.
 */
const STALE_MS = 10 * 60 * 1000;
/** Texts and values that are computed or wait for it, in all and for one address: more would wait longer than people do. */
const TEXTS = { most: 64, each: 16 };
const VALUES = { most: 256, each: 64 };
/**
 * Texts computed at once. The more of them become ready together, the longer is a turn of the event loop, which takes one new
 * connection; what of a page is longest, writing it, has a turn of its own besides (render.tsx).
 */
const TEXTS_AT_ONCE = 8;
/** Bytes of all kept answers together: some hundred pages, which are kept for a second. */
const MAX_BYTES = 24 * 1024 * 1024;
const JSON_TYPE = "application/json; charset=utf-8";
/** Addresses whose answers are found before a route is looked for: how many, and of how many characters at most. */
const MAX_ADDRESSES = 4000;
const MAX_ADDRESS_LENGTH = 300;
/** Below this many bytes compressing costs more than it saves. */
const MIN_COMPRESSED = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";

/** What to send: a status, a content type and the text itself. */
export interface CacheableResponse {
  status: number;
  contentType: string;
  body: string;
}

/** An answer in one encoding, with the headers that say what it is. */
interface Form {
  bytes: Buffer;
  etag: string;
  headers: Record<string, string>;
  /** For who has it already (RFC 9110, section 15.4.5). */
  unmodifiedHeaders: Record<string, string>;
}

/** The text as bytes, outside of the heap that the collector has to walk through. */
interface Kept extends Omit<CacheableResponse, "body"> {
  plain: Buffer;
  hash: string;
  /** Made when they are first asked for. */
  forms: Map<Encoding, Form | Promise<Form>>;
}

/** What is kept under a name. */
interface Entry {
  /** When it was computed, in milliseconds. */
  at: number;
  answer: Kept;
  /** What the answer says, for who computes with it; the answer itself where it is no JSON. */
  value: object;
  /** What both weigh. */
  bytes: number;
}

/** An answer that only has to be written. */
export interface ReadyResponse {
  status: number;
  headers: Record<string, string>;
  /** Absent where the asker has them. */
  bytes: Buffer | undefined;
  /** The pattern of the route that answered it first. */
  route: string | undefined;
}

export interface ResponseCacheCounts {
  /** Found ready, or joined while it was computed for somebody else. */
  shared: number;
  computed: number;
  /** Kept at the moment: answers and their bytes. */
  kept: number;
  bytes: number;
}

export interface ResponseCache {
  /**
   * Sends the answer kept under `key`, computing it when there is none; many askers at once wait for one computation.
   * Revalidates with a strong ETag per encoding (RFC 9110, section 8.8.3).
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    compute: () => Promise<CacheableResponse>,
  ): Promise<FastifyReply>;
  /** Sends a value as JSON, in the same way. Its bytes are kept with it, so they are never older. */
  sendJson(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    compute: () => Promise<object>,
  ): Promise<FastifyReply>;
  /** The value that {@link sendJson} sends under `key`. Callers must not change it. */
  shared<T extends object>(key: string, compute: () => Promise<T>): Promise<T>;
  /**
   * What answered the same address a moment ago, if that was the same for everybody: without looking for a route, which costs
   * more than the answer.
   * @param late whether one that is no longer fresh will do, because there is no time for another one
   */
  ready(request: IncomingMessage, late?: boolean): ReadyResponse | undefined;
  /** Whether an address can be answered by what is kept, fresh or late, though perhaps not in the encoding asked for yet. */
  isKept(request: IncomingMessage): boolean;
  /** Since the start, and what is kept at the moment. */
  counts(): ResponseCacheCounts;
  /** Forgets everything: what was published, removed or edited shows at once. */
  clear(): void;
}

/** The best encoding that an asker accepts. */
function encodingFor(asked: IncomingHttpHeaders, { plain }: Kept): Encoding {
  const accepted = asked["accept-encoding"]?.toString();
  if (accepted === undefined || plain.length < MIN_COMPRESSED) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "br";
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "gzip";
  return "identity";
}

/**
 * Whether an asker already has a version: ETags are compared weakly, as intermediaries may have weakened them (RFC 9110,
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

async function encoded(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "br") return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return encoding === "gzip" ? gzipped(plain, { level: 6 }) : plain;
}

async function makeForm({ plain, hash, contentType }: Kept, encoding: Encoding): Promise<Form> {
  const bytes = await encoded(plain, encoding);
  const etag = `"${hash}-${encoding}"`;
  const unmodifiedHeaders = {
    "content-type": contentType,
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "accept-encoding, authorization",
    etag,
  };
  const headers = {
    ...unmodifiedHeaders,
    "content-length": String(bytes.length),
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  };
  return { bytes, etag, headers, unmodifiedHeaders };
}

/** The answer in an encoding, made once however many wait for it. */
function formOf(answer: Kept, encoding: Encoding): Form | Promise<Form> {
  const found = answer.forms.get(encoding);
  if (found) return found;
  const making = makeForm(answer, encoding).then((form) => {
    answer.forms.set(encoding, form);
    return form;
  });
  answer.forms.set(encoding, making);
  return making;
}

function keep({ status, contentType, body }: CacheableResponse): Kept {
  const plain = Buffer.from(body);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { status, contentType, plain, hash, forms: new Map() };
}

/** Bytes that an answer takes: its text and, about half of that, two compressed forms. */
function weigh({ plain }: Kept): number {
  return Math.ceil(plain.length * 1.5) + 2048;
}

/** What to write for an asker who accepts a form of an answer. */
function writableFor(
  { status }: Kept,
  form: Form,
  ifNoneMatch: string | undefined,
): Omit<ReadyResponse, "route"> {
  const isUnmodified = status === 200 && isKnown(ifNoneMatch, form.etag);
  return isUnmodified
    ? { status: 304, headers: form.unmodifiedHeaders, bytes: undefined }
    : { status, headers: form.headers, bytes: form.bytes };
}

/** An empty store, one per process. */
export function openResponseCache(): ResponseCache {
  // What is no longer fresh stays: where there is no room to compute it anew, it is as good.
  const kept = openSegmentedCache<Entry>(MAX_BYTES, ({ bytes }) => bytes);
  const texts = openSemaphore({ name: "texts", ...TEXTS, refusal: tooBusy });
  const values = openSemaphore({ name: "values", ...VALUES, refusal: tooBusy });
  const inTurn = pLimit(TEXTS_AT_ONCE);
  const running = new Map<string, Promise<Entry>>();
  /** Names under which the answers of addresses are kept: they follow from the address alone, so they never grow old. */
  const addresses = openSegmentedCache<{ name: string; route: string | undefined }>(MAX_ADDRESSES, () => 1);
  let shares = 0;
  let computations = 0;

  /** @param late whether one that is no longer fresh will do */
  function find(name: string, late = false): Entry | undefined {
    const entry = kept.get(name);
    return entry && performance.now() - entry.at <= (late ? STALE_MS : FRESH_MS) ? entry : undefined;
  }

  /** Computes where there is room. @param address for whom */
  async function inRoom(
    room: Semaphore,
    address: string | undefined,
    compute: () => Promise<Omit<Entry, "at">>,
  ) {
    const leave = room(1, address);
    try {
      return { ...(await compute()), at: performance.now() };
    } finally {
      leave();
    }
  }

  /**
   * Finds, waits for or computes an entry. One that was begun before a clear is answered but not kept. Where there is no room
   * to compute it anew, the one of a moment ago is as good.
   */
  async function remember(name: string, compute: () => Promise<Entry>): Promise<Entry> {
    const found = find(name) ?? running.get(name);
    if (found) {
      shares++;
      return found;
    }
    computations++;
    const begun = compute().catch((error) => {
      const old = find(name, true);
      const isFull = error instanceof AppError && error.code === "over_capacity";
      if (!isFull || !old) throw error;
      return old;
    });
    running.set(name, begun);
    try {
      const entry = await begun;
      if (running.get(name) === begun) kept.set(name, entry);
      return entry;
    } finally {
      if (running.get(name) === begun) running.delete(name);
    }
  }

  const valueName = (key: string) => `value ${key}`;
  const rememberValue = (key: string, compute: () => Promise<object>, address?: string) =>
    remember(valueName(key), () =>
      inRoom(values, address, async () => {
        const value = await compute();
        const answer = keep({ status: 200, contentType: JSON_TYPE, body: JSON.stringify(value) });
        // The object itself weighs about twice its text.
        return { answer, value, bytes: 3 * weigh(answer) };
      }),
    );

  async function send(request: FastifyRequest, reply: FastifyReply, name: string, { answer }: Entry) {
    const { url, headers, routeOptions, pageRoute } = request;
    if (url.length <= MAX_ADDRESS_LENGTH) addresses.set(url, { name, route: pageRoute ?? routeOptions.url });
    const form = await formOf(answer, encodingFor(headers, answer));
    const ready = writableFor(answer, form, headers["if-none-match"]);
    return reply.code(ready.status).headers(ready.headers).send(ready.bytes);
  }

  function findFor({ method, url = "", headers }: IncomingMessage, late: boolean) {
    if (method !== "GET" || headers.authorization !== undefined) return undefined;
    const address = addresses.get(url);
    const entry = address && find(address.name, late);
    return entry && { answer: entry.answer, route: address.route };
  }

  return {
    async send(request, reply, key, compute) {
      const name = `answer ${key}`;
      const entry = await remember(name, () =>
        inRoom(texts, request.ip, async () => {
          const answer = keep(await inTurn(compute));
          return { answer, value: answer, bytes: weigh(answer) + name.length };
        }),
      );
      return send(request, reply, name, entry);
    },
    async sendJson(request, reply, key, compute) {
      return send(request, reply, valueName(key), await rememberValue(key, compute, request.ip));
    },
    async shared<T extends object>(key: string, compute: () => Promise<T>) {
      return (await rememberValue(key, compute)).value as T;
    },
    ready(request, late = false) {
      const found = findFor(request, late);
      if (!found) return undefined;
      const { answer, route } = found;
      const { headers } = request;
      const form = answer.forms.get(encodingFor(headers, answer));
      if (!form || form instanceof Promise) return undefined;
      shares++;
      return { ...writableFor(answer, form, headers["if-none-match"]), route };
    },
    isKept: (request) => findFor(request, true) !== undefined,
    counts: () => ({
      shared: shares,
      computed: computations,
      kept: kept.count(),
      bytes: kept.weight(),
    }),
    clear() {
      kept.clear();
      running.clear();
    },
  };
}
