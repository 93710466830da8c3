/** What a scene is: a drawing that a palette and a seed make a picture of. */
import type { Palette } from "./palettes.ts";
import type { Random } from "./random.ts";

export interface Stage {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
}

export interface Scene {
  /** Pixels. A portrait picture keeps what matters in its middle: cards cut it to 4:3. */
  width: number;
  height: number;
  /** The whole picture as SVG elements, background included. */
  draw(stage: Stage): string;
}
