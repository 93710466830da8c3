/** Bounds the bytes of large answers under way: whoever reads them slowly, or not at all, must not fill the memory. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isFromOutside } from "./from-outside.ts";
import { callerOf } from "./rate-limits.ts";

/** Bytes from which on an answer is counted: most are cached and the same bytes for all, or are far smaller. */
export const LARGE_ANSWER = 256 * 1024;
/** Bytes of all large answers under way: ten of the largest. */
const MOST_BYTES = 128 * 1024 * 1024;

interface Answer {
  bytes: number;
  caller: string;
  end: () => void;
}

/** The oldest answer of the caller who has most bytes under way. */
function heaviest(answers: ReadonlySet<Answer>): Answer | undefined {
  const sums = new Map<string, number>();
  for (const { caller, bytes } of answers) sums.set(caller, (sums.get(caller) ?? 0) + bytes);
  const most = Math.max(...sums.values());
  return [...answers].find(({ caller }) => sums.get(caller) === most);
}

/** Ends the oldest answers of the callers who have most under way as soon as there are too many bytes. */
export function boundLargeAnswers(app: FastifyInstance): void {
  /** The oldest first. */
  const answers = new Set<Answer>();
  let bytesUnderWay = 0;

  function forget(answer: Answer) {
    if (answers.delete(answer)) bytesUnderWay -= answer.bytes;
  }

  function add({ log, ip, raw }: FastifyRequest, bytes: number): Answer {
    const end = () => {
      log.warn({ bytes }, "ended an answer that was read too slowly");
      // Not the answer: one that waits for another on its connection would stay in memory.
      raw.socket.destroy();
    };
    const answer = { bytes, caller: callerOf(ip), end };
    answers.add(answer);
    bytesUnderWay += bytes;
    return answer;
  }

  app.addHook("onSend", (request, { raw }, payload, done) => {
    const bytes = typeof payload === "string" || payload instanceof Buffer ? Buffer.byteLength(payload) : 0;
    // One whose client has gone is sent to nobody.
    if (bytes < LARGE_ANSWER || raw.destroyed || !isFromOutside(request)) return done(null, payload);
    const added = add(request, bytes);
    raw.once("close", () => forget(added));
    while (bytesUnderWay > MOST_BYTES) {
      const slow = heaviest(answers) as Answer;
      forget(slow);
      slow.end();
    }
    done(null, payload);
  });
}
