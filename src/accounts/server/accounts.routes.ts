/** Routes of accounts: the sign-in service, the product's calls, a user's sessions, the development mailbox. */
import {
  checkUserExistsAnswer,
  checkUserExistsRequest,
  confirmEmailAnswer,
  confirmEmailRequest,
  correctEmailAnswer,
  correctEmailRequest,
  mailedLinkAnswer,
  mailedLinkRequest,
  resendVerificationAnswer,
  resendVerificationRequest,
} from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { mountAuthV1 } from "./auth-v1/auth-v1.routes.ts";
import { deviceOf } from "./auth-v1/request.ts";
import { mountDevMail } from "./mails/dev-mail.routes.ts";
import { mountOwnSessions } from "./sessions/own-sessions.routes.ts";
import { correctEmail } from "./sign-up/email-correction.service.ts";
import { findTakenField, resendConfirmation } from "./sign-up/signups.service.ts";
import { confirmEmail, lookUpLink } from "./sign-up/verification.service.ts";

export async function mountAccounts(app: App, ctx: Context): Promise<void> {
  app.post(
    "/api/auth/check-user-exists",
    {
      config: { recorded: false },
      schema: {
        tags: ["contas"],
        summary: "Diz se o nome de usuário ou o email já está em uso",
        body: checkUserExistsRequest,
        response: { 200: checkUserExistsAnswer },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { username, email } = request.body;
      const field = await findTakenField(ctx, username, email, deviceOf(request).ip);
      return { exists: field !== undefined, ...(field && { field }) };
    },
  );
  app.post(
    "/api/auth/resend-verification",
    {
      schema: {
        tags: ["contas"],
        summary: "Reenvia o email de confirmação",
        body: resendVerificationRequest,
        response: { 200: resendVerificationAnswer },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const seconds = await resendConfirmation(ctx, request.body.email, deviceOf(request).ip);
      if (seconds) {
        throw new AppError(429, "over_email_send_rate_limit", messages.resendTooSoon, {
          headers: { "retry-after": String(seconds) },
        });
      }
      return { message: messages.resendDone };
    },
  );
  app.post(
    "/api/auth/correct-email",
    {
      schema: {
        tags: ["contas"],
        summary: "Corrige o endereço de um cadastro que aguarda confirmação",
        body: correctEmailRequest,
        response: { 200: correctEmailAnswer },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
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
      schema: {
        tags: ["contas"],
        summary: "Diz para que serve o link de um email, sem usá-lo",
        body: mailedLinkRequest,
        response: { 200: mailedLinkAnswer },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return lookUpLink(ctx, request.body.token_hash, deviceOf(request));
    },
  );
  app.post(
    "/api/auth/confirm-email",
    {
      schema: {
        tags: ["contas"],
        summary: "Confirma um cadastro no navegador que o fez, ou com a senha dele",
        body: confirmEmailRequest,
        response: { 200: confirmEmailAnswer },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { token_hash: token, password } = request.body;
      const session = await confirmEmail(ctx, { token, password }, deviceOf(request));
      request.accountId = session.user.id;
      return session;
    },
  );
  mountOwnSessions(app, ctx);
  await mountAuthV1(app, ctx);
  mountDevMail(app, ctx);
}
