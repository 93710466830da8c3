/** Load shedding: when the process cannot keep up, new requests are refused before they cost anything. */
import { IncomingMessage } from "node:http";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { tooBusy } from "./errors.ts";

/** Fewer requests under way than this are never too many, however slow the machine is at the moment. */
const MIN_REQUESTS = 100;
/** How far behind the event loop may be on average, in milliseconds: every step of an answer waits as long. */
const MAX_EVENT_LOOP_DELAY = 300;
/** How often that is measured, in milliseconds. */
const SAMPLE_INTERVAL = 250;

/**
 * How long a refusal waits before it is sent, in milliseconds: a client that asks again as soon as it is answered asks once in
 * that time, and refusing it does not keep the process busy.
 */
const REFUSAL_DELAY = 1000;

/** Whether a request may be kept waiting or refused: not those of monitoring, nor those of the process to itself. */
function isSheddable({ raw, url }: FastifyRequest): boolean {
  return raw instanceof IncomingMessage && !/^\/(healthz|readyz|metrics)(\?|$)/.test(url);
}

/**
 * Refuses with 503 what comes while the process is under pressure, and delays every 503. Cached responses never come here.
 */
export async function shedLoad(app: FastifyInstance): Promise<void> {
  let underWay = 0;
  app.addHook("onRequest", (_request, reply, done) => {
    underWay++;
    reply.raw.once("close", () => underWay--);
    done();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY,
    sampleInterval: SAMPLE_INTERVAL,
    pressureHandler(request) {
      if (underWay >= MIN_REQUESTS && isSheddable(request)) throw tooBusy();
    },
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (reply.statusCode === 503 && isSheddable(request)) setTimeout(done, REFUSAL_DELAY, null, payload);
    else done(null, payload);
  });
}
