/** Timeouts for calls that the network never answers. */

/** Timeout of a call including its response, in milliseconds. */
const CALL_TIMEOUT_MS = 30_000;

/**
 * Returns a signal that aborts after a timeout, or together with the caller's signal.
 * @param milliseconds 30 seconds by default
 */
export function timeLimit(milliseconds = CALL_TIMEOUT_MS, signal?: AbortSignal): AbortSignal {
  // Not AbortSignal.timeout(), which the fake clocks of tests cannot advance.
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("Took too long", "TimeoutError")), milliseconds);
  return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
}

/** `fetch` with the timeout, for libraries without one. */
export const limitedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: timeLimit(undefined, init?.signal ?? undefined) });
