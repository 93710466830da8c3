/** Routes of accounts: the sign-in service, the product's calls, a user's sessions and API keys, the development mailbox. */
import * as z from "zod/mini";
import {
  checkUserExistsAnswer,
  checkUserExistsRequest,
  confirmEmailAnswer,
  confirmEmailRequest,
  correctEmailRequest,
  mailedLinkAnswer,
  mailedLinkRequest,
  messageAnswer,
  resendVerificationRequest,
  resetPasswordRequest,
} from "#accounts/contract.ts";
import { authErrorMessage, messages } from "#accounts/messages.ts";
import { anybody } from "#accounts/server/sessions/access.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { mountApiKeys } from "./account/api-keys.routes.ts";
import { resetPassword } from "./account/own-account.service.ts";
import { mountOwnSessions } from "./account/own-sessions.routes.ts";
import { mountKeyCheck } from "./api-keys/key-check.ts";
import { mountAuthV1 } from "./auth-v1/auth-v1.routes.ts";
import { deviceOf } from "./devices/device.ts";
import { mountIssuerCalls, mountOwnIdentities } from "./identities/identities.routes.ts";
import { mountDevMail } from "./mails/dev-mail.routes.ts";
import { mountPasskeys } from "./passkeys/passkeys.routes.ts";
import type { Moderates } from "./passkeys/staff-gate.ts";
import { WeakPasswordError } from "./passwords/password-rules.ts";
import { reportEvent } from "./records/security-events.ts";
import { mountAccountShares } from "./sessions/account-shares.ts";
import { correctEmail } from "./sign-up/email-correction.service.ts";
import { findTakenField, mailedTooSoon, resendConfirmation } from "./sign-up/signups.service.ts";
import { confirmEmail, lookUpLink } from "./sign-up/verification.service.ts";

/** @param moderates whether a user moderates: a later room knows */
export async function mountAccounts(app: App, ctx: Context, moderates: Moderates): Promise<void> {
  mountKeyCheck(app, ctx);
  mountAccountShares(app, ctx);
  await app.register(async (scope: App) => mountSignUp(scope, ctx));
  await app.register(async (scope: App) => mountIssuerCalls(scope, ctx));
  mountOwnIdentities(app, ctx);
  mountOwnSessions(app, ctx, moderates);
  mountPasskeys(app, ctx, moderates);
  mountApiKeys(app, ctx);
  await mountAuthV1(app, ctx, moderates);
  mountDevMail(app, ctx);
}

const tags = ["contas"];

/** The product's calls around signing up. */
function mountSignUp(app: App, ctx: Context): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.post(
    "/api/auth/check-user-exists",
    apiCall(
      anybody,
      {
        tags,
        operationId: "checkUserExists",
        summary: "Diz se o nome de usuário ou o e-mail já está em uso",
        body: checkUserExistsRequest,
        response: { 200: checkUserExistsAnswer },
      },
      { config: { recorded: false } },
    ),
    async (request) => {
      const { username, email } = request.body;
      const field = await findTakenField(ctx, username, email, deviceOf(request).ip);
      return { exists: field !== undefined, ...(field && { field }) };
    },
  );
  app.post(
    "/api/auth/resend-verification",
    apiCall(anybody, {
      tags,
      operationId: "resendVerification",
      summary: "Reenvia o e-mail de confirmação",
      body: resendVerificationRequest,
      response: { 200: messageAnswer },
    }),
    async (request) => {
      const seconds = await resendConfirmation(ctx, request.body.email, deviceOf(request).ip);
      if (seconds) throw mailedTooSoon(seconds, messages.resendTooSoon);
      return { message: messages.resendDone };
    },
  );
  app.post(
    "/api/auth/correct-email",
    apiCall(anybody, {
      tags,
      operationId: "correctEmail",
      summary: "Corrige o endereço de um cadastro que aguarda confirmação",
      body: correctEmailRequest,
      response: { 200: messageAnswer },
    }),
    async (request) => {
      const { email, password, new_email: newEmail } = request.body;
      request.accountEmail = email;
      await correctEmail(ctx, { email, password, newEmail }, deviceOf(request).ip);
      return { message: messages.emailCorrected };
    },
  );
  app.post(
    "/api/auth/mailed-link",
    apiCall(
      anybody,
      {
        tags,
        operationId: "describeMailedLink",
        summary: "Diz para que serve o link de um e-mail, sem usá-lo",
        body: mailedLinkRequest,
        response: { 200: mailedLinkAnswer },
      },
      { config: { recorded: false } },
    ),
    async (request) => lookUpLink(ctx, request.body.token_hash, deviceOf(request)),
  );
  app.post(
    "/api/auth/confirm-email",
    apiCall(anybody, {
      tags,
      operationId: "confirmEmail",
      summary: "Confirma um cadastro no navegador que o fez, ou com a senha dele",
      body: confirmEmailRequest,
      response: { 200: confirmEmailAnswer },
    }),
    async (request) => {
      const { token_hash: token, password } = request.body;
      const session = await confirmEmail(ctx, { token, password }, deviceOf(request));
      request.accountId = session.user.id;
      return session;
    },
  );
  app.post(
    "/api/auth/reset-password",
    apiCall(anybody, {
      tags,
      operationId: "resetPassword",
      summary: "Cria uma nova senha com o link de recuperação, e encerra todas as sessões da conta",
      body: resetPasswordRequest,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const { token_hash: token, password } = request.body;
      const { id, email } = await resetPassword(ctx, { token, password }, deviceOf(request)).catch(
        inPortuguese,
      );
      request.accountId = id;
      request.accountEmail = email;
      reportEvent(ctx, request, "password_changed");
      return reply.code(204).send();
    },
  );
}

/** A refusal of the sign-in service as the product's calls tell it. @throws the same otherwise */
function inPortuguese(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { status, code, message, field, limit } = error;
  const reasons = error instanceof WeakPasswordError ? error.reasons : undefined;
  const told = limit ? undefined : authErrorMessage({ code, message, reasons });
  if (!told) throw error;
  throw new AppError(status, code, told, { ...(field && { field }) });
}
