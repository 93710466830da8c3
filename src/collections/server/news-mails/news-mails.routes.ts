/** HTTP of the weekly mail: the setting, and the page that ends it for whoever has a mail's link, without a session. */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { anybody, members } from "#accounts/server/sessions/access.ts";
import { requireViewer } from "#accounts/server/sessions/authenticate.ts";
import { newsMail, tokenQuery } from "#collections/contract.ts";
import { NEWS_MAIL, NEWS_MAIL_BY_TOKEN, UNSUBSCRIBE } from "#collections/paths.ts";
import { requireCollecting } from "#collections/server/collecting.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { AppError } from "#platform/http/errors.ts";
import { readPostedForms } from "#platform/http/form-bodies.ts";
import { textOf } from "#platform/http/request-bodies.ts";
import type { App } from "#platform/http/server.ts";
import { findByToken, findNewsMail, setNewsMail, unsubscribe } from "./news-mails.service.ts";

const tags = ["contas"];

export function mountNewsMails(app: App, ctx: Context): void {
  app.get(
    NEWS_MAIL,
    apiCall(members(ctx), {
      tags,
      operationId: "getNewsMail",
      summary: "Se você recebe as novidades por e-mail, uma vez por semana",
      response: { 200: newsMail },
    }),
    async (request) => findNewsMail(ctx, await requireViewer(ctx, request)),
  );

  app.put(
    NEWS_MAIL,
    apiCall(members(ctx), {
      tags,
      operationId: "setNewsMail",
      summary: "Liga ou desliga o e-mail semanal com as novidades",
      description: "No máximo um por semana, o primeiro uma semana depois, e nenhum quando não há nada novo.",
      body: newsMail,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      await setNewsMail(ctx, await requireCollecting(ctx, request), request.body);
      return reply.code(204).send();
    },
  );

  app.get(
    NEWS_MAIL_BY_TOKEN,
    apiCall(anybody, {
      tags,
      security: [],
      operationId: "getNewsMailByToken",
      summary: "Se o e-mail semanal, de que se tem o link de cancelamento, está ligado",
      querystring: tokenQuery,
      response: { 200: newsMail },
    }),
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return findByToken(ctx, request.query.token);
    },
  );
}

/** The one word of a mail program, or an empty form. */
const BODY_BYTES = 4096;

/**
 * Ends the mails of a link's account: by the button of its page, or by a mail program's POST of `List-Unsubscribe=One-Click`
 * (RFC 8058), which brings no session and follows no redirect. The link's token alone decides, whatever the body says.
 * @param answerPage renders the page of a request
 */
export function mountUnsubscribing(
  app: App,
  ctx: Context,
  answerPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  void app.register(async (scope) => {
    readPostedForms(scope, BODY_BYTES);
    scope.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "buffer", bodyLimit: BODY_BYTES },
      (_request, body: Buffer, done) => done(null, textOf(body)),
    );
    scope.post<{ Querystring: z.output<typeof tokenQuery> }>(
      UNSUBSCRIBE,
      { schema: { hide: true, querystring: tokenQuery } },
      async (request, reply) => {
        await unsubscribe(ctx, request.query.token).catch((error: unknown) => {
          // The page itself says that the link is unknown.
          if (!(error instanceof AppError && error.status === 404)) throw error;
        });
        return answerPage(request, reply);
      },
    );
  });
}
