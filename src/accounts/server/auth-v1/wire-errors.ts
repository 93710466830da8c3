/** Errors in the two formats of sign-in clients (wire contract). */
import type { FastifyError, FastifyRequest } from "fastify";
import { WeakPasswordError } from "#accounts/server/passwords/password-rules.ts";
import { toAppError } from "#platform/http/error-handler.ts";
import { AppError } from "#platform/http/errors.ts";

/** API version with string error codes; clients without the header get the older format. */
const API_VERSION = "2024-01-01";
const VERSION_HEADER = "x-supabase-api-version";

/** The framework's errors, in the contract's words. */
const FRAMEWORK: Record<string, [code: string, message: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ["bad_json", "Could not parse request body as JSON: malformed"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "bad_json",
    "Could not parse request body as JSON: unexpected content type",
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ["request_entity_too_large", "Request body is too large"],
};

/** The contract's messages for errors that services throw in Portuguese. */
const ENGLISH: Record<string, string> = {
  over_request_rate_limit: "Request rate limit reached",
  flow_state_not_found: "invalid flow state, no valid flow state found",
  bad_code_verifier: "code challenge does not match previously saved code verifier",
  internal_error: "Unexpected failure, please check server logs for more information",
};

function expected(error: FastifyError): AppError {
  const isTooLarge = error instanceof AppError && error.status === 413;
  const known = FRAMEWORK[isTooLarge ? "FST_ERR_CTP_BODY_TOO_LARGE" : error.code];
  if (!known) return toAppError(error);
  return new AppError(known[0] === "request_entity_too_large" ? 413 : 400, known[0], known[1]);
}

/** @param error any thrown value */
export function wireError(error: FastifyError, request: FastifyRequest) {
  const refusal = expected(error);
  const { status, field } = refusal;
  const code = refusal.code === "internal_error" ? "unexpected_failure" : refusal.code;
  const message = ENGLISH[refusal.code] ?? refusal.message;
  const version = request.headers[VERSION_HEADER];
  const isCurrent = typeof version === "string" && isVersion(version);
  return {
    status,
    headers: {
      ...refusal.headers,
      "x-sb-error-code": code,
      ...(isCurrent && { [VERSION_HEADER]: API_VERSION }),
    },
    body: {
      // Under both names, so that the client gets the code even if a proxy drops the header.
      ...(isCurrent ? { code, error_code: code, message } : { code: status, error_code: code, msg: message }),
      ...(!isCurrent && status >= 500 && { error_id: request.id }),
      ...(field && { field }),
      ...(refusal instanceof WeakPasswordError && { weak_password: { reasons: refusal.reasons } }),
    },
  };
}

/** Any valid date since the version's first day selects it. */
function isVersion(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && value >= API_VERSION;
}
