/** The one error type that services throw on purpose, and the zod issues turned into it. */

/** What an API error answers; `field` names the input that was refused. */
export interface ErrorBody {
  message: string;
  code: string;
  field?: string;
}

/**
 * An expected failure: it carries its HTTP status, a stable code and a Portuguese message, and is not logged as an error.
 * `headers` are added to the answer (`Retry-After`, for one).
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;
  /** The name of the limit that was reached, for the log. */
  readonly limit: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: { field?: string; headers?: Record<string, string>; limit?: string } = {},
  ) {
    super(message);
    this.name = "AppError";
    this.status = status;
    this.code = code;
    this.field = details.field;
    this.headers = details.headers ?? {};
    this.limit = details.limit;
  }

  /** The body of the answer, with nothing of the inside in it. */
  get body(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.field && { field: this.field }) };
  }
}

/** Something of ours is broken; what, only the log says. */
export function internalError(): AppError {
  return new AppError(500, "internal_error", "Algo deu errado do nosso lado. Tente novamente em instantes.");
}

/** What is needed for an answer is away for the moment; `Retry-After` in seconds. */
export function unavailable(): AppError {
  const message = "O site está fora do ar por um instante. Tente novamente em alguns segundos.";
  return new AppError(503, "unavailable", message, { headers: { "retry-after": "5" } });
}

/**
 * One asker asks too often.
 * @param seconds when to come back
 * @param limit which limit says so; absent where a call within said it already
 */
export function tooOften(seconds: number, limit?: string): AppError {
  const message = "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente.";
  const headers = { "retry-after": String(seconds) };
  return new AppError(429, "over_request_rate_limit", message, { headers, ...(limit && { limit }) });
}

/**
 * Too many ask for the same costly thing at the moment.
 * @param seconds when to come back
 */
export function overloaded(message: string, seconds: number): AppError {
  return new AppError(503, "over_capacity", message, { headers: { "retry-after": String(seconds) } });
}

/** More is asked of the site than it can answer in time. */
export function tooBusy(): AppError {
  return overloaded(
    "O site está recebendo acessos demais neste momento. Tente novamente em alguns segundos.",
    3,
  );
}
