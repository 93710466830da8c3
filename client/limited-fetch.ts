/** `fetch` for calls of the API: with a time limit, answers that are whole, and another try where that is safe. */
import { PromptecaError, secondsOf } from "./errors.ts";

/** Milliseconds before the first repetition; before the next one twice that. */
const PAUSE_MS = 300;
const MAX_TRIES = 3;
/** Statuses of the site, or of a proxy before it, while it restarts or has too much to do. */
const PASSING = new Set([502, 503, 504]);
/** Bytes of the longest answer: 100 prompts of the longest texts are some 6 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

const isSafe = (method = "GET") => method === "GET" || method === "HEAD";

/** Browsers give one that is not followed no status. */
const isRedirect = ({ type, status }: Response) =>
  type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** Reads the whole answer within the time limit. @throws Error when it breaks off or is too long */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (!response.body) return response;
  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue;
    length += value.length;
    if (length > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new PromptecaError(status, "unexpected_answer", "Too long", { headers });
    }
    chunks.push(value);
  }
  const isEmpty = [204, 205, 304].includes(status);
  // Only JSON comes from the API.
  if (response.ok && !isEmpty && !headers.get("content-type")?.includes("json")) {
    throw new PromptecaError(status, "unexpected_answer", "Not JSON", { headers });
  }
  return new Response(isEmpty ? null : new Blob(chunks), { status, headers });
}

/**
 * @param timeout milliseconds for everything together
 * @param outer the caller's signal
 */
export function limitedFetch(
  send: typeof fetch,
  timeout: number,
  outer: AbortSignal | undefined,
): typeof fetch {
  return async (input, init) => {
    const end = Date.now() + timeout;
    const limit = AbortSignal.timeout(timeout);
    const signal = outer ? AbortSignal.any([outer, limit]) : limit;
    const isKeyed = new Headers(init?.headers).has("authorization");
    const tries = isSafe(init?.method) ? MAX_TRIES : 1;
    for (let number = 1; ; number++) {
      let wait = PAUSE_MS * 2 ** (number - 1);
      const isLast = () => number === tries || Date.now() + wait >= end;
      try {
        // Redirects are not followed: a key, or content published with it, goes to the named site only.
        const response = await send(input, { ...init, signal, ...(isKeyed && { redirect: "manual" }) });
        if (isKeyed && isRedirect(response))
          throw new PromptecaError(response.status, "unexpected_answer", "Sent elsewhere");
        wait = Math.max(wait, (secondsOf(response.headers.get("retry-after")) ?? 0) * 1000);
        if (!PASSING.has(response.status) || isLast()) return await readWhole(response);
        await response.body?.cancel();
      } catch (error) {
        if (outer?.aborted) throw outer.reason;
        if (error instanceof PromptecaError) throw error;
        if (limit.aborted) throw new PromptecaError(0, "timeout", "No answer in time", { cause: error });
        if (isLast())
          throw new PromptecaError(0, "unreachable", "The site cannot be reached", { cause: error });
      }
      await pause(wait, signal);
    }
  };
}
