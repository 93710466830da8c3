/** HTTP of imports and exports. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requireViewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import { parseCollectionId } from "#collections/server/collections.service.ts";
import {
  collectionExportParams,
  exportParams,
  exportQuery,
  FILE_FORMATS,
  type FileFormat,
  importList,
  importParams,
  importRequest,
  importView,
  MOST_CHARACTERS,
  preview,
  previewRequest,
  undone,
} from "#exchange/contract.ts";
import { collectionExport, ownExport } from "#exchange/export-paths.ts";
import { FORMAT_SCHEMA, IMPORT_PREVIEW, IMPORTS, importApi } from "#exchange/paths.ts";
import { toId } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { PUBLICATION_KEY, publicationHeaders } from "#prompts/contract.ts";
import { type ExportedFile, exportCollection, exportOwn } from "./exports.service.ts";
import { formatSchema } from "./format-schema.ts";
import { importNotFound, importPrompts } from "./imports.service.ts";
import { previewImport } from "./preview.service.ts";
import { forgetImports, listImports, undoImport } from "./undo.service.ts";

const tags = ["importar e exportar"];
const security: Record<string, string[]>[] = [{ bearer: [] }];

/** In bytes: a character of a text takes up to six in JSON. */
const BODY_LIMIT = 6 * MOST_CHARACTERS + 16 * 1024;

/** @throws AppError 404: a format is a part of the address */
function parseFormat(text: string): FileFormat {
  const format = FILE_FORMATS.find((known) => known === text);
  if (!format) throw new AppError(404, "not_found", "Endereço não encontrado.");
  return format;
}

const send = (reply: FastifyReply, { name, type, parts }: ExportedFile) =>
  reply
    .type(type)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("x-content-type-options", "nosniff")
    .send(Readable.from(parts));

const asFile = (summary: string, description?: string) => ({
  tags,
  summary,
  produces: ["application/json", "text/csv", "text/markdown"],
  ...(description && { description }),
});

/** Mounts the calls, and the job that forgets old imports. */
export async function mountExchange(app: App, ctx: Context): Promise<void> {
  await ctx.jobs.schedule("forget-imports", "53 6 * * *", () => forgetImports(ctx));
  /** Authorisation comes before the body is read. */
  const onRequest = async (request: FastifyRequest) => void (await requireViewer(ctx, request));

  app.get(
    ownExport(":format"),
    {
      config: { keyScope: "read" },
      schema: {
        operationId: "exportOwnPrompts",
        ...asFile(
          "Os próprios prompts em um arquivo: json, csv ou md",
          "Os que estão no site, o mais antigo primeiro, sem as imagens: estas estão na cópia de tudo o que é seu.",
        ),
        security,
        params: exportParams,
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const format = parseFormat(request.params.format);
      await ctx.rateLimits.consume("exportTextsPerCaller", viewer.id);
      return send(reply, exportOwn(ctx, viewer, { format, ...request.query }));
    },
  );

  app.get(
    collectionExport(":id", ":format"),
    {
      config: { keyScope: "public" },
      schema: {
        operationId: "exportCollection",
        ...asFile("Uma coleção em um arquivo: json, csv ou md"),
        description: "As públicas, para todo mundo; as privadas, só para quem as criou.",
        security: [...security, {}],
        params: collectionExportParams,
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      const format = parseFormat(request.params.format);
      const id = parseCollectionId(request.params.id);
      const viewer = await viewerOf(ctx, request);
      await ctx.rateLimits.consume("exportTextsPerCaller", viewer?.id ?? request.ip);
      return send(reply, await exportCollection(ctx, viewer ?? null, id, { format, ...request.query }));
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
    {
      bodyLimit: BODY_LIMIT,
      onRequest,
      config: { keyScope: "publish" },
      schema: {
        operationId: "previewImport",
        tags,
        security,
        summary: "O que viria de um arquivo, e o que seria recusado e por quê",
        description:
          "Nada é guardado. text é o arquivo inteiro: JSON, CSV (também com as colunas act e prompt) ou Markdown com cabeçalho em YAML. São olhados 200 prompts a partir de from.",
        body: previewRequest,
        response: { 200: preview },
      },
    },
    async (request) => previewImport(ctx, await requireViewer(ctx, request), request.body),
  );

  app.post(
    IMPORTS,
    {
      bodyLimit: BODY_LIMIT,
      onRequest,
      config: { keyScope: "publish" },
      schema: {
        operationId: "importPrompts",
        tags,
        security,
        summary: "Importa prompts de um arquivo: todos os escolhidos, ou nenhum",
        description:
          "chosen são os números dos prompts no arquivo, a partir de 1, como a prévia os informa. Cada um é publicado pelas regras da publicação, com um azulejo do site no lugar da imagem. Com um cabeçalho Idempotency-Key, repetir a chamada depois de uma resposta perdida não importa de novo; se a importação já foi desfeita, a resposta é 409 import_undone.",
        headers: publicationHeaders,
        body: importRequest,
        response: { 201: importView },
      },
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const key = request.headers[PUBLICATION_KEY] ?? null;
      return reply.code(201).send(await importPrompts(ctx, viewer, request.body, key));
    },
  );

  app.get(
    IMPORTS,
    {
      config: { keyScope: "read" },
      schema: {
        operationId: "listImports",
        tags,
        security,
        summary: "As próprias importações que ainda podem ser desfeitas",
        response: { 200: importList },
      },
    },
    async (request) => listImports(ctx, await requireViewer(ctx, request)),
  );

  app.delete(
    importApi(":id"),
    {
      config: { keyScope: "publish" },
      schema: {
        operationId: "undoImport",
        tags,
        security,
        summary: "Desfaz uma importação: exclui o que ela trouxe e não mudou depois",
        params: importParams,
        response: { 200: undone },
      },
    },
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      const id = toId(request.params.id);
      if (id === undefined) throw importNotFound();
      return undoImport(ctx, viewer, id);
    },
  );
}
