/** Registers `/auth/v1`, with the errors and headers of the wire contract. */
import type { FastifyError } from "fastify";
import { AUTH_PATH } from "#accounts/contract.ts";
import type { Moderates } from "#accounts/server/passkeys/staff-gate.ts";
import type { Context } from "#platform/context.ts";
import { refusals } from "#platform/http/error-handler.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { mountIdentities } from "./identities.ts";
import { mountLogout } from "./logout.ts";
import { mountMailRequests } from "./mail-requests.ts";
import { mountOutOfScope } from "./out-of-scope.ts";
import { mountPasskeySignIn } from "./passkeys.ts";
import { mountServiceInfo } from "./service-info.ts";
import { mountSignup } from "./signup.ts";
import { mountToken } from "./token.ts";
import { mountUser } from "./user.ts";
import { mountVerify } from "./verify.ts";
import { wireError } from "./wire-errors.ts";

/** The largest body, in bytes (wire contract). */
const BODY_LIMIT = 1024 * 1024;

export async function mountAuthV1(app: App, ctx: Context, moderates: Moderates): Promise<void> {
  await app.register(
    async (scope: App) => {
      scope.addHook("onRoute", (route) => {
        route.bodyLimit = BODY_LIMIT;
        // Not part of the product's API document: it has its own contract.
        route.schema = { ...route.schema, hide: true };
      });
      scope.addHook("onRequest", async (_request, reply) => {
        reply.header("cache-control", "no-store");
      });
      scope.setErrorHandler((error: FastifyError, request, reply) => {
        const { status, headers, body } = wireError(error, request);
        refusals.inc({ code: String(headers["x-sb-error-code"]) });
        if (status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "failed");
        return reply.code(status).headers(headers).send(body);
      });
      scope.setNotFoundHandler(() => {
        throw new AppError(404, "not_found", "Not found");
      });

      mountSignup(scope, ctx);
      mountToken(scope, ctx);
      mountPasskeySignIn(scope, ctx);
      mountUser(scope, ctx);
      mountMailRequests(scope, ctx);
      mountVerify(scope, ctx);
      mountLogout(scope, ctx, moderates);
      mountIdentities(scope, ctx);
      mountServiceInfo(scope, ctx);
      mountOutOfScope(scope);
    },
    { prefix: AUTH_PATH },
  );
}
