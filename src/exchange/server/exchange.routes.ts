/** HTTP of imports and exports. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { members, refuseStrangers, viewers } from "#accounts/server/sessions/access.ts";
import { requireViewer, type Viewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import { parseCollectionId } from "#collections/server/collections.service.ts";
import {
  collectionExportParams,
  exportedJson,
  exportParams,
  exportQuery,
  FILE_FORMATS,
  importList,
  importParams,
  importRequest,
  importView,
  preview,
  previewRequest,
  undone,
} from "#exchange/contract.ts";
import { collectionExport, ownExport } from "#exchange/export-paths.ts";
import { FORMAT_SCHEMA, IMPORT_PREVIEW, IMPORTS, importApi } from "#exchange/paths.ts";
import { toId } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { tooBusy } from "#platform/http/errors.ts";
import { etagOfParts, isKnown } from "#platform/http/etags.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import type { App } from "#platform/http/server.ts";
import { PUBLICATION_KEY, publicationHeaders } from "#prompts/contract.ts";
import { type ExportedFile, exportCollection, exportOwn } from "./exports.service.ts";
import { formatSchema } from "./format-schema.ts";
import { importNotFound, importPrompts } from "./imports.service.ts";
import { previewImport } from "./preview.service.ts";
import { forgetImports, listImports, undoImport } from "./undo.service.ts";

const tags = ["importar e exportar"];

/** In bytes: the longest files, whose quotes and line ends take two bytes in JSON, as accents do. */
const BODY_LIMIT = 12 * 1024 * 1024;

/** As a part of an address. */
const FORMAT = `:format(^(?:${FILE_FORMATS.join("|")})$)` as const;

/** Files under way, each with some rows in memory for as long as its client takes; the oldest of who has most give way. */
const underWay = openSemaphore({ name: "exports", capacity: 24, perCaller: 4, fair: 1 });

/** @throws AppError 429 for who has asked too often, or used up the time for texts */
async function requireTime({ rateLimits }: Pick<Context, "rateLimits">, who: string): Promise<void> {
  await rateLimits.consume("exportTextsPerCaller", who);
  await rateLimits.requireLeft("textTimePerCaller", who);
}

/**
 * Sends a file. Like other reads (`tagReads`), those of programs have an ETag, for which it is read twice: it may be larger
 * than what can be held.
 */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
  { name, type, parts }: ExportedFile,
): Promise<FastifyReply> {
  // One whose client has gone is sent to nobody.
  if (reply.raw.destroyed) throw tooBusy();
  reply.raw.once(
    "close",
    underWay(1, viewer?.id ?? request.ip, () => request.raw.socket.destroy()),
  );
  if (viewer?.key !== null) {
    const etag = await etagOfParts(parts());
    reply.header("etag", etag);
    if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
  }
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("x-content-type-options", "nosniff")
    .send(Readable.from(parts()));
}

const written = { schema: z.string() };

const asFile = (summary: string, description: string) => ({
  tags,
  summary,
  description,
  response: {
    200: {
      description: "O arquivo",
      content: {
        "application/json": { schema: exportedJson },
        "text/csv": written,
        "text/markdown": written,
      },
    },
  },
});

/** Mounts the calls, and the job that forgets old imports. */
export async function mountExchange(app: App, ctx: Context): Promise<void> {
  await ctx.jobs.schedule("forget-imports", "53 6 * * *", () => forgetImports(ctx));

  app.get(
    ownExport(FORMAT),
    apiCall(members(ctx, "read"), {
      operationId: "exportOwnPrompts",
      ...asFile(
        "Os próprios prompts em um arquivo: json, csv ou md",
        "Os que estão no site, o mais antigo primeiro, sem as imagens: estas estão na cópia de tudo o que é seu.",
      ),
      params: exportParams,
      querystring: exportQuery,
    }),
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      await requireTime(ctx, viewer.id);
      const asked = { ...request.params, ...request.query };
      return send(request, reply, viewer, exportOwn(ctx, viewer, asked));
    },
  );

  app.get(
    collectionExport(":id", FORMAT),
    apiCall(viewers, {
      operationId: "exportCollection",
      ...asFile(
        "Uma coleção em um arquivo: json, csv ou md",
        "As públicas, para todo mundo; as privadas, só para quem as criou.",
      ),
      params: collectionExportParams,
      querystring: exportQuery,
    }),
    async (request, reply) => {
      const { format } = request.params;
      const id = parseCollectionId(request.params.id);
      const viewer = await viewerOf(ctx, request);
      await requireTime(ctx, viewer?.id ?? request.ip);
      const options = { format, ...request.query, address: request.ip };
      const file = await exportCollection(ctx, viewer, id, options);
      return send(request, reply, viewer, file);
    },
  );

  app.get(
    FORMAT_SCHEMA,
    { config: { keyScope: "public" }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type("application/schema+json; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .send(formatSchema(ctx.config.publicUrl, FORMAT_SCHEMA)),
  );

  app.post(
    IMPORT_PREVIEW,
    apiCall(
      members(ctx, "publish"),
      {
        operationId: "previewImport",
        tags,
        summary: "O que seria importado de um arquivo, e o que seria recusado e por quê",
        description:
          "Nada é guardado. text é o arquivo inteiro: JSON (também um objeto por linha), CSV (também com as colunas act e prompt), YAML ou Markdown com cabeçalhos em YAML ou TOML. No lugar de text, files é uma lista de arquivos com nome e texto. São olhados 2.000 prompts a partir de from.",
        body: previewRequest,
        response: { 200: preview },
      },
      { bodyLimit: BODY_LIMIT, onRequest: refuseStrangers(ctx) },
    ),
    async (request) => previewImport(ctx, await requireViewer(ctx, request), request.body),
  );

  app.post(
    IMPORTS,
    apiCall(
      members(ctx, "publish"),
      {
        operationId: "importPrompts",
        tags,
        summary: "Importa prompts de um arquivo: todos os escolhidos, ou nenhum",
        description:
          "chosen são os números dos prompts no arquivo, a partir de 1, como a prévia os informa. Com credit_authors, a descrição de um prompt de outra pessoa ganha o nome dela. Cada um é publicado pelas regras da publicação, com uma ilustração de azulejo no lugar da imagem. Com um cabeçalho Idempotency-Key, repetir a chamada depois de uma resposta perdida não importa de novo; se a importação já foi desfeita, a resposta é 409 import_undone.",
        headers: publicationHeaders,
        body: importRequest,
        response: { 201: importView },
      },
      { bodyLimit: BODY_LIMIT, onRequest: refuseStrangers(ctx) },
    ),
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const key = request.headers[PUBLICATION_KEY] ?? null;
      return reply.code(201).send(await importPrompts(ctx, viewer, request.body, key));
    },
  );

  app.get(
    IMPORTS,
    apiCall(members(ctx, "read"), {
      operationId: "listImports",
      tags,
      summary: "As próprias importações que ainda podem ser desfeitas",
      response: { 200: importList },
    }),
    async (request) => listImports(ctx, await requireViewer(ctx, request)),
  );

  app.delete(
    importApi(":id"),
    apiCall(members(ctx, "publish"), {
      operationId: "undoImport",
      tags,
      summary: "Desfaz uma importação: exclui o que ela trouxe e não mudou depois",
      params: importParams,
      response: { 200: undone },
    }),
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      const id = toId(request.params.id);
      if (id === undefined) throw importNotFound();
      return undoImport(ctx, viewer, id);
    },
  );
}
