/** Routes of who reports, with an account or without: reports, their receipts, appeals. */

import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { anybody } from "#accounts/server/sessions/access.ts";
import { admitViewer, requireViewer } from "#accounts/server/sessions/authenticate.ts";
import {
  appealRequest,
  codeParams,
  confirmRequest,
  receipt,
  reportAnswer,
  reportRequest,
} from "#moderation/contract.ts";
import { appealAsReporter } from "#moderation/server/cases/appeals.service.ts";
import type { Context } from "#platform/context.ts";
import { type Access, apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { confirmReport, createReport, readReceipt } from "./reports.service.ts";

const tags = ["moderação"];
const done = { response: { 204: z.void() } };

export function mountReports(app: App, ctx: Context): void {
  /** A caller with a token is a member, or refused: a report must not become a visitor's by accident. */
  const reporterOf = (request: FastifyRequest) =>
    request.headers.authorization ? requireViewer(ctx, request) : null;
  const reporters: Access = {
    security: [{}, { bearer: [] }],
    preValidation: async (request) => {
      if (request.headers.authorization) await admitViewer(ctx, request);
    },
  };

  app.post(
    "/api/reports",
    apiCall(reporters, {
      tags,
      operationId: "createReport",
      summary: "Denuncia um prompt ou uma pessoa; sem conta, a denúncia vale depois de confirmada por e-mail",
      body: reportRequest,
      response: { 201: reportAnswer },
    }),
    async (request, reply) => {
      const answer = await createReport(ctx, await reporterOf(request), addressOf(request), request.body);
      return reply.code(201).send(answer);
    },
  );
  app.post(
    "/api/reports/:code/confirm",
    apiCall(anybody, {
      tags,
      operationId: "confirmReport",
      summary: "Confirma uma denúncia, com o token do link enviado por e-mail",
      params: codeParams,
      body: confirmRequest,
      response: { 200: reportAnswer },
    }),
    async (request) => confirmReport(ctx, request.params.code, request.body.token, addressOf(request)),
  );
  app.get(
    "/api/reports/:code",
    apiCall(anybody, {
      tags,
      operationId: "getReport",
      summary: "O andamento de uma denúncia, para quem tem o código",
      params: codeParams,
      response: { 200: receipt },
    }),
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return readReceipt(ctx, request.params.code, addressOf(request));
    },
  );
  app.post(
    "/api/reports/:code/appeal",
    apiCall(anybody, {
      tags,
      operationId: "appealReport",
      summary: "Contesta a decisão sobre uma denúncia, uma vez, em até 20 dias",
      params: codeParams,
      body: appealRequest,
      ...done,
    }),
    async (request, reply) => {
      await appealAsReporter(ctx, request.params.code, request.body.text, addressOf(request));
      return reply.code(204).send();
    },
  );
}
