/**
 * Request bodies: limits, so that neither many, slow nor malicious bodies block other requests; and UTF-8, as which alone
 * they are read.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { MIMEType } from "node:util";
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { AppError, tooBusy } from "./errors.ts";
import { bodyReadAhead } from "./posted-reads.ts";
import { openSemaphore } from "./semaphore.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What reads the body, from the first hook on. */
    gathered: Gathered | undefined;
  }
}

/**
 * Maximum number of bytes received of bodies in progress: seven of the largest pictures in all, two from one address, and one
 * from a network while there are more. Each is a string in the heap, and a second copy while it is parsed.
 */
const BODY_BYTES_AT_ONCE = {
  capacity: 48 * 1024 * 1024,
  perCaller: 16 * 1024 * 1024,
  fair: 7 * 1024 * 1024,
};
/** Bytes in which a body is kept and counted. */
const BLOCK_BYTES = 64 * 1024;
/** Bodies up to this size are not counted: even one on every connection is little memory. */
const UNCOUNTED_BODY_BYTES = 16 * 1024;
/** Milliseconds and bytes for which the rest of a refused body is read: five of the largest pictures. */
export const DISCARDED_BODY = { time: 30_000, bytes: 64 * 1024 * 1024 };
/**
 * Maximum number of JSON values in a body, counted by the characters before them: `{},` is three bytes, and 64 of the heap. No
 * call takes more than some hundreds; an import's file is one text.
 */
const MAX_JSON_VALUES = 2000;
const [COMMA, BRACKET, BRACE, QUOTE, BACKSLASH] = [...Buffer.from(',[{"\\')];
const VALUE_MARKERS = [COMMA, BRACKET, BRACE] as number[];

const tooManyValues = () =>
  new AppError(
    413,
    "bad_request",
    `O JSON enviado tem mais de ${MAX_JSON_VALUES.toLocaleString("pt-BR")} valores, o máximo.`,
  );

/** Whether there are more markers than allowed, those of texts among them: most bodies have fewer, and are done. */
function hasManyMarkers(body: Buffer, most: number): boolean {
  let markers = 0;
  for (const marker of VALUE_MARKERS) {
    for (let at = body.indexOf(marker); at >= 0; at = body.indexOf(marker, at + 1)) {
      if (++markers > most) return true;
    }
  }
  return false;
}

/** Whether a JSON text has more values than it may, without parsing it. */
export function hasTooManyValues(body: Buffer, most: number): boolean {
  if (!hasManyMarkers(body, most)) return false;
  let values = 0;
  let inText = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number;
    if (byte === QUOTE) inText = !inText;
    else if (inText) {
      if (byte === BACKSLASH) at++;
    } else if (VALUE_MARKERS.includes(byte) && ++values > most) return true;
  }
  return false;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

export const notUtf8 = () =>
  new AppError(
    400,
    "bad_request",
    "O conteúdo enviado não está em UTF-8, e as letras com acento se perderiam. Envie o mesmo texto em UTF-8.",
  );

/** The text of a body, without a byte order mark. @throws AppError 400 for what is not UTF-8, and would be stored damaged */
export function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw notUtf8();
  }
}

/** Whether a body's type names another charset than UTF-8. What is no type at all is refused by the parsers. */
function hasOtherCharset(type: string): boolean {
  if (!/charset/i.test(type)) return false;
  try {
    const charset = new MIMEType(type).params.get("charset");
    return charset !== null && !/^'?utf[-_]?8'?$/i.test(charset.trim());
  } catch {
    return false;
  }
}

/** Why a body cannot be read: 415 for one that is compressed, or in another charset. */
function refusalOf({
  "content-encoding": coding = "",
  "content-type": type = "",
}: IncomingHttpHeaders): AppError | undefined {
  if (coding.split(",").some((one) => !["", "identity"].includes(one.trim().toLowerCase()))) {
    // RFC 9110, section 12.5.3: what would be taken.
    const headers = { "accept-encoding": "identity" };
    const message = "Envie o corpo da requisição sem compressão, e sem o cabeçalho Content-Encoding.";
    return new AppError(415, "bad_request", message, { headers });
  }
  if (!hasOtherCharset(type)) return undefined;
  return new AppError(
    415,
    "bad_request",
    "Envie o corpo da requisição em UTF-8: outro charset não é aceito.",
  );
}

export const hasBody = ({ "content-length": length, "transfer-encoding": chunked }: IncomingHttpHeaders) =>
  chunked !== undefined || Number(length ?? 0) > 0;

/**
 * Waits until a request's body has arrived, and discards it: a connection that is closed with unread data is reset, and
 * the client loses the response (RFC 9112, section 9.6).
 * @returns false when the body does not end within {@link DISCARDED_BODY}
 */
