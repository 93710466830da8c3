/** The browser's call to our own API: JSON both ways, a bearer token when there is a session, typed failures. */
import type { CallOptions, OutgoingCall, Reply } from "./call.ts";
import { timeLimit } from "./time-limit.ts";

/** What the API answers when it refuses a call. */
interface ErrorAnswer {
  message: string;
  code: string;
  field: string;
}

/** Failures that come without words of their own: those of a proxy in between, and of the network. */
const NO_ANSWER = "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.";
const SERVER_FAILED = "O site não conseguiu responder agora. Tente novamente em instantes.";
const TOO_SLOW = "O site demorou demais para responder. Verifique sua conexão e tente novamente.";

/** A refused or failed call. `message` is Portuguese and meant for the reader; `field` names the input at fault. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(status: number, body: Partial<ErrorAnswer>) {
    super(body.message ?? (status >= 500 ? SERVER_FAILED : NO_ANSWER));
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? "network";
    this.field = body.field;
  }
}

export interface ApiRequest extends CallOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
}

/** Whose token goes with a call; the accounts room sets it, anonymous until then. */
let accessToken: () => Promise<string | undefined> = async () => undefined;
let tokenRefused = () => {};

/**
 * @param read gives the present access token, refreshed when it is about to expire
 * @param onRefused told when a call that carried a token was answered as if nobody, or a blocked person, had made it
 */
export function setAccessTokenSource(read: typeof accessToken, onRefused: typeof tokenRefused): void {
  accessToken = read;
  tokenRefused = onRefused;
}

/** The access token of the moment, for calls that are not JSON. */
export const readToken = () => accessToken();

/** What a refused call becomes. Whoever's token was refused is told. */
export function refusal(status: number, answer: Partial<ErrorAnswer>, token: string | undefined): ApiError {
  if (token && (status === 401 || answer.code === "user_banned")) tokenRefused();
  return new ApiError(status, answer);
}

/** How a call is carried out; the server renders pages through its own routes instead of the network. */
export type Fetcher = <T>(path: string, request?: ApiRequest) => Promise<T>;

async function sendByFetch(
  path: string,
  { method, headers, body, signal, timeout }: OutgoingCall,
): Promise<Reply> {
  const response = await fetch(path, { method, headers, body, signal: timeLimit(timeout, signal) });
  return { status: response.status, text: await response.text() };
}

/** Why there is no answer, in words. */
function unanswered(error: unknown): ApiError {
  const late = error instanceof DOMException && error.name === "TimeoutError";
  return new ApiError(0, late ? { message: TOO_SLOW, code: "timeout" } : {});
}

/** What an answer says; undefined for what is not JSON: a proxy in between may answer with HTML, whatever the status. */
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
 * @throws ApiError for every answer that is not a success, and with status 0 when there was none, or none in time; the
 *   signal's reason when the caller gave up
 */
export const fetchApi: Fetcher = async <T>(path: string, request: ApiRequest = {}): Promise<T> => {
  const token = await accessToken();
  const { method = "GET", body, signal, timeout, onUpload } = request;
  signal?.throwIfAborted();
  const headers: Record<string, string> = { accept: "application/json", ...request.headers };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";

  const call = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal,
    timeout,
    onUpload,
  };
  const send = onUpload ? await uploader() : sendByFetch;
  const { status, text } = await send(path, call).catch((error: unknown) => {
    throw signal?.aborted ? error : unanswered(error);
  });
  if (status === 204) return undefined as T;
  const answer = parseAnswer(text) as (T & Partial<ErrorAnswer>) | undefined;
  if (status < 200 || status > 299) throw refusal(status, answer ?? {}, token);
  if (answer === undefined) throw new ApiError(0, {});
  return answer;
};

/** What sends with progress, loaded with the first upload. */
async function uploader(): Promise<typeof sendByFetch> {
  const { sendWithProgress } = await import("./upload.ts").catch(() => {
    throw new ApiError(0, {});
  });
  return sendWithProgress;
}
