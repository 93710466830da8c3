/** Load shedding: when the process is overloaded, new requests are refused before they cost anything. */
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ConcurrentRequests, MAX_CONCURRENT_REQUESTS } from "./concurrent-requests.ts";
import { tooBusy } from "./errors.ts";
import { isFromOutside } from "./from-outside.ts";

/** Minimum number of concurrent requests for load shedding, however slow the machine is. */
const MIN_CONCURRENT_REQUESTS = 100;
/** Maximum mean delay of the event loop, in milliseconds: every step of a response waits that long. */
const MAX_EVENT_LOOP_DELAY_MS = 300;
/** Interval at which the delay is measured, in milliseconds. */
const SAMPLE_INTERVAL_MS = 250;

/**
 * Milliseconds by which a refusal is delayed: a client that retries as soon as it gets a response sends only one
 * request in that time, so refusing it does not keep the process busy.
 */
const REFUSAL_DELAY_MS = 1000;

/** Whether a request may be delayed or refused: not those of monitoring, nor those of the process to itself. */
function isSheddable(request: FastifyRequest): boolean {
  return isFromOutside(request) && !/^\/(healthz|readyz|metrics)(\?|$)/.test(request.url);
}

/**
 * Refuses requests with 503 while the process is overloaded, and delays every 503 while few enough are waiting. Cached
 * responses bypass this.
 * @returns whether new requests are refused now, so that stale cached responses have to do
 */
export async function shedLoad(
  app: FastifyInstance,
  { count, isFull }: ConcurrentRequests,
): Promise<() => boolean> {
  app.addHook("onRequest", (request, _reply, done) => {
    done(count() > MAX_CONCURRENT_REQUESTS && isSheddable(request) ? tooBusy() : undefined);
  });
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: SAMPLE_INTERVAL_MS,
    pressureHandler(request) {
      if (count() >= MIN_CONCURRENT_REQUESTS && isSheddable(request)) throw tooBusy();
    },
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const isDelayed = reply.statusCode === 503 && isSheddable(request) && !isFull();
    if (isDelayed) setTimeout(done, REFUSAL_DELAY_MS, null, payload);
    else done(null, payload);
  });
  return () => isFull() || app.isUnderPressure();
}
