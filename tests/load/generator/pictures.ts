/** A bounded set of pictures, drawn by the demo data's code, that all generated prompts share. */
import { availableParallelism } from "node:os";
import { drawSvg, fromPixels } from "#media/server/codecs.ts";
import { prepareOwnPicture, saveImage } from "#media/server/images.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import { type PaletteName, palettes } from "#seeds/pictures/palettes.ts";
import { drawPicture } from "#seeds/pictures/picture.ts";
import { type SceneName, scenes } from "#seeds/pictures/scenes.ts";

/** In pixels: two widths of a file, as most uploads have at least. */
const WIDTH = 800;

const sceneNames = Object.keys(scenes) as SceneName[];
const paletteNames = Object.keys(palettes) as PaletteName[];

/** How many different pictures there can be. */
export const MOST_PICTURES = sceneNames.length * paletteNames.length;

/**
 * Draws and stores pictures, the same ones every time. They have no link previews, which belong to a prompt each.
 * @param count at most {@link MOST_PICTURES}
 * @param drawn told of each
 * @returns their hashes
 */
export async function plantPictures(
  ctx: Pick<Context, "db" | "storage">,
  count: number,
  drawn: (done: number) => void,
): Promise<string[]> {
  const hashes: string[] = [];
  let next = 0;
  async function work() {
    for (let index = next++; index < count; index = next++) {
      const picture = await draw(index);
      await inTransaction(ctx.db, (trx) => saveImage(trx, ctx.storage, picture));
      hashes[index] = picture.hash;
      drawn(hashes.filter(Boolean).length);
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return hashes;
}

async function draw(index: number) {
  const scene = sceneNames[index % sceneNames.length] as SceneName;
  const palette = paletteNames[
    (index + Math.floor(index / sceneNames.length)) % paletteNames.length
  ] as PaletteName;
  const svg = drawPicture({ scene, palette, seed: `generated ${index}` });
  const png = await fromPixels(await drawSvg(svg, WIDTH))
    .png({ compressionLevel: 1 })
    .toBuffer();
  return prepareOwnPicture(png, scene);
}
