/** Draws the demo pictures: a scene, a palette and a seed make an SVG document. */
import { type PaletteName, palettes } from "./palettes.ts";
import { createRandom } from "./random.ts";
import { type SceneName, scenes } from "./scenes.ts";
import { circle, group, rect, repeat } from "./shapes.ts";

export interface PictureSpec {
  scene: SceneName;
  palette: PaletteName;
  /** The same seed gives the same picture, to the pixel. */
  seed: string;
  /** The detail to show, in the scene's pixels; the whole scene without it. */
  detail?: { x: number; y: number; width: number; height: number };
  /** Left and right exchanged. */
  mirrored?: boolean;
}

/** Pixels of a picture's longer side. */
const LONGER_SIDE = 1600;

/** The picture as an SVG document without text, filters or outside references. */
export function drawPicture({
  scene: name,
  palette: paletteName,
  seed,
  detail,
  mirrored,
}: PictureSpec): string {
  const scene = scenes[name];
  const palette = palettes[paletteName];
  const drawing = scene.draw({ ...scene, palette, random: createRandom(seed) });
  const { x, y, width, height } = detail ?? { x: 0, y: 0, ...scene };
  const scale = LONGER_SIDE / Math.max(width, height);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="${x} ${y} ${width} ${height}">` +
    `<defs>${grain(palette.ink, palette.paper)}</defs>` +
    (mirrored ? group(drawing, `translate(${2 * x + width} 0) scale(-1 1)`) : drawing) +
    `${rect(x, y, width, height, "url(#grain)", 'opacity=".13"')}</svg>`
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
