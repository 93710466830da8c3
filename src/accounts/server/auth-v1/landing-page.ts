/** Where a browser goes on after a call that it made by opening an address. */
import type { FastifyError, FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { wireError } from "./wire-errors.ts";

/**
 * The path of the page that was asked for: always on this site (wire contract). By the address as it is written: the origin of
 * a `blob:` address is that of the one within.
 */
export function landingPath(
  { config }: Pick<Context, "config">,
  { headers }: Pick<FastifyRequest, "headers">,
  asked: string | null | undefined,
): string {
  const { redirect_to: header, referer } = headers;
  for (const candidate of [typeof header === "string" ? header : asked, referer]) {
    const url = candidate && URL.canParse(candidate) ? new URL(candidate) : undefined;
    if (url?.href.startsWith(`${config.publicUrl}/`)) return url.pathname + url.search;
  }
  return "/";
}

const OAUTH_ERRORS: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
};

/** An error as parameters of the landing page's URL. */
export function errorParams(error: FastifyError, request: FastifyRequest): URLSearchParams {
  const { status, headers, body: answer } = wireError(error, request);
  const { message, msg } = answer as { message?: string; msg?: string };
  return new URLSearchParams({
    ...(OAUTH_ERRORS[status] && { error: OAUTH_ERRORS[status] }),
    error_code: headers["x-sb-error-code"] ?? "unknown",
    error_description: message ?? msg ?? "",
    sb: "",
  });
}
