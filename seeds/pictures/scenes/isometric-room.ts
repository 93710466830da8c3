/** A small room seen from above in isometric projection: bed, desk, shelves, plants. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf } from "#seeds/pictures/plants.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  ellipse,
  group,
  type Point,
  path,
  place,
  polygon,
  polyline,
  rect,
  repeat,
  scatter,
  stroke,
} from "#seeds/pictures/shapes.ts";

const unit = 106;
/** From room coordinates (x to the right-front, y to the left-front, z up; one unit is half a metre) to the picture. */
const at = (x: number, y: number, z = 0): Point => [
  700 + (x - y) * 0.866 * unit,
  566 + (x + y) * 0.5 * unit - z * unit,
];

/** A block by its far corner and its extent, with three tones of one colour. */
function box(x: number, y: number, z: number, w: number, l: number, h: number, colour: string): string {
  return (
    polygon(
      [at(x, y, z + h), at(x + w, y, z + h), at(x + w, y + l, z + h), at(x, y + l, z + h)],
      lift(colour, 0.045),
    ) +
    polygon(
      [at(x, y + l, z + h), at(x + w, y + l, z + h), at(x + w, y + l, z), at(x, y + l, z)],
      lift(colour, -0.03),
    ) +
    polygon(
      [at(x + w, y, z + h), at(x + w, y + l, z + h), at(x + w, y + l, z), at(x + w, y, z)],
      lift(colour, -0.11),
    )
  );
}

const floorPatch = (x: number, y: number, w: number, l: number, colour: string, z = 0) =>
  polygon([at(x, y, z), at(x + w, y, z), at(x + w, y + l, z), at(x, y + l, z)], colour);
/** A flat thing on the left wall (along y) or the right wall (along x). */
const onLeft = (y: number, z: number, l: number, h: number, colour: string) =>
  polygon([at(0, y, z), at(0, y + l, z), at(0, y + l, z + h), at(0, y, z + h)], colour);
const onRight = (x: number, z: number, w: number, h: number, colour: string) =>
  polygon([at(x, 0, z), at(x + w, 0, z), at(x + w, 0, z + h), at(x, 0, z + h)], colour);

function shell({ palette }: Stage): string {
  const { soft, main, earth, paper, ink, deep } = palette;
  const [wallLeft, wallRight] = [mix(soft, main, 0.22), mix(soft, paper, 0.1)];
  const wood = mix(earth, paper, 0.22);
  return (
    polygon(
      [at(-0.2, -0.2, 4.2), at(-0.2, 6, 4.2), at(0, 6, 4.2), at(0, 0, 4.2), at(6, 0, 4.2), at(6, -0.2, 4.2)],
      lift(wallRight, 0.04),
    ) +
    onLeft(0, 0, 6, 4.2, wallLeft) +
    onRight(0, 0, 6, 4.2, wallRight) +
    polygon([at(0, 6, 4.2), at(-0.2, 6, 4.2), at(-0.2, 6, -0.25), at(0, 6, -0.25)], mix(wallLeft, ink, 0.2)) +
    polygon(
      [at(6, 0, 4.2), at(6, -0.2, 4.2), at(6, -0.2, -0.25), at(6, 0, -0.25)],
      mix(wallRight, ink, 0.28),
    ) +
    floorPatch(0, 0, 6, 6, wood) +
    repeat(12, (i) => floorPatch(i * 0.5, 0, 0.5, 6, i % 2 ? wood : mix(wood, earth, 0.3))) +
    repeat(12, (i) =>
      stroke(
        polyline([at(i * 0.5, (i * 1.7) % 6), at(i * 0.5 + 0.5, (i * 1.7) % 6)]),
        mix(earth, ink, 0.25),
        3,
      ),
    ) +
    polygon([at(0, 6, 0), at(6, 6, 0), at(6, 6, -0.25), at(0, 6, -0.25)], mix(earth, ink, 0.3)) +
    polygon([at(6, 0, 0), at(6, 6, 0), at(6, 6, -0.25), at(6, 0, -0.25)], mix(earth, ink, 0.5)) +
    onLeft(0, 0, 6, 0.16, mix(wallLeft, deep, 0.3)) +
    onRight(0, 0, 6, 0.16, mix(wallRight, deep, 0.2))
  );
}

