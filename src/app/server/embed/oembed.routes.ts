/** oEmbed 1.0 (oembed.com): tells other sites how to show the address of a prompt or a collection. JSON only. */

import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { everybody } from "#accounts/server/sessions/access.ts";
import { text } from "#language/text.ts";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewPath } from "#media/preview.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import { AppError } from "#platform/http/errors.ts";
import { JSON_TYPE } from "#platform/http/representations.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import type { App } from "#platform/http/server.ts";
import { authorPath } from "#prompts/authors.ts";
import type { PromptView } from "#prompts/contract.ts";
import {
  EMBED_WIDTHS,
  EMBEDDED_KINDS,
  type EmbeddedKind,
  embedHeight,
  embedHtml,
  embedPath,
} from "#prompts/embed.ts";
import { type Embedded, findEmbedded, keysOf } from "./embedded.service.ts";

/** Seconds for which consumers may keep an answer; the frame itself shows a removal at once. */
const CACHE_AGE = 3600;
const WIDEST = Math.max(...EMBED_WIDTHS);
const LONGEST_ADDRESS = 2000;

const messages = {
  url: "Informe em url o endereço de um prompt ou de uma coleção",
  urlTooLong: `O endereço deve ter no máximo ${LONGEST_ADDRESS} caracteres`,
  size: "maxwidth e maxheight devem ser números inteiros a partir de 1",
  format: "Só há oEmbed em JSON: peça format=json",
  unknown: "Não há nada para incorporar neste endereço",
  private: "Esta página só existe para quem está na própria conta",
};

/** Some programs send a size that they do not have as an empty one. */
const size = z.optional(
  z.union([
    z.literal(""),
    z.coerce
      .number({ error: messages.size })
      .check(z.int({ error: messages.size }), z.gte(1, { error: messages.size })),
  ]),
);
const query = z.object({
  /** Address of the page that is to be shown. */
  url: text({
    max: LONGEST_ADDRESS,
    min: 1,
    none: messages.url,
    short: messages.url,
    long: messages.urlTooLong,
  }),
  maxwidth: size,
  maxheight: size,
  format: z._default(text({ max: 20, none: messages.format, long: messages.format }), "json"),
});

const answer = z.object({
  type: z.literal("rich"),
  version: z.literal("1.0"),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.int(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
  /** All three, or none where no picture is as small as asked for. */
  thumbnail_url: z.optional(z.string()),
  thumbnail_width: z.optional(z.int()),
  thumbnail_height: z.optional(z.int()),
});
type Answer = z.infer<typeof answer>;

/** Pages that show their owner's own things to nobody else. */
const PERSONAL = /^\/(?:admin|profile|settings)(?:\/|$)|^\/prompts\/[^/]+\/edit$/;

/** @throws AppError 404 for what cannot be embedded, 401 for what only its owner sees */
function targetOf(url: string, origin: string): { kind: EmbeddedKind; name: string } {
  const { host } = new URL(origin);
  const asked = URL.canParse(url) ? new URL(url) : undefined;
  if (asked?.host === host && /^https?:$/.test(asked.protocol)) {
    const path = asked.pathname.replace(/(?<!\/)\/$/, "");
    const [, kind, name] = /^(?:\/embed)?\/([a-z]+)\/([^/]+)$/.exec(path) ?? [];
    const known = EMBEDDED_KINDS.find((one) => one === kind);
    if (known && name) return { kind: known, name };
    if (PERSONAL.test(path)) throw new AppError(401, "private_page", messages.private, { field: "url" });
  }
  throw new AppError(404, "not_embeddable", messages.unknown, { field: "url" });
}

/** Sizes in pixels that must not be exceeded. */
interface Bounds {
  maxwidth: number;
  maxheight: number;
}

/** The link preview, or else the widest of the picture's files that is small enough. */
function thumbnailOf(
  { id, image, edited_at }: PromptView | Omit<PromptView, "is_liked" | "is_favorited">,
  origin: string,
  bounds: Bounds,
) {
  const fits = ({ width, height }: { width: number; height: number }) =>
    width <= bounds.maxwidth && height <= bounds.maxheight;
  const preview = { path: previewPath(id, edited_at), width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT };
  const files = image.srcset.split(", ").flatMap((source) => {
    const [path, descriptor] = source.split(" ");
    const width = Number.parseInt(descriptor ?? "", 10);
    return path && width > 0 ? { path, width, height: Math.round((width * image.height) / image.width) } : [];
  });
  const found = [preview, ...files.sort((a, b) => b.width - a.width)].find(fits);
  return (
    found && {
      thumbnail_url: origin + found.path,
      thumbnail_width: found.width,
      thumbnail_height: found.height,
    }
  );
}

function describe(found: Embedded, origin: string, bounds: Bounds): Answer {
  const { title, user, user_id } = found.kind === "prompts" ? found.prompt : found.collection;
  const pictured = found.kind === "prompts" ? found.prompt : found.collection.items[0]?.prompt;
  const width = Math.min(WIDEST, bounds.maxwidth);
  const height = Math.min(embedHeight(width), bounds.maxheight);
  return {
    type: "rich",
    version: "1.0",
    title,
    author_name: user.username,
    author_url: origin + authorPath(user_id),
    provider_name: "Prompteca",
    provider_url: origin,
    cache_age: CACHE_AGE,
    html: embedHtml(origin + embedPath(found.kind, found.id), title, width, height),
    width,
    height,
    ...(pictured && thumbnailOf(pictured, origin, bounds)),
  };
}

/** Registers `/oembed`. */
export function mountOEmbed(app: App, ctx: Context): void {
  const origin = ctx.config.publicUrl;
  // Scripts of other sites may read it too.
  const open = { "access-control-allow-origin": "*" };
  const guards = { ...securityHeaders(ctx.config, false), ...open };
  app.get(
    "/oembed",
    apiCall(
      everybody,
      {
        tags: ["embed"],
        security: [],
        operationId: "getOEmbed",
        summary: "Como mostrar um prompt ou uma coleção em outro site (oEmbed 1.0)",
        querystring: query,
        response: { 200: answer },
      },
      // Set here, so that refusals have them too: the response cache sends only answers.
      { onRequest: async (_request, reply) => void reply.headers(open) },
    ),
    async (request, reply) => {
      const { url, format, maxwidth, maxheight } = request.query;
      if (format !== "json") throw new AppError(501, "format_unknown", messages.format, { field: "format" });
      const { kind, name } = targetOf(url, origin);
      // Larger bounds give the same answer: limited, they share its place in the cache.
      const bounds = {
        maxwidth: Math.min(maxwidth || PREVIEW_WIDTH, PREVIEW_WIDTH),
        maxheight: Math.min(maxheight || PREVIEW_WIDTH, PREVIEW_WIDTH),
      };
      const address = addressOf(request);
      const key = `oembed ${kind} ${name} ${bounds.maxwidth} ${bounds.maxheight}`;
      return ctx.responseCache.send(request, reply, key, async () => {
        const found = await findEmbedded(ctx.publicReads, kind, name, address).catch((error) => {
          // oEmbed has only these errors: gone is "not found".
          if (error instanceof AppError && error.status === 410)
            throw new AppError(404, error.code, error.message, { field: "url" });
          throw error;
        });
        const body = JSON.stringify(describe(found, origin, bounds));
        return { status: 200, contentType: JSON_TYPE, body, guards, ...keysOf(found) };
      });
    },
  );
}
