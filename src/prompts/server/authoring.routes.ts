/** HTTP of authors: publishing, changing and removing one's own prompts. Nobody unknown makes the server read an upload. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { members } from "#accounts/server/sessions/access.ts";
import { requireViewer } from "#accounts/server/sessions/authenticate.ts";
import { pictureTooLarge } from "#media/server/data-url.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { readForms } from "#platform/http/form-bodies.ts";
import type { App } from "#platform/http/server.ts";
import { turnsOf } from "#platform/http/text-work.ts";
import {
  deletedPrompt,
  newPrompt,
  PUBLICATION_KEY,
  promptChanges,
  promptParams,
  promptView,
  publicationHeaders,
  similarPrompt,
  similarQuery,
  UNDO_MINUTES,
  UPLOAD_BODY_LIMIT,
  UPLOAD_FORM_LIMIT,
} from "#prompts/contract.ts";
import { fieldsOfKind } from "#prompts/fields.ts";
import { publishPrompt, requireAuthor } from "./authoring.service.ts";
import { drawPreviews } from "./bulk.service.ts";
import { deleteDue, deleteOwnPrompt, listDeleted, restoreOwnPrompt } from "./deletion.service.ts";
import { editPrompt } from "./editing.service.ts";
import { parsePromptId } from "./prompt-id.ts";
import { findSimilarPrompts } from "./similar.service.ts";

const tags = ["prompts"];
const consumes = ["application/json", "multipart/form-data"];
const FORMS =
  "A imagem, de até 5 MB, vai em thumbnail_url: como arquivo em multipart/form-data, com os outros campos como textos (as tags separadas por vírgulas), ou como data URL em base64 em JSON. Quem não tem imagem manda azulejo: o prompt recebe uma ilustração de azulejo.";

/** @throws AppError 413 for a form with a picture above the limit, by the length in its header: before anything is read */
function refuseTooLarge({ headers }: FastifyRequest): void {
  const isForm = headers["content-type"]?.toLowerCase().startsWith("multipart/form-data");
  if (isForm && Number(headers["content-length"]) > UPLOAD_FORM_LIMIT) throw pictureTooLarge();
}

/** Mounts the calls of authors. */
export async function mountAuthoring(app: App, ctx: Context): Promise<void> {
  await drawPreviews(ctx);
  await ctx.jobs.schedule("delete-prompts", "* * * * *", (signal) => deleteDue(ctx, signal));
  await app.register(async (scope: App) => mountUploads(scope, ctx));

  app.post(
    "/api/prompts/similar",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "findSimilarPrompts",
      summary: "Prompts parecidos com um que ainda não foi publicado",
      description:
        "Com content, os prompts públicos com quase o mesmo texto; com image_hash (os primeiros 32 dígitos hexadecimais do SHA-256 do arquivo), os que têm a mesma imagem. No máximo três de cada. Nada é guardado.",
      body: similarQuery,
      response: { 200: z.array(similarPrompt) },
    }),
    async (request) => {
      const author = await requireViewer(ctx, request);
      await ctx.rateLimits.consume("similarPerAccount", author.id);
      return turnsOf(ctx, author.id)(() => findSimilarPrompts(ctx, request.body));
    },
  );

  app.delete(
    "/api/prompts/:id",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "deletePrompt",
      summary: "Exclui um prompt próprio",
      description: `Ele sai do site na hora e é apagado para sempre ${UNDO_MINUTES} minutos depois. Até lá, restorePrompt traz tudo de volta.`,
      params: promptParams,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const author = await requireViewer(ctx, request);
      await deleteOwnPrompt(ctx, author, parsePromptId(request.params.id));
      return reply.code(204).send();
    },
  );

  app.get(
    "/api/prompts/deleted",
    apiCall(members(ctx, "read"), {
      tags,
      operationId: "listDeletedPrompts",
      summary: "Os próprios prompts excluídos há pouco, que ainda podem voltar",
      response: { 200: z.array(deletedPrompt) },
    }),
    async (request) => listDeleted(ctx, await requireViewer(ctx, request)),
  );

  app.post(
    "/api/prompts/:id/restore",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "restorePrompt",
      summary: "Desfaz a exclusão de um prompt próprio",
      description: "O prompt volta com tudo o que tinha, no mesmo endereço.",
      params: promptParams,
      response: { 200: promptView },
    }),
    async (request) => {
      const author = await requireViewer(ctx, request);
      return restoreOwnPrompt(ctx, author, parsePromptId(request.params.id));
    },
  );
}

/** The calls that take a picture: as JSON or as a form. */
function mountUploads(app: App, ctx: Context): void {
  readForms(app, {
    numbers: [...fieldsOfKind("tool"), "version", "remixed_from"],
    lists: fieldsOfKind("tags"),
    flags: [...fieldsOfKind("flag"), "own_version"],
  });

  app.post(
    "/api/prompts",
    apiCall(
      members(ctx, "publish"),
      {
        tags,
        consumes,
        operationId: "publishPrompt",
        summary: "Publica um prompt",
        description: `${FORMS} Com um cabeçalho Idempotency-Key, repetir a mesma chamada depois de uma resposta perdida não publica duas vezes: a resposta é o prompt já publicado, como está agora. Com outro conteúdo, publica outro prompt.`,
        headers: publicationHeaders,
        body: newPrompt,
        response: { 201: promptView },
      },
      {
        bodyLimit: UPLOAD_BODY_LIMIT,
        onRequest: async (request: FastifyRequest) => {
          refuseTooLarge(request);
          await requireViewer(ctx, request);
        },
      },
    ),
    async (request, reply) => {
      // Asked again: a session may end while a long upload arrives.
      const author = await requireViewer(ctx, request);
      const key = request.headers[PUBLICATION_KEY];
      return reply.code(201).send(await publishPrompt(ctx, author, request.body, key));
    },
  );

  app.patch(
    "/api/prompts/:id",
    apiCall(
      members(ctx, "publish"),
      {
        tags,
        consumes,
        operationId: "editPrompt",
        summary: "Altera um prompt próprio",
        description: `${FORMS} Só muda o que for informado; null ou um texto vazio apaga um texto opcional. Mudar título, texto, descrição, ferramenta ou imagem faz uma versão; dentro de dez minutos do começo de uma versão, as mudanças são dela, a não ser com own_version ou se alguém já respondeu se ela funcionou. Com version, e com last_edit (o edited_at que você leu), uma mudança feita por cima de outra é recusada com 409 (version_conflict).`,
        params: promptParams,
        body: promptChanges,
        response: { 200: promptView },
      },
      {
        bodyLimit: UPLOAD_BODY_LIMIT,
        onRequest: async (request: FastifyRequest) => {
          refuseTooLarge(request);
          const { id } = request.params as { id: string };
          await requireAuthor(ctx, await requireViewer(ctx, request), parsePromptId(id));
        },
      },
    ),
    async (request) => {
      const author = await requireViewer(ctx, request);
      return editPrompt(ctx, author, parsePromptId(request.params.id), request.body);
    },
  );
}
