/** Routes of pictures: `/media/{hash}-{width}.webp` and `/media/preview-{promptId}.jpg`, read from the storage. */
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { pathPart } from "#language/text.ts";
import { messages } from "#media/messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { isKnown } from "#platform/http/etags.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import type { App } from "#platform/http/server.ts";
import { type Credit, creditedEtag, creditXmp, withCredit } from "./credit.ts";
import { makeMissingWidth } from "./images.service.ts";
import { openShownPictures, type ShownOwners } from "./shown-pictures.ts";
import { isPictureKey } from "./stored-pictures.ts";

/** A day: after it a removed picture disappears from caches. */
const DAY = 24 * 60 * 60;
const CACHE_CONTROL = `public, max-age=${DAY}`;

/**
 * Large pictures sent concurrently, in all, to one address, and to one network while there are more: each occupies an open
 * file, or a connection to the bucket (platform/storage/s3.ts has more), for as long as its reader takes.
 */
const STREAMS = { capacity: 400, perCaller: 100, fair: 8 };

/** Registers the routes of pictures. */
export function mountMedia(
  app: App,
  ctx: Pick<Context, "config" | "storage" | "db" | "batchedReads" | "responseCache">,
  owners: ShownOwners,
): void {
  const findCredit = openShownPictures(ctx, owners);
  const streams = openSemaphore({ name: "pictures", ...STREAMS });
  /** @throws AppError 503 when too many are being sent; closes the file then */
  function acquire(body: Readable, { ip, raw }: FastifyRequest): void {
    try {
      body.once(
        "close",
        streams(1, ip, () => raw.socket.destroy()),
      );
    } catch (refusal) {
      body.destroy();
      throw refusal;
    }
  }
  /** Cached under the keys of its prompt, so that a removal of that purges it. */
  const cached = (reply: FastifyReply, etag: string, { keys }: Credit) =>
    reply
      .headers(ctx.responseCache.sharedHeaders(keys, DAY))
      .header("cache-control", CACHE_CONTROL)
      .header("etag", etag);
  app.get(
    "/media/:file",
    { config: { keyScope: "public" }, schema: { hide: true, params: z.object({ file: pathPart }) } },
    async (request, reply) => {
      const { file } = request.params;
      const credit = isPictureKey(file) ? await findCredit(file) : undefined;
      let found = credit ? await ctx.storage.get(file) : null;
      if (credit && !found && (await makeMissingWidth(ctx.db, ctx.storage, file)))
        found = await ctx.storage.get(file);
      if (!credit || !found) throw new AppError(404, "image_not_found", messages.notFound);

      const { body: stored } = found;
      const xmp = creditXmp(credit, ctx.config.publicUrl);
      const etag = creditedEtag(found.etag, xmp);
      if (isKnown(request.headers["if-none-match"], etag)) {
        if (!Buffer.isBuffer(stored)) stored.destroy();
        return cached(reply, etag, credit).code(304).send();
      }
      if (!Buffer.isBuffer(stored)) acquire(stored, request);
      const { body, size } = await withCredit(found, xmp);
      cached(reply, etag, credit);
      return (
        reply
          // Other sites show link previews, and in their sandboxes the pages that they embed have no origin.
          .header("cross-origin-resource-policy", "cross-origin")
          .type(file.endsWith(".jpg") ? "image/jpeg" : "image/webp")
          .header("content-length", size)
          .send(body)
      );
    },
  );
}
