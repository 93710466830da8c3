/** HTTP of versions. What is read is the same for everybody, and comes from the response cache. */
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { everybody, members } from "#accounts/server/sessions/access.ts";
import { requireViewer } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { turnsOf } from "#platform/http/text-work.ts";
import { promptParams, promptView } from "#prompts/contract.ts";
import { parsePromptId } from "#prompts/server/prompt-id.ts";
import {
  differenceQuery,
  promptHistory,
  promptVersion,
  versionDifference,
  versionParams,
} from "#prompts/versions.ts";
import {
  compareVersions,
  eraseVersion,
  findVersion,
  listVersions,
  parseVersion,
  restoreVersion,
} from "./versions.service.ts";

const tags = ["prompts"];

/** Mounts the calls of versions. */
export async function mountVersions(app: App, ctx: Context): Promise<void> {
  app.get(
    "/api/prompts/:id/versions",
    apiCall(everybody, {
      security: [],
      tags,
      operationId: "listVersions",
      summary: "As versões de um prompt",
      description: "Da mais nova para a mais antiga, no máximo 100; as mais antigas saem.",
      params: promptParams,
      response: { 200: promptHistory },
    }),
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      return ctx.responseCache.sendJson(request, reply, `/api/prompts/${id}/versions`, () =>
        // A hundred of the longest texts are compared.
        ctx.rateLimits.timed("textTimePerCaller", addressOf(request), () =>
          listVersions(ctx.publicReads, id),
        ),
      );
    },
  );

  app.get(
    "/api/prompts/:id/versions/:number",
    apiCall(everybody, {
      security: [],
      tags,
      operationId: "getVersion",
      summary: "Uma versão de um prompt",
      params: versionParams,
      response: { 200: promptVersion },
    }),
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      const number = parseVersion(request.params.number);
      return ctx.responseCache.sendJson(request, reply, `/api/prompts/${id}/versions/${number}`, () =>
        findVersion(ctx.publicReads, id, number),
      );
    },
  );

  app.get(
    "/api/prompts/:id/versions/:number/diff",
    apiCall(everybody, {
      security: [],
      tags,
      operationId: "compareVersions",
      summary: "O que mudou de uma versão para outra",
      description:
        "Por palavras: cada trecho está nas duas versões, só na nova (added) ou só na antiga (removed). Textos diferentes demais vêm inteiros, o antigo e o novo (whole). Sem with, a outra é a versão atual.",
      params: versionParams,
      querystring: differenceQuery,
      response: { 200: versionDifference },
    }),
    async (request, reply) => {
      const id = parsePromptId(request.params.id);
      const number = parseVersion(request.params.number);
      const other = request.query.with;
      const key = `/api/prompts/${id}/versions/${number}/diff ${other ?? ""}`;
      return ctx.responseCache.sendJson(request, reply, key, async () => {
        const address = addressOf(request);
        await ctx.rateLimits.consume("comparePerAddress", address);
        return turnsOf(ctx, address)(() => compareVersions(ctx.publicReads, id, number, other));
      });
    },
  );

  app.post(
    "/api/prompts/:id/versions/:number/restore",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "restoreVersion",
      summary: "Restaura uma versão de um prompt próprio, como versão nova",
      params: versionParams,
      response: { 200: promptView },
    }),
    async (request) => {
      const author = await requireViewer(ctx, request);
      const { id, number } = request.params;
      return restoreVersion(ctx, author, parsePromptId(id), parseVersion(number));
    },
  );

  app.delete(
    "/api/prompts/:id/versions/:number",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "deleteVersion",
      summary: "Exclui para sempre uma versão anterior de um prompt próprio",
      params: versionParams,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const author = await requireViewer(ctx, request);
      const { id, number } = request.params;
      await eraseVersion(ctx, author, parsePromptId(id), parseVersion(number));
      return reply.code(204).send();
    },
  );
}
