/** Export of a user's data: a ZIP generated while it is downloaded, one picture at a time. */
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Options, ZipFile } from "yazl";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { loginRequired } from "#accounts/server/users/users.service.ts";
import type { Context } from "#platform/context.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import type { Storage } from "#platform/storage.ts";
import {
  type Contents,
  collectContents,
  type ModerationRecords,
  type PictureFile,
} from "./export-contents.ts";
import { readMe } from "./export-texts.ts";
import { openSpool, type Spool } from "./spool.ts";

/** Copies being collected: each holds a connection, and some long texts. */
const underWay = openSemaphore({ name: "copies", capacity: 4, perCaller: 1 });

/**
 * Exports everything a user owns as a ZIP. Its contents are fixed before the first byte. A failure on the way, or a
 * client that disconnects, ends the stream and the work.
 * @throws AppError 429 when requested too often, 401 when the account no longer exists, 503 while one is collected
 */
export async function openExport(
  ctx: Context,
  viewer: Pick<Viewer, "id" | "username">,
  moderation: ModerationRecords,
): Promise<Readable> {
  const createdAt = new Date();
  const release = underWay(1, viewer.id);
  const { contents, spool } = await collectCopy(ctx, viewer.id, moderation).finally(release);
  const facts = { username: viewer.username, site: ctx.config.publicUrl, createdAt };
  return streamZip(ctx, contents, spool, (missing) => readMe({ ...contents, ...facts, missing }));
}

async function collectCopy(
  ctx: Context,
  userId: string,
  moderation: ModerationRecords,
): Promise<{ contents: Contents; spool: Spool }> {
  // Whose seconds are used up keeps the copy for later.
  await ctx.rateLimits.requireLeft("textTimePerCaller", userId);
  await ctx.rateLimits.consume("exportPerAccount", userId);
  const spool = await openSpool(join(ctx.config.dataDir, "exports"));
  try {
    // Of thousands of versions it takes minutes.
    const contents = await ctx.rateLimits.timed("textTimePerCaller", userId, () =>
      collectContents(ctx, userId, spool, moderation),
    );
    if (!contents) throw loginRequired();
    return { contents, spool };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

/** @param closing builds the text of the last file from the missing pictures */
function streamZip(
  ctx: Context,
  contents: Contents,
  spool: Spool,
  closing: (missing: string[]) => string,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const gone = new AbortController();
  output.once("close", () => gone.abort());
  zip.on("error", (error: Error) => output.destroy(error));

  /** Resolves at the file's end, at the speed of the client. */
  async function add(source: Readable, path: string, options: Partial<Options>): Promise<void> {
    try {
      gone.signal.throwIfAborted();
      zip.addReadStream(source, path, options);
      await finished(source, { signal: gone.signal });
    } finally {
      source.destroy();
    }
  }
  async function fill(): Promise<void> {
    for (const text of contents.texts) await add(Readable.from(spool.read(text)), text.path, {});
    const missing: string[] = [];
    for (const picture of contents.pictures) {
      const body = await openPicture(ctx.storage, picture);
      // WebP does not compress further.
      if (body) await add(body, picture.path, { compress: false });
      else missing.push(picture.path);
    }
    await add(Readable.from([Buffer.from(closing(missing))]), "LEIA-ME.txt", {});
    zip.end();
  }
  void fill()
    .catch((error: Error) => {
      if (!gone.signal.aborted) ctx.log.error({ err: error }, "export failed");
      output.destroy(error);
    })
    .finally(() => spool.close());
  return output;
}

async function openPicture(storage: Storage, { key }: PictureFile): Promise<Readable | undefined> {
  const body = (await storage.get(key))?.body;
  return Buffer.isBuffer(body) ? Readable.from([body]) : body;
}