function drain(request: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > DISCARDED_BODY.bytes) resolve(false);
  });
  const timer = setTimeout(resolve, DISCARDED_BODY.time, false);
  request.once("close", () => resolve(true));
  request.once("end", () => resolve(true));
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Reads the rest of a body that was refused before its end, so that the client can read the response; then calls back.
 * A connection with a body that does not end is closed after the response.
 */
export function afterBody({ raw }: FastifyRequest, reply: FastifyReply, respond: () => void): void {
  // Of one whose client has gone nothing comes any more, not even its end.
  if (!hasBody(raw.headers) || raw.complete !== false || raw.destroyed) {
    respond();
    return;
  }
  void drain(raw).then((isWhole) => {
    if (!isWhole) reply.header("connection", "close");
    respond();
  });
}

interface Gathered {
  /** The blocks. */
  stream: Readable;
  /** Gives up reading, and releases the room. */
  release: () => void;
}

/**
 * Reads a body in blocks. It may arrive in pieces of single bytes, each of which would cost an object of hundreds.
 * @param most the bytes that it may have
 * @param acquire takes room for so many bytes, and returns what releases it; `end` is called when others need it more
 */
function gather(
  raw: IncomingMessage,
  most: number,
  acquire: (bytes: number, end?: () => void) => () => void,
): Gathered {
  const stream = new Readable({ read() {} });
  // Nobody listens any more after a refusal.
  stream.on("error", () => undefined);
  const taken: (() => void)[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  let received = 0;
  let isOver = false;

  function release() {
    isOver = true;
    raw.off("data", take).off("end", finish).off("error", refuse);
    for (const leave of taken.splice(0)) leave();
  }
  function refuse(refusal: Error) {
    release();
    stream.destroy(refusal);
  }
  /** @returns false when the body itself had to make room. @throws AppError 503 when there is none */
  function addBlock(): boolean {
    const size = Math.min(BLOCK_BYTES, most - received);
    taken.push(acquire(size, () => refuse(tooBusy())));
    block = Buffer.allocUnsafe(size);
    used = 0;
    return !isOver;
  }
  function take(piece: Buffer) {
    if (received + piece.length > most) return refuse(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    try {
      for (let at = 0; at < piece.length; ) {
        if (used === block.length && !addBlock()) return;
        const bytes = piece.copy(block, used, at);
        at += bytes;
        used += bytes;
        received += bytes;
        if (used === block.length) stream.push(block);
      }
    } catch (refusal) {
      refuse(refusal as Error);
    }
  }
  function finish() {
    const blocks = taken.length;
    release();
    try {
      // It is being worked on now: to end it would free nothing.
      if (blocks > 0) taken.push(acquire(received));
    } catch (refusal) {
      return refuse(refusal as Error);
    }
    if (used < block.length) stream.push(block.subarray(0, used));
    stream.push(null);
  }
  raw.on("data", take).once("end", finish).once("error", refuse);
  return { stream, release };
}

/**
 * Installs the body parser, for JSON alone. It throws AppError 503 when the limit is reached, 413 for too many JSON values,
 * 415 and 400 for what is not UTF-8.
 */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest("gathered", undefined);
  const room = openSemaphore({ name: "bodies", ...BODY_BYTES_AT_ONCE });
  // The first hook: until a body is read, Node.js keeps its pieces.
  app.addHook("onRequest", (request, reply, done) => {
    const { is404, headers, method, raw, ip } = request;
    const { "content-length": length, "transfer-encoding": chunked } = headers;
    if (!hasBody(headers) || bodyReadAhead(raw)) return done();
    const limit = request.routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    const most = chunked ? limit : Number(length);
    // Fastify refuses a body with a too large Content-Length without reading it, and does not read that of a GET.
    if (method === "GET" || most > limit) {
      raw.resume();
      return done();
    }
    const refusal = is404 ? undefined : refusalOf(headers);
    if (refusal) return done(refusal);
    const isCounted = most > UNCOUNTED_BODY_BYTES;
    const gathered = gather(raw, most, (bytes, end) => (isCounted ? room(bytes, ip, end) : () => undefined));
    request.gathered = gathered;
    reply.raw.once("close", gathered.release);
    done();
  });
  app.addHook("preParsing", ({ gathered, raw }, _reply, payload, done) => {
    const refusal = gathered?.stream.errored;
    if (refusal) return done(refusal);
    done(null, gathered?.stream ?? bodyReadAhead(raw) ?? payload);
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    // A whole body, too: its answer may wait for long.
    request.gathered?.release();
    request.body = undefined;
    afterBody(request, reply, () => done(null, payload));
  });

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  // A buffer is allocated outside of the heap.
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    // auth-js sends a JSON content type without a body to /logout; an empty toggle may do so too.
    if (body.length === 0) done(null, undefined);
    else if (hasTooManyValues(body, MAX_JSON_VALUES)) done(tooManyValues());
    else parseJson(request, textOf(body), done);
  });
}
