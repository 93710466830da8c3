/** How much one account may have under way: what it asks for at once, from any number of addresses, delays nobody else. */
import type { Context } from "#platform/context.ts";
import { MAX_CONCURRENT_REQUESTS } from "#platform/http/concurrent-requests.ts";
import { isFromOutside } from "#platform/http/from-outside.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import type { App } from "#platform/http/server.ts";
import { claimedId } from "./authenticate.ts";

/** Calls of one account at once: twice what a page of ours asks for. Answers that nobody reads are among them. */
const CALLS_AT_ONCE = 24;

/**
 * Counts every call with a session or a key, after the key's check, until its answer has been sent.
 * @throws (from calls) AppError 503 when the account has too many under way
 */
export function mountAccountShares(app: App, ctx: Context): void {
  const acquire = openSemaphore({
    name: "accounts",
    capacity: MAX_CONCURRENT_REQUESTS,
    perCaller: CALLS_AT_ONCE,
  });
  app.addHook("onRequest", (request, { raw }, done) => {
    if (request.headers.authorization === undefined || request.is404 || !isFromOutside(request))
      return done();
    let release: (() => void) | undefined;
    let isOver = false;
    raw.once("close", () => {
      isOver = true;
      release?.();
    });
    const ownerId = request.apiKey?.owner.id;
    Promise.resolve(ownerId ?? claimedId(ctx, request))
      .then((id) => {
        if (id && !isOver) release = acquire(1, id);
      })
      .then(() => done(), done);
  });
}
