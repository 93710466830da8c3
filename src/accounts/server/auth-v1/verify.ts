/** `POST /verify` spends the token of a mail (wire contract); `GET /verify` redirects to the page that asks first. */
import type { FastifyError } from "fastify";
import * as z from "zod/mini";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { mailedLink, type TokenKind } from "#accounts/server/mails/one-time-tokens.ts";
import { linkExpired, lookUpLink, verifyToken } from "#accounts/server/sign-up/verification.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { errorParams, landingPath } from "./landing-page.ts";
import { invalid, optionalText, requireNavigation } from "./request.ts";

/** Token purposes that each link type accepts; `email` accepts both. */
const KINDS: Record<string, readonly TokenKind[]> = {
  signup: ["confirmation"],
  invite: ["confirmation"],
  recovery: ["recovery"],
  magiclink: ["recovery"],
  email: ["confirmation", "recovery"],
};

const body = z.object({
  type: optionalText,
  token_hash: optionalText,
  token: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});
const querystring = z.object({ token: optionalText, type: optionalText, redirect_to: optionalText });

function kindsOf(type: string): readonly TokenKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kinds) throw invalid("Invalid email verification type", "type");
  return kinds;
}

export function mountVerify(app: App, ctx: Context): void {
  app.post("/verify", { schema: { body } }, async (request) => {
    const { type, token_hash: hash, token, email, phone, redirect_to } = request.body;
    if (!type) throw invalid("Verify requires a verification type", "type");
    if (!hash === !token) throw invalid("Verify requires either a token or a token hash", "token_hash");
    // Six-digit codes are never mailed, so none is valid.
    if (!hash) throw new AppError(403, "otp_expired", "Token has expired or is invalid");
    if (email || phone || redirect_to) throw invalid("Only the token_hash and type should be provided");
    const session = await verifyToken(ctx, hash, kindsOf(type), deviceOf(request));
    request.accountId = session.user.id;
    return session;
  });

  // The contract spends the token here and passes a session in the URL: opening a stranger's link would sign the user in
  // as that stranger, and every mail scanner would confirm.
  app.get("/verify", { schema: { querystring } }, async (request, reply) => {
    requireNavigation(request);
    const { token, type, redirect_to: asked } = request.query;
    if (!type) throw invalid("Verify requires a verification type", "type");
    if (!token) throw invalid("Verify requires a token or a token hash", "token");
    reply.header("referrer-policy", "no-referrer");
    let target: string;
    try {
      const kinds = kindsOf(type);
      const { kind } = await lookUpLink(ctx, token, deviceOf(request));
      if (kind === "none" || !kinds.includes(kind)) throw linkExpired();
      target = mailedLink(ctx.config.publicUrl, kind, token);
    } catch (error) {
      if (!(error instanceof AppError)) request.log.error({ err: error }, "failed");
      target = `${ctx.config.publicUrl}${landingPath(ctx, request, asked)}#${errorParams(error as FastifyError, request)}`;
    }
    return reply.redirect(target, 303);
  });
}
