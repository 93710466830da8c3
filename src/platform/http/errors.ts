/** The error type that services throw on purpose, and its common cases. */

/** An invalid field, and what to say beside it. */
interface FieldError {
  field: string;
  message: string;
}

/** Body of an error response of the API; `field` names the invalid input. */
export interface ErrorBody {
  message: string;
  code: string;
  field?: string;
  /** All invalid fields, the first included, where there is more than one. */
  errors?: FieldError[];
}

/**
 * An expected failure with HTTP status, stable code and Portuguese message; it is not logged as an error. `headers` are
 * added to the response (`Retry-After`, for example).
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  /** Name of the rate limit that was reached, for the log. */
  readonly limit: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: { field?: string; errors?: FieldError[]; headers?: Record<string, string>; limit?: string } = {},
  ) {
    super(message);
    this.name = "AppError";
    this.status = status;
    this.code = code;
    this.field = details.field;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
    this.limit = details.limit;
  }

  /** Body of the response, without internal details. */
  get body(): ErrorBody {
    const { message, code, field, errors } = this;
    return { message, code, ...(field && { field }), ...(errors && { errors }) };
  }
}

/** Fields that one answer names: a list may have thousands of invalid entries. */
const MOST_ERRORS = 20;

/**
 * Refuses input for all of its invalid fields at once.
 * @param found in their order; of a field, what is wrong first is told; `field` is empty for the input as a whole
 * @param general message where nothing more is known
 */
export function invalidFields(code: string, found: readonly FieldError[], general: string): AppError {
  const byField = new Map<string, FieldError>();
  for (const error of found) if (error.field && !byField.has(error.field)) byField.set(error.field, error);
  const errors = [...byField.values()].slice(0, MOST_ERRORS);
  const [first = found[0]] = errors;
  return new AppError(400, code, first?.message ?? general, {
    ...(first?.field && { field: first.field }),
    ...(errors.length > 1 && { errors }),
  });
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
