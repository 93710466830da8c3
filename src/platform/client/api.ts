/** Calls the site's API from the browser: JSON in both directions, files in forms, the session's bearer token, typed errors. */
import { noteServerTime } from "./server-time.ts";
import { timeLimit } from "./time-limit.ts";
import type { CallOptions, OutgoingCall, Reply } from "./upload.ts";

/** The body of an error response of the API. */
interface ErrorAnswer {
  message: string;
  code: string;
  field: string;
  errors: FieldError[];
}

/** An invalid field, and what to say beside it. */
interface FieldError {
  field: string;
  message: string;
}

/** Messages for errors without one: those of proxies and of the network. */
const NO_ANSWER = "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.";
const SERVER_FAILED = "O site não conseguiu responder agora. Tente novamente em instantes.";
const TOO_SLOW = "O site demorou demais para responder. Verifique sua conexão e tente novamente.";

/** A refused or failed call. `message` is Portuguese and shown to the user; `field` names the invalid input, `errors` all of it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly errors: readonly FieldError[];

  constructor(status: number, body: Partial<ErrorAnswer>) {
    super(body.message ?? (status >= 500 ? SERVER_FAILED : NO_ANSWER));
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? "network";
    this.field = body.field;
    this.errors = body.errors ?? (body.field ? [{ field: body.field, message: this.message }] : []);
  }
}

export interface ApiRequest extends CallOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON, or as the form that it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Returns the access token for a call. The accounts room sets it; until then calls are anonymous. */
let accessToken: () => Promise<string | undefined> = async () => undefined;
let tokenRefused = () => {};
let person: () => string | undefined = () => undefined;

/**
 * @param read returns the current access token, refreshed when it is about to expire
 * @param onRefused called when a call with a token gets the response of an invalid session or a blocked user
 * @param who returns the id of who is there
 */
export function setAccessTokenSource(
  read: typeof accessToken,
  onRefused: typeof tokenRefused,
  who: typeof person,
): void {
  accessToken = read;
  tokenRefused = onRefused;
  person = who;
}

/**
 * Notes who begins a call. An answer that comes when they have left must reach no cache and no page.
 * @returns waits for ever once they have: the page has begun anew, and nobody waits for the answer
 */
export function noteAsker(asker = person()): () => Promise<void> {
  return async () => {
    if (asker && person() !== asker) await new Promise(() => {});
  };
}

/**
 * Makes a call with the current access token; once more where it is refused and there is a new one by then: the device's
 * clock may be wrong, and the refusal tells the server's time. Never with the token of somebody else than who began it.
 * @param requireAsker as {@link noteAsker} gives it
 * @returns the answer, and the token that it is to
 */
export async function callWithToken<Answer extends { status: number }>(
  requireAsker: () => Promise<void>,
  call: (token: string | undefined) => Promise<Answer>,
): Promise<{ answer: Answer; token: string | undefined }> {
  const read = async () => {
    const token = await accessToken();
    await requireAsker();
    return token;
  };
  const token = await read();
  const answer = await call(token);
  if (!token || answer.status !== 401) return { answer, token };
  const renewed = await read();
  if (!renewed || renewed === token) return { answer, token };
  return { answer: await call(renewed), token: renewed };
}

/** Creates the error of a refused call, and reports a refused token. */
export function refusal(status: number, answer: Partial<ErrorAnswer>, token: string | undefined): ApiError {
  if (token && (status === 401 || answer.code === "user_banned")) tokenRefused();
  return new ApiError(status, answer);
}

/** Executes a call. During server rendering it goes directly to the server's routes instead of the network. */
export type Fetcher = <T>(path: string, request?: ApiRequest) => Promise<T>;

async function sendByFetch(
  path: string,
  { method, headers, body, signal, timeout }: OutgoingCall,
): Promise<Reply> {
  const response = await fetch(path, { method, headers, body, signal: timeLimit(timeout, signal) });
  noteServerTime(Date.parse(response.headers.get("date") ?? ""));
  return { status: response.status, text: await response.text() };
}

/** The error of a call without a response. */
function unanswered(error: unknown): ApiError {
  const late = error instanceof DOMException && error.name === "TimeoutError";
  return new ApiError(0, late ? { message: TOO_SLOW, code: "timeout" } : {});
}

/** Parses a response; undefined when it is not JSON, as a proxy may respond with HTML and any status. */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls the API over the network.
 * @param path path and query on this site, such as `/api/prompts?page=2`
 * @throws ApiError for every unsuccessful response, and with status 0 without a response or after the timeout; the
 *   signal's reason when the caller aborts. It never ends for a person who has left before the response
 */
export const fetchApi: Fetcher = async <T>(path: string, request: ApiRequest = {}): Promise<T> => {
  const requireAsker = noteAsker();
  const { method = "GET", body, signal, timeout, onUpload } = request;
  const isForm = body instanceof FormData;
  const { answer: reply, token } = await callWithToken(requireAsker, async (token) => {
    signal?.throwIfAborted();
    const headers: Record<string, string> = { accept: "application/json", ...request.headers };
    if (token) headers.authorization = `Bearer ${token}`;
    // The browser names the type of a form, with the boundary that it chose.
    if (body !== undefined && !isForm) headers["content-type"] = "application/json";
    const call = {
      method,
      headers,
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal,
      timeout,
      onUpload,
    };
    const send = onUpload ? await uploader() : sendByFetch;
    return send(path, call).catch((error: unknown) => {
      throw signal?.aborted ? error : unanswered(error);
    });
  });
  const { status, text } = reply;
  await requireAsker();
  if (status === 204) return undefined as T;
  const answer = parseAnswer(text) as (T & Partial<ErrorAnswer>) | undefined;
  if (status < 200 || status > 299) throw refusal(status, answer ?? {}, token);
  if (answer === undefined) throw new ApiError(0, {});
  return answer;
};

/** Imports the variant with progress for the first upload. */
async function uploader(): Promise<typeof sendByFetch> {
  const { sendWithProgress } = await import("./upload.ts").catch(() => {
    throw new ApiError(0, {});
  });
  return sendWithProgress;
}
