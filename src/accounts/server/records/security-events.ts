/**
 * Security events: one structured line for each thing that somebody who guards the site follows, with address and account
 * keyed, so that the log tells the same one from another and nobody who they are (docs/operations.md lists them).
 */
import type { FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { callerOf } from "#platform/http/rate-limits.ts";
import type { App } from "#platform/http/server.ts";
import { addressOf } from "./access-records.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The address of the account whose call it is, or whose password is tried; known to events by its key alone. */
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
  | "admin_action";

/** Characters of a key: 96 bits, which no two addresses share by chance. */
const KEY_LENGTH = 16;

/** The same for the same value as long as SECRET_KEY is; nobody without it can try values. */
function keyed(ctx: Pick<Context, "secrets">, kind: "address" | "account", value: string): string {
  return ctx.secrets.mac(`security event ${kind}`, value).toString("base64url").slice(0, KEY_LENGTH);
}

/** The key that events know an account by. @param email in lower case */
export const accountKey = (ctx: Pick<Context, "secrets">, email: string) => keyed(ctx, "account", email);

/** Writes the line. At `warn`, so that events stay where LOG_LEVEL leaves out the log of answers. */
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

/** Codes of a wrong password, an unknown account, or one that may not be entered, where somebody tries to sign in. */
const FAILED_SIGN_INS = new Set([
  "invalid_credentials",
  "email_not_confirmed",
  "signup_not_found",
  "signup_password_wrong",
  "user_banned",
]);
/** Codes of a wrong password in an open session. */
const REFUSED_PASSWORDS = new Set(["current_password_invalid", "password_invalid"]);

/** What a refusal is, if it is anything that a guard follows. */
function eventOf({ status, code, field, limit }: AppError): SecurityEvent | undefined {
  // A page whose call was refused is refused as well: that call has been reported.
  if (code === "over_request_rate_limit" && !limit) return undefined;
  if (status === 429) return "limit_reached";
  if (status === 401 || status === 403) return "access_refused";
  if (status === 400 && FAILED_SIGN_INS.has(code) && field !== "grant_type") return "sign_in_failed";
  if (REFUSED_PASSWORDS.has(code)) return "password_refused";
  return code === "refresh_token_already_used" ? "refresh_token_reused" : undefined;
}

/** Reports what is refused; what is done reports itself. To be mounted before the routes. */
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
