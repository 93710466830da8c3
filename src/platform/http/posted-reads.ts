/**
 * Reads that are sent by POST, as protocols of messages do: a short body is read before Fastify sees the request, so
 * that a cached answer can be sent as soon as that of a URL. Any other request goes on to Fastify, with its body.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/**
 * Finds the answer to a body in the cache.
 * @param cached finds the JSON of a value by its key, as UTF-8
 * @returns JSON as UTF-8; undefined for whatever the route has to answer, or to refuse
 */
export type PostedRead = (
  headers: IncomingHttpHeaders,
  body: Buffer,
  cached: (key: string) => Buffer | undefined,
) => Buffer | undefined;

/** Longest body in bytes that is read ahead. */
const MAX_BYTES = 4096;

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Whether the body is short and plain, and the caller a visitor: who others are has to be asked first. */
export function isReadAhead({ headers }: IncomingMessage): boolean {
  const {
    authorization,
    "content-length": length,
    "content-encoding": coding,
    "transfer-encoding": chunked,
  } = headers;
  if (authorization !== undefined || coding !== undefined || chunked !== undefined) return false;
  return Number(length) <= MAX_BYTES;
}

/** Reads a body, and calls back once it is whole. Of a request that breaks off nothing is left. */
export function readAhead(request: IncomingMessage, callBack: (body: Buffer) => void): void {
  // Pieces may be single bytes: kept as they come, each would cost an object of hundreds.
  const body = Buffer.alloc(Number(request.headers["content-length"]));
  let received = 0;
  request.on("data", (piece: Buffer) => {
    received += piece.copy(body, received);
  });
  request.once("end", () => {
    bodies.set(request, body);
    callBack(body);
  });
}

/** The body that was read ahead, once more. */
export function bodyReadAhead(request: IncomingMessage): Readable | undefined {
  const body = bodies.get(request);
  return body && Readable.from([body]);
}
