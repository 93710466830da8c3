/** Adds the rest of a rate limit to answers, by the headers of draft-ietf-httpapi-ratelimit-headers-10. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyReply } from "fastify";

/** A limit as it is after a use. */
interface LimitState {
  name: string;
  /** Uses in all, and in how many seconds. */
  points: number;
  duration: number;
  remaining: number;
  /** Seconds until all uses are there again. */
  reset: number;
}

/**
 * The answer to the caller whose use is counted: never one that others get from a cache. Weakly, because connections and
 * timers that begin meanwhile keep their context, and would keep the answer and the body that was sent.
 */
const answering = new AsyncLocalStorage<WeakRef<FastifyReply>>();

/** Installs what finds the answer of a use. Reading a body leaves the context, so it is entered a second time. */
export function sendLimitHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => answering.run(new WeakRef(reply), done));
  app.addHook("preValidation", (_request, reply, done) => answering.run(new WeakRef(reply), done));
  // Not in responses that a shared cache may keep: others would get this caller's figures.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (
      reply.hasHeader("ratelimit") &&
      /^public, max-age=[1-9]/.test(String(reply.getHeader("cache-control")))
    )
      reply.removeHeader("ratelimit").removeHeader("ratelimit-policy");
    done(null, payload);
  });
}

/** Adds a limit to the answer under way. */
export function addLimitHeaders({ name, points, duration, remaining, reset }: LimitState): void {
  const reply = answering.getStore()?.deref();
  if (!reply || reply.sent) return;
  const add = (header: string, item: string) => {
    const others = reply.getHeader(header);
    reply.header(header, others ? `${others}, ${item}` : item);
  };
  add("ratelimit-policy", `"${name}";q=${points};w=${duration}`);
  add("ratelimit", `"${name}";r=${remaining};t=${reset}`);
}
