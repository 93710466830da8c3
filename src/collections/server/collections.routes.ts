/** HTTP of collections. Public ones come from the response cache; private ones and lists are read for their owner. */
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { everybody, members, viewers } from "#accounts/server/sessions/access.ts";
import { readsOwn, requireViewer, viewerOf } from "#accounts/server/sessions/authenticate.ts";
import {
  collectionChanges,
  collectionParams,
  collectionQuery,
  collectionSummary,
  collectionView,
  itemChanges,
  itemParams,
  itemPlace,
  newCollection,
  ownCollections,
  ownQuery,
} from "#collections/contract.ts";
import { inputMessages } from "#collections/input-messages.ts";
import { collectionApi, collectionPageApi } from "#collections/paths.ts";
import { toId } from "#language/text.ts";
import { feedPath } from "#library/feeds.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { userParams } from "#prompts/contract.ts";
import { parsePromptId } from "#prompts/server/prompt-id.ts";
import { requireCollecting } from "./collecting.ts";
import {
  changeCollection,
  createCollection,
  deleteCollection,
  findOwnCollection,
  findPublicCollection,
  listOwnCollections,
  listPublicCollections,
  parseCollectionId,
} from "./collections.service.ts";
import { collectionFeed } from "./discovery.service.ts";
import { putItem, removeItem } from "./items.service.ts";

const tags = ["coleções"];
const nothing = { 204: z.void() };

/** Mounts the calls of collections, and their feeds. */
export function mountCollections(app: App, ctx: Context): void {
  app.get(
    "/api/collections",
    apiCall(members(ctx, "read"), {
      tags,
      operationId: "listOwnCollections",
      summary: "As próprias coleções, as alteradas por último primeiro",
      querystring: ownQuery,
      response: { 200: ownCollections },
    }),
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      const { prompt } = request.query;
      const promptId = prompt === undefined ? undefined : toId(prompt);
      if (prompt !== undefined && promptId === undefined)
        throw new AppError(400, "validation_failed", inputMessages.promptInvalid, { field: "prompt" });
      // The entries of each are counted.
      return ctx.rateLimits.timed("textTimePerCaller", viewer.id, () =>
        listOwnCollections(ctx, viewer, promptId),
      );
    },
  );

  app.post(
    "/api/collections",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "createCollection",
      summary: "Cria uma coleção, privada se is_public não disser outra coisa",
      body: newCollection,
      response: { 201: collectionView },
    }),
    async (request, reply) => {
      const viewer = await requireCollecting(ctx, request);
      return reply.code(201).send(await createCollection(ctx, viewer, request.body));
    },
  );

  app.get(
    "/api/collections/:id",
    apiCall(viewers, {
      tags,
      operationId: "getCollection",
      summary: "Uma coleção com os seus prompts, em ordem",
      description:
        "As públicas, para todo mundo; as privadas, só para quem as criou. Com texts=limited, como nas páginas do site, os textos vêm inteiros até 500.000 caracteres ao todo; dos seguintes vem só o começo, e is_cut diz quais são.",
      params: collectionParams,
      querystring: collectionQuery,
      response: { 200: collectionView },
    }),
    async (request, reply) => {
      const id = parseCollectionId(request.params.id);
      const viewer = await viewerOf(ctx, request);
      const { texts } = request.query;
      const own = viewer && (await findOwnCollection(ctx, viewer, id, texts));
      if (own) return reply.send(own);
      const address = addressOf(request);
      const key = texts ? collectionPageApi(id) : collectionApi(id);
      return ctx.responseCache.sendJson(request, reply, key, () =>
        findPublicCollection(ctx.publicReads, id, address, texts),
      );
    },
  );

  app.patch(
    "/api/collections/:id",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "editCollection",
      summary: "Altera título, descrição ou visibilidade de uma coleção própria",
      description:
        "Só muda o que for informado. Com version, a que a coleção informou, uma alteração feita nesse meio-tempo em outro lugar é respondida com 409 em vez de ser desfeita. A uma chave sem a permissão read a resposta é 204, sem corpo.",
      params: collectionParams,
      body: collectionChanges,
      response: { 200: collectionView, ...nothing },
    }),
    async (request, reply) => {
      const viewer = await requireCollecting(ctx, request);
      const changed = await changeCollection(ctx, viewer, parseCollectionId(request.params.id), request.body);
      return readsOwn(viewer) ? changed : reply.code(204).send();
    },
  );

  app.delete(
    "/api/collections/:id",
    apiCall(members(ctx, "publish"), {
      tags,
      operationId: "deleteCollection",
      summary: "Exclui uma coleção própria; os prompts ficam",
      params: collectionParams,
      response: nothing,
    }),
    async (request, reply) => {
      const viewer = await requireCollecting(ctx, request);
      await deleteCollection(ctx, viewer, parseCollectionId(request.params.id));
      return reply.code(204).send();
    },
  );

  app.put(
    "/api/collections/:id/items/:promptId",
    apiCall(members(ctx, "react"), {
      tags,
      operationId: "saveToCollection",
      summary: "Salva um prompt em uma coleção própria, ou muda a anotação ou a posição dele",
      description:
        "Só muda o que for informado; um prompt novo vai para o fim, e null ou um texto vazio apaga a anotação. Com o cabeçalho If-Match: *, nada é salvo: o que não está na coleção é respondido com 412. A uma chave sem a permissão read a resposta é 204, sem corpo.",
      params: itemParams,
      body: itemChanges,
      response: { 200: itemPlace, ...nothing },
    }),
    async (request, reply) => {
      const viewer = await requireCollecting(ctx, request);
      const { id, promptId } = request.params;
      const onlyThere = request.headers["if-match"] === "*";
      const ids = [parseCollectionId(id), parsePromptId(promptId)] as const;
      const place = await putItem(ctx, viewer, ...ids, request.body ?? {}, onlyThere);
      return readsOwn(viewer) ? place : reply.code(204).send();
    },
  );

  app.delete(
    "/api/collections/:id/items/:promptId",
    apiCall(members(ctx, "react"), {
      tags,
      operationId: "removeFromCollection",
      summary: "Remove um prompt de uma coleção própria",
      params: itemParams,
      response: nothing,
    }),
    async (request, reply) => {
      const viewer = await requireCollecting(ctx, request);
      const { id, promptId } = request.params;
      await removeItem(ctx, viewer, parseCollectionId(id), parsePromptId(promptId));
      return reply.code(204).send();
    },
  );

  app.get(
    "/api/users/:id/collections",
    apiCall(everybody, {
      tags,
      security: [],
      operationId: "listCollectionsByUser",
      summary: "As coleções públicas de uma pessoa",
      params: userParams,
      response: { 200: z.array(collectionSummary) },
    }),
    async (request, reply) => {
      const id = request.params.id.toLowerCase();
      return ctx.responseCache.sendJson(request, reply, `/api/users/${id}/collections`, () =>
        listPublicCollections(ctx.publicReads, id),
      );
    },
  );

  app.get(
    feedPath("collections", ":id"),
    { config: { keyScope: "public" }, schema: { hide: true, params: collectionParams } },
    async (request, reply) => {
      const { id } = request.params;
      const address = addressOf(request);
      return ctx.responseCache.send(request, reply, feedPath("collections", id), async () => ({
        status: 200,
        contentType: "application/atom+xml; charset=utf-8",
        body: await collectionFeed(ctx.publicReads, id, address),
      }));
    },
  );
}
