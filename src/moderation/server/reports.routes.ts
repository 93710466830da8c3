/** Routes for everybody: reports, appeals, notices, and what is public of moderation. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { blockedUserRequest } from "#accounts/contract.ts";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { noteAccount, requireViewer } from "#accounts/server/sessions/authenticate.ts";
import { proveBlockedUser } from "#accounts/server/users/blocked-users.service.ts";
import {
  appealRequest,
  blockedAppealRequest,
  codeParams,
  confirmRequest,
  idParams,
  logQuery,
  MODERATION_PAGE_SIZE,
  moderationLog,
  noticeList,
  noticesRead,
  receipt,
  reportAnswer,
  reportRequest,
  transparency,
  transparencyQuery,
} from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { numberedLinks } from "#platform/http/page-links.ts";
import type { App } from "#platform/http/server.ts";
import { formatYear } from "#ui/dates.ts";
import { appealAsAuthor, appealAsReporter } from "./appeals.service.ts";
import { listNotices, markNoticesRead } from "./notices.service.ts";
import { openTransparency, readLog } from "./public-log.service.ts";
import { confirmReport, createReport, readReceipt } from "./reports.service.ts";

const tags = ["moderação"];
const documented = <Schema extends object>(summary: string, schema: Schema) => ({ tags, summary, ...schema });
const bearer = { security: [{ bearer: [] }] };
const done = { response: { 204: z.void() } };

/** Registers the routes under `/api/reports`, `/api/decisions`, `/api/notices` and the public ones. */
export function mountReports(app: App, ctx: Context): void {
  /** A caller with a token is a member, or refused: a report must not become a visitor's by accident. */
  const reporterOf = (request: FastifyRequest) =>
    request.headers.authorization ? requireViewer(ctx, request) : null;

  app.post(
    "/api/reports",
    {
      onRequest: async (request) => void (await reporterOf(request)),
      schema: {
        tags,
        security: [{}, { bearer: [] }],
        operationId: "createReport",
        summary:
          "Denuncia um prompt ou uma pessoa; sem conta, a denúncia vale depois de confirmada por e-mail",
        body: reportRequest,
        response: { 201: reportAnswer },
      },
    },
    async (request, reply) => {
      const answer = await createReport(ctx, await reporterOf(request), addressOf(request), request.body);
      return reply.code(201).send(answer);
    },
  );
  app.post(
    "/api/reports/:code/confirm",
    {
      schema: documented("Confirma uma denúncia, com o token do link enviado por e-mail", {
        operationId: "confirmReport",
        params: codeParams,
        body: confirmRequest,
        response: { 200: reportAnswer },
      }),
    },
    async (request) => confirmReport(ctx, request.params.code, request.body.token, addressOf(request)),
  );
  app.get(
    "/api/reports/:code",
    {
      schema: documented("O andamento de uma denúncia, para quem tem o código", {
        operationId: "getReport",
        params: codeParams,
        response: { 200: receipt },
      }),
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return readReceipt(ctx, request.params.code, addressOf(request));
    },
  );
  app.post(
    "/api/reports/:code/appeal",
    {
      schema: documented("Contesta a decisão sobre uma denúncia, uma vez, em até 20 dias", {
        operationId: "appealReport",
        params: codeParams,
        body: appealRequest,
        ...done,
      }),
    },
    async (request, reply) => {
      await appealAsReporter(ctx, request.params.code, request.body.text, addressOf(request));
      return reply.code(204).send();
    },
  );

  app.post(
    "/api/decisions/:id/appeal",
    {
      // Authorisation comes before validation of the input.
      onRequest: async (request) => void (await requireViewer(ctx, request)),
      schema: documented(
        "Contesta uma decisão sobre um prompt ou a conta de quem chama, uma vez, em até 20 dias",
        { operationId: "appealDecision", ...bearer, params: idParams, body: appealRequest, ...done },
      ),
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      await appealAsAuthor(ctx, viewer.id, request.params.id, request.body.text);
      return reply.code(204).send();
    },
  );
  app.get(
    "/api/notices",
    {
      schema: documented("Os avisos da moderação a quem chama", {
        operationId: "listNotices",
        ...bearer,
        response: { 200: noticeList },
      }),
    },
    async (request) => listNotices(ctx, (await requireViewer(ctx, request)).id),
  );
  app.post(
    "/api/notices/read",
    {
      config: { recorded: false },
      // Authorisation comes before validation of the input.
      onRequest: async (request) => void (await requireViewer(ctx, request)),
      schema: documented("Marca como lidos os avisos até o mais novo que foi visto", {
        operationId: "markNoticesRead",
        ...bearer,
        body: noticesRead,
        ...done,
      }),
    },
    async (request, reply) => {
      await markNoticesRead(ctx, (await requireViewer(ctx, request)).id, request.body.newest);
      return reply.code(204).send();
    },
  );

  mountBlockedUsers(app, ctx);

  const figuresOf = openTransparency(ctx);

  app.get(
    "/api/moderation/log",
    {
      config: { keyScope: "public" },
      schema: documented("O registro público das decisões, das mais novas às mais antigas", {
        tags: ["transparência"],
        operationId: "listModerationLog",
        querystring: logQuery,
        response: { 200: moderationLog },
      }),
    },
    async (request, reply) => {
      const { query } = request;
      const { action = "", category = "", page } = query;
      const path = "/api/moderation/log";
      const read = () => readLog(ctx.publicReads, query);
      return ctx.responseCache.sendJson(request, reply, `${path} ${action} ${category} ${page}`, read, {
        linksOf: ({ totalCount }) => numberedLinks(path, query, Math.ceil(totalCount / MODERATION_PAGE_SIZE)),
      });
    },
  );
  app.get(
    "/api/transparency",
    {
      config: { keyScope: "public" },
      schema: documented("Os números da moderação em um ano, por mês", {
        tags: ["transparência"],
        operationId: "getTransparency",
        querystring: transparencyQuery,
        response: { 200: transparency },
      }),
    },
    async (request, reply) => {
      const { year = Number(formatYear(new Date())) } = request.query;
      const key = `/api/transparency ${year}`;
      return ctx.responseCache.sendJson(request, reply, key, () => figuresOf(year));
    },
  );
}

/** The same for blocked users, who cannot log in: each call has e-mail and password. */
function mountBlockedUsers(app: App, ctx: Context): void {
  const description =
    "Só para contas bloqueadas, que não podem entrar: cada chamada leva o e-mail e a senha.";
  async function requireBlockedUser(request: FastifyRequest<{ Body: { email: string; password: string } }>) {
    request.accountEmail = request.body.email;
    const user = await proveBlockedUser(ctx, request.body, addressOf(request));
    noteAccount(request, user);
    return user.id;
  }
  app.post(
    "/api/account/blocked/notices",
    {
      config: { recorded: false },
      schema: documented("Os avisos da moderação à conta bloqueada", {
        operationId: "listBlockedAccountNotices",
        description,
        body: blockedUserRequest,
        response: { 200: noticeList },
      }),
    },
    async (request) => listNotices(ctx, await requireBlockedUser(request)),
  );
  app.post(
    "/api/account/blocked/decisions/:id/appeal",
    {
      schema: documented("Contesta uma decisão, com a conta bloqueada", {
        operationId: "appealDecisionWhileBlocked",
        description,
        params: idParams,
        body: blockedAppealRequest,
        ...done,
      }),
    },
    async (request, reply) => {
      await appealAsAuthor(ctx, await requireBlockedUser(request), request.params.id, request.body.text);
      return reply.code(204).send();
    },
  );
}
