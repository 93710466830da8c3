/** `POST /token`: sessions by password, by an issuer and by refresh token (wire contract). */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { normalizeEmail } from "#accounts/contract.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { enterByIssuer } from "#accounts/server/identities/identities.service.ts";
import { reportEvent } from "#accounts/server/records/security-events.ts";
import { noteAccount } from "#accounts/server/sessions/authenticate.ts";
import { refreshSession, type SessionView } from "#accounts/server/sessions/sessions.service.ts";
import { signIn } from "#accounts/server/sign-in/sign-in.service.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { invalid, optionalPassword, optionalText } from "./request.ts";

const querystring = z.object({ grant_type: optionalText });
const body = z.object({
  email: optionalText,
  password: optionalPassword,
  refresh_token: optionalText,
  auth_code: optionalText,
  code_verifier: optionalText,
});

function openedFor(request: FastifyRequest, session: SessionView): SessionView {
  request.accountId = session.user.id;
  return session;
}

export function mountToken(app: App, ctx: Context): void {
  app.post("/token", { schema: { querystring, body } }, async (request) => {
    const { email, password, refresh_token, auth_code, code_verifier } = request.body;
    switch (request.query.grant_type) {
      case "password":
        if (!email?.trim()) throw invalid("missing email or phone", "email");
        request.accessAction = "sign in";
        request.accountEmail = normalizeEmail(email);
        return openedFor(
          request,
          await signIn(ctx, normalizeEmail(email), password ?? "", deviceOf(request)),
        );
      case "refresh_token":
        request.accessAction = "renew session";
        return openedFor(request, await refreshSession(ctx, refresh_token ?? "", deviceOf(request)));
      case "pkce": {
        if (!auth_code || !code_verifier) {
          throw invalid("invalid request: both auth code and code verifier should be non-empty");
        }
        request.accessAction = "sign in";
        const proof = { code: auth_code, code_verifier };
        const { session, isLinking } = await enterByIssuer(ctx, proof, deviceOf(request));
        noteAccount(request, session.user);
        if (isLinking) reportEvent(ctx, request, "identity_linked");
        return session;
      }
      default:
        throw new AppError(400, "invalid_credentials", "unsupported_grant_type", { field: "grant_type" });
    }
  });
}
