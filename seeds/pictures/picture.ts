/** Draws the demo pictures: a scene, a palette and a seed make an SVG document. */
import { type PaletteName, palettes } from "./palettes.ts";
import { createRandom } from "./random.ts";
import { type SceneName, scenes } from "./scenes.ts";
import { circle, rect, repeat } from "./shapes.ts";

export interface PictureSpec {
  scene: SceneName;
  palette: PaletteName;
  /** The same seed gives the same picture, to the pixel. */
  seed: string;
}

/** The whole picture as an SVG document without text, filters or outside references. */
export function drawPicture({ scene: name, palette: paletteName, seed }: PictureSpec): string {
  const { width, height, draw } = scenes[name];
  const palette = palettes[paletteName];
  const drawing = draw({ width, height, palette, random: createRandom(seed) });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${grain(palette.ink, palette.paper)}</defs>${drawing}${rect(0, 0, width, height, "url(#grain)", 'opacity=".13"')}</svg>`
  );
}

/** The tooth of printed paper: dark and light specks, laid over everything. */
function grain(dark: string, light: string): string {
  const random = createRandom("grain");
  const size = 280;
  const specks = repeat(240, (i) =>
    circle(
      random.between(2, size - 2),
      random.between(2, size - 2),
      random.between(0.5, 1.6),
      i % 2 ? dark : light,
    ),
  );
  return `<pattern id="grain" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${specks}</pattern>`;
}
