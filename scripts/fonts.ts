/**
 * Reduces the fonts to the letters and weights that the site uses, into src/ui/fonts. The tool is only needed here:
 * `npm install --no-save subset-font@2.9.0 && node scripts/fonts.ts`.
 */
import { readFile, writeFile } from "node:fs/promises";

interface Options {
  targetFormat: "woff2";
  variationAxes: { wght: { min: number; max: number } };
}
const tool = "subset-font";
const { default: cut }: { default: (font: Buffer, text: string, options: Options) => Promise<Buffer> } =
  await import(tool);

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join("");
}
/** Latin-1 and typographic punctuation; other letters use the device's fonts. */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}Œœ–—‘’‚“”„†•…‹›€™−↑↓`;

const packages = new URL("../node_modules/@fontsource-variable/", import.meta.url);
const folder = new URL("../src/ui/fonts/", import.meta.url);
for (const [name, min, max] of [
  ["instrument-sans", 400, 700],
  ["bricolage-grotesque", 600, 700],
] as const) {
  const whole = await readFile(new URL(`${name}/files/${name}-latin-wght-normal.woff2`, packages));
  const wanted: Options = { targetFormat: "woff2", variationAxes: { wght: { min, max } } };
  await writeFile(new URL(`${name}.woff2`, folder), await cut(whole, letters, wanted));
}
