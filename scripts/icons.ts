/** Draws the PNG icons of public/icons from the mark: for home screens and the web manifest. Run after the mark changes. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";

const mark = await readFile(new URL("../public/favicon.svg", import.meta.url), "utf8");
/** The light theme's ground, which phones put under an icon anyway. */
const GROUND = "#f7f9fc";

/** @param share of the icon's side that the mark takes; a maskable icon keeps within the inner 80% */
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

await Promise.all([
  draw("icon-192", 192, 0.72),
  draw("icon-512", 512, 0.72),
  draw("maskable-512", 512, 0.5),
  draw("apple-touch-180", 180, 0.66),
]);
