/** Errors of failed calls. */
import type { HttpError } from "@oazapfts/runtime";
import type { ApiError } from "./calls.ts";

/** Codes that the client gives itself; all others are the API's, and stable too. */
export type LocalCode = "unreachable" | "timeout" | "unexpected_answer";

export class PromptecaError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Stable, for programs. */
  readonly code: LocalCode | (string & {});
  /** The parameter that was refused. */
  readonly field: string | undefined;
  /** All parameters that were refused, where there is more than one. */
  readonly errors: readonly FieldError[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** Names the request in the site's log. */
  readonly requestId: string | undefined;

  /** @param message in Portuguese where the API gave it */
  constructor(
    status: number,
    code: PromptecaError["code"],
    message: string,
    details: Partial<Pick<PromptecaError, "field" | "errors" | "cause">> & { headers?: Headers } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "PromptecaError";
    this.status = status;
    this.code = code;
    this.field = details.field;
    this.errors = details.errors;
    this.retryAfter = secondsOf(details.headers?.get("retry-after"));
    this.requestId = details.headers?.get("x-request-id") ?? undefined;
  }
}

/** Seconds of a `Retry-After`; the site sends no dates. */
export function secondsOf(header: string | null | undefined): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return header && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

type FieldError = NonNullable<ApiError["errors"]>[number];

const isFieldError = (value: unknown): value is FieldError => {
  const { field, message } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof field === "string" && typeof message === "string";
};

/** An answer that is not the API's, such as a proxy's page, has neither code nor message. */
export function toError({ status, data, headers }: HttpError): PromptecaError {
  const { message, code, field, errors } = (typeof data === "object" && data !== null ? data : {}) as Record<
    string,
    unknown
  >;
  if (typeof message !== "string" || typeof code !== "string") {
    return new PromptecaError(status, "unexpected_answer", `HTTP ${status}`, { headers });
  }
  return new PromptecaError(status, code, message, {
    field: typeof field === "string" ? field : undefined,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : undefined,
    headers,
  });
}
