/** Routes about signing in by an issuer, and about one's linked issuers. No API key opens them. */
import * as z from "zod/mini";
import { confirmEmailAnswer, messageAnswer } from "#accounts/contract.ts";
import {
  beginLinkAnswer,
  beginLinkRequest,
  identityList,
  identityParams,
  issuerAnswer,
  issuerAnswerRequest,
  issuerLinkRequest,
  issuerSignUpRequest,
  unlinkRequest,
} from "#accounts/identity-contract.ts";
import { identityMessages } from "#accounts/identity-messages.ts";
import { ISSUER_PAGE } from "#accounts/issuer-path.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { reportEvent } from "#accounts/server/records/security-events.ts";
import { anybody, members } from "#accounts/server/sessions/access.ts";
import { noteAccount, requireSession } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import {
  beginLink,
  describeStranger,
  linkExisting,
  listIdentities,
  mailLink,
  signUpByIssuer,
  unlink,
} from "./identities.service.ts";
import { requireIssuer } from "./issuers.ts";

const tags = ["contas"];

/** Calls of the page where the way from an issuer ends. */
export function mountIssuerCalls(app: App, ctx: Context): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.post(
    "/api/auth/issuer/answer",
    apiCall(
      anybody,
      {
        tags,
        operationId: "describeIssuerAnswer",
        summary: "Diz o que falta a quem um serviço de login identificou, sem mudar nada",
        body: issuerAnswerRequest,
        response: { 200: issuerAnswer },
      },
      { config: { recorded: false } },
    ),
    async (request) => describeStranger(ctx, request.body, deviceOf(request).ip),
  );
  app.post(
    "/api/auth/issuer/sign-up",
    apiCall(anybody, {
      tags,
      operationId: "signUpByIssuer",
      summary: "Cria a conta de quem um serviço de login identificou",
      body: issuerSignUpRequest,
      response: { 200: confirmEmailAnswer },
    }),
    async (request) => {
      const session = await signUpByIssuer(ctx, request.body, request.body.username, deviceOf(request));
      request.accountId = session.user.id;
      return session;
    },
  );
  app.post(
    "/api/auth/issuer/link",
    apiCall(anybody, {
      tags,
      operationId: "linkIssuer",
      summary: "Vincula um serviço de login à conta do mesmo e-mail, pela senha dela ou pelo link enviado",
      body: issuerLinkRequest,
      response: { 200: confirmEmailAnswer },
    }),
    async (request) => {
      const { password, link } = request.body;
      const proven = { password: password ?? undefined, ticket: link ?? undefined };
      const session = await linkExisting(ctx, request.body, proven, deviceOf(request), (email) => {
        request.accountEmail = email;
      });
      noteAccount(request, session.user);
      reportEvent(ctx, request, "identity_linked");
      return session;
    },
  );
  app.post(
    "/api/auth/issuer/link-mail",
    apiCall(anybody, {
      tags,
      operationId: "mailIssuerLink",
      summary: "Envia ao e-mail da conta um link que vincula o serviço de login",
      body: issuerAnswerRequest,
      response: { 200: messageAnswer },
    }),
    async (request) => {
      await mailLink(ctx, request.body, deviceOf(request).ip);
      return { message: identityMessages.linkMailed };
    },
  );
}

/** Calls of the settings. */
export function mountOwnIdentities(app: App, ctx: Context): void {
  app.get(
    "/api/account/identities",
    apiCall(members(ctx), {
      tags,
      operationId: "listIdentities",
      summary: "Os serviços de login vinculados à sua conta",
      response: { 200: identityList },
    }),
    async (request) => listIdentities(ctx, (await requireSession(ctx, request)).id),
  );
  app.post(
    "/api/account/identities",
    apiCall(members(ctx), {
      tags,
      operationId: "beginIdentityLink",
      summary: "Começa a vincular um serviço de login",
      description:
        "Se o login desta sessão tem mais de uma hora, a senha é exigida; sem ela a resposta é 422 `password_required`.",
      body: beginLinkRequest,
      response: { 200: beginLinkAnswer },
    }),
    async (request) => {
      const viewer = await requireSession(ctx, request);
      const { provider, code_challenge: codeChallenge, password } = request.body;
      requireIssuer(ctx, provider, identityMessages.notOffered);
      const asked = { provider, codeChallenge, returnPath: ISSUER_PAGE, password: password ?? undefined };
      return { url: await beginLink(ctx, viewer, asked, deviceOf(request).ip) };
    },
  );
  app.delete(
    "/api/account/identities/:id",
    apiCall(members(ctx), {
      tags,
      operationId: "unlinkIdentity",
      summary: "Desvincula um serviço de login da sua conta",
      params: identityParams,
      body: unlinkRequest,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const viewer = await requireSession(ctx, request);
      const password = request.body?.password ?? undefined;
      await unlink(ctx, viewer, request.params.id, password, deviceOf(request).userAgent);
      reportEvent(ctx, request, "identity_unlinked");
      return reply.code(204).send();
    },
  );
}