function windows({ palette }: Stage): string {
  const { paper, glow, hot, main, soft, deep, ink } = palette;
  const sky = mix(soft, glow, 0.4);
  const hill = (points: [number, number][], colour: string) =>
    polygon(
      points.map(([x, z]) => at(x, 0, z)),
      colour,
    );
  const sun = Array.from({ length: 24 }, (_, i) =>
    at(2.9 + Math.cos(i * 0.2618) * 0.42, 0, 2.75 + Math.sin(i * 0.2618) * 0.42),
  );
  const tilesAt = repeat(12, (i) => {
    const [y, z] = [0.7 + (i % 3) * 0.5, 1.75 + Math.floor(i / 3) * 0.5];
    const turn = (i * 5 + Math.floor(i / 4)) % 4;
    const corner = [
      [0, 0],
      [0.5, 0],
      [0.5, 0.5],
      [0, 0.5],
    ][turn] as [number, number];
    return (
      onLeft(y, z, 0.5, 0.5, i % 2 ? paper : mix(soft, paper, 0.5)) +
      polygon(
        [
          at(0, y + corner[0], z + corner[1]),
          ...Array.from({ length: 9 }, (_, k) => {
            const a = ((turn * 90 + k * 11.25) * Math.PI) / 180;
            return at(0, y + corner[0] + Math.cos(a) * 0.5, z + corner[1] + Math.sin(a) * 0.5);
          }),
        ],
        [main, hot, deep, glow][i % 4] as string,
      )
    );
  });
  return (
    onRight(1.5, 1.6, 2.4, 2, paper) +
    onRight(1.6, 1.7, 2.2, 1.8, sky) +
    polygon(sun, hot) +
    hill(
      [
        [1.6, 1.7],
        [1.6, 2.3],
        [2, 2.6],
        [2.5, 2.25],
        [3, 2.5],
        [3.8, 2.2],
        [3.8, 1.7],
      ],
      mix(main, soft, 0.3),
    ) +
    hill(
      [
        [1.6, 1.7],
        [1.6, 2],
        [2.2, 2.1],
        [2.8, 1.9],
        [3.8, 2.05],
        [3.8, 1.7],
      ],
      deep,
    ) +
    onRight(2.66, 1.7, 0.08, 1.8, paper) +
    onRight(1.6, 2.6, 2.2, 0.08, paper) +
    box(1.4, 0, 1.5, 2.6, 0.18, 0.1, paper) +
    onLeft(0.6, 1.65, 1.7, 2.2, mix(ink, deep, 0.4)) +
    tilesAt
  );
}

