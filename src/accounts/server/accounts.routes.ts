/** Routes of accounts: the sign-in service, the product's calls, a user's sessions and API keys, the development mailbox. */
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
} from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import { anybody } from "#accounts/server/sessions/access.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { mountApiKeys } from "./account/api-keys.routes.ts";
import { mountKeyCheck } from "./api-keys/key-check.ts";
import { mountAuthV1 } from "./auth-v1/auth-v1.routes.ts";
import { deviceOf } from "./devices/device.ts";
import { mountIssuerCalls, mountOwnIdentities } from "./identities/identities.routes.ts";
import { mountDevMail } from "./mails/dev-mail.routes.ts";
import { mountPasskeys } from "./passkeys/passkeys.routes.ts";
import type { Moderates } from "./passkeys/staff-gate.ts";
import { mountAccountShares } from "./sessions/account-shares.ts";
import { mountOwnSessions } from "./sessions/own-sessions.routes.ts";
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
  mountOwnSessions(app, ctx);
  mountPasskeys(app, ctx, moderates);
  mountApiKeys(app, ctx);
  await mountAuthV1(app, ctx);
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
}
