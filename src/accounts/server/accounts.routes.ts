/** Routes of accounts: the sign-in service, the product's calls, a user's sessions and API keys, the development mailbox. */
import type * as z from "zod/mini";
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
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { mountApiKeys } from "./api-keys/api-keys.routes.ts";
import { mountKeyCheck } from "./api-keys/key-check.ts";
import { mountAuthV1 } from "./auth-v1/auth-v1.routes.ts";
import { deviceOf } from "./auth-v1/request.ts";
import { mountDevMail } from "./mails/dev-mail.routes.ts";
import { mountOwnSessions } from "./sessions/own-sessions.routes.ts";
import { correctEmail } from "./sign-up/email-correction.service.ts";
import { findTakenField, mailedTooSoon, resendConfirmation } from "./sign-up/signups.service.ts";
import { confirmEmail, lookUpLink } from "./sign-up/verification.service.ts";

export async function mountAccounts(app: App, ctx: Context): Promise<void> {
  mountKeyCheck(app, ctx);
  await app.register(async (scope: App) => mountSignUp(scope, ctx));
  mountOwnSessions(app, ctx);
  mountApiKeys(app, ctx);
  await mountAuthV1(app, ctx);
  mountDevMail(app, ctx);
}

function schemaOf<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  operationId: string,
  summary: string,
  body: Body,
  answer: Answer,
) {
  return { tags: ["contas"], operationId, summary, body, response: { 200: answer } };
}

/** The product's calls around signing up. */
function mountSignUp(app: App, ctx: Context): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.post(
    "/api/auth/check-user-exists",
    {
      config: { recorded: false },
      schema: schemaOf(
        "checkUserExists",
        "Diz se o nome de usuário ou o e-mail já está em uso",
        checkUserExistsRequest,
        checkUserExistsAnswer,
      ),
    },
    async (request) => {
      const { username, email } = request.body;
      const field = await findTakenField(ctx, username, email, deviceOf(request).ip);
      return { exists: field !== undefined, ...(field && { field }) };
    },
  );
  app.post(
    "/api/auth/resend-verification",
    {
      schema: schemaOf(
        "resendVerification",
        "Reenvia o e-mail de confirmação",
        resendVerificationRequest,
        messageAnswer,
      ),
    },
    async (request) => {
      const seconds = await resendConfirmation(ctx, request.body.email, deviceOf(request).ip);
      if (seconds) throw mailedTooSoon(seconds, messages.resendTooSoon);
      return { message: messages.resendDone };
    },
  );
  app.post(
    "/api/auth/correct-email",
    {
      schema: schemaOf(
        "correctEmail",
        "Corrige o endereço de um cadastro que aguarda confirmação",
        correctEmailRequest,
        messageAnswer,
      ),
    },
    async (request) => {
      const { email, password, new_email: newEmail } = request.body;
      request.accountEmail = email;
      await correctEmail(ctx, { email, password, newEmail }, deviceOf(request).ip);
      return { message: messages.emailCorrected };
    },
  );
  app.post(
    "/api/auth/mailed-link",
    {
      config: { recorded: false },
      schema: schemaOf(
        "describeMailedLink",
        "Diz para que serve o link de um e-mail, sem usá-lo",
        mailedLinkRequest,
        mailedLinkAnswer,
      ),
    },
    async (request) => lookUpLink(ctx, request.body.token_hash, deviceOf(request)),
  );
  app.post(
    "/api/auth/confirm-email",
    {
      schema: schemaOf(
        "confirmEmail",
        "Confirma um cadastro no navegador que o fez, ou com a senha dele",
        confirmEmailRequest,
        confirmEmailAnswer,
      ),
    },
    async (request) => {
      const { token_hash: token, password } = request.body;
      const session = await confirmEmail(ctx, { token, password }, deviceOf(request));
      request.accountId = session.user.id;
      return session;
    },
  );
}
