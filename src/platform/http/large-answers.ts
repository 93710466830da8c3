/** Bounds the bytes of large answers under way: whoever reads them slowly, or not at all, must not fill the memory. */
import type { FastifyInstance } from "fastify";
import { isFromOutside } from "./from-outside.ts";
import { openSemaphore } from "./semaphore.ts";

/** Bytes from which on an answer is counted: most are cached and the same bytes for all, or are far smaller. */
export const LARGE_ANSWER = 32 * 1024;
/** Bytes of all large answers under way: ten of the largest. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Ends the oldest answers of the networks that have most under way as soon as there are too many bytes. */
export function boundLargeAnswers(app: FastifyInstance): void {
  const acquire = openSemaphore({
    name: "large answers",
    capacity: MOST_BYTES,
    perCaller: Number.POSITIVE_INFINITY,
    fair: 0,
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const bytes = typeof payload === "string" || payload instanceof Buffer ? Buffer.byteLength(payload) : 0;
    // One whose client has gone is sent to nobody.
    if (bytes < LARGE_ANSWER || reply.raw.destroyed || !isFromOutside(request)) return done(null, payload);
    // A string may take twice its bytes of the heap; while it waits for another answer on its connection, Node.js keeps it.
    const held = typeof payload === "string" ? Buffer.from(payload) : payload;
    const release = acquire(Math.min(bytes, MOST_BYTES), request.ip, () => {
      request.log.warn({ bytes }, "ended an answer that was read too slowly");
      // Not the answer: one that waits for another on its connection would stay in memory.
      request.raw.socket.destroy();
    });
    reply.raw.once("close", release);
    done(null, held);
  });
}
