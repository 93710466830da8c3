/** A poster in the spirit of concrete art: one disc, turned and divided by a rule until it becomes a square. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import { circle, group, path, place, rect, repeat, sector } from "#seeds/pictures/shapes.ts";

export const concreteArt: Scene = {
  width: 1200,
  height: 1600,
  draw(stage: Stage) {
    const { width, height, random, palette } = stage;
    const { paper, ink, deep, main, hot, glow, cool, soft } = palette;
    const wall = mix(soft, main, 0.12);
    const [columns, rows, cell] = [6, 8, 150];
    const [left, top] = [150, 190];
    const colours = [deep, hot, glow, main, cool, ink];
    const start = random.whole(0, 3);
    const modules = repeat(columns * rows, (i) => {
      const [c, r] = [i % columns, Math.floor(i / columns)];
      const stage01 = (c + r) / (columns + rows - 2);
      const step = Math.floor(stage01 * 5.99);
      const turn = ((c + 2 * r + start) % 4) * 90;
      const a = colours[(c * 2 + r + start) % 4] as string;
      const b = colours[(c + r * 3 + 1 + start) % 6] as string;
      const half = cell / 2;
      const figure = [
        () => circle(0, 0, half * 0.36, a),
        () => circle(0, 0, half * 0.72, a) + path(sector(0, 0, half * 0.72, 0, 180), b),
        () =>
          circle(0, 0, half, a) + path(sector(0, 0, half, 0, 90), b) + path(sector(0, 0, half, 180, 270), b),
        () => path(sector(-half, -half, cell, 0, 90), a) + path(sector(-half, -half, half, 0, 90), b),
        () =>
          rect(-half, -half, cell, cell, a) +
          path(sector(-half, half, cell, 270, 360), b) +
          path(sector(-half, half, half, 270, 360), a),
        () =>
          rect(-half, -half, cell, cell, a) +
          path(sector(-half, -half, half, 0, 90), b) +
          path(sector(half, half, half, 180, 270), b),
      ][step] as () => string;
      return group(figure(), place(left + (c + 0.5) * cell, top + (r + 0.5) * cell, turn));
    });
    return (
      rect(0, 0, width, height, wall) +
      rect(112, 152, 1000, 1330, mix(wall, ink, 0.3)) +
      rect(90, 120, 1020, 1350, lift(paper, 0.01)) +
      modules +
      repeat(3, (i) => circle(175 + i * 46, 1428, 14, [hot, glow, deep][i] as string)) +
      rect(810, 1421, 240, 14, ink)
    );
  },
};
