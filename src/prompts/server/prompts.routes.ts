/** HTTP of prompts: anonymous answers come ready from the store, signed-in ones get the person's marks on top. */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { requireViewer, type Viewer, viewerOf } from "#accounts/server/authenticate.ts";
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http.ts";
import {
  listQuery,
  newPrompt,
  pageQuery,
  promptList,
  promptParams,
  promptView,
  userParams,
} from "#prompts/contract.ts";
import { parsePromptId, withMarks } from "#reactions/server/reactions.service.ts";
import {
  findPrompt,
  listByAuthor,
  listFavorites,
  listPrompts,
  listTrending,
  markedList,
  publishPrompt,
} from "./prompts.service.ts";
import { forgetOldViews, openViews } from "./views.service.ts";

/** A picture in base64 beside the longest texts, in bytes. */
const PUBLISH_BODY_LIMIT = Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 256 * 1024;

const tags = ["prompts"];
/** With or without a session. */
const security: Record<string, string[]>[] = [{ bearer: [] }, {}];

/** Mounts the calls of prompts and starts what they need. */
export async function mountPrompts(app: App, ctx: Context): Promise<void> {
  const views = openViews(ctx);
  app.addHook("onClose", () => views.close());
  await ctx.jobs.schedule("forget-old-views", "*/30 * * * *", () => forgetOldViews(ctx));

  /** Shared data for everybody; with the person's marks, and for them alone, when somebody is signed in. */
  async function answer<T extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    shared: () => Promise<T>,
    personal: (viewer: Viewer, value: T) => Promise<T>,
  ) {
    const viewer = await viewerOf(ctx, request);
    if (!viewer) return ctx.answers.sendJson(request, reply, key, shared);
    return reply.send(await personal(viewer, await ctx.answers.value(key, shared)));
  }

  app.get(
    "/api/prompts",
    {
      schema: {
        tags,
        security,
        summary: "Lista e busca prompts",
        querystring: listQuery,
        response: { 200: promptList },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const key = `/api/prompts ${JSON.stringify(query)}`;
      return answer(
        request,
        reply,
        key,
        () => listPrompts(ctx, query),
        (viewer, list) => markedList(ctx, viewer, list),
      );
    },
  );

  app.get(
    "/api/prompts/top",
    { schema: { tags, security, summary: "Prompts em alta", response: { 200: z.array(promptView) } } },
    async (request, reply) =>
      answer(
        request,
        reply,
        "/api/prompts/top",
        () => listTrending(ctx),
        (viewer, list) => withMarks(ctx.db, viewer.id, list),
      ),
  );

  app.get(
    "/api/prompts/:id",
    { schema: { tags, security, summary: "Um prompt", params: promptParams, response: { 200: promptView } } },
    async (request, reply) => {
      const { id } = request.params;
      return answer(
        request,
        reply,
        `/api/prompts/${parsePromptId(id)}`,
        () => findPrompt(ctx, id),
        async (viewer, prompt) => {
          const [marked] = await withMarks(ctx.db, viewer.id, [prompt]);
          return marked ?? prompt;
        },
      );
    },
  );

  app.post(
    "/api/prompts",
    {
      bodyLimit: PUBLISH_BODY_LIMIT,
      // Before the body is read: an unknown caller cannot make the server take in a picture.
      onRequest: async (request) => void (await requireViewer(ctx, request)),
      schema: {
        tags,
        security: [{ bearer: [] }],
        summary: "Publica um prompt",
        body: newPrompt,
        response: { 201: promptView },
      },
    },
    async (request, reply) => {
      // Asked again: a session may end while a long upload arrives.
      const author = await requireViewer(ctx, request);
      return reply.code(201).send(await publishPrompt(ctx, author, request.body));
    },
  );

  app.post(
    "/api/prompts/:id/view",
    {
      schema: {
        tags,
        security,
        summary: "Conta uma visualização",
        params: promptParams,
        response: { 204: z.void() },
      },
    },
    async (request, reply) => {
      const visitor = { address: request.ip, agent: request.headers["user-agent"] ?? "" };
      await views.record(parsePromptId(request.params.id), visitor, await viewerOf(ctx, request));
      return reply.code(204).send();
    },
  );

  app.get(
    "/api/users/:id/prompts",
    {
      schema: {
        tags,
        security,
        summary: "Prompts de uma pessoa",
        params: userParams,
        querystring: pageQuery,
        response: { 200: promptList },
      },
    },
    async (request) => {
      const viewer = await viewerOf(ctx, request);
      return listByAuthor(ctx, viewer, request.params.id, request.query);
    },
  );

  app.get(
    "/api/users/:id/favorites",
    {
      schema: {
        tags,
        security: [{ bearer: [] }],
        summary: "Favoritos de uma pessoa, só para ela",
        params: userParams,
        querystring: pageQuery,
        response: { 200: promptList },
      },
    },
    async (request) => {
      const viewer = await requireViewer(ctx, request);
      return listFavorites(ctx, viewer, request.params.id, request.query);
    },
  );
}
