/** How much one account may have under way: what it asks for at once, from any number of addresses, delays nobody else. */
import type { FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { MAX_CONCURRENT_REQUESTS } from "#platform/http/concurrent-requests.ts";
import { isFromOutside } from "#platform/http/from-outside.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import type { App } from "#platform/http/server.ts";
import { claimedCaller } from "./authenticate.ts";

/** Calls of one account at once: twice what a page of ours asks for. Answers that nobody reads are among them. */
const CALLS_AT_ONCE = 24;
/**
 * For how many reads a write counts: writes of one account wait for one another, each with one of the sixteen connections for
 * requests, and so take six at most.
 */
const WRITE_WEIGHT = 4;
/** Calls that each session and each key has beyond these: who took another one cannot take them (decision 6). */
const OWN_CALLS = 4;
/** Those of all of them together: an account may have any number. */
const EXTRA_CALLS = 16;

declare module "fastify" {
  interface FastifyContextConfig {
    /** By another method than GET, and reads nevertheless: what it writes, it bounds itself. */
    isRead?: true;
  }
}

const weightOf = ({ method, routeOptions }: FastifyRequest) =>
  method === "GET" || method === "HEAD" || routeOptions.config.isRead ? 1 : WRITE_WEIGHT;

/**
 * Counts every call with a session or a key, after the key's check, until its answer has been sent.
 * @throws (from calls) AppError 503 when the account, and the session or the key, have too many under way
 */
export function mountAccountShares(app: App, ctx: Context): void {
  const capacity = MAX_CONCURRENT_REQUESTS;
  const ofAccount = openSemaphore({ name: "accounts", capacity, perCaller: CALLS_AT_ONCE });
  const extra = openSemaphore({ name: "extra calls", capacity, perCaller: EXTRA_CALLS });
  const own = openSemaphore({ name: "sessions", capacity, perCaller: OWN_CALLS });

  function acquire({ userId, by }: { userId: string; by: string }, weight: number): () => void {
    try {
      return ofAccount(weight, userId);
    } catch {
      return acquireExtra(userId, by, weight);
    }
  }

  function acquireExtra(userId: string, by: string, weight: number): () => void {
    const releaseExtra = extra(weight, userId);
    try {
      const releaseOwn = own(weight, by);
      return () => {
        releaseOwn();
        releaseExtra();
      };
    } catch (refusal) {
      releaseExtra();
      throw refusal;
    }
  }

  app.addHook("onRequest", (request, { raw }, done) => {
    if (request.headers.authorization === undefined || request.is404 || !isFromOutside(request))
      return done();
    let release: (() => void) | undefined;
    // Who has gone while the key was checked is told no more.
    let isOver = raw.destroyed;
    raw.once("close", () => {
      isOver = true;
      release?.();
    });
    claimedCaller(ctx, request)
      .then((caller) => {
        if (caller && !isOver) release = acquire(caller, weightOf(request));
      })
      .then(() => done(), done);
  });
}
