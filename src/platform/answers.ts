/** Answers that are the same for everybody, kept for a moment: computed once, compressed once, sent as ready bytes. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/**
 * How long anything is kept, in milliseconds. A page is rendered from kept values and then kept itself: what it shows is
 * at most twice as old, the two seconds that a like may be late for others.
 */
const FRESH_MS = 1000;
/** Bytes of all kept answers together: some hundred pages, which are kept for a second. */
const MAX_BYTES = 24 * 1024 * 1024;
const JSON_TYPE = "application/json; charset=utf-8";
/** Below this many bytes compressing costs more than it saves. */
const MIN_COMPRESSED = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";

/** What to send: a status, a content type and the text itself. */
export interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** The text as bytes, outside of the heap that the collector has to walk through. */
interface Kept extends Omit<Answer, "body"> {
  plain: Buffer;
  etag: string;
  compressed: Map<Encoding, Promise<Buffer>>;
}

/** A value and its JSON, shared by everybody: callers must not change either. */
export interface SharedAnswer<T> {
  value: T;
  json: Buffer;
}

export interface AnswerCounts {
  /** Found ready, or joined while it was computed for somebody else. */
  shared: number;
  computed: number;
  /** Kept at the moment: answers and their bytes. */
  kept: number;
  bytes: number;
}

export interface Answers {
  /**
   * Sends the answer kept under `key`, computing it when there is none; many askers at once wait for one computation.
   * Revalidates with a strong ETag per encoding (RFC 9110, section 8.8.3).
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    compute: () => Promise<Answer>,
  ): Promise<FastifyReply>;
  /** Sends a value as JSON, in the same way. Its bytes are kept with it, so they are never older. */
  sendJson(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    compute: () => Promise<object>,
  ): Promise<FastifyReply>;
  /** What {@link sendJson} would send under `key`: for who writes something into it. */
  shared<T extends object>(key: string, compute: () => Promise<T>): Promise<SharedAnswer<T>>;
  /** Since the start, and what is kept at the moment. */
  counts(): AnswerCounts;
  /** Forgets everything: what was published, removed or edited shows at once. */
  clear(): void;
}

/** The best encoding that the request accepts. */
function encodingFor(request: FastifyRequest, size: number): Encoding {
  const accepted = request.headers["accept-encoding"];
  if (size < MIN_COMPRESSED || typeof accepted !== "string") return "identity";
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
  return (ifNoneMatch ?? "").split(",").some((known) => {
    const tag = known.trim().replace(/^W\//, "");
    return tag === etag || tag === "*";
  });
}

/** The text in an encoding, compressed when it is first asked for. */
async function encoded({ plain, compressed }: Kept, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return plain;
  let bytes = compressed.get(encoding);
  if (!bytes) {
    bytes =
      encoding === "br"
        ? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : gzipped(plain, { level: 6 });
    compressed.set(encoding, bytes);
  }
  return bytes;
}

function ready({ status, contentType, body }: Answer): Kept {
  const plain = Buffer.from(body);
  const etag = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { status, contentType, plain, etag, compressed: new Map() };
}

/** Bytes that an answer takes: its text and, about half of that, two compressed forms. */
function weigh({ plain }: Kept): number {
  return Math.ceil(plain.length * 1.5) + 1024;
}

async function sendKept(request: FastifyRequest, reply: FastifyReply, answer: Kept): Promise<FastifyReply> {
  const encoding = encodingFor(request, answer.plain.length);
  const etag = `"${answer.etag}-${encoding}"`;
  reply.headers({
    "content-type": answer.contentType,
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "accept-encoding, authorization",
    etag,
  });
  if (answer.status === 200 && isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.code(answer.status).send(await encoded(answer, encoding));
}

/** An empty store, one per process. */
export function openAnswers(): Answers {
  const kept = new LRUCache<string, { value: object; bytes: number }>({
    ttl: FRESH_MS,
    ttlResolution: 50,
    maxSize: MAX_BYTES,
    sizeCalculation: (entry) => entry.bytes,
  });
  const running = new Map<string, Promise<object>>();
  let shares = 0;
  let computations = 0;

  /** Finds, waits for or computes a value. One that was begun before a clear is answered but not kept. */
  async function remember<T extends object>(
    key: string,
    compute: () => Promise<T>,
    weigh: (value: T) => number,
  ): Promise<T> {
    const found = kept.get(key) ?? running.get(key);
    if (found) {
      shares++;
      return ("value" in found ? found.value : await found) as T;
    }
    computations++;
    const begun = compute();
    running.set(key, begun);
    try {
      const value = await begun;
      if (running.get(key) === begun) kept.set(key, { value, bytes: weigh(value) });
      return value;
    } finally {
      if (running.get(key) === begun) running.delete(key);
    }
  }

  /** A value with the answer that sends it. */
  const shared = (key: string, compute: () => Promise<object>) =>
    remember<{ value: object; answer: Kept }>(
      `value ${key}`,
      async () => {
        const value = await compute();
        return { value, answer: ready({ status: 200, contentType: JSON_TYPE, body: JSON.stringify(value) }) };
      },
      // The object itself weighs about twice its text.
      ({ answer }) => 3 * weigh(answer),
    );

  return {
    async send(request, reply, key, compute) {
      const kept = await remember(`answer ${key}`, async () => ready(await compute()), weigh);
      return sendKept(request, reply, kept);
    },
    async sendJson(request, reply, key, compute) {
      return sendKept(request, reply, (await shared(key, compute)).answer);
    },
    async shared<T extends object>(key: string, compute: () => Promise<T>) {
      const { value, answer } = await shared(key, compute);
      return { value: value as T, json: answer.plain };
    },
    counts: () => ({
      shared: shares,
      computed: computations,
      kept: kept.size,
      bytes: kept.calculatedSize,
    }),
    clear() {
      kept.clear();
      running.clear();
    },
  };
}
