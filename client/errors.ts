/** What a call throws when it fails. */
import type { HttpError } from "@oazapfts/runtime";

/** Codes that the client gives itself; all others are the API's, and stable too. */
export type LocalCode = "unreachable" | "timeout" | "unexpected_answer";

export class PromptecaError extends Error {
  /** Of HTTP; 0 when there was no answer. */
  readonly status: number;
  /** Stable, for programs. */
  readonly code: LocalCode | (string & {});
  /** The parameter that was refused. */
  readonly field: string | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** Names the request in the site's log. */
  readonly requestId: string | undefined;

  /** @param message in Portuguese where the API gave it */
  constructor(
    status: number,
    code: PromptecaError["code"],
    message: string,
    details: { field?: string | undefined; headers?: Headers; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "PromptecaError";
    this.status = status;
    this.code = code;
    this.field = details.field;
    this.retryAfter = secondsOf(details.headers?.get("retry-after"));
    this.requestId = details.headers?.get("x-request-id") ?? undefined;
  }
}

/** Of a `Retry-After` in seconds; the site sends no dates. */
export function secondsOf(header: string | null | undefined): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return header && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** An answer that is not the API's, such as a proxy's page, has neither code nor message. */
export function toError({ status, data, headers }: HttpError): PromptecaError {
  const { message, code, field } = (typeof data === "object" && data !== null ? data : {}) as Record<
    string,
    unknown
  >;
  if (typeof message !== "string" || typeof code !== "string") {
    return new PromptecaError(status, "unexpected_answer", `HTTP ${status}`, { headers });
  }
  return new PromptecaError(status, code, message, {
    field: typeof field === "string" ? field : undefined,
    headers,
  });
}
