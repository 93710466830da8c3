/**
 * A client of the API for any program in TypeScript: every call with its own types, at an address and with a key of one's
 * choice. It runs wherever `fetch` does.
 * @example
 * const prompteca = createClient({ baseUrl: "https://…", key: process.env.PROMPTECA_KEY });
 * const { data } = await prompteca.searchPrompts({ search: "logo", orderBy: "newest" });
 */
import { HttpError, ok, type RequestOpts, type SuccessResponse } from "@oazapfts/runtime";
import * as calls from "./calls.ts";
import { PromptecaError, toError } from "./errors.ts";
import { limitedFetch } from "./limited-fetch.ts";

export { PromptecaError } from "./errors.ts";

type Calls = typeof calls;
type Answer<C extends (...args: never[]) => unknown> =
  Awaited<ReturnType<C>> extends infer A extends { status: number; headers: Headers }
    ? SuccessResponse<A>
    : never;

/** One call: its parameters if it has any, then options. Throws {@link PromptecaError}. */
type Bound<C extends (...args: never[]) => unknown> =
  Parameters<C> extends [infer Given, opts?: RequestOpts]
    ? Partial<Given> extends Given
      ? (parameters?: Given, options?: CallOptions) => Promise<Answer<C>>
      : (parameters: Given, options?: CallOptions) => Promise<Answer<C>>
    : (options?: CallOptions) => Promise<Answer<C>>;

export interface CallOptions {
  /** Ends the call early; what it throws then is the signal's reason. */
  signal?: AbortSignal;
}

export type Client = {
  [K in keyof Calls as Calls[K] extends (...args: never[]) => unknown ? K : never]: Calls[K] extends (
    ...args: never[]
  ) => unknown
    ? Bound<Calls[K]>
    : never;
};

export interface ClientOptions {
  /** Where the site is, such as `http://localhost:3000`. */
  baseUrl: string;
  /** An API key, `pk_…`. Public reads need none. */
  key?: string | undefined;
  /** Milliseconds for a call with its retries; 30 seconds by default. */
  timeout?: number;
  /** Name and version of the program, for the site's log. */
  userAgent?: string;
  fetch?: typeof fetch;
}

/** Calls without parameters take their options first. */
const WITHOUT_PARAMETERS = 1;

/**
 * Reads are repeated twice when the network or the site fails for a moment; nothing else is sent twice.
 */
export function createClient({
  baseUrl,
  key,
  timeout = 30_000,
  userAgent,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  const headers = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(userAgent && { "user-agent": userAgent }),
  };
  async function send(call: (...args: unknown[]) => Promise<never>, args: unknown[]): Promise<unknown> {
    const given = call.length === WITHOUT_PARAMETERS ? [] : [args[0] ?? {}];
    const { signal } = (args[given.length] ?? {}) as CallOptions;
    const options: RequestOpts = { baseUrl, headers, fetch: limitedFetch(fetch, timeout, signal) };
    try {
      return await ok(call(...given, options));
    } catch (error) {
      if (error instanceof HttpError) throw toError(error);
      if (!(error instanceof SyntaxError)) throw error;
      throw new PromptecaError(0, "unexpected_answer", "Not JSON", { cause: error });
    }
  }
  const bound = Object.entries(calls).flatMap(([name, call]) =>
    typeof call === "function"
      ? [[name, (...args: unknown[]) => send(call as (...args: unknown[]) => Promise<never>, args)]]
      : [],
  );
  return Object.fromEntries(bound) as Client;
}
