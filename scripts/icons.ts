/** Draws the PNG icons in public/icons, for home screens and the web manifest. Run it after the mark changes. */
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

const mark = await readFile(new URL("../public/favicon.svg", import.meta.url), "utf8");
/** The light theme's background, which phones place behind an icon anyway. */
const GROUND = "#f7f9fc";

/** @param share the mark's part of the icon's side; the safe zone of a maskable icon is the inner 80% */
async function draw(name: string, side: number, share: number): Promise<void> {
  const inner = Math.round(side * share);
  const picture = await sharp(Buffer.from(mark), { density: (72 * inner) / 16 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  await sharp({ create: { width: side, height: side, channels: 3, background: GROUND } })
    .composite([{ input: picture }])
    .png({ palette: true })
    .toFile(new URL(`../public/icons/${name}.png`, import.meta.url).pathname);
}

/**
 * Writes `favicon.ico`, which programs ask for without reading a page: an ICO with one PNG, 48 by 48.
 * Source: the ICO format, a directory of 6 bytes, an entry of 16, the PNG.
 */
async function drawFavicon(): Promise<void> {
  const side = 48;
  const png = await sharp(Buffer.from(mark), { density: (72 * side) / 16 })
    .resize(side, side)
    .png()
    .toBuffer();
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits for each pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  await writeFile(new URL("../public/favicon.ico", import.meta.url), Buffer.concat([head, png]));
}

await Promise.all([
  drawFavicon(),
  draw("icon-192", 192, 0.72),
  draw("icon-512", 512, 0.72),
  draw("maskable-512", 512, 0.5),
  draw("apple-touch-180", 180, 0.66),
]);
