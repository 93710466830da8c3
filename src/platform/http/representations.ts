/** The forms in which a cached text is sent: in each encoding, in full or as a 304. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isKnown } from "./etags.ts";
import { withVersion } from "./page-links.ts";
import { ASK_ALWAYS, SHARED_BRIEFLY } from "./shared-caches.ts";

/** Minimum size of a compressed response: below it, compressing costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024;
/**
 * Bytes from which on two responses at most are compressed at once, and others sent as they are: what waits for the thread pool
 * holds its value, which is as large.
 */
const LARGE_BYTES = 256 * 1024;
const MOST_LARGE = 2;
let largeAtWork = 0;
export const JSON_TYPE = "application/json; charset=utf-8";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";

/** A response to cache and send. */
export interface CacheableResponse {
  status: number;
  contentType: string;
  body: string;
  /** Security headers instead of those of every response; a route that has them sets them itself too. */
  guards?: Record<string, string>;
  /** Keys under which shared caches keep it; without them it is purged with the lists. */
  keys?: string[];
}

/** A response that is ready to send. */
export interface ReadyResponse {
  status: number;
  headers: Record<string, string>;
  /** The same in the format that Node.js writes fastest: alternating names and values. */
  flatHeaders: string[];
  /** In the same format: security headers instead of those of every response. */
  flatGuards: string[] | undefined;
  /** Undefined when the client has them. */
  bytes: Buffer | undefined;
}

/** A response in one encoding (RFC 9110, section 3.2), and the 304 for clients that have it (section 15.4.5). */
interface Representation {
  etag: string;
  full: ReadyResponse;
  notModified: ReadyResponse;
}

export interface Entry {
  status: number;
  contentType: string;
  /** The text as a buffer, outside of the heap that the garbage collector scans. */
  plain: Buffer;
  hash: string;
  guards: string[] | undefined;
  /** Headers that it has in each form. */
  headers: Record<string, string>;
  /** By encoding, and by version where links make the difference; created when they are first requested. */
  representations: Map<string, Representation | Promise<Representation>>;
  /** The value that the text serialises; only for JSON. */
  value?: object;
  keys?: string[] | undefined;
  /** The cache was cleared while it was computed: it may be out of date, and no shared cache may keep it. */
  isLate?: boolean;
}

/** Returns the best encoding that the client accepts. */
function encodingFor(headers: IncomingHttpHeaders, { plain }: Entry): Encoding {
  const accepted = headers["accept-encoding"]?.toString();
  if (accepted === undefined || plain.length < MIN_COMPRESSED_BYTES) return "identity";
  if (plain.length >= LARGE_BYTES && largeAtWork >= MOST_LARGE) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "br";
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "gzip";
  return "identity";
}

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return plain;
  const isLarge = plain.length >= LARGE_BYTES;
  if (isLarge) largeAtWork++;
  try {
    return await (encoding === "br"
      ? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : gzipped(plain, { level: 6 }));
  } finally {
    if (isLarge) largeAtWork--;
  }
}

function ready(
  status: number,
  headers: Record<string, string>,
  flatGuards: string[] | undefined,
  bytes?: Buffer,
): ReadyResponse {
  return { status, headers, flatHeaders: Object.entries(headers).flat(), flatGuards, bytes };
}

async function represent(
  entry: Entry,
  encoding: Encoding,
  link: string | undefined,
  sharedHeaders: Form["sharedHeaders"],
): Promise<Representation> {
  const { status, plain, hash, guards, contentType, isLate } = entry;
  const isShared = status === 200 && !isLate;
  const bytes = await encode(plain, encoding);
  const etag = `"${hash}-${encoding}"`;
  const headers = {
    "content-type": contentType,
    "cache-control": isShared ? SHARED_BRIEFLY : ASK_ALWAYS,
    vary: "accept-encoding, authorization",
    etag,
    ...entry.headers,
    ...(isShared && sharedHeaders?.(entry)),
    ...(link && { link }),
  };
  const ofBytes = {
    "content-length": String(bytes.length),
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  };
  return {
    etag,
    full: ready(status, { ...headers, ...ofBytes }, guards, bytes),
    notModified: ready(304, headers, guards),
  };
}

/** How a URL's responses are sent. */
export interface Form {
  /** Whether it has the API's version. */
  isVersioned: boolean;
  /** Writes the `Link` header of a value that is a page of a list, in paths without the version. */
  linksOf?: ((value: object) => string) | undefined;
  /** Writes the headers for a cache that is purged; undefined without one. */
  sharedHeaders?: ((entry: Entry) => Record<string, string>) | undefined;
}

/** Returns the response in the best form for a client; concurrent callers share its creation. */
export function representationOf(
  entry: Entry,
  headers: IncomingHttpHeaders,
  { isVersioned, linksOf, sharedHeaders }: Form,
): Representation | Promise<Representation> {
  const encoding = encodingFor(headers, entry);
  const isApart = isVersioned && linksOf !== undefined;
  const form = isApart ? `v1 ${encoding}` : encoding;
  const found = entry.representations.get(form);
  if (found) return found;
  const links = entry.value && linksOf?.(entry.value);
  const link = links && isApart ? withVersion(links) : links;
  const making = represent(entry, encoding, link, sharedHeaders).then((made) => {
    entry.representations.set(form, made);
    return made;
  });
  entry.representations.set(form, making);
  return making;
}

/**
 * @param details.headers headers that the response has in each form
 * @param details.value the value that the text serialises
 */
export function makeEntry(
  { status, contentType, body, guards: own, keys }: CacheableResponse,
  details: Pick<Entry, "headers" | "value">,
): Entry {
  const plain = Buffer.from(body);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const guards = own && Object.entries(own).flat();
  return { status, contentType, plain, hash, guards, keys, representations: new Map(), ...details };
}

/** Returns the response in full, or a 304 when the client has it. */
export function responseTo({ "if-none-match": known }: IncomingHttpHeaders, representation: Representation) {
  const { etag, full, notModified } = representation;
  return full.status === 200 && isKnown(known, etag) ? notModified : full;
}
