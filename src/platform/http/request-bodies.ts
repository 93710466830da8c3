/** Bodies of requests: room and time for them, so that neither many, slow nor strange ones hold up the rest. */
import type { IncomingMessage } from "node:http";
import { errorCodes, type FastifyInstance } from "fastify";
import { tooBusy } from "./errors.ts";
import { openSemaphore } from "./semaphore.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Gives back what the request's body takes of the limit for all bodies. */
    releaseBody: (() => void) | undefined;
  }
}

/**
 * What has arrived of bodies that are read or worked on, in bytes, in all and from one address. Each is a text in the heap, and a copy
 * of it while it is read: seven of the largest pictures, two from one address.
 */
const BODY_BYTES_AT_ONCE = { capacity: 48 * 1024 * 1024, perCaller: 16 * 1024 * 1024 };
/** Bodies up to so many bytes need no room: however many connections send one, they are little. */
const UNCOUNTED_BODY_BYTES = 16 * 1024;
/** How long the rest of a refused body is read, in milliseconds, and how much of it, in bytes: five of our largest pictures. */
export const DISCARDED_BODY = { time: 30_000, bytes: 64 * 1024 * 1024 };
/**
 * Values that a body may have, counted by the marks before them: what is few bytes as text may be many in memory. The longest
 * texts may be full of commas.
 */
const MAX_JSON_VALUES = 50_000;
const MARKS = [",", "[", "{"].map((mark) => mark.charCodeAt(0));

function hasTooManyValues(body: Buffer): boolean {
  let values = 0;
  for (const mark of MARKS) {
    for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) {
      if (++values > MAX_JSON_VALUES) return true;
    }
  }
  return false;
}

/**
 * Waits until a request's body has arrived and throws it away: a connection that is closed with something unread is reset, and
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

/** Reads the rest of a body that is answered before its end, a refused one, so that the client can read the response. */
function drainBodies(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const { raw } = request;
    const { "content-length": length, "transfer-encoding": chunked } = raw.headers;
    if ((!chunked && !Number(length)) || raw.complete !== false) return done(null, payload);
    request.releaseBody?.();
    void drain(raw).then((isWhole) => {
      if (!isWhole) reply.header("connection", "close");
      done(null, payload);
    });
  });
}

/** @throws AppError 503 where there is no room; 413 for a body of too many values */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest("releaseBody", undefined);
  drainBodies(app);
  const room = openSemaphore({ name: "bodies", ...BODY_BYTES_AT_ONCE, refusal: tooBusy });
  // After the route has looked who asks, and before anything is read.
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { "content-length": length, "transfer-encoding": chunked } = request.headers;
    const limit = request.routeOptions.bodyLimit;
    const bytes = chunked ? limit : Math.min(Number(length ?? 0), limit);
    // Of a body that says itself that it is too long nothing is read.
    if (bytes <= UNCOUNTED_BODY_BYTES || Number(length) > limit) return done(null, payload);
    const taken: (() => void)[] = [];
    const { ip } = request;
    const release = () => {
      payload.off("data", take);
      for (const leave of taken.splice(0)) leave();
    };
    function take(piece: Buffer) {
      try {
        taken.push(room(piece.length, ip));
      } catch (refusal) {
        payload.off("data", take);
        // Whoever reads it may have given up already. What still arrives is thrown away, so that the refusal can be read.
        if (payload.listenerCount("error") > 0) payload.emit("error", refusal);
      }
    }
    payload.on("data", take);
    request.releaseBody = release;
    reply.raw.once("close", release);
    done(null, payload);
  });

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  // Arrives as bytes, which lie outside of the heap.
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    // A JSON content type without a body is what auth-js sends to /logout, and what an empty toggle may send.
    if (body.length === 0) done(null, undefined);
    else if (hasTooManyValues(body as Buffer)) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    else parseJson(request, body.toString(), done);
  });
}
