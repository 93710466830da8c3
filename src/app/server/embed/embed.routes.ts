/** Routes of the small pages that other sites frame: `/embed/prompts/{id}` and `/embed/colecoes/{id}`. */

import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { pathPart } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import type { App } from "#platform/http/server.ts";
import { EMBEDDED_KINDS } from "#prompts/embed.ts";
import { embedPolicy, writeCollectionFrame, writeMissingFrame, writePromptFrame } from "./embed-page.ts";
import { type Embedded, findEmbedded, keysOf } from "./embedded.service.ts";

const HTML = "text/html; charset=utf-8";

const write = (found: Embedded, origin: string) =>
  found.kind === "prompts"
    ? writePromptFrame(found.prompt, origin)
    : writeCollectionFrame(found.collection, origin);

/** Registers the pages, the only ones that other sites may frame. */
export function mountEmbeds(app: App, ctx: Context): void {
  const origin = ctx.config.publicUrl;
  const { "x-frame-options": _, ...common } = securityHeaders(ctx.config, false);
  const guards = {
    ...common,
    "content-security-policy": embedPolicy(origin),
    "cross-origin-resource-policy": "cross-origin",
  };
  for (const kind of EMBEDDED_KINDS) {
    app.get(
      `/embed/${kind}/:name`,
      {
        schema: { hide: true, params: z.object({ name: pathPart }) },
        // Replaces headers that a hook of all responses has set.
        onRequest: (_request, reply, done) => {
          reply.removeHeader("x-frame-options").headers(guards);
          done();
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        const address = addressOf(request);
        return ctx.responseCache.send(request, reply, `embed ${kind} ${name}`, async () => {
          const page = { status: 200, contentType: HTML, guards };
          try {
            const found = await findEmbedded(ctx.publicReads, kind, name, address);
            return { ...page, body: write(found, origin), ...keysOf(found) };
          } catch (error) {
            // The page around the frame shows its readers why it is empty.
            if (!(error instanceof AppError) || ![404, 410].includes(error.status)) throw error;
            return { ...page, status: error.status, body: writeMissingFrame(error.message, origin) };
          }
        });
      },
    );
  }
}
