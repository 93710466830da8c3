/**
 * Security events: one structured log line for each event relevant to intrusion detection. Address and account appear as
 * keyed hashes, so that lines can be correlated without revealing them (docs/operations.md lists the events).
 */
import type { FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { callerOf } from "#platform/http/rate-limits.ts";
import type { App } from "#platform/http/server.ts";
import { addressOf } from "./access-records.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** E-mail of the calling account, or of the one whose password, key or link is tried; events contain only its keyed hash. */
    accountEmail: string | null;
  }
}

type SecurityEvent =
  | "sign_in_failed"
  | "password_refused"
  | "refresh_token_reused"
  | "access_refused"
  | "limit_reached"
  | "password_changed"
  | "identity_linked"
  | "identity_unlinked"
  | "key_created"
  | "key_revoked"
  | "passkey_created"
  | "passkey_removed"
  | "passkey_copied"
  | "passkey_reset_stopped"
  | "admin_action";

/** Characters of a keyed hash: 96 bits make collisions negligible. */
const KEY_LENGTH = 16;

/** Keyed with SECRET_KEY: stable for a value, and guesses cannot be tested without the key. */
function keyed(ctx: Pick<Context, "secrets">, kind: "address" | "account", value: string): string {
  return ctx.secrets.mac(`security event ${kind}`, value).toString("base64url").slice(0, KEY_LENGTH);
}

/** The keyed hash that identifies an account in events. @param email in lower case */
export const accountKey = (ctx: Pick<Context, "secrets">, email: string) => keyed(ctx, "account", email);

/** Writes the line at `warn`, so that it remains when LOG_LEVEL omits the access log. */
export function reportEvent(
  ctx: Pick<Context, "log" | "secrets">,
  request: FastifyRequest,
  event: SecurityEvent,
  details: Record<string, string> = {},
): void {
  const { id: reqId, method, routeOptions, accountEmail } = request;
  const address = keyed(ctx, "address", callerOf(addressOf(request)));
  const account = accountEmail === null ? undefined : accountKey(ctx, accountEmail);
  ctx.log.warn(
    { event, reqId, address, account, method, route: routeOptions.url, ...details },
    "security event",
  );
}

/** Error codes of a failed sign-in: wrong password, unknown or unusable account. */
const FAILED_SIGN_INS = new Set([
  "invalid_credentials",
  "email_not_confirmed",
  "signup_not_found",
  "signup_password_wrong",
  "user_banned",
  "passkey_refused",
  "passkey_expired",
  "bad_code_verifier",
]);
/** Error codes of a wrong password within a session. */
const REFUSED_PASSWORDS = new Set(["current_password_invalid", "password_invalid"]);

/** The event of a refusal, if it is relevant. */
function eventOf({ status, code, field, limit }: AppError): SecurityEvent | undefined {
  // A page fails with its API call, which has been reported already.
  if (code === "over_request_rate_limit" && !limit) return undefined;
  if (status === 429) return "limit_reached";
  if (status === 401 || status === 403) return "access_refused";
  if (status === 400 && FAILED_SIGN_INS.has(code) && field !== "grant_type") return "sign_in_failed";
  if (code === "passkey_copied") return code;
  if (REFUSED_PASSWORDS.has(code)) return "password_refused";
  return code === "refresh_token_already_used" ? "refresh_token_reused" : undefined;
}

/** Registers the reporting of refusals; successful actions report themselves. Call it before the routes. */
export function mountSecurityEvents(app: App, ctx: Context): void {
  app.decorateRequest("accountEmail", null);
  app.addHook("onError", (request, _reply, error, done) => {
    const event = error instanceof AppError ? eventOf(error) : undefined;
    if (event && error instanceof AppError) {
      const { code, limit } = error;
      reportEvent(ctx, request, event, { code, ...(limit && { limit }) });
    }
    done();
  });
}
