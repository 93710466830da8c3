/** The error type that services throw on purpose, and its common cases. */

/** Body of an error response of the API; `field` names the invalid input. */
export interface ErrorBody {
  message: string;
  code: string;
  field?: string;
}

/**
 * An expected failure with HTTP status, stable code and Portuguese message; it is not logged as an error. `headers` are
 * added to the response (`Retry-After`, for example).
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;
  /** Name of the rate limit that was reached, for the log. */
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

  /** Body of the response, without internal details. */
  get body(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.field && { field: this.field }) };
  }
}

/** An internal failure; only the log has the cause. */
export function internalError(): AppError {
  return new AppError(500, "internal_error", "Algo deu errado do nosso lado. Tente novamente em instantes.");
}

/** The database or the storage is temporarily unavailable. */
export function unavailable(): AppError {
  const message = "O site está fora do ar por um instante. Tente novamente em alguns segundos.";
  return new AppError(503, "unavailable", message, { headers: { "retry-after": "5" } });
}

/**
 * A caller reached a rate limit.
 * @param seconds seconds until a retry makes sense (`Retry-After`)
 * @param limit name of the limit, for the log; absent when an inner call already logged it
 */
export function tooOften(
  seconds: number,
  limit?: string,
  message = "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente.",
): AppError {
  const headers = { "retry-after": String(seconds) };
  return new AppError(429, "over_request_rate_limit", message, { headers, ...(limit && { limit }) });
}

/**
 * Too many requests for the same costly operation.
 * @param seconds seconds until a retry makes sense (`Retry-After`)
 */
export function overloaded(message: string, seconds: number): AppError {
  return new AppError(503, "over_capacity", message, { headers: { "retry-after": String(seconds) } });
}

/** The site gets more requests than it can answer in time. */
export function tooBusy(): AppError {
  return overloaded(
    "O site está recebendo acessos demais neste momento. Tente novamente em alguns segundos.",
    3,
  );
}
