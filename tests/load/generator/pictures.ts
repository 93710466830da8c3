/** A bounded set of pictures that all generated prompts share: those of the demo prompts in several hues. */
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import sharp from "sharp";
import { prepareOwnPicture, saveImage } from "#media/server/images.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { type DemoPrompt, prompts, readPicture } from "#seeds/prompts.ts";

/** In pixels: enough for a card on most screens. */
const WIDTH = 800;
const HUES = 8;

/** How many different pictures there can be. */
export const MOST_PICTURES = prompts.length * HUES;

/**
 * Makes and stores pictures, the same ones every time. They have no link previews, which belong to a prompt each.
 * @param count at most {@link MOST_PICTURES}
 * @param made told of each
 * @returns their hashes
 */
export function plantPictures(
  ctx: Pick<Context, "db" | "storage">,
  count: number,
  made: (done: number) => void,
): Promise<string[]> {
  let done = 0;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const limit = pLimit(availableParallelism());
  const hashes = limit.map(indexes, async (index) => {
    const prompt = prompts[index % prompts.length] as DemoPrompt;
    const hue = Math.floor(index / prompts.length) * (360 / HUES);
    const webp = await sharp(await readPicture(prompt))
      .modulate({ hue })
      .resize({ width: WIDTH })
      .webp({ quality: 75 })
      .toBuffer();
    const picture = await prepareOwnPicture(webp, prompt.title);
    await inTransaction(ctx.db, (trx) => saveImage(trx, ctx.storage, picture));
    made(++done);
    return picture.hash;
  });
  // One that fails ends them all.
  return hashes.finally(() => limit.clearQueue());
}
