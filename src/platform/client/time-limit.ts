/** An end for what the network never answers. */

/** How long a call may take from its first byte to its last, in milliseconds. */
const CALL_LIMIT = 30_000;

/**
 * A signal that ends a call once it has taken too long, or when its caller wants no answer any more.
 * @param milliseconds 30 seconds unless said otherwise
 */
export function timeLimit(milliseconds = CALL_LIMIT, signal?: AbortSignal): AbortSignal {
  // A timer of the page and not AbortSignal.timeout(), which no test's clock can move.
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("Took too long", "TimeoutError")), milliseconds);
  return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
}

/** The browser's `fetch` with the limit, for clients that bring no limit of their own. */
export const limitedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: timeLimit(undefined, init?.signal ?? undefined) });
