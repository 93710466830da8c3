/** The browser's call to our own API: JSON both ways, a bearer token when there is a session, typed failures. */

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

export interface ApiRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; 30 seconds unless said otherwise. */
  timeout?: number | undefined;
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

/**
 * Calls the API over the network.
 * @param path path and query on this site, such as `/api/prompts?page=2`
 * @throws ApiError for every answer that is not a success, and with status 0 when there was none, or none in time
 */
export const fetchApi: Fetcher = async <T>(path: string, request: ApiRequest = {}): Promise<T> => {
  const token = await accessToken();
  const { method = "GET", body, signal, timeout } = request;
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";

  const limit = timeLimit(timeout, signal);
  const unanswered = () => new ApiError(0, limit.aborted ? { message: TOO_SLOW, code: "timeout" } : {});

  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unanswered();
  }
  if (response.status === 204) return undefined as T;
  // A proxy in between may answer with HTML, whatever the status says.
  const answer = (await response.json().catch(() => undefined)) as (T & Partial<ErrorAnswer>) | undefined;
  if (!response.ok) throw refusal(response.status, answer ?? {}, token);
  if (answer === undefined) throw unanswered();
  return answer;
};