export const isometricRoom: Scene = {
  width: 1400,
  height: 1400,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, main, hot, glow, ink, deep, cool, earth } = palette;
    const green = mix(oklch(0.55, 0.12, 150), cool, 0.2);
    const wood = mix(earth, ink, 0.16);
    const rug = repeat(5, (i) =>
      floorPatch(
        1.9 + i * 0.22,
        2.4 + i * 0.22,
        3 - i * 0.44,
        2.6 - i * 0.44,
        [hot, paper, glow, deep, paper][i] as string,
        0.01,
      ),
    );
    const bed =
      box(0.05, 3.2, 0, 2.2, 0.14, 1.3, wood) +
      box(0.15, 3.3, 0, 2.1, 2.6, 0.42, wood) +
      box(0.2, 3.35, 0.42, 2, 2.5, 0.3, paper) +
      box(0.2, 4.2, 0.44, 2.04, 1.68, 0.34, main) +
      box(0.2, 4.2, 0.5, 2.06, 0.4, 0.31, mix(main, paper, 0.6)) +
      repeat(4, (i) => floorPatch(0.22 + i * 0.5, 4.62, 0.26, 1.24, mix(main, glow, 0.85), 0.785)) +
      box(0.35, 3.45, 0.72, 0.75, 0.6, 0.22, glow) +
      box(1.25, 3.45, 0.72, 0.75, 0.6, 0.22, hot);
    const desk =
      box(3.9, 0.1, 0, 0.14, 1.3, 1.15, wood) +
      box(5.6, 0.1, 0, 0.14, 1.3, 1.15, wood) +
      box(3.8, 0.06, 1.15, 2.05, 1.4, 0.12, lift(wood, 0.05)) +
      box(4.5, 0.3, 1.27, 0.5, 0.3, 0.08, ink) +
      box(4.7, 0.4, 1.3, 0.12, 0.1, 0.35, ink) +
      box(4.2, 0.36, 1.6, 1.3, 0.1, 0.86, ink) +
      polygon(
        [at(4.27, 0.465, 1.68), at(5.43, 0.465, 1.68), at(5.43, 0.465, 2.4), at(4.27, 0.465, 2.4)],
        deep,
      ) +
      repeat(5, (i) =>
        polygon(
          [
            at(4.36 + (i % 2) * 0.14, 0.47, 2.26 - i * 0.13),
            at(4.36 + (i % 2) * 0.14 + ([0.6, 0.5, 0.7, 0.36, 0.56][i] as number), 0.47, 2.26 - i * 0.13),
            at(4.36 + (i % 2) * 0.14 + ([0.6, 0.5, 0.7, 0.36, 0.56][i] as number), 0.47, 2.32 - i * 0.13),
            at(4.36 + (i % 2) * 0.14, 0.47, 2.32 - i * 0.13),
          ],
          [hot, glow, cool, paper, glow][i] as string,
        ),
      ) +
      box(4.4, 0.82, 1.27, 0.9, 0.34, 0.05, paper) +
      box(5.5, 0.8, 1.27, 0.18, 0.2, 0.24, hot) +
      box(4, 0.85, 1.27, 0.3, 0.4, 0.05, glow) +
      box(3.98, 0.83, 1.32, 0.3, 0.4, 0.05, cool);
    const chair =
      box(4.5, 2.0, 0.1, 0.7, 0.7, 0.08, ink) +
      box(4.8, 2.3, 0.15, 0.12, 0.12, 0.5, ink) +
      box(4.4, 1.9, 0.62, 0.9, 0.9, 0.16, hot) +
      box(4.4, 2.72, 0.76, 0.9, 0.14, 0.95, hot);
    const bindings = [hot, glow, paper, deep, cool, main, glow, hot, paper];
    const heights = [0.4, 0.34, 0.46, 0.3, 0.42, 0.38, 0.44, 0.3, 0.36];
    const shelf = scatter([2.7, 3.3], (z, k) => {
      const books = repeat(9, (i) => {
        const tall = heights[(i + k * 4) % 9] as number;
        return box(0.02, 3.1 + i * 0.2, z + 0.08, 0.3, 0.17, tall, bindings[(i * 2 + k) % 9] as string);
      });
      return box(0, 3, z, 0.42, 2.4, 0.08, wood) + books;
    });
    const tall = group(
      [-70, 70, -46, 46, -22, 22, 0]
        .map((a, i) =>
          group(leaf(170 - Math.abs(a) * 0.6, 38, i % 2 ? green : lift(green, -0.06)), place(0, 0, a)),
        )
        .join(""),
      place(at(0.75, 0.75, 0.95)[0], at(0.75, 0.75, 0.95)[1]),
    );
    const pots =
      box(0.45, 0.45, 0, 0.62, 0.62, 0.7, mix(hot, earth, 0.4)) +
      floorPatch(0.5, 0.5, 0.52, 0.52, mix(earth, ink, 0.6), 0.7) +
      tall;
    const lamp =
      stroke(polyline([at(3.3, 0.4), at(3.3, 0.4, 2.3)]), ink, 9) +
      ellipse(at(3.3, 0.4)[0], at(3.3, 0.4)[1], 30, 15, ink) +
      group(
        path("M-30 -70L30 -70L54 0L-54 0z", glow) +
          path("M6 -70L30 -70L54 0L14 0z", lift(glow, -0.08)) +
          ellipse(0, 0, 54, 15, mix(glow, paper, 0.55)),
        place(at(3.3, 0.4, 2.2)[0], at(3.3, 0.4, 2.2)[1]),
      );
    const guitar = group(
      ellipse(0, 0, 44, 52, mix(earth, hot, 0.45)) +
        ellipse(0, -66, 32, 38, mix(earth, hot, 0.45)) +
        circle(0, -30, 16, ink) +
        rect(-7, -230, 14, 200, ink) +
        rect(-13, -268, 26, 44, ink) +
        rect(-20, 16, 40, 9, ink),
      place(at(1.35, 0.3, 0.66)[0], at(1.35, 0.3, 0.66)[1], 9),
    );
    const puff =
      ellipse(at(4.9, 4.9)[0], at(4.9, 4.9)[1], 108, 58, mix(earth, ink, 0.45)) +
      ellipse(at(4.9, 4.9)[0], at(4.9, 4.9)[1] - 34, 104, 66, cool) +
      ellipse(at(4.9, 4.9)[0], at(4.9, 4.9)[1] - 62, 82, 40, lift(cool, 0.06));
    const notes =
      box(3.1, 5.1, 0, 0.6, 0.46, 0.07, hot) +
      box(3.14, 5.13, 0.07, 0.5, 0.4, 0.07, glow) +
      box(3.2, 5.15, 0.14, 0.44, 0.36, 0.05, paper);
    return (
      rect(0, 0, width, height, mix(soft, glow, 0.18)) +
      circle(700, 720, 610, mix(soft, main, 0.12)) +
      ellipse(700, 1250, 500, 84, mix(soft, ink, 0.25), 'opacity=".6"') +
      shell(stage) +
      windows(stage) +
      polygon([at(1.7, 0.4), at(3.8, 0.4), at(5.2, 2.8), at(3, 2.8)], paper, 'opacity=".22"') +
      rug +
      shelf +
      guitar +
      pots +
      lamp +
      desk +
      chair +
      bed +
      puff +
      notes
    );
  },
};
