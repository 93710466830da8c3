/** Bodies of requests: room and time for them, so that neither many, slow nor strange ones hold up the rest. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorCodes, type FastifyInstance } from "fastify";
import { tooBusy } from "./errors.ts";
import { openSemaphore } from "./semaphore.ts";

/**
 * What has arrived of bodies that are read or worked on, in bytes, in all and from one address. Each is a text in the heap, and a copy
 * of it while it is read: seven of the largest pictures, two from one address.
 */
const BODY_BYTES_AT_ONCE = { most: 48 * 1024 * 1024, each: 16 * 1024 * 1024 };
/** Bodies up to so many bytes need no room: however many connections send one, they are little. */
const UNCOUNTED_BODY_BYTES = 16 * 1024;
/** How long a body may take, in milliseconds, and for each of its bytes: nobody holds room for others by being slow. */
const BODY_TIMEOUT = 20_000;
const BODY_TIMEOUT_PER_BYTE = 1000 / 32_768;
/**
 * What still arrives of a body that was answered before its end is read and thrown away, for so many milliseconds and bytes:
 * a connection that is closed with something unread is reset, and its answer lost. Five of our largest pictures.
 */
export const DISCARDED_BODY = { time: 30_000, bytes: 64 * 1024 * 1024 };
const DISCARDED_BODY_POLL = 250;
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
 * Lets who is answered before they have sent their whole body read that answer (RFC 9112, section 9.6): reads on for a while
 * before the connection ends. Call it before anything is answered.
 */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": chunked } = request.headers;
  if (!chunked && !Number(length)) return;
  const { socket } = request;
  const { destroySoon } = Object.getPrototypeOf(socket);
  // What Node.js calls after the last answer of a connection.
  socket.destroySoon = () => {
    if (request.complete) return destroySoon.call(socket);
    socket.end();
    request.once("end", () => socket.destroy());
  };
  response.once("finish", () => {
    if (request.complete) return;
    const { bytesRead } = socket;
    let looks = 0;
    const looking = setInterval(() => {
      const isLate = ++looks * DISCARDED_BODY_POLL >= DISCARDED_BODY.time;
      if (isLate || socket.bytesRead - bytesRead > DISCARDED_BODY.bytes) socket.destroy();
    }, DISCARDED_BODY_POLL);
    const stop = () => clearInterval(looking);
    request.once("end", stop);
    socket.once("close", stop);
  });
}

/** @throws AppError 503 where there is no room; 413 for a body of too many values */
export function readBodies(app: FastifyInstance): void {
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
    const late = setTimeout(() => request.raw.destroy(), BODY_TIMEOUT + bytes * BODY_TIMEOUT_PER_BYTE);
    request.raw.once("end", () => clearTimeout(late));
    reply.raw.once("close", () => {
      clearTimeout(late);
      // What still arrives is thrown away, and would never be given back.
      payload.off("data", take);
      for (const leave of taken) leave();
    });
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
